package dev.lockstep.transport.testkit;

import dev.lockstep.transport.Transport;

/** That a transport with a flaw fails is only worth something if the one without it passes. */
class TemplateContractTest extends TransportContract {
    private final Transport transport = Template.asItIs();

    @Override
    protected Transport transport() {
        return transport;
    }
}
