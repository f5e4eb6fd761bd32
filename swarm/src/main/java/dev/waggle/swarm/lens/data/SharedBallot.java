package dev.waggle.swarm.lens.data;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.Payload.Stance;
import org.jspecify.annotations.Nullable;

/**
 * The exclusive ballot of one agent: the agreements of its last answer with any. The heaviest counts, and equally heavy
 * ones count in equal parts, as in {@link dev.waggle.swarm.consensus.VoteTally}. Owned by one thread.
 */
final class SharedBallot {

    private final Map<Integer, Ballot> agreements = new LinkedHashMap<>();
    private @Nullable AgentAnswer last;

    /** Records a ballot of the agent; an agreement of another answer ends the agreements of before. */
    void cast(Ballot ballot, AgentAnswer answer) {
        agreements.remove(ballot.proposal());
        if (ballot.stance() == Stance.AGREE) {
            if (!answer.equals(last)) {
                agreements.clear();
                last = answer;
            }
            agreements.put(ballot.proposal(), ballot);
        }
    }

    /** Removes the agreement with a proposal, if there is one. */
    void withdraw(int proposal) {
        agreements.remove(proposal);
    }

    /** True if its last answer agrees with that proposal, whether or not that counts. */
    boolean contains(int proposal) {
        return agreements.containsKey(proposal);
    }

    /** The agreements that count, by proposal, each with its part of the weight. */
    Map<Integer, Ballot> counting() {
        if (agreements.size() < 2) {
            return agreements;
        }
        double heaviest = agreements.values().stream().mapToDouble(Ballot::weight).max().orElse(0);
        Map<Integer, Ballot> counting = new LinkedHashMap<>(agreements);
        counting.values().removeIf(ballot -> ballot.weight() != heaviest);
        counting.replaceAll((_, ballot) -> part(ballot, counting.size()));
        return counting;
    }

    private static Ballot part(Ballot ballot, int sharers) {
        return sharers == 1 ? ballot
                : new Ballot(ballot.agent(), ballot.proposal(), ballot.stance(), ballot.weight() / sharers,
                        ballot.confidence(), ballot.worth(), ballot.round());
    }
}
