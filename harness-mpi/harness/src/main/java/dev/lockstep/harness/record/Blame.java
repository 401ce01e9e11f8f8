package dev.lockstep.harness.record;

import dev.lockstep.run.Failure;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells which rank is to blame for a failure, which arrives through JMH or the C program as words only. */
public final class Blame {
    /** The first rank that is named has failed; where none moved, all are named. */
    private static final Pattern RANK = Pattern.compile("^(?!no rank\\b).*?\\brank (\\d+)\\b", Pattern.DOTALL);

    private Blame() {}

    public static Failure of(String reason) {
        Matcher rank = RANK.matcher(String.valueOf(reason));
        return new Failure(reason, rank.find() ? Integer.valueOf(rank.group(1)) : null);
    }
}
