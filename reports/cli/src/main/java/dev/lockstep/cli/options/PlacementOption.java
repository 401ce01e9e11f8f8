package dev.lockstep.cli.options;

import dev.lockstep.run.placement.PlacementChoice.Wish;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that says which iterations count, where the machine moved its cores meanwhile. */
public final class PlacementOption {
    @Option(
            names = "--placement",
            paramLabel = "WHICH",
            defaultValue = "common",
            converter = Words.class,
            description =
                    "numbers of the placement of the cores that most cells have in common, of the near one, of that which reads"
                            + " 62ns, or of all iterations: common, near, 62ns, all (default: ${DEFAULT-VALUE}; see"
                            + " docs/method.md)")
    Wish wish;

    static final class Words implements ITypeConverter<Wish> {
        @Override
        public Wish convert(String text) {
            return Wish.of(text)
                    .orElseThrow(() -> new TypeConversionException(
                            "'" + text + "' is none of common, near and all, and no reading such as 62ns"));
        }
    }

    /** The wish. */
    public Wish wish() {
        return wish;
    }
}
