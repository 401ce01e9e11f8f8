package dev.lockstep.harness.link;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state of the threads of a rank's JVM.
 *
 * @param doing where its benchmark threads are, in a few words
 * @param text the stack of every thread
 */
public record ThreadDump(String doing, String text) {
    /** A part of the name of every class that JMH generates: below it on a stack stands what the benchmark calls. */
    private static final String GENERATED = "jmh_generated";

    /** The dump of this JVM now. */
    public static ThreadDump here() {
        Map<String, String> stacks = new TreeMap<>();
        Map<String, String> doing = new TreeMap<>();
        Thread.getAllStackTraces().forEach((thread, frames) -> {
            StringBuilder stack = new StringBuilder("\"" + thread.getName() + "\" " + thread.getState()).append('\n');
            Arrays.stream(frames)
                    .forEach(frame -> stack.append("    at ").append(frame).append('\n'));
            stacks.put(thread.getName(), stack.toString());
            for (int i = 1; i < frames.length; i++) {
                if (frames[i].getClassName().contains(GENERATED)) {
                    doing.put(thread.getName(), words(frames[0], frames[i - 1]));
                    break;
                }
            }
        });
        return new ThreadDump(
                doing.isEmpty() ? "in no operation" : String.join(" and ", doing.values()),
                String.join("\n", stacks.values()));
    }

    /** The benchmark's own method, and where that has got to. */
    private static String words(StackTraceElement top, StackTraceElement benchmark) {
        return "in " + benchmark + (top.equals(benchmark) ? "" : ", in " + top);
    }

    /** The text of a {@link FrameType#THREADS} frame. */
    public String format() {
        return doing + "\n" + text;
    }

    /** Reads a text that {@link #format} made. */
    public static ThreadDump parse(String text) {
        String[] parts = text.split("\n", 2);
        return new ThreadDump(parts[0], parts.length > 1 ? parts[1] : "");
    }
}
