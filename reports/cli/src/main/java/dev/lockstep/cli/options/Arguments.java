package dev.lockstep.cli.options;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The arguments for measuring, in the words of both programs that do it.
 *
 * @param lockstep for {@code lockstep run}, without parameters' values
 * @param jmh for JMH's own {@code Main}, likewise
 * @param values of parameters as the user chose them, separated by commas; {@code comm} and {@code ranks} among
 *     them
 * @param ranks whether something was asked for that JMH by itself does not know
 */
public record Arguments(List<String> lockstep, List<String> jmh, Map<String, String> values, boolean ranks) {
    public Arguments {
        lockstep = List.copyOf(lockstep);
        jmh = List.copyOf(jmh);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The user's values, or those of a batch that measures some rows only. */
    public Map<String, String> values(Map<String, Set<String>> some) {
        Map<String, String> all = new LinkedHashMap<>(values);
        some.forEach((name, few) -> all.put(name, String.join(",", few)));
        return all;
    }
}
