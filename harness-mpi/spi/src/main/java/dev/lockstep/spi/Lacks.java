package dev.lockstep.spi;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The capabilities that a provider lacks for one reason, for people.
 *
 * @param reason why they are missing
 * @param capabilities which, in lower case
 */
public record Lacks(String reason, List<String> capabilities) {
    public Lacks {
        capabilities = List.copyOf(capabilities);
    }

    /**
     * All that a provider declares to lack, by reason.
     *
     * @param unsupported a reason for each capability that is missing
     * @return one for each reason; empty if nothing is lacking
     */
    public static List<Lacks> of(Map<? extends Enum<?>, String> unsupported) {
        Map<String, List<String>> byReason = unsupported.entrySet().stream()
                .sorted(Comparator.comparingInt(lack -> lack.getKey().ordinal()))
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        LinkedHashMap::new,
                        Collectors.mapping(lack -> words(lack.getKey()), Collectors.toList())));
        return byReason.entrySet().stream()
                .map(e -> new Lacks(e.getKey(), e.getValue()))
                .toList();
    }

    private static String words(Enum<?> capability) {
        return capability.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
