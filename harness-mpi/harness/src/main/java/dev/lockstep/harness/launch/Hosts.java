package dev.lockstep.harness.launch;

import dev.lockstep.comm.spi.Cores;
import dev.lockstep.harness.machine.HostName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The hosts that ranks are started on, each with its slots. Ranks fill them in this order: the first host's slots, then the next one's.
 *
 * @param all none twice; empty to leave it to the launcher, which stays on this host unless it is part of a batch job
 */
public record Hosts(List<Host> all) {
    /** Left to the launcher. */
    public static final Hosts NOT_GIVEN = new Hosts(List.of());

    private static final Pattern HOST =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]*)(?::([1-9]\\d{0,4}))?(?:/([1-9]\\d{0,4}))?");

    /** A line of a host file, as Open MPI writes it ({@code h1 slots=2}) or as MPICH does ({@code h1:2}). */
    private static final Pattern LINE = Pattern.compile("([^\\s:]+)(?:(?::|\\s+slots\\s*=\\s*)(\\d+))?");

    /**
     * One of them.
     *
     * @param name or address, as the launcher is to be told
     * @param slots how many ranks it takes, at least 1
     * @param cores how many cores it has; 0 if that is not known
     */
    public record Host(String name, int slots, int cores) {
        @Override
        public String toString() {
            return name + ":" + slots + (cores > 0 ? "/" + cores : "");
        }
    }

    /** Copies the list. */
    public Hosts {
        all = List.copyOf(all);
    }

    /**
     * From text.
     *
     * @param text such as {@code h1:2,h2:2}; without a number a host has one slot, and its cores may follow after a slash
     * @return the hosts; {@link #NOT_GIVEN} for nothing
     * @throws IllegalArgumentException if it is no such list, or names a host twice
     */
    public static Hosts parse(String text) {
        if (text.isBlank()) {
            return NOT_GIVEN;
        }
        Map<String, Host> all = new LinkedHashMap<>();
        for (String word : text.split(",", -1)) {
            Matcher m = HOST.matcher(word.strip());
            if (!m.matches()) {
                throw new IllegalArgumentException(
                        "'" + word + "' is no host: write NAME:SLOTS, with commas between, such as h1:2,h2:2");
            }
            Host host = new Host(m.group(1), number(m.group(2), 1), number(m.group(3), 0));
            if (all.put(host.name, host) != null) {
                throw new IllegalArgumentException("'" + host.name + "' is named twice: write it once, with all its"
                        + " slots, such as " + host.name + ":2");
            }
        }
        return new Hosts(List.copyOf(all.values()));
    }

    /**
     * From a host file.
     *
     * @param lines each a host, as {@code h1 slots=2} or {@code h1:2}; what follows a # does not count
     * @return the hosts
     * @throws IllegalArgumentException if a line is none, or there is none at all
     */
    public static Hosts ofFile(List<String> lines) {
        List<String> words = new ArrayList<>();
        for (String line : lines) {
            String said = line.replaceFirst("#.*", "").strip();
            Matcher m = LINE.matcher(said);
            if (m.matches()) {
                words.add(m.group(1) + (m.group(2) == null ? "" : ":" + m.group(2)));
            } else if (!said.isEmpty()) {
                throw new IllegalArgumentException(
                        "'" + line.strip() + "' is no line of a host file: write 'h1 slots=2' or 'h1:2'");
            }
        }
        if (words.isEmpty()) {
            throw new IllegalArgumentException("it names no host");
        }
        return parse(String.join(",", words));
    }

    private static int number(String digits, int otherwise) {
        return digits == null ? otherwise : Integer.parseInt(digits);
    }

    /**
     * Whether the user named any.
     *
     * @return false if it is left to the launcher
     */
    public boolean areGiven() {
        return !all.isEmpty();
    }

    /**
     * How many ranks they take.
     *
     * @return all slots
     */
    public int slots() {
        return all.stream().mapToInt(Host::slots).sum();
    }

    /**
     * Their names.
     *
     * @return in their order
     */
    public List<String> names() {
        return all.stream().map(Host::name).toList();
    }

    /**
     * For a launcher's {@code --host}.
     *
     * @return such as {@code h1:2,h2:2}
     */
    public String slotList() {
        return all.stream().map(h -> h.name + ":" + h.slots).collect(Collectors.joining(","));
    }

    /**
     * Where ranks are started, for launchers that count no slots.
     *
     * @param ranks how many
     * @return each rank's host by name; empty if none are given
     */
    public List<String> namesByRank(int ranks) {
        return all.stream()
                .flatMap(host -> Collections.nCopies(host.slots, host.name).stream())
                .limit(ranks)
                .toList();
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return all.stream().map(Host::toString).collect(Collectors.joining(","));
    }

    /**
     * Where it was found out how many cores they have.
     *
     * @param cores by name
     * @return the same hosts; those that are not in the map as they were
     */
    public Hosts withCores(Map<String, Integer> cores) {
        return new Hosts(all.stream()
                .map(h -> new Host(h.name, h.slots, cores.getOrDefault(h.name, h.cores)))
                .toList());
    }

    /**
     * With this host's cores, which need not be asked for.
     *
     * @return the same hosts; those that are no names or addresses of this one as they were
     */
    public Hosts withOwnCores() {
        return new Hosts(all.stream()
                .map(h -> isThisHost(h.name) ? new Host(h.name, h.slots, Cores.usable()) : h)
                .toList());
    }

    /**
     * Whether any host gets more busy threads than it has cores; several names of this host are one. Where that is not known, it is taken to have enough.
     *
     * @param ranks how many, in all
     * @param threadsPerRank how many benchmark threads each has
     * @return true if measurements say more of the scheduler than of the operation
     */
    public boolean oversubscribed(int ranks, int threadsPerRank) {
        if (all.isEmpty()) {
            return ranks * threadsPerRank > Cores.usable();
        }
        int left = ranks;
        int onThisHost = 0;
        for (Host host : all) {
            int here = Math.min(left, host.slots);
            int busy = here * threadsPerRank;
            if (host.cores > 0 && all.size() > 1 && isThisHost(host.name)) {
                onThisHost += busy;
                busy = onThisHost;
            }
            if (host.cores > 0 && busy > host.cores) {
                return true;
            }
            left -= here;
        }
        return false;
    }

    /**
     * Whether ranks may run elsewhere than on this host.
     *
     * @return false if all are names or addresses of this host
     */
    public boolean beyondThisHost() {
        return all.stream().anyMatch(host -> !isThisHost(host.name));
    }

    private static boolean isThisHost(String name) {
        try {
            return name.equals("localhost") || name.equals(HostName.ofThisMachine()) || isOwnAddress(name);
        } catch (IOException e) {
            throw new UncheckedIOException("this host's own name and addresses cannot be had", e);
        }
    }

    private static boolean isOwnAddress(String name) throws SocketException {
        try {
            for (InetAddress address : Arrays.asList(InetAddress.getAllByName(name))) {
                if (NetworkInterface.getByInetAddress(address) != null) {
                    return true;
                }
            }
            return false;
        } catch (UnknownHostException e) {
            // Only the launcher's own means know it: then it is another one.
            return false;
        }
    }
}
