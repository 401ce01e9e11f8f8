package dev.lockstep.cli.ab;

import dev.lockstep.harness.run.UsageException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The limits of how much is measured.
 *
 * @param forks of each variant before each look at the data
 * @param mostForks of each variant before the last
 * @param budgetSeconds after which no benchmark is begun; measuring again is not counted
 */
public record Effort(int forks, int mostForks, double budgetSeconds) {
    public Effort {
        if (forks < 3) {
            throw new UsageException(
                    "--forks must be at least 3, not " + forks + ": fewer cannot show a change; take 5");
        }
        if (mostForks < forks) {
            throw new UsageException("--max-forks must be at least --forks, " + forks + ", not " + mostForks);
        }
    }

    /** The numbers of forks after which the data are looked at. */
    List<Integer> looks() {
        List<Integer> looks = new ArrayList<>();
        for (int at = forks; at < mostForks; at += forks) {
            looks.add(at);
        }
        looks.add(mostForks);
        return looks;
    }

    /** A sentence for readers about the looks that were taken. */
    String explained(List<Integer> taken) {
        String at = taken.stream().map(String::valueOf).collect(Collectors.joining(", "));
        int looks = looks().size();
        return "Looked at the data after " + at + " forks of each variant"
                + (looks == 1
                        ? "."
                        : "; each of at most " + looks + " looks has 1/" + looks
                                + " of the rate of false discoveries.");
    }
}
