package dev.lockstep.harness.record;

import dev.lockstep.run.CellState;
import dev.lockstep.run.RunEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.openjdk.jmh.results.BenchmarkResult;

/**
 * The measurements of one launch in a file of its own: JMH's whole result, serialized as JMH itself hands it from fork
 * to host, so that nothing is lost. It is read by the same version of JMH only, so a run is resumed, and shards are
 * merged, by what made them.
 *
 * @param fork its number within its cell
 * @param file which
 * @param sha256 of its bytes, in hexadecimal digits
 */
public record StoredFork(int fork, Path file, String sha256) {
    static final String NAME = "result.ser";

    /**
     * The classes of JMH's results, and no others: the folder may come from anybody. They are 13 levels deep; maps in
     * maps would take twice as long to read with each level.
     */
    private static final ObjectInputFilter FILTER = ObjectInputFilter.Config.createFilter(String.join(
            ";",
            "maxdepth=20;maxrefs=20000000;maxarray=16777216",
            "org.openjdk.jmh.results.*;org.openjdk.jmh.infra.*;org.openjdk.jmh.profile.*;org.openjdk.jmh.util.*",
            "org.openjdk.jmh.annotations.Mode;org.openjdk.jmh.runner.IterationType",
            "org.openjdk.jmh.runner.WorkloadParams*;org.openjdk.jmh.runner.options.TimeValue",
            "java.util.concurrent.TimeUnit",
            "java.lang.Object;java.lang.Enum;java.lang.Number;java.lang.Integer;java.lang.Long;java.lang.Double",
            "java.lang.Boolean;java.lang.String;java.lang.Thread$State",
            "java.util.ArrayList;java.util.Arrays$ArrayList;java.util.Collections$*;java.util.CollSer",
            "java.util.ImmutableCollections$*;java.util.EnumMap;java.util.HashMap;java.util.HashSet",
            "java.util.LinkedHashMap;java.util.LinkedHashSet;java.util.LinkedList",
            "java.util.Map$Entry;java.util.PriorityQueue;java.util.TreeMap;java.util.TreeSet;!*"));

    /** The stored result of a launch that ended well, in the run's folder. */
    static StoredFork of(Path run, RunEvent.Launch launch) {
        Path file = run.resolve(launch.folder()).resolve(NAME);
        return new StoredFork(launch.fork(), file, launch.measured().sha256());
    }

    /** The stored results of all launches of a cell; none if it failed. */
    public static List<StoredFork> of(Path run, CellState cell) {
        return cell.failure().isPresent()
                ? List.of()
                : cell.launches().stream().map(launch -> of(run, launch)).toList();
    }

    /** Writes a result to disk; returns its checksum. */
    static String write(Path folder, BenchmarkResult result) throws IOException {
        Path file = folder.resolve(NAME);
        Durable.replace(file, out -> {
            try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
                objects.writeObject(result);
            }
        });
        return sha256(Files.readAllBytes(file));
    }

    /**
     * Reads the result.
     *
     * @throws IOException if the file has changed since it was written
     */
    public BenchmarkResult read() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (!sha256(bytes).equals(sha256)) {
            throw new IOException(file + " is not the file that the journal names: its checksum differs");
        }
        try (ObjectInputStream objects = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            objects.setObjectInputFilter(FILTER);
            return Objects.requireNonNull((BenchmarkResult) objects.readObject(), "it is empty");
        } catch (InvalidClassException | ClassNotFoundException | RuntimeException e) {
            // Of bytes that JMH did not write, Java does not say what it throws.
            throw new IOException(file + " does not hold a result of this version of JMH: " + e.getMessage(), e);
        }
    }

    /** Whether the file is unchanged since it was written. */
    boolean isIntact() throws IOException {
        return Files.exists(file) && sha256(Files.readAllBytes(file)).equals(sha256);
    }

    static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
