package dev.lockstep.run;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tags of a histogram log of single operations (docs/method.md, "Distributions"), in nanoseconds. */
public final class OpTimeTags {
    /** Of each operation the time of the slowest of those who met in it. */
    public static final String SLOWEST = "slowest";

    /** Of each operation the time from when the last of those who met in it had begun to when the last had ended. */
    public static final String SINCE_LAST = "since-last-arrival";

    /** Of operations that missed their window on any rank, the time of the slowest; of other tags only rank-K may have them, of a rank that was in time. */
    public static final String MISSED = "missed-window";

    /** Before a rank's number: its own times. */
    public static final String RANK = "rank-";

    /** Before a rank's number: the times of those operations in which it was the slowest. */
    public static final String SLOWEST_RANK = "slowest-rank-";

    /** Before a rank's number: how much later than the first one it began, in those operations in which it was the last. */
    public static final String LAST_RANK = "last-rank-";

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    private OpTimeTags() {}

    /** The tag of one thread's own times. */
    public static String thread(int rank, int thread) {
        return RANK + rank + "-thread-" + thread;
    }

    /** The rank of a tag that is the prefix and a number; empty for any other. */
    public static OptionalInt rank(String prefix, String tag) {
        Matcher number = NUMBER.matcher(tag.startsWith(prefix) ? tag.substring(prefix.length()) : "");
        return number.matches() ? OptionalInt.of(Integer.parseInt(number.group())) : OptionalInt.empty();
    }
}
