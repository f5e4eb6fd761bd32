package dev.waggle.swarm.lens.analysis;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.swarm.lens.FreeEnergyAction;
import dev.waggle.swarm.lens.LearningHealth;
import dev.waggle.swarm.lens.SwarmPhase;
import org.jspecify.annotations.Nullable;

/**
 * Control signals from mathematics to the loop after a round, and three readings beside them.
 *
 * <p>The loop acts on the first four parts: it challenges, holds back stops while opinions are in motion, and weighs
 * votes. It does not read the last three. They steer nothing, because no measurement shows a gain from them. Programs
 * may show or use them. A contradiction or a standstill of the free energy reaches the loop as a finding of its lens.
 *
 * @param shouldInjectChallenge whether a lens asks for a challenge
 * @param challengeTarget the id of the proposal to challenge; {@code null} for none
 * @param phase the order of the swarm; disordered as long as it is too early to decide
 * @param attentionWeights by agent id, 1 is neutral; an agent without an entry has 1
 * @param explorationMultiplier reading of {@code phase-transition}, steers nothing: the advised amount of variety,
 *        0.3..2; 1 is neutral
 * @param freeEnergyAction reading of {@code free-energy}, steers nothing: its advice; exploit as long as it is too early
 *        to decide
 * @param learningHealth reading of {@code free-energy}, steers nothing: the quality of the learning; good as long as it
 *        is too early to decide
 */
public record SwarmControlSignals(boolean shouldInjectChallenge, @Nullable String challengeTarget, SwarmPhase phase,
        Map<String, Double> attentionWeights, double explorationMultiplier, FreeEnergyAction freeEnergyAction,
        LearningHealth learningHealth) {

    public SwarmControlSignals {
        attentionWeights = Collections.unmodifiableMap(new LinkedHashMap<>(attentionWeights));
    }
}
