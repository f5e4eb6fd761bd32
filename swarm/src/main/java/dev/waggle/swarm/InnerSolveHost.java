package dev.waggle.swarm;

import java.util.List;

/** Participant that runs solves of its own. */
public interface InnerSolveHost {

    /** The inner solves that have ended so far, in order; asked on any thread. */
    List<SwarmResult.InnerSolve> innerSolves();
}
