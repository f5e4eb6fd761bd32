package dev.waggle.swarm.engine.turn;

import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.World;

/**
 * World of a participant whose ids depend on the turn and not on earlier turns, so a replay uses no ids for those. Safe
 * for use by any thread.
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
