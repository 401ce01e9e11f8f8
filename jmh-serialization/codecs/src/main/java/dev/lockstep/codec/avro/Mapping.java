package dev.lockstep.codec.avro;

import java.util.List;
import java.util.function.Function;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A payload's type and its record.
 *
 * @param <T> the payload's type
 * @param <R> the record's type
 * @param toRecord from one to the other
 * @param toPayload and back
 * @param schema of the record
 * @param otherVersions of writers
 */
record Mapping<T, R extends SpecificRecordBase>(
        Function<T, R> toRecord, Function<R, T> toPayload, Schema schema, List<Schema> otherVersions) {

    /** The mapping of a record that has one version. */
    Mapping(Function<T, R> toRecord, Function<R, T> toPayload, Schema schema) {
        this(toRecord, toPayload, schema, List.of());
    }
}
