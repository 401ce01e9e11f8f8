package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.LauncherTraits;
import dev.lockstep.comm.spi.MpiInstallation;
import dev.lockstep.spi.Availability;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Open MPI's {@code mpirun}, 4 or 5. */
public final class MpirunLauncher implements Launcher {
    private static final String PROGRAM = "mpirun";

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
        List<String> tried = new ArrayList<>();
        return MpiInstallation.find(PROGRAM, System.getenv(), tried)
                .<Availability>map(found -> Availability.Available.plain(
                        found.version(), found.launcher().toString()))
                .orElseGet(() -> new Availability.Unavailable(
                        "Open MPI's mpirun was not found; looked for " + String.join(", ", tried),
                        "./lockstep setup, or install Open MPI and put it on the PATH, or set LOCKSTEP_MPIRUN"));
    }

    @Override
    public String rankVariable() {
        return traits().rankVariable();
    }

    @Override
    public LauncherTraits traits() {
        return LauncherTraits.MPIRUN;
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

    @Override
    public boolean spansHosts() {
        return true;
    }

    /** Only options that Open MPI 4 and 5 both know. */
    @Override
    public List<String> command(LaunchRequest request) {
        List<String> words = new ArrayList<>();
        words.add(MpiInstallation.find(PROGRAM, System.getenv(), new ArrayList<>())
                .map(found -> found.launcher().toString())
                .orElse(PROGRAM));
        words.addAll(List.of("-np", String.valueOf(request.processes())));
        Hosts hosts = request.hosts();
        if (hosts.areGiven()) {
            words.addAll(List.of("--host", hosts.slotList()));
        }
        boolean toCore = request.binding().equals("core");
        String pe = toCore && request.threadsPerProcess() > 1 ? ":PE=" + request.threadsPerProcess() : "";
        // Slots of hosts are said by the user, and may be more than cores; here they are the cores.
        String over = request.oversubscribed() && !hosts.areGiven() ? ":OVERSUBSCRIBE" : "";
        if (hosts.areGiven() || !pe.isEmpty() || !over.isEmpty()) {
            words.addAll(List.of("--map-by", "slot" + pe + over));
        }
        words.addAll(List.of("--bind-to", request.binding()));
        for (String name : request.forward()) {
            words.addAll(List.of("-x", name));
        }
        words.addAll(request.extra());
        return words;
    }

    /** Its session folder: {@code ompi.HOST.USER/pid.PID} by Open MPI 4; {@code prterun.HOST.PID.USER} or {@code ompi.PID} by 5. */
    @Override
    public void tidyUp(long pid) {
        Path temporary = Path.of(System.getenv().getOrDefault("TMPDIR", "/tmp")).toAbsolutePath();
        Leftovers.remove(
                temporary,
                List.of(name ->
                        name.equals("ompi." + pid) || name.startsWith("prterun.") && name.contains("." + pid + ".")));
        Leftovers.remove(temporary, List.of(name -> name.startsWith("ompi."), ("pid." + pid)::equals));
    }
}
