package dev.lockstep.codec.testkit;

import dev.lockstep.codec.CodecProvider;
import dev.lockstep.spi.Availability;
import java.util.List;

/** Clauses on what a provider says of itself. */
final class DeclarationClauses {
    private DeclarationClauses() {}

    static List<Clause> of(CodecProvider provider) {
        return List.of(
                new Clause("the provider has a name and a description", () -> names(provider)),
                new Clause("the provider is available", () -> available(provider)),
                new Clause("what is lacking has its reasons", () -> reasons(provider)),
                new Clause("some type is claimed", () -> claims(provider)));
    }

    private static void names(CodecProvider provider) {
        Expect.that(
                provider.name().matches("[a-z0-9]+(-[a-z0-9]+)*"),
                "the name %s is not a short lower-case word",
                provider.name());
        expectLine("description", provider.description());
        Expect.that(provider.schema() != null, "what both ends need is not declared");
    }

    private static void available(CodecProvider provider) {
        if (provider.availability() instanceof Availability.Available available) {
            expectLine("library", available.version());
        } else {
            throw new AssertionError(provider.availability());
        }
    }

    private static void reasons(CodecProvider provider) {
        provider.unsupported().forEach((capability, reason) -> expectLine(capability.name(), reason));
        Expect.that(provider.unsupported().equals(provider.unsupported()), "what is lacking changes");
    }

    private static void claims(CodecProvider provider) {
        Expect.that(
                Families.all().stream()
                        .anyMatch(f -> provider.unclaimed(f.type()).isEmpty()),
                "none of the payloads is claimed");
    }

    /** The clause that there is no codec for a type, for the reason that is declared. */
    static Clause refused(CodecProvider provider, Family<?> family, String reason) {
        return new Clause(family.name() + ": not claimed, and refused", () -> {
            expectLine("the reason", reason);
            try {
                provider.codec(family.type());
            } catch (IllegalArgumentException e) {
                Expect.that(
                        String.valueOf(e.getMessage()).contains(reason), "\"%s\" lacks \"%s\"", e.getMessage(), reason);
                return;
            }
            throw new AssertionError("there is a codec for " + family.type() + ", which is not claimed");
        });
    }

    private static void expectLine(String what, String line) {
        Expect.that(
                line != null && !line.isBlank() && line.lines().count() == 1,
                "%s is not one line of text: %s",
                what,
                line);
    }
}
