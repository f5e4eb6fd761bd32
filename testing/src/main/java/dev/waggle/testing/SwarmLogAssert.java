package dev.waggle.testing;

import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import org.assertj.core.api.AbstractAssert;

/** Assertions on the logs that a swarm writes. */
public final class SwarmLogAssert extends AbstractAssert<SwarmLogAssert, Swarm> {

    SwarmLogAssert(Swarm actual) {
        super(actual, SwarmLogAssert.class);
    }

    /**
     * Passes when a replay of that solve along its log, without a call, comes to the same entries. The swarm needs a
     * journal that it keeps, as by {@code SwarmConfig.withJournal(new MemoryJournal())}.
     *
     * @param solveId the id of the solve, as by {@code SwarmResult.solveId()}
     */
    public SwarmLogAssert replaysEqually(String solveId) {
        isNotNull();
        ReplayResult replayed = replay(solveId);
        if (!replayed.isEqual() || replayed.result().isEmpty()) {
            failWithMessage("expected the replay of %s to equal its log to the end, but it %s", solveId,
                    replayed.summary());
        }
        return this;
    }

    private ReplayResult replay(String solveId) {
        try {
            return actual.replay(solveId);
        } catch (IllegalArgumentException unknown) {
            throw failure("expected the log of %s, but %s%nMaybe SwarmConfig.withJournal(new MemoryJournal()): without"
                    + " it nothing keeps the log of a solve.", solveId, unknown.getMessage());
        }
    }
}
