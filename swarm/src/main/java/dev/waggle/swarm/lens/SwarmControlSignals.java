package dev.waggle.swarm.lens;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import org.jspecify.annotations.Nullable;

/**
 * What mathematics hands to the loop after a round.
 *
 * @param shouldInjectChallenge whether a lens asks for a challenge
 * @param challengeTarget the id of the proposal to challenge; {@code null} when nothing stands out
 * @param phase how ordered the swarm is; disordered as long as it is too early to say
 * @param attentionWeights by agent id, 1 is neutral; who is not named has 1
 */
public record SwarmControlSignals(boolean shouldInjectChallenge, @Nullable String challengeTarget, Phase phase,
        Map<String, Double> attentionWeights) {

    static SwarmControlSignals of(LensBench bench, Chronicle chronicle, List<Finding> findings) {
        boolean challenge = false;
        String target = null;
        Map<String, Double> weights = new LinkedHashMap<>();
        for (Finding finding : findings) {
            if (finding instanceof Finding.Provoke provoke) {
                OptionalInt number = target(provoke, chronicle);
                target = target == null && number.isPresent() ? chronicle.proposal(number.getAsInt()).id() : target;
                challenge = true;
            } else if (finding instanceof Finding.Weigh weigh) {
                weigh.weights().forEach((agent, weight) -> weights.merge(agent, weight, (a, b) -> a * b));
            }
        }
        return new SwarmControlSignals(challenge, target, Phase.DISORDERED, weights);
    }

    /** What a lens wants challenged: the proposal that it names, else the leading one. */
    static OptionalInt target(Finding.Provoke provoke, Chronicle chronicle) {
        String named = provoke.proposalId();
        return named == null ? chronicle.leader() : chronicle.proposalNumber(named);
    }
}
