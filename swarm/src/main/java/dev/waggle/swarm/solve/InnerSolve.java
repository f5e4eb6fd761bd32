package dev.waggle.swarm.solve;

import java.util.List;

/**
 * A solve that took place within a turn of an agent that is a swarm itself.
 *
 * @param agentId which agent
 * @param round the round of the outer solve
 * @param result its outcome, with its whole log; its cost is part of that of the outer solve
 */
public record InnerSolve(String agentId, int round, SwarmResult result) {

    /** A participant that runs solves of its own. */
    public interface Host {

        /** Those that have ended so far, in order; asked on any thread. */
        List<InnerSolve> innerSolves();
    }
}
