package dev.waggle.swarm.engine.turn;

import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.World;

/**
 * The world of a participant, whose ids depend on the turn and not on the turns before: a solve that is done again takes
 * none for those. Any thread.
 */
final class TurnScopedWorld extends ForwardingWorld {

    private volatile World ids;

    TurnScopedWorld(World world) {
        super(world);
        ids = world;
    }

    void beginTurn(int invocation) {
        ids = fork("turn " + invocation);
    }

    @Override
    public String nextId(String prefix) {
        return ids.nextId(prefix);
    }
}
