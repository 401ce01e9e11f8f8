package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;

/** An outsider's jar with a benchmark that does well, and one that goes wrong on rank 1 in the way that its parameter says. */
final class FaultyJar {
    private static final String GOOD = """
            package org.other;
            import dev.lockstep.harness.*;
            import java.util.concurrent.TimeUnit;
            import org.openjdk.jmh.annotations.*;
            @OwnTransport @State(Scope.Thread) @BenchmarkMode(Mode.SingleShotTime) @OutputTimeUnit(TimeUnit.MICROSECONDS)
            public class Good {
                @Benchmark public void meet(Rank rank) { rank.comm().barrier(); }
            }
            """;

    /** A fault is called WHERE-WHAT-WHEN: in pilot or fork, what happens, in which method; it strikes once. All ranks meet in each method, so the others wait. */
    private static final String WRONG = """
            package org.other;
            import dev.lockstep.harness.*;
            import java.io.FileInputStream;
            import java.nio.ByteBuffer;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.util.ArrayList;
            import java.util.List;
            import java.util.concurrent.TimeUnit;
            import org.openjdk.jmh.annotations.*;
            @OwnTransport @State(Scope.Thread) @BenchmarkMode(Mode.SingleShotTime) @OutputTimeUnit(TimeUnit.MICROSECONDS)
            public class Wrong {
                @Param("fork-throws-op") String fault;
                final Path pipe = Path.of(System.getProperty("pipe"));
                List<long[]> hoard = new ArrayList<>();
                long turns;

                @Setup(Level.Trial) public void setUpTrial(Rank rank) throws Exception { pass("setUpTrial", rank); }
                @Setup(Level.Iteration) public void setUp(Rank rank) throws Exception { pass("setUp", rank); }
                @Benchmark public void op(Rank rank) throws Exception { pass("op", rank); }
                @TearDown(Level.Iteration) public void tearDown(Rank rank) throws Exception { pass("tearDown", rank); }
                @TearDown(Level.Trial) public void tearDownTrial(Rank rank) throws Exception { pass("tearDownTrial", rank); }

                void pass(String when, Rank rank) throws Exception {
                    String[] words = fault.split("-");
                    boolean pilot = System.getProperty("sun.java.command").endsWith(" pilot");
                    Path struck = Path.of(pipe + "." + fault);
                    if (pilot == words[0].equals("pilot") && words[2].equals(when) && rank.rank() == 1 && !Files.exists(struck)) {
                        Files.createFile(struck);
                        strike(words[1], rank);
                    }
                    rank.comm().barrier();
                }

                void strike(String what, Rank rank) throws Exception {
                    switch (what) {
                        case "throws" -> throw new IllegalStateException("the dog <ate> it: " + fault);
                        case "exits" -> System.exit(0);
                        case "dies" -> new ProcessBuilder("kill", "-9", "" + ProcessHandle.current().pid()).start().waitFor();
                        case "prints" -> {
                            String line = "x".repeat(9_999);
                            for (int i = 0; i < 5_000; i++) (i % 2 == 0 ? System.out : System.err).println(line);
                            String word = "x".repeat(24);
                            for (int i = 0; i < 2_000_000; i++) (i % 2 == 0 ? System.out : System.err).println(word);
                        }
                        case "hoards" -> { while (true) hoard.add(new long[1 << 17]); }
                        case "spins" -> { while (turns >= 0) { turns = (turns + 1) & Long.MAX_VALUE; Thread.onSpinWait(); } }
                        case "reads" -> { try (FileInputStream in = new FileInputStream(pipe.toFile())) { in.read(); } }
                        case "receives" -> { ByteBuffer b = rank.comm().allocate(1); rank.comm().recv(b, 0, 99); }
                        default -> throw new AssertionError(what);
                    }
                }
            }
            """;

    /** Goes off when it is read as an object. */
    private static final String TRAP = """
            package org.other;
            import java.io.*;
            public class Trap implements Serializable {
                private static final long serialVersionUID = 1L;
                private final String file;
                public Trap(String file) { this.file = file; }
                private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
                    in.defaultReadObject();
                    new File(file).createNewFile();
                }
            }
            """;

    private FaultyJar() {}

    static Path compile(Path folder) throws IOException {
        Path classes = Compiled.to(
                folder, List.of("-processor", "org.openjdk.jmh.generators.BenchmarkProcessor"), GOOD, WRONG, TRAP);
        Path jar = folder.resolve("faulty.jar");
        int exit = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
        assertThat(exit).isZero();
        return jar;
    }
}
