package dev.lockstep.codec.protobuf;

import com.google.protobuf.ByteString;
import dev.lockstep.codec.payload.Command;
import dev.lockstep.codec.schema.protobuf.PayloadProtos;

/** The mapping of commands to a key-value store. */
final class Commands {
    private Commands() {}

    static PayloadProtos.Command toMessage(Command command) {
        PayloadProtos.Command.Builder message = PayloadProtos.Command.newBuilder()
                .setOperationValue(Enums.number(command.operation))
                .setRequestId(command.requestId)
                .setKey(command.key)
                .setVersion(command.version)
                .setTtlSeconds(command.ttlSeconds);
        if (command.value != null) {
            message.setValue(ByteString.copyFrom(command.value));
        }
        return message.build();
    }

    static Command toPayload(PayloadProtos.Command message) {
        Command command = new Command();
        command.operation = Enums.constant(Command.Operation.values(), message.getOperationValue());
        command.requestId = message.getRequestId();
        command.key = message.getKey();
        command.value = message.hasValue() ? message.getValue().toByteArray() : null;
        command.version = message.getVersion();
        command.ttlSeconds = message.getTtlSeconds();
        return command;
    }
}
