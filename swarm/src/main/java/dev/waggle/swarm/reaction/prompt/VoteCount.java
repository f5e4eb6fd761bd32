package dev.waggle.swarm.reaction.prompt;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;

/**
 * A proposal with the stances of its voters, counted by heads; the consensus weighs the votes.
 *
 * @param proposal the signal that made it
 * @param stances the latest stance of each voter
 */
record VoteCount(Signal proposal, Map<String, Stance> stances) {

    VoteCount {
        stances = Map.copyOf(stances);
    }

    /** Adds one vote; a later one of the same voter replaces the earlier. */
    VoteCount with(String voter, Stance stance) {
        Map<String, Stance> more = new LinkedHashMap<>(stances);
        more.put(voter, stance);
        return new VoteCount(proposal, more);
    }

    long count(Stance stance) {
        return stances.values().stream().filter(stance::equals).count();
    }
}
