package dev.waggle.swarm.lens.runner;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.FreeEnergyAction;
import dev.waggle.swarm.lens.LearningHealth;
import dev.waggle.swarm.lens.SwarmPhase;
import dev.waggle.swarm.lens.analysis.SwarmControlSignals;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.dynamics.PhaseTransitionLens.PhaseTransitionReading;
import dev.waggle.swarm.lens.inference.FreeEnergyLens.FreeEnergyReading;

/** Derivation of the control signals of a round from its readings and findings. */
final class ControlDerivation {

    private ControlDerivation() {}

    static SwarmControlSignals of(LensRunner runner, DeliberationData deliberation, List<Finding> findings) {
        boolean challenge = false;
        String target = null;
        Map<String, Double> weights = new LinkedHashMap<>();
        for (Finding finding : findings) {
            if (finding instanceof Finding.Provoke provoke) {
                OptionalInt number = targetOf(provoke, deliberation);
                target = target == null && number.isPresent() ? deliberation.proposal(number.getAsInt()).id() : target;
                challenge = true;
            } else if (finding instanceof Finding.Weigh weigh) {
                weigh.weights().forEach((agent, weight) -> weights.merge(agent, weight, (a, b) -> a * b));
            }
        }
        Optional<PhaseTransitionReading> phase = runner.reading(LensCatalog.PHASE_TRANSITION);
        Optional<FreeEnergyReading> free = runner.reading(LensCatalog.FREE_ENERGY);
        return new SwarmControlSignals(challenge, target, phase.map(PhaseTransitionReading::phase)
                .orElse(SwarmPhase.DISORDERED), weights,
                phase.map(seen -> seen.control().explorationMultiplier()).orElse(1.0),
                free.map(seen -> seen.recommendation().action()).orElse(FreeEnergyAction.EXPLOIT),
                free.map(FreeEnergyReading::learningHealth).orElse(LearningHealth.GOOD));
    }

    /** Target of a request for a challenge: the proposal that it names, else the leading one. */
    static OptionalInt targetOf(Finding.Provoke provoke, DeliberationData deliberation) {
        String named = provoke.proposalId();
        return named == null ? deliberation.leader() : deliberation.proposalNumber(named);
    }
}
