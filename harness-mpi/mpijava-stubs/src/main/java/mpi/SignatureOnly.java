package mpi;

/** What every body here does: nobody may run a signature. */
final class SignatureOnly {
    private SignatureOnly() {}

    static <T> T value() {
        throw new UnsupportedOperationException(
                "a signature of mpiJava was run: the jar of MPJ Express or FastMPJ must come first on the class path");
    }

    static int number() {
        return SignatureOnly.<Integer>value();
    }
}
