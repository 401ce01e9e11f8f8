package dev.lockstep.comm.testkit;

import java.util.List;

/** Starts ranks without any launcher's help, for providers that need none: each process is told its number, and no more. */
public final class PlainProcesses {
    /** The environment variable that tells a process its number. */
    public static final String RANK = "LOCKSTEP_CONTRACT_RANK";

    /** All end when one has failed: what the others wait for will not come. */
    private static final String SCRIPT = "n=$0; i=0; pids=; "
            + "while [ $i -lt $n ]; do " + RANK + "=$i \"$@\" & pids=\"$pids $!\"; i=$((i + 1)); done; "
            + "code=0; for p in $pids; do wait $p || { code=$?; sleep 1; kill $pids 2>/dev/null; }; done; exit $code";

    private PlainProcesses() {}

    /** The words that stand before the command that so many processes run. */
    public static List<String> launcher(int ranks) {
        return List.of("sh", "-c", SCRIPT, Integer.toString(ranks));
    }
}
