package dev.waggle.swarm.compose;

import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.RemoteSeat;

/**
 * Agent whose turns are solves of an inner swarm.
 *
 * <pre>
 *   outer turn: question + signals of others -> inner solve -> decided:   proposal and vote, dissent as discoveries
 *                                                           -> undecided: a discovery that says so
 * </pre>
 *
 * <p>Each turn is a solve of its own, with no more time than the outer one has left. Its model calls are paid by its
 * own budget and by that of the outer solve, under {@code outer-id/inner-id}. Its harness signals go into the
 * transcript of the turn. Its own configuration names its journal, and its result is part of the outer result.
 * Cancelling the outer solve cancels it.
 *
 * <p>A turn that ran when the process ended becomes a new inner solve when the outer one is resumed. It has an id and
 * a log of its own. It repeats no answered model call if the outer swarm stores answers and the inner agents pass on
 * {@link dev.waggle.swarm.agent.Turn#answers}.
 */
public final class SwarmAgent implements Agent {

    /** Maximum depth of nested solves. Each level multiplies the calls of the one above by its agents. */
    public static final int MAX_DEPTH = 4;

    private final AgentProfile profile;
    private final SwarmConfig inner;
    private final int depth;

    /**
     * Wraps that swarm as an agent with that profile. The profile should not listen to votes: each turn costs a whole
     * solve.
     *
     * @throws IllegalArgumentException when more than {@value #MAX_DEPTH} solves would be nested, or a person of the
     *         inner swarm answers later
     */
    public SwarmAgent(AgentProfile profile, SwarmConfig inner) {
        requireNoRemoteSeat(profile, inner);
        this.profile = profile;
        this.inner = inner;
        depth = 1 + inner.agents().stream().mapToInt(SwarmAgent::depth).max().orElse(0);
        if (depth >= MAX_DEPTH) {
            throw new IllegalArgumentException("the swarm \"" + profile.id() + "\" would make " + (depth + 1)
                    + " solves inside each other, at most " + MAX_DEPTH + " may be"
                    + "\nMaybe let its agents take part directly.");
        }
    }

    /** A turn of an outer solve has no time for a person who answers later. */
    private static void requireNoRemoteSeat(AgentProfile profile, SwarmConfig inner) {
        inner.agents().stream().filter(RemoteSeat.class::isInstance).findFirst().ifPresent(seat -> {
            throw new IllegalArgumentException("the seat \"" + seat.profile().id() + "\" of the swarm \"" + profile.id()
                    + "\" answers later, and a solve inside another cannot be suspended"
                    + "\nMaybe give the person a seat in the outer swarm.");
        });
    }

    @Override
    public AgentProfile profile() {
        return profile;
    }

    @Override
    public Participant join(JoinContext briefing) {
        return new SwarmParticipant(profile, inner, briefing);
    }

    private static int depth(Agent agent) {
        return agent instanceof SwarmAgent swarm ? swarm.depth : 0;
    }
}
