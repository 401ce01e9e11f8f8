package dev.lockstep.spi;

import java.util.Map;
import java.util.TreeMap;

/** The options behind a provider's name, as users write them: {@code name:option=value:option=value}. */
public final class Options {
    private static final String SEPARATOR = ":";

    private Options() {}

    /** The provider's name, before all options. */
    public static String name(String text) {
        return text.split(SEPARATOR, -1)[0];
    }

    /**
     * Reads the options.
     *
     * @param kind of provider, for people: one word
     * @param text what a user wrote
     * @param defaults the options that there are, with a value for each
     * @return a value for each, by name
     * @throws IllegalArgumentException if there is no such option, or it has no value: says which there are
     */
    public static Map<String, String> parse(String kind, String text, Map<String, String> defaults) {
        String[] parts = text.split(SEPARATOR, -1);
        Map<String, String> options = new TreeMap<>(defaults);
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            String name = equals < 0 ? parts[i] : parts[i].substring(0, equals);
            if (!defaults.containsKey(name)) {
                throw new IllegalArgumentException(kind + " " + parts[0] + " has no option '" + name + "'; "
                        + (defaults.isEmpty()
                                ? "it has none"
                                : "there are " + String.join(", ", new TreeMap<>(defaults).keySet())));
            }
            if (equals < 0) {
                throw new IllegalArgumentException("option " + name + " of " + kind + " " + parts[0]
                        + " has no value, as in " + name + "=" + defaults.get(name));
            }
            options.put(name, parts[i].substring(equals + 1));
        }
        return options;
    }

    /** The text for a provider with options, of which those stand there that are not as by default, in alphabetical order. */
    public static String format(String name, Map<String, String> options, Map<String, String> defaults) {
        StringBuilder text = new StringBuilder(name);
        new TreeMap<>(options).forEach((option, value) -> {
            if (!value.equals(defaults.get(option))) {
                text.append(SEPARATOR).append(option).append('=').append(value);
            }
        });
        return text.toString();
    }
}
