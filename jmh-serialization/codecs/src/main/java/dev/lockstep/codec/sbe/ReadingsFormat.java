package dev.lockstep.codec.sbe;

import dev.lockstep.codec.payload.Reading;
import dev.lockstep.codec.payload.Readings;
import dev.lockstep.codec.schema.sbe.Flag;
import dev.lockstep.codec.schema.sbe.MessageHeaderDecoder;
import dev.lockstep.codec.schema.sbe.MessageHeaderEncoder;
import dev.lockstep.codec.schema.sbe.ReadingsDecoder;
import dev.lockstep.codec.schema.sbe.ReadingsEncoder;
import java.util.ArrayList;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The message of many readings. */
final class ReadingsFormat implements Format<Readings> {
    private final MessageHeaderEncoder headerOut = new MessageHeaderEncoder();
    private final MessageHeaderDecoder headerIn = new MessageHeaderDecoder();
    private final ReadingsEncoder out = new ReadingsEncoder();
    private final ReadingsDecoder in = new ReadingsDecoder();

    @Override
    public int write(Readings value, MutableDirectBuffer target) {
        out.wrapAndApplyHeader(target, 0, headerOut);
        ReadingsEncoder.ItemsEncoder group = out.itemsCount(value.readings.size());
        for (Reading reading : value.readings) {
            group.next()
                    .id(reading.id)
                    .sensor(reading.sensor)
                    .epochMillis(reading.epochMillis)
                    .value(reading.value)
                    .valid(Texts.flag(reading.valid))
                    .unit(Texts.required(reading.unit));
        }
        return out.limit();
    }

    @Override
    public int read(DirectBuffer source, Readings value) {
        in.wrapAndApplyHeader(source, 0, headerIn);
        value.readings = new ArrayList<>();
        for (ReadingsDecoder.ItemsDecoder group : in.items()) {
            Reading reading = new Reading();
            reading.id = group.id();
            reading.sensor = group.sensor();
            reading.epochMillis = group.epochMillis();
            reading.value = group.value();
            reading.valid = group.valid() == Flag.YES;
            Texts.checked(group.unitLength(), in.limit(), source);
            reading.unit = group.unit();
            value.readings.add(reading);
        }
        return in.limit();
    }
}
