package dev.lockstep.reports.html;

import dev.lockstep.reports.RunData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;

/** A run with many rows: five sizes of each benchmark, in one JVM and in ranks. */
final class LargeRun {
    private static final int[] SIZES = {0, 16, 1024, 65536, 1048576};

    private LargeRun() {}

    static RunData write(Path directory, int rows) throws IOException {
        StringJoiner results = new StringJoiner(",\n", "[", "]\n");
        for (int i = 0; i < rows; i++) {
            for (String comm : new String[] {"local", "ffm", "openmpi", "mpj"}) {
                double score = (1 + SIZES[i % 5] / 500.0) * comm.length();
                results.add("{\"benchmark\":\"large.Benchmark" + i / 5 + "Of.x\",\"mode\":\"ss\",\"threads\":1,"
                        + "\"params\":{\"bytes\":\"" + SIZES[i % 5] + "\",\"comm\":\"" + comm + "\",\"ranks\":\"2\"},"
                        + "\"primaryMetric\":{\"score\":" + score + ",\"scoreError\":0.1,\"scoreUnit\":\"us/op\","
                        + "\"rawData\":[[" + score + "],[" + score * 1.1 + "]]}}");
            }
        }
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("results.json"), results.toString());
        return RunData.read(directory);
    }
}
