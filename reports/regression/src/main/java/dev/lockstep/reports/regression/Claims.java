package dev.lockstep.reports.regression;

import dev.lockstep.reports.RunData;
import dev.lockstep.run.Baseline;
import java.util.List;
import java.util.Optional;

/**
 * What a run that compares within itself may claim (docs/method.md, "Claims").
 *
 * @param versus what was compared
 * @param claims a row for each cell that is compared with a base, in the line-up's order
 * @param overSizes those of several sizes, taken together
 */
public record Claims(Baseline versus, List<Claim> claims, List<SizesClaim> overSizes) {
    /** Copies the lists. */
    public Claims {
        claims = List.copyOf(claims);
        overSizes = List.copyOf(overSizes);
    }

    /** Empty when the run compares nothing. */
    public static Optional<Claims> of(RunData run) {
        return run.state().filter(state -> !state.baseline().isNone()).map(state -> {
            List<Claim> claims = new ClaimFinder(run, state).claims();
            return new Claims(state.baseline(), claims, SizesClaim.of(claims));
        });
    }
}
