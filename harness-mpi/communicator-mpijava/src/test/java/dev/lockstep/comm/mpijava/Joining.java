package dev.lockstep.comm.mpijava;

import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Map;

/** Says to the server what a process of {@code niodev} says, and waits for its answer. */
final class Joining {
    private Joining() {}

    public static void main(String[] args) throws IOException {
        Map<String, String> variables = System.getenv();
        String server = variables.get(NioDevice.SERVER);
        int colon = server.lastIndexOf(':');
        try (Socket socket = new Socket(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1)))) {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeUTF("Sending Info");
            out.writeInt(1);
            out.writeInt(2);
            out.writeInt(Integer.parseInt(variables.get(NioDevice.RANK)));
            while (socket.getInputStream().read() >= 0) {
                Thread.onSpinWait();
            }
        }
    }
}
