package dev.lockstep.codec.protobuf;

import com.google.protobuf.ByteString;
import dev.lockstep.codec.payload.Command.Operation;
import dev.lockstep.codec.payload.next.Command;
import dev.lockstep.codec.schema.protobuf.PayloadProtos;

/** The mapping of commands a version later. */
final class NextCommands {
    private NextCommands() {}

    static PayloadProtos.NextCommand toMessage(Command command) {
        PayloadProtos.NextCommand.Builder message = PayloadProtos.NextCommand.newBuilder()
                .setOperationValue(Enums.number(command.operation))
                .setRequestId(command.requestId)
                .setKey(command.key)
                .setVersion(command.version)
                .setPriority(command.priority);
        if (command.value != null) {
            message.setValue(ByteString.copyFrom(command.value));
        }
        if (command.tenant != null) {
            message.setTenant(command.tenant);
        }
        return message.build();
    }

    static Command toPayload(PayloadProtos.NextCommand message) {
        Command command = new Command();
        command.operation = Enums.constant(Operation.values(), message.getOperationValue());
        command.requestId = message.getRequestId();
        command.key = message.getKey();
        command.value = message.hasValue() ? message.getValue().toByteArray() : null;
        command.version = message.getVersion();
        command.tenant = message.hasTenant() ? message.getTenant() : null;
        command.priority = message.getPriority();
        return command;
    }
}
