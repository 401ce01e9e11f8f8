package dev.lockstep.reports;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;

/** Numbers for people: three significant digits, the same everywhere. */
public final class Figures {
    private static final MathContext THREE_DIGITS = new MathContext(3, RoundingMode.HALF_UP);
    private static final int KIBI = 1024;

    private Figures() {}

    /** Three significant digits, {@code 0.210}, {@code 73.4}, {@code 1,230}; a dash for what is no number. */
    public static String three(double value) {
        if (!Double.isFinite(value)) {
            return "–";
        }
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(THREE_DIGITS);
        int decimals = Math.max(0, 2 - (rounded.precision() - rounded.scale() - 1));
        return String.format(Locale.ROOT, "%,." + decimals + "f", rounded);
    }

    /** An error, with as many decimals as the score beside it has, but never so few that it reads as zero. */
    public static String like(String score, double error) {
        if (!Double.isFinite(error)) {
            return "–";
        }
        int point = score.indexOf('.');
        int decimals = point < 0 ? 0 : score.length() - point - 1;
        String same = String.format(Locale.ROOT, "%,." + decimals + "f", error);
        boolean vanished = error != 0 && same.chars().noneMatch(c -> c >= '1' && c <= '9');
        return vanished ? "<" + same.replaceFirst("0$", "1") : same;
    }

    /** A ratio, {@code 1.68×}. */
    public static String ratio(double ratio) {
        return three(ratio) + "×";
    }

    /** A time in nanoseconds, {@code 10 µs}, {@code 70.2 ms}. */
    public static String time(double nanos) {
        BigDecimal rounded = new BigDecimal(nanos).round(THREE_DIGITS);
        int thousands = Math.max(0, Math.min(3, (rounded.precision() - rounded.scale() - 1) / 3));
        return rounded.scaleByPowerOfTen(-3 * thousands).stripTrailingZeros().toPlainString() + " "
                + List.of("ns", "µs", "ms", "s").get(thousands);
    }

    /** A size, {@code 16 B}, {@code 64 KiB}; sizes that are no power of two stay in bytes. */
    public static String bytes(long bytes) {
        if (bytes >= KIBI * KIBI && bytes % (KIBI * KIBI) == 0) {
            return bytes / KIBI / KIBI + " MiB";
        }
        if (bytes >= KIBI && bytes % KIBI == 0) {
            return bytes / KIBI + " KiB";
        }
        return String.format(Locale.ROOT, "%,d B", bytes);
    }
}
