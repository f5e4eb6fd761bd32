package dev.waggle.swarm.lens.runner;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.dynamics.PhaseTransitionLens.PhaseTransitionReading;
import dev.waggle.swarm.lens.dynamics.SwarmPhase;
import dev.waggle.swarm.lens.inference.FreeEnergyAction;
import dev.waggle.swarm.lens.inference.FreeEnergyLens.FreeEnergyReading;
import dev.waggle.swarm.lens.inference.LearningHealth;
import org.jspecify.annotations.Nullable;

/**
 * Control signals from mathematics to the loop after a round.
 *
 * @param shouldInjectChallenge whether a lens asks for a challenge
 * @param challengeTarget the id of the proposal to challenge; {@code null} for none
 * @param phase the order of the swarm; disordered as long as it is too early to decide
 * @param attentionWeights by agent id, 1 is neutral; an agent without an entry has 1
 * @param explorationMultiplier the advised amount of variety, 0.3..2; 1 is neutral
 * @param freeEnergyAction the advice of the free energy; exploit as long as it is too early to decide
 * @param learningHealth the quality of the learning; good as long as it is too early to decide
 */
public record SwarmControlSignals(boolean shouldInjectChallenge, @Nullable String challengeTarget, SwarmPhase phase,
        Map<String, Double> attentionWeights, double explorationMultiplier, FreeEnergyAction freeEnergyAction,
        LearningHealth learningHealth) {

    public SwarmControlSignals {
        attentionWeights = Collections.unmodifiableMap(new LinkedHashMap<>(attentionWeights));
    }

    static SwarmControlSignals of(LensRunner bench, DeliberationData chronicle, List<Finding> findings) {
        boolean challenge = false;
        String target = null;
        Map<String, Double> weights = new LinkedHashMap<>();
        for (Finding finding : findings) {
            if (finding instanceof Finding.Provoke provoke) {
                OptionalInt number = targetOf(provoke, chronicle);
                target = target == null && number.isPresent() ? chronicle.proposal(number.getAsInt()).id() : target;
                challenge = true;
            } else if (finding instanceof Finding.Weigh weigh) {
                weigh.weights().forEach((agent, weight) -> weights.merge(agent, weight, (a, b) -> a * b));
            }
        }
        Optional<PhaseTransitionReading> phase = bench.reading(LensCatalog.PHASE_TRANSITION);
        Optional<FreeEnergyReading> free = bench.reading(LensCatalog.FREE_ENERGY);
        return new SwarmControlSignals(challenge, target, phase.map(PhaseTransitionReading::phase)
                .orElse(SwarmPhase.DISORDERED), weights,
                phase.map(seen -> seen.control().explorationMultiplier()).orElse(1.0),
                free.map(seen -> seen.recommendation().action()).orElse(FreeEnergyAction.EXPLOIT),
                free.map(FreeEnergyReading::learningHealth).orElse(LearningHealth.GOOD));
    }

    /** Target of a request for a challenge: the proposal that it names, else the leading one. */
    static OptionalInt targetOf(Finding.Provoke provoke, DeliberationData chronicle) {
        String named = provoke.proposalId();
        return named == null ? chronicle.leader() : chronicle.proposalNumber(named);
    }
}
