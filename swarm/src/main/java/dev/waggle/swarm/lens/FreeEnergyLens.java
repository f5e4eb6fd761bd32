package dev.waggle.swarm.lens;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.signal.JsonValue;

/**
 * How well the group foresees its own votes: the free energy of each round of votes under what was believed before it.
 * It falls as the group learns. It is above that of somebody who believes nothing only when votes contradict the
 * belief, so a group that converges is never told that it diverges.
 */
public final class FreeEnergyLens implements Lens<FreeEnergyLens.FreeEnergyReading> {

    static final LensCard CARD = new LensCard("free-energy", "freeEnergy",
            "Do new votes surprise the group, given what it believed before them?",
            "what happened to ballots in the round, the posterior before and after; only rounds with evidence",
            "free energy of the last round of votes, for one vote", "nats", "0 and above",
            "F = KL(q || prior) - E_q ln p(votes | right proposal) = -ln p(votes)", "Friston 2010; Jeffreys 1961",
            Set.of(Finding.Kind.SETTLE, Finding.Kind.PROVOKE),
            "settles when three rounds of votes in a row were foreseen equally well and the leader is supported;"
                    + " provokes when somebody who believes nothing would have foreseen the votes twice as well as the"
                    + " group did");

    /** Which part of the free energy is at least twice the other. */
    public enum Component {
        /** What it took to change the belief. */
        COMPLEXITY,
        /** What the belief does not explain. */
        ACCURACY,
        /** Neither is. */
        BALANCED;

        /** The name in results. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * What to do.
     *
     * @param rationale why, in one sentence
     */
    public record Recommendation(FreeEnergyAction action, String rationale) {

        private JsonValue json() {
            return JsonValue.of(new Figures().with("action", action.word()).with("rationale", rationale).all());
        }
    }

    /**
     * What the lens sees. All in nats for one vote, if nothing else is said.
     *
     * @param current free energy of the last round with evidence
     * @param deltaF by how much that is above the one before; empty after the first
     * @param descentRate mean fall in the last five rounds with evidence; below 0 when it rises. Before the first
     *        stands ln p, the free energy of a vote for who believes nothing
     * @param converged whether three rounds with evidence were foreseen equally well
     * @param recommendation what to do about it
     * @param learningHealth how well the group learns
     * @param dominantComponent what most of the free energy is
     * @param complexity how far the belief moved
     * @param accuracy how well the belief explains the votes, at most 0
     * @param gap by how much the free energy exceeds the surprise; 0 when the belief is the posterior
     * @param contradiction how much better who believed nothing would have foreseen the votes of the round, in nats for
     *        all of them; below 0 when the belief foresaw them better
     * @param votes how many independent votes the round was worth
     * @param history free energy of each round with evidence
     */
    public record FreeEnergyReading(double current, OptionalDouble deltaF, double descentRate, boolean converged,
            Recommendation recommendation, LearningHealth learningHealth, Component dominantComponent,
            double complexity, double accuracy, double gap, double contradiction, double votes, List<Double> history)
            implements
            Reading {
        public FreeEnergyReading {
            history = List.copyOf(history);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(current);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new Figures().with("current", current).with("deltaF", deltaF).with("descentRate", descentRate)
                    .with("converged", converged).with("recommendation", recommendation.json())
                    .with("learningHealth", learningHealth.word()).with("dominantComponent", dominantComponent.word())
                    .with("complexity", complexity).with("accuracy", accuracy).with("gap", gap)
                    .with("contradiction", contradiction).with("votes", votes)
                    .with("history", history.stream().mapToDouble(Double::doubleValue).toArray()).all();
        }
    }

    FreeEnergyLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<FreeEnergyReading> open(Setting setting) {
        return new FreeEnergyWatch();
    }
}
