package dev.lockstep.reports.foreign;

import dev.lockstep.run.InvalidInputException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of NetPIPE, {@code 0: 1 bytes 14971 times --> 1.15 Mbps in 6.65 usec}, or of its {@code np.out}: bytes,
 * Mbps and seconds. Its time is one way: half a round trip.
 */
final class NetpipeText extends ForeignText {
    private static final Pattern PRINTED =
            Pattern.compile("\\d+: (\\d+) bytes (\\d+) times --> ([\\d.]+) Mbps in ([\\d.]+) usec");
    private static final Pattern WRITTEN = Pattern.compile("(\\d+) ([\\d.]+) ([\\d.]+)");
    private static final String RANKS = "2";

    NetpipeText(Path file) {
        super(file, "NetPIPE");
    }

    @Override
    void heading(String text) {
        // Where it writes to, and what it found out about the socket: no number of ours depends on it.
    }

    @Override
    ForeignRow row(String[] fields) throws InvalidInputException {
        String text = String.join(" ", fields);
        Matcher printed = PRINTED.matcher(text);
        Matcher written = WRITTEN.matcher(text);
        if (printed.matches()) {
            return row(printed.group(1), (long) number(printed.group(2)), printed.group(3), number(printed.group(4)));
        }
        if (written.matches()) {
            number(written.group(3));
            double micros = new BigDecimal(written.group(3)).movePointRight(6).doubleValue();
            return row(written.group(1), 0, written.group(2), micros);
        }
        throw wrong("\"N: B bytes K times --> M Mbps in T usec\", or bytes, Mbps and seconds", text);
    }

    private ForeignRow row(String bytes, long n, String megabits, double micros) throws InvalidInputException {
        return new ForeignRow(
                "netpipe.PingPong",
                params("netpipe", bytes, RANKS),
                n,
                ForeignRow.Value.micros(micros),
                Map.of("bandwidth", new ForeignRow.Value(number(megabits), "Mbit/s")));
    }
}
