package dev.lockstep.spi;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a provider lacks, for people: the capabilities that one reason explains stand together.
 *
 * @param reason why they are not there
 * @param capabilities which, in lower case
 */
public record Lacks(String reason, List<String> capabilities) {
    /** Copies the list. */
    public Lacks {
        capabilities = List.copyOf(capabilities);
    }

    /**
     * All that a provider declares.
     *
     * @param unsupported a reason for each capability that is not there
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
