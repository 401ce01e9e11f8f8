package dev.lockstep.comm.ports;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Tells whose process is at the other end of a connection within this host: any user may connect to a loopback port.
 * Linux says so in {@code /proc/net/tcp} and {@code tcp6} (proc_net_tcp in its documentation).
 */
public final class PeerUser {
    private static final Path TABLES = Path.of("/proc/net");
    private static final List<String> NAMES = List.of("tcp", "tcp6");

    /** The kernel hands a table out in pieces, and what changes meanwhile can hide a row from one reading. */
    private static final int READINGS = 3;

    private static final String ESTABLISHED = "01";
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final int USER = 7;
    private static final int INODE = 9;

    private PeerUser() {}

    /** One end of a connection. What its process has closed belongs to nobody, though the table says root. */
    private record End(SocketAddress local, SocketAddress remote, String user, boolean held) {}

    /**
     * Whether another user's process is at the other end, or none any more.
     *
     * @return false if it is this user's, or a process of another host, where nothing is known of users; also
     *     false where the system does not tell: no Linux, tables that may not be read, or that do not list this end
     *     either
     */
    public static boolean isAnothers(Socket socket) {
        return isAnothers(socket, TABLES);
    }

    static boolean isAnothers(Socket socket, Path tables) {
        SocketAddress here = socket.getLocalSocketAddress();
        SocketAddress there = socket.getRemoteSocketAddress();
        try {
            if (!isOfThisHost(socket.getInetAddress())) {
                return false;
            }
            boolean listed = false;
            for (int reading = 0; reading < READINGS; reading++) {
                List<End> ends = ends(tables);
                Optional<End> mine = find(ends, here, there);
                Optional<End> peers = find(ends, there, here);
                if (mine.isPresent() && peers.isPresent()) {
                    return !peers.get().held || !peers.get().user.equals(mine.get().user);
                }
                listed |= mine.isPresent();
            }
            // It has closed its end, unless these are no tables of this connection's.
            return listed;
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            // Not Linux, or not to be read, or not as it is documented: as if there were no users.
            return false;
        }
    }

    private static boolean isOfThisHost(InetAddress address) throws IOException {
        return address != null && (address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null);
    }

    private static Optional<End> find(List<End> ends, SocketAddress local, SocketAddress remote) {
        return ends.stream()
                .filter(end -> end.local.equals(local) && end.remote.equals(remote))
                .findFirst();
    }

    private static List<End> ends(Path tables) throws IOException {
        List<End> ends = new ArrayList<>();
        for (String name : NAMES) {
            Path table = tables.resolve(name);
            // Without IPv6 there is no second one.
            List<String> lines = name.equals("tcp6") && !Files.exists(table) ? List.of() : Files.readAllLines(table);
            for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
                String[] words = line.strip().split("\\s+");
                boolean held = words[STATE].equals(ESTABLISHED) && !words[INODE].equals("0");
                ends.add(new End(address(words[LOCAL]), address(words[REMOTE]), words[USER], held));
            }
        }
        return ends;
    }

    /** Words of four bytes, each in this machine's order, and a port; IPv4 within IPv6 becomes IPv4. */
    private static SocketAddress address(String text) throws IOException {
        int colon = text.indexOf(':');
        ByteBuffer words = ByteBuffer.wrap(HexFormat.of().parseHex(text.substring(0, colon)));
        ByteBuffer bytes = ByteBuffer.allocate(words.capacity()).order(ByteOrder.nativeOrder());
        while (words.hasRemaining()) {
            bytes.putInt(words.getInt());
        }
        return new InetSocketAddress(
                InetAddress.getByAddress(bytes.array()), Integer.parseInt(text.substring(colon + 1), 16));
    }
}
