package dev.lockstep.cli.options;

import dev.lockstep.run.PlacementChoice;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The option that says which iterations count, where the machine moved its cores meanwhile. */
public final class PlacementOption {
    @Option(
            names = "--placement",
            paramLabel = "common|near|all",
            defaultValue = "common",
            description =
                    "numbers of the placement of the cores that most cells have in common, of the nearest, or of all iterations"
                            + " (default: ${DEFAULT-VALUE}; see docs/method.md)")
    Name name;

    enum Name {
        common,
        near,
        all
    }

    /** The wish. */
    public PlacementChoice.Wish wish() {
        return PlacementChoice.Wish.valueOf(name.name().toUpperCase(Locale.ROOT));
    }
}
