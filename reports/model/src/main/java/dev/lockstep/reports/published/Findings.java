package dev.lockstep.reports.published;

import java.util.List;

/**
 * What a paper found, and what is found with this project.
 *
 * @param paper author and year
 * @param page of the project that says more, from its root
 * @param machine that was measured here
 * @param findings of the paper, in its order
 */
public record Findings(String paper, String page, String machine, List<Finding> findings) {
    private static final List<String> FILES = List.of(
            "baker2005-findings.json",
            "boysan2018-findings.json",
            "fries2011-findings.json",
            "gabriel2010-findings.json");

    public Findings {
        findings = List.copyOf(findings);
    }

    /** Those of all papers. */
    public static List<Findings> all() {
        return FILES.stream().map(file -> Data.read(file, Findings.class)).toList();
    }
}
