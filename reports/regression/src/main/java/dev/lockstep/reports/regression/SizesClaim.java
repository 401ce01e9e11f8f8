package dev.lockstep.reports.regression;

import dev.lockstep.run.CellKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Claims that differ in the size of the message only, taken together: in each pair the geometric mean over sizes, and of these the mean and its interval. The sizes of a pair
 * are launched one after another and may share what disturbs them; pairs do not.
 *
 * @param head any of those that are compared
 * @param headValue of what is compared
 * @param metric as in {@link Claim}
 * @param sizes in bytes, of which there are ratios
 * @param slower the sizes whose own interval lies wholly above 1
 * @param finding what they show together
 */
public record SizesClaim(
        CellKey head, String headValue, String metric, List<Long> sizes, List<Long> slower, Finding finding) {
    private record Group(CellKey head, String headValue, String metric) {}

    /** Copies the lists. */
    public SizesClaim {
        sizes = List.copyOf(sizes);
        slower = List.copyOf(slower);
    }

    /** Of all groups of at least two sizes. */
    static List<SizesClaim> of(List<Claim> claims) {
        Map<Group, List<Claim>> groups = new LinkedHashMap<>();
        for (Claim claim : claims) {
            // Where sizes are what is compared, there is nothing over them.
            if (claim.head().size().isPresent()
                    && claim.head().size().equals(claim.base().size())) {
                groups.computeIfAbsent(group(claim), key -> new ArrayList<>()).add(claim);
            }
        }
        List<SizesClaim> all = new ArrayList<>();
        groups.forEach((key, group) -> {
            // A cell that failed has no slowest rank, but a score that is missing.
            int asked = groups.get(new Group(key.head(), key.headValue(), "")).size();
            if (asked > 1) {
                all.add(together(group, asked));
            }
        });
        return all;
    }

    private static Group group(Claim claim) {
        return new Group(claim.head().without(CellKey.SIZE), claim.headValue(), claim.metric());
    }

    private static SizesClaim together(List<Claim> claims, int asked) {
        List<Claim> compared =
                claims.stream().filter(claim -> !claim.pairs().isEmpty()).toList();
        Finding finding = Finding.of(means(compared));
        if (compared.size() < asked) {
            finding = finding.withheld((asked - compared.size()) + " of " + asked + " sizes have no ratio");
        }
        Claim first = claims.get(0);
        return new SizesClaim(
                first.head(),
                first.headValue(),
                first.metric(),
                sizes(compared),
                sizes(compared.stream()
                        .filter(claim -> claim.finding().ratio().orElseThrow().above())
                        .toList()),
                finding);
    }

    /** Over the sizes, of each pair that all of them have. */
    private static List<Pair> means(List<Claim> claims) {
        List<Pair> means = new ArrayList<>();
        for (Integer k :
                claims.isEmpty() ? List.<Integer>of() : claims.get(0).pairs().keySet()) {
            if (claims.stream().allMatch(claim -> claim.pairs().containsKey(k))) {
                means.add(new Pair(
                        claims.stream()
                                .mapToDouble(c -> c.pairs().get(k).ratio())
                                .average()
                                .orElseThrow(),
                        claims.stream()
                                .mapToDouble(c -> c.pairs().get(k).same())
                                .average()
                                .orElseThrow()));
            }
        }
        return means;
    }

    private static List<Long> sizes(List<Claim> claims) {
        return claims.stream()
                .map(claim -> claim.head().size().orElseThrow())
                .sorted()
                .toList();
    }

    /** What the single sizes say: {@code slower at 1 of 3 sizes}. */
    public String bySize() {
        return slower.isEmpty()
                ? "slower at none of " + sizes.size() + " sizes"
                : "slower at " + slower.size() + " of " + sizes.size() + " sizes";
    }
}
