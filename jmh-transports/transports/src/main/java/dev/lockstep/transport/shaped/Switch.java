package dev.lockstep.transport.shaped;

import dev.lockstep.transport.Closing;
import dev.lockstep.transport.Hosted;
import dev.lockstep.transport.Hosting;
import dev.lockstep.transport.Setting;
import dev.lockstep.transport.support.Lines;
import dev.lockstep.transport.support.Tcp;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * A switch, to which each host has one link: connections of TCP go through it. It is told who listens where, and asked for
 * the way of one host to an address, which is another address, its own. Questions are {@code open ADDRESS HOST}, {@code close ADDRESS HOST}
 * and {@code connect ADDRESS HOST}.
 */
public final class Switch implements Hosting {
    static final String OPEN = "open";
    static final String CLOSE = "close";
    static final String CONNECT = "connect";

    private static final String OK = "ok";
    private static final String ERROR = "error ";

    /** The constructor for {@link dev.lockstep.transport.process.PeerProcess}. */
    public Switch() {}

    /** Its text is where it is asked. */
    @Override
    public Hosted host(Setting setting) throws IOException {
        Cabling cabling = new Cabling(
                Rate.parse(
                        setting.options().get(ShapedTransport.RATE),
                        setting.options().get(ShapedTransport.DELAY)),
                setting.address());
        try {
            Hosted asked = Lines.serve(
                    new InetSocketAddress(setting.address(), 0),
                    question -> answer(cabling, question),
                    ERROR + "a question has at most " + Lines.MOST_BYTES + " bytes");
            return new Hosted(asked.text(), () -> Closing.all(List.of(asked, cabling)));
        } catch (IOException e) {
            cabling.close();
            throw e;
        }
    }

    private static String answer(Cabling cabling, String question) {
        String[] words = question.split(" ", 3);
        try {
            if (words.length == 3 && words[0].equals(OPEN)) {
                cabling.list(words[1], words[2]);
                return OK;
            }
            if (words.length == 3 && words[0].equals(CLOSE)) {
                cabling.unlist(words[1], words[2]);
                return OK;
            }
            if (words.length == 3 && words[0].equals(CONNECT)) {
                return OK + " " + cabling.connect(words[1], words[2]);
            }
        } catch (IOException | IllegalArgumentException e) {
            return ERROR + Tcp.reason(e);
        }
        return ERROR + "a question is '" + OPEN + "', '" + CLOSE + "' or '" + CONNECT + "', an address and a host";
    }

    /**
     * The way from a host to an address, for who connects by himself.
     *
     * @param toSwitch what a switch's text is
     * @param address where to connect to in the end
     * @param host whose link it is
     * @return where to connect to instead
     * @throws IOException as when it is asked for anything
     */
    public static String way(String toSwitch, String address, String host) throws IOException {
        return ask(toSwitch, CONNECT, address, host);
    }

    /**
     * Asks a switch.
     *
     * @param at its text
     * @param what to do
     * @param address of an endpoint
     * @param host whose link it is
     * @return the way to the address, if that was asked; else empty
     * @throws IOException if it does not answer, or nobody listens at the address any more
     */
    static String ask(String at, String what, String address, String host) throws IOException {
        String answer;
        try {
            answer = Lines.ask(Tcp.parse(at), what + " " + address + " " + host);
        } catch (IOException e) {
            throw new IOException("the switch of the link at " + at + " does not answer: " + Tcp.reason(e), e);
        }
        if (!answer.startsWith(OK)) {
            throw new IOException(
                    answer.startsWith(ERROR)
                            ? answer.substring(ERROR.length())
                            : "what is at " + at + " is no switch of a link");
        }
        return answer.substring(OK.length()).trim();
    }
}
