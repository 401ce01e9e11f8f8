package dev.lockstep.system.outside;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A process that passes messages on between those who have given it their names. It ends when its standard input does. */
public final class Broker {
    /** Tells a peer that others reach it now. */
    static final int KNOWN = 1;

    private static final Map<String, DataOutputStream> PEERS = new ConcurrentHashMap<>();

    private Broker() {}

    /**
     * Runs it, and prints where it is: address and port.
     *
     * @param args the address at which it listens
     */
    public static void main(String[] args) throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 100, InetAddress.getByName(args[0]))) {
            start(() -> {
                while (true) {
                    Socket socket = listener.accept();
                    socket.setTcpNoDelay(true);
                    start(() -> serve(socket));
                }
            });
            System.out.println(args[0] + " " + listener.getLocalPort());
            while (System.in.read() >= 0) {
                continue;
            }
        }
    }

    private static void serve(Socket socket) throws IOException {
        String name = "";
        try (socket;
                DataInputStream in = new DataInputStream(socket.getInputStream());
                DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
            name = in.readUTF();
            PEERS.put(name, out);
            out.write(KNOWN);
            while (true) {
                DataOutputStream to = PEERS.get(in.readUTF());
                byte[] message = in.readNBytes(in.readInt());
                if (to != null) {
                    pass(message, to);
                }
            }
        } finally {
            PEERS.remove(name);
        }
    }

    private static void pass(byte[] message, DataOutputStream to) {
        try {
            synchronized (to) {
                to.writeInt(message.length);
                to.write(message);
            }
        } catch (IOException gone) {
            // That is no fault of who has sent it.
            return;
        }
    }

    /** Something that ends by an exception. */
    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException gone) {
                return;
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
