package dev.waggle.cli.memory;

import dev.waggle.swarm.memory.SharedMemory;

/** Memory of solves while it is open. */
public interface SolveMemory extends AutoCloseable {

    /** The memories of the tenant of its settings. */
    SharedMemory shared();

    /** Completes after a solve what may take a while. It throws nothing, because the solve is done. */
    void complete();

    @Override
    void close();
}
