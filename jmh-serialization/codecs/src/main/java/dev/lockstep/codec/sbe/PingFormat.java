package dev.lockstep.codec.sbe;

import dev.lockstep.codec.payload.PingMessage;
import dev.lockstep.codec.schema.sbe.MessageHeaderDecoder;
import dev.lockstep.codec.schema.sbe.MessageHeaderEncoder;
import dev.lockstep.codec.schema.sbe.PingDecoder;
import dev.lockstep.codec.schema.sbe.PingEncoder;
import dev.lockstep.codec.schema.sbe.RoleDecoder;
import java.util.UUID;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** Boysan's message as SBE's. */
final class PingFormat implements Format<PingMessage> {
    private final MessageHeaderEncoder headerOut = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerIn = new MessageHeaderDecoder();
    private final PingEncoder out = new PingEncoder();
    private final PingDecoder in = new PingDecoder();

    @Override
    public int write(PingMessage value, MutableDirectBuffer target) {
        out.wrapAndApplyHeader(target, 0, headerOut);
        out.idHigh(value.id.getMostSignificantBits());
        out.idLow(value.id.getLeastSignificantBits());
        out.round(value.round);
        out.leader().id(value.leader.id).port(value.leader.port);
        out.sender().id(value.sender.id).port(value.sender.port);
        out.receiver().id(value.receiver.id).port(value.receiver.port);
        out.tag(value.tag);
        out.sentAtMillis(value.sentAtMillis);
        out.deadlineMillis(value.deadlineMillis);
        out.kind(Texts.required(value.type));
        out.leaderHost(Texts.required(value.leader.host));
        out.senderHost(Texts.required(value.sender.host));
        out.receiverHost(Texts.required(value.receiver.host));
        return out.limit();
    }

    @Override
    public int read(DirectBuffer source, PingMessage value) {
        in.wrapAndApplyHeader(source, 0, headerIn);
        value.id = new UUID(in.idHigh(), in.idLow());
        value.round = in.round();
        value.leader = role(in.leader());
        value.sender = role(in.sender());
        value.receiver = role(in.receiver());
        value.tag = in.tag();
        value.sentAtMillis = in.sentAtMillis();
        value.deadlineMillis = in.deadlineMillis();
        Texts.checked(in.kindLength(), in.limit(), source);
        value.type = in.kind();
        Texts.checked(in.leaderHostLength(), in.limit(), source);
        value.leader.host = in.leaderHost();
        Texts.checked(in.senderHostLength(), in.limit(), source);
        value.sender.host = in.senderHost();
        Texts.checked(in.receiverHostLength(), in.limit(), source);
        value.receiver.host = in.receiverHost();
        return in.limit();
    }

    private static PingMessage.Role role(RoleDecoder in) {
        PingMessage.Role role = new PingMessage.Role();
        role.id = in.id();
        role.port = in.port();
        return role;
    }
}
