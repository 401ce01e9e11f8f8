package dev.lockstep.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A real Slurm of two nodes, both of them this machine, on the loopback address: its daemons, of Debian's package slurm-wlm, end with {@link #close}. */
final class Slurm implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 30;

    /** If this JVM is killed, they end by themselves. */
    private static final List<String> BOUNDED = List.of("timeout", "--kill-after=5", "900");

    private final Path folder;
    private final List<Process> daemons = new ArrayList<>();

    private Slurm(Path folder) {
        this.folder = folder;
    }

    /** Starts it in an empty folder, and waits until both nodes are idle. */
    static Slurm start(Path folder) throws IOException, InterruptedException {
        Slurm slurm = new Slurm(Files.createDirectories(folder));
        try {
            slurm.configure();
            slurm.daemon("slurmctld", "-D");
            for (String node : List.of("n1", "n2")) {
                Files.createDirectories(folder.resolve("spool-" + node));
                slurm.daemon("slurmd", "-D", "-N", node);
            }
            slurm.awaitNodes();
            return slurm;
        } catch (IOException | InterruptedException | AssertionError e) {
            slurm.close();
            throw e;
        }
    }

    private void configure() throws IOException {
        String user = System.getProperty("user.name");
        String host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        Files.createDirectories(folder.resolve("state"));
        Files.writeString(configuration(), """
                ClusterName=test
                SlurmctldHost=localhost(127.0.0.1)
                SlurmctldPort=%1$d
                AuthType=auth/none
                CredType=cred/none
                SlurmUser=%4$s
                SlurmdUser=%4$s
                StateSaveLocation=%5$s/state
                SlurmdSpoolDir=%5$s/spool-%%n
                SlurmctldPidFile=%5$s/slurmctld.pid
                SlurmdPidFile=%5$s/slurmd-%%n.pid
                ProctrackType=proctrack/linuxproc
                TaskPlugin=task/affinity
                SwitchType=switch/none
                MpiDefault=none
                ReturnToService=2
                SelectType=select/cons_tres
                SelectTypeParameters=CR_Core
                JobAcctGatherType=jobacct_gather/none
                AccountingStorageType=accounting_storage/none
                SchedulerType=sched/builtin
                NodeName=n1 NodeAddr=127.0.0.1 NodeHostname=%6$s Port=%2$d CPUs=%7$d State=UNKNOWN
                NodeName=n2 NodeAddr=127.0.0.1 NodeHostname=%6$s Port=%3$d CPUs=%7$d State=UNKNOWN
                PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP
                """.formatted(
                        freePort(),
                        freePort(),
                        freePort(),
                        user,
                        folder,
                        host,
                        Runtime.getRuntime().availableProcessors()));
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    private Path configuration() {
        return folder.resolve("slurm.conf");
    }

    /** What its programs need to know. */
    Map<String, String> environment() {
        return Map.of("SLURM_CONF", configuration().toString());
    }

    private void daemon(String... command) throws IOException {
        Path program = Path.of("/usr/sbin", command[0]);
        assertThat(program).as("Slurm's daemon (./lockstep setup --tests)").isExecutable();
        List<String> words = new ArrayList<>(BOUNDED);
        words.add(program.toString());
        words.addAll(List.of(command).subList(1, command.length));
        words.addAll(List.of("-f", configuration().toString()));
        Path log = folder.resolve(command[0] + daemons.size() + ".log");
        daemons.add(new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start());
    }

    private void awaitNodes() throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!says("sinfo", "--noheader", "--format=%D %t").equals("2 idle")) {
            assertThat(System.nanoTime())
                    .as("Slurm's nodes are idle in time: %s", folder)
                    .isLessThan(end);
            Thread.sleep(100);
        }
    }

    /** The jobs that it knows. */
    String jobs() throws IOException, InterruptedException {
        return says("squeue", "--noheader", "--format=%j");
    }

    private String says(String... command) throws IOException, InterruptedException {
        Path output = folder.resolve("answer");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment());
        assertThat(builder.start().waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output).strip();
    }

    @Override
    public void close() {
        daemons.forEach(Process::destroy);
        daemons.forEach(daemon -> daemon.onExit()
                .completeOnTimeout(daemon, PATIENCE_SECONDS, TimeUnit.SECONDS)
                .join()
                .destroyForcibly());
    }
}
