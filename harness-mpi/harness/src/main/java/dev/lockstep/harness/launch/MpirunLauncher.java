package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.Availability;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Open MPI's {@code mpirun}, 4 or 5. */
public final class MpirunLauncher implements Launcher {
    private static final String PROGRAM = "mpirun";
    private static final String OVERRIDE = "LOCKSTEP_MPIRUN";
    private static final Pattern OPEN_MPI = Pattern.compile("\\(Open MPI\\)\\s+(\\S+)");
    private static final long VERSION_SECONDS = 20;

    /** For the service loader. */
    public MpirunLauncher() {
        // Looks for the program when asked.
    }

    @Override
    public String name() {
        return PROGRAM;
    }

    @Override
    public String description() {
        return "Open MPI's mpirun";
    }

    @Override
    public Availability availability() {
        Optional<Path> program = find();
        if (program.isEmpty()) {
            return new Availability.Unavailable(
                    "no " + PROGRAM + " on the PATH, and " + OVERRIDE + " is not set",
                    "./lockstep setup, or install Open MPI");
        }
        try {
            String version = version(program.get());
            var found = OPEN_MPI.matcher(version);
            return found.find()
                    ? Availability.Available.plain(found.group(1), program.get().toString())
                    : new Availability.Unavailable(
                            program.get() + " is not Open MPI's: "
                                    + version.lines().findFirst().orElse("it says nothing"),
                            "put Open MPI's first on the PATH, or set " + OVERRIDE);
        } catch (IOException e) {
            return new Availability.Unavailable(
                    program.get() + " does not start: " + e.getMessage(), "repair or reinstall Open MPI");
        }
    }

    private static Optional<Path> find() {
        String override = System.getenv(OVERRIDE);
        Stream<Path> places = override != null
                ? Stream.of(Path.of(override))
                : Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .map(dir -> Path.of(dir, PROGRAM));
        return places.filter(Files::isExecutable).findFirst();
    }

    private static String version(Path program) throws IOException {
        Process process = new ProcessBuilder(program.toString(), "--version")
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .start();
        try (InputStream output = process.getInputStream()) {
            if (!process.waitFor(VERSION_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("no answer within " + VERSION_SECONDS + " s");
            }
            return new String(output.readAllBytes(), StandardCharsets.UTF_8);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    @Override
    public String rankVariable() {
        return "OMPI_COMM_WORLD_RANK";
    }

    @Override
    public Map<String, String> environment() {
        Map<String, String> all = new LinkedHashMap<>();
        if ("root".equals(System.getProperty("user.name"))) {
            all.put("OMPI_ALLOW_RUN_AS_ROOT", "1");
            all.put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        }
        return all;
    }

    /** Only options that Open MPI 4 and 5 both know. */
    @Override
    public List<String> command(LaunchRequest request) {
        List<String> words = new ArrayList<>();
        words.add(find().map(Path::toString).orElse(PROGRAM));
        words.addAll(List.of("-np", String.valueOf(request.processes())));
        boolean toCore = request.binding().equals("core");
        String pe = toCore && request.threadsPerProcess() > 1 ? ":PE=" + request.threadsPerProcess() : "";
        String over = request.oversubscribed() ? ":OVERSUBSCRIBE" : "";
        if (!pe.isEmpty() || !over.isEmpty()) {
            words.addAll(List.of("--map-by", "slot" + pe + over));
        }
        words.addAll(List.of("--bind-to", request.binding()));
        for (String name : request.forward()) {
            words.addAll(List.of("-x", name));
        }
        words.addAll(request.extra());
        return words;
    }
}
