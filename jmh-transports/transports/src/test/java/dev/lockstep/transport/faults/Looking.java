package dev.lockstep.transport.faults;

import dev.lockstep.transport.Transports;

/** Says which transports can be used. */
public final class Looking {
    private Looking() {}

    /**
     * Runs it.
     *
     * @param args transports with their options
     */
    public static void main(String[] args) {
        for (String text : args) {
            Transports.Choice choice = Transports.discover().choose(text);
            System.out.println(text + ": " + choice.transport().availability(choice.options()));
        }
    }
}
