package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * The benchmarks of two variants.
 *
 * @param both on both variants
 * @param baseOnly in base only
 * @param headOnly in head only
 */
record Listing(List<String> both, List<String> baseOnly, List<String> headOnly) {

    /**
     * Lists the benchmarks whose names contain one of some regular expressions; without any, all.
     *
     * @throws UsageException if there are none, or an expression is malformed
     */
    static Listing of(List<String> base, List<String> head, List<String> patterns) {
        List<String> inBase = matching(base, patterns);
        List<String> inHead = matching(head, patterns);
        if (base.isEmpty() || head.isEmpty()) {
            throw new UsageException((base.isEmpty() ? "base" : "head") + " has no benchmarks");
        }
        if (inBase.isEmpty() && inHead.isEmpty()) {
            throw new UsageException("no benchmark's name contains " + String.join(" or ", patterns) + "; base has "
                    + String.join(", ", base));
        }
        return new Listing(
                inBase.stream().filter(inHead::contains).toList(),
                inBase.stream().filter(b -> !inHead.contains(b)).toList(),
                inHead.stream().filter(b -> !inBase.contains(b)).toList());
    }

    private static List<String> matching(List<String> names, List<String> patterns) {
        List<Pattern> compiled = new ArrayList<>();
        for (String pattern : patterns) {
            try {
                compiled.add(Pattern.compile(pattern));
            } catch (PatternSyntaxException e) {
                throw new UsageException("'" + pattern + "' is no regular expression: " + e.getDescription());
            }
        }
        return names.stream()
                .distinct()
                .filter(name -> compiled.isEmpty()
                        || compiled.stream().anyMatch(p -> p.matcher(name).find()))
                .toList();
    }
}
