package dev.lockstep.codec.benchmarks;

import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * The parameter {@code codec}: by default, every codec that comes with Lockstep. Others on the class path can be named
 * as well.
 */
@State(Scope.Benchmark)
public class CodecName {
    /** As {@link dev.lockstep.codec.CodecProvider#name} says. */
    @Param({
        "empty",
        "avro",
        "cbor",
        "flatbuffers",
        "fory",
        "fory-interpreted",
        "java",
        "json",
        "json-blackbird",
        "json-string",
        "kryo",
        "kryo-unregistered",
        "msgpack",
        "protobuf",
        "sbe",
        "smile",
        "written"
    })
    String codec;
}
