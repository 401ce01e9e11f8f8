package dev.lockstep.transport.faults;

import dev.lockstep.spi.Availability;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.Transports;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Says which transports can be used, and how opening of the others fails. */
public final class Looking {
    private static final int LARGEST = 1024;

    private Looking() {}

    /**
     * What a JVM says that has this one's class path, but for some of it.
     *
     * @param options of the JVM
     * @param without what is left out: files whose names contain this; empty for none
     * @param transports with their options
     * @return a line for each
     */
    public static String at(List<String> options, String without, String... transports)
            throws IOException, InterruptedException {
        return OwnJvm.said(List.of(), options, classPath(without), Looking.class, List.of(transports));
    }

    private static String classPath(String without) {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> without.isEmpty()
                        || !Path.of(entry).getFileName().toString().contains(without))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Runs it.
     *
     * @param args transports with their options
     */
    public static void main(String[] args) {
        for (String text : args) {
            Transports.Choice choice = Transports.discover().choose(text);
            Availability found = choice.transport().availability(choice.options());
            String opening = found instanceof Availability.Available ? "" : "; opening: " + opening(choice);
            System.out.println(text + ": " + found + opening);
        }
    }

    private static String opening(Transports.Choice choice) {
        Setting setting = Setting.of(choice.transport(), Path.of("."), LARGEST).with(choice.options());
        try {
            choice.transport().open(setting).close();
            return "none fails";
        } catch (IOException e) {
            return e.getMessage();
        }
    }
}
