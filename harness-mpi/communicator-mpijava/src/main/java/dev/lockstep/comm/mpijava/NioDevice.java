package dev.lockstep.comm.mpijava;

import dev.lockstep.comm.CommunicationException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The arguments of a process of MPJ Express's {@code niodev}: its rank, how many there are, and where the server
 * listens that makes their ports known to each other. {@link MpjRun} passes them in variables.
 */
final class NioDevice {
    static final String RANK = "LOCKSTEP_RANK";

    /** The number of processes. */
    static final String RANKS = "LOCKSTEP_MPJ_RANKS";

    /** The addresses and ports where {@link PortServer} listens, the likeliest first. */
    static final String SERVER = "LOCKSTEP_MPJ_SERVER";

    /** Longer messages, in bytes, are announced before they are sent; the library's own choice. */
    private static final int SWITCH_LIMIT = 131072;

    private static final int CONNECT_MILLIS = 5_000;

    private NioDevice() {}

    /** The arguments of MPI.Init. */
    static String[] arguments(Map<String, String> environment) {
        for (String name : List.of(RANK, RANKS, SERVER)) {
            if (environment.get(name) == null) {
                throw new CommunicationException(
                        name + " is not set: processes of MPJ Express are started by the launcher 'mpj', or by "
                                + MpjRun.class.getName());
            }
        }
        String server = reachable(environment.get(SERVER));
        int colon = server.lastIndexOf(':');
        String job = "#Number of Processes;" + environment.get(RANKS) + ";#Protocol Switch Limit;" + SWITCH_LIMIT
                + ";#Server Name;" + server.substring(0, colon) + ";#Server Port;" + server.substring(colon + 1);
        return new String[] {environment.get(RANK), job, "niodev"};
    }

    /** The first of the addresses that answers: the host that lists them does not know which of them others reach. */
    private static String reachable(String addresses) {
        List<String> tried = new ArrayList<>();
        for (String address : addresses.split(",")) {
            int colon = address.lastIndexOf(':');
            try (Socket socket = new Socket()) {
                socket.connect(
                        new InetSocketAddress(
                                address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))),
                        CONNECT_MILLIS);
                return address;
            } catch (IOException e) {
                tried.add(address + " (" + e.getMessage() + ")");
            }
        }
        throw new CommunicationException(
                "the server that MPJ Express's processes meet at cannot be reached: " + String.join(", ", tried));
    }
}
