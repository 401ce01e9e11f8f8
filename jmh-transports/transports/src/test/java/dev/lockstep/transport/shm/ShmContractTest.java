package dev.lockstep.transport.shm;

import dev.lockstep.transport.Transport;

class ShmContractTest extends MemoryContract {
    @Override
    protected Transport transport() {
        return new ShmTransport();
    }
}
