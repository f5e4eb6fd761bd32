package dev.waggle.lab.vector;

import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.World;

/** World that starts no thread, so that a measured build is done by one thread alone. */
final class HeldThreads extends ForwardingWorld {

    HeldThreads(World world) {
        super(world);
    }

    @Override
    public Thread start(String name, Runnable code) {
        return Thread.ofVirtual().name(name).unstarted(code);
    }
}
