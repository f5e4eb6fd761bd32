package dev.waggle.swarm.lens.inference;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.FreeEnergyAction;
import dev.waggle.swarm.lens.LearningHealth;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.belief.VoterCounter;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.EvidenceChange;
import dev.waggle.swarm.lens.data.LensContext;
import org.jspecify.annotations.Nullable;

/**
 * Free energy of each round of votes under the belief before it: the quality of the group's prediction of its own
 * votes. It falls as the group learns. It exceeds the free energy of a uniform belief only when votes contradict the
 * belief. So a converging group is never reported as diverging.
 */
public final class FreeEnergyLens implements Lens<FreeEnergyLens.FreeEnergyReading> {

    private static final LensCard CARD = new LensCard("free-energy", "freeEnergy",
            "Do new votes surprise the group, given what it believed before them?",
            "what happened to ballots in the round, the posterior before and after; only rounds with evidence",
            "free energy of the last round of votes, for one vote", "nats", "0 and above",
            "F = KL(q || prior) - E_q ln p(votes | right proposal) = -ln p(votes)", "Friston 2010; Jeffreys 1961",
            Set.of(Finding.Kind.SETTLE, Finding.Kind.PROVOKE),
            "settles when three rounds of votes in a row were foreseen equally well and the leader is supported;"
                    + " provokes when somebody who believes nothing would have foreseen the votes twice as well as the"
                    + " group did")
            .withNeeds("two proposals and a vote that agrees or disagrees");

    /** Rounds with evidence that have to be predicted equally well. */
    static final int CONVERGED_ROUNDS = 3;

    /** Largest difference between two of them, in nats for one vote, as in the specification. */
    static final double STILL = 0.01;

    /** Minimum of different agents behind the converging rounds: one that repeats itself is no group. */
    static final int MIN_SPEAKERS = 3;

    /** Contradiction threshold: some other belief would have predicted the votes twice as well. */
    static final double CONTRADICTED = Math.log(2);

    /** Minimum of voters: fewer have no common belief that could be contradicted. */
    static final int MIN_VOTERS = 4;

    /** Minimum number of contradicting agents in one round; one alone may have changed its opinion. */
    static final int MIN_CONTRADICTORS = 2;

    /** Number of rounds behind the rate of descent. */
    static final int RATE_WINDOW = 5;

    /** Falls of nats for one vote in a round; from ignorance to certainty it is 0.3 with two proposals. */
    static final double EXCELLENT_RATE = 0.1;
    static final double GOOD_RATE = 0.03;

    /** Ratio of the components from which one dominates. */
    private static final double DOMINANCE = 2;

    /** Part of the free energy that is at least twice the other. */
    public enum Component implements WireConstant {
        /** Cost of the change of the belief. */
        COMPLEXITY,
        /** Misfit of the votes under the belief. */
        ACCURACY,
        /** Neither dominates. */
        BALANCED;
    }

    /**
     * Recommended action. It is a reading; challenge and stop are findings as well, and the loop acts on those.
     *
     * @param rationale the reason, in one sentence
     */
    public record Recommendation(FreeEnergyAction action, String rationale) {

        private JsonValue json() {
            return JsonValue
                    .of(new ReadingFields().with("action", action.wireName()).with("rationale", rationale).all());
        }
    }

    /**
     * Reading of the lens. All values are in nats for one vote, unless stated otherwise.
     *
     * @param current free energy of the last round with evidence
     * @param deltaF the increase over the round before; empty after the first
     * @param descentRate mean fall in the last five rounds with evidence; below 0 when it rises. The value before the
     *        first is ln p, the free energy of a vote under the uniform belief
     * @param converged whether three rounds with evidence were predicted equally well
     * @param recommendation the advice
     * @param learningHealth the quality of the learning
     * @param dominantComponent the larger component of the free energy
     * @param complexity the movement of the belief
     * @param accuracy the fit of the belief to the votes, at most 0
     * @param gap the excess of the free energy over the surprise; 0 when the belief is the posterior
     * @param contradiction the advantage of the uniform belief in predicting the votes of the round, in nats for
     *        all of them; below 0 when the belief predicted them better
     * @param votes the number of independent votes that the round was worth
     * @param history free energy of each round with evidence
     */
    public record FreeEnergyReading(double current, OptionalDouble deltaF, double descentRate, boolean converged,
            Recommendation recommendation, LearningHealth learningHealth, Component dominantComponent,
            double complexity, double accuracy, double gap, double contradiction, double votes, List<Double> history)
            implements
            LensReading {
        public FreeEnergyReading {
            history = List.copyOf(history);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(current);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("current", current).with("deltaF", deltaF).with("descentRate", descentRate)
                    .with("converged", converged).with("recommendation", recommendation.json())
                    .with("learningHealth", learningHealth.wireName())
                    .with("dominantComponent", dominantComponent.wireName())
                    .with("complexity", complexity).with("accuracy", accuracy).with("gap", gap)
                    .with("contradiction", contradiction).with("votes", votes)
                    .with("history", history.stream().mapToDouble(Double::doubleValue).toArray()).all();
        }
    }

    public FreeEnergyLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<FreeEnergyReading> open(LensContext context) {
        return new FreeEnergyProbe();
    }

    private static final class FreeEnergyProbe implements Probe<FreeEnergyReading> {

        private final VoterCounter voters = new VoterCounter();
        private final List<Double> history = new ArrayList<>();
        private final Deque<BitSet> speakers = new ArrayDeque<>();
        private double start;
        private @Nullable RoundEnergy last;
        private Recommendation recommendation = new Recommendation(FreeEnergyAction.EXPLORE, "nobody has voted yet");
        private boolean converged;
        private boolean contradicted;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            voters.accept(deliberation.changes());
            List<EvidenceChange> evidence = deliberation.evidenceOfRound();
            Optional<RoundEnergy> measured = RoundEnergy.of(deliberation, evidence);
            if (measured.isEmpty()) {
                return List.of();
            }
            RoundEnergy energy = measured.get();
            start = history.isEmpty() ? energy.ignorance() : start;
            last = energy;
            history.add(energy.freeEnergy());
            recordSpeakers(evidence);
            contradicted = energy.contradiction() >= CONTRADICTED && voters.count() >= MIN_VOTERS
                    && speakers.getLast().cardinality() >= MIN_CONTRADICTORS;
            converged = !contradicted && isStill();
            OptionalInt leader = deliberation.leader();
            boolean isLed = leader.isPresent() && deliberation.isSupported(leader.getAsInt());
            recommendation = recommendation(energy, isLed && voters.areMost(deliberation));
            return switch (recommendation.action()) {
                case CHALLENGE -> List.of(new Finding.Provoke(CARD.name(), target(deliberation),
                        recommendation.rationale()));
                case STOP -> List.of(new Finding.Settle(CARD.name(), MathStopReason.FREE_ENERGY_CONVERGED,
                        recommendation.rationale()));
                case EXPLORE, EXPLOIT -> List.of();
            };
        }

        /** Records the agents with new evidence, in each of the rounds that may converge. */
        private void recordSpeakers(List<EvidenceChange> evidence) {
            BitSet now = new BitSet();
            evidence.forEach(change -> now.set(change.agent()));
            speakers.addLast(now);
            if (speakers.size() > CONVERGED_ROUNDS) {
                speakers.removeFirst();
            }
        }

        private boolean isStill() {
            if (history.size() < CONVERGED_ROUNDS) {
                return false;
            }
            List<Double> recent = history.subList(history.size() - CONVERGED_ROUNDS, history.size());
            double min = recent.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
            double max = recent.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
            BitSet statedOnce = new BitSet();
            speakers.forEach(statedOnce::or);
            return max - min < STILL && statedOnce.cardinality() >= MIN_SPEAKERS;
        }

        private Recommendation recommendation(RoundEnergy energy, boolean isLed) {
            if (contradicted) {
                return new Recommendation(FreeEnergyAction.CHALLENGE, String.format(PlainLocale.NONE,
                        "the votes of the round contradict what was believed: no belief would have foreseen them %.1f times"
                                + " as well",
                        Math.exp(energy.contradiction())));
            }
            if (converged && isLed) {
                return new Recommendation(FreeEnergyAction.STOP, String.format(PlainLocale.NONE,
                        "%d rounds of votes were foreseen equally well, within %.2f nats a vote, the last with %.3f",
                        CONVERGED_ROUNDS, STILL, energy.freeEnergy()));
            }
            return isLed
                    ? new Recommendation(FreeEnergyAction.EXPLOIT, String.format(PlainLocale.NONE,
                            "a vote costs %.3f nats, %.3f for who believes nothing", energy.freeEnergy(),
                            energy.ignorance()))
                    : new Recommendation(FreeEnergyAction.EXPLORE, "no proposal leads with the support of most agents");
        }

        /** The current leader, else the leader before these votes. */
        private static @Nullable String target(DeliberationData deliberation) {
            OptionalInt leader = deliberation.leader();
            if (leader.isPresent()) {
                return deliberation.proposal(leader.getAsInt()).id();
            }
            double[] before = deliberation.distributionBefore();
            int best = 0;
            for (int i = 1; i < before.length; i++) {
                best = before[i] > before[best] ? i : best;
            }
            return deliberation.proposal(best).id();
        }

        @Override
        public Optional<FreeEnergyReading> reading() {
            if (last == null) {
                return Optional.empty();
            }
            int size = history.size();
            OptionalDouble delta = size < 2 ? OptionalDouble.empty()
                    : OptionalDouble.of(history.get(size - 1) - history.get(size - 2));
            double rate = descentRate();
            return Optional.of(new FreeEnergyReading(last.freeEnergy(), delta, rate, converged, recommendation,
                    health(rate), dominant(last), last.complexity(), last.accuracy(), last.gap(), last.contradiction(),
                    last.votes(), history));
        }

        private double descentRate() {
            int newest = history.size();
            int steps = Math.min(newest, RATE_WINDOW - 1);
            double earliest = steps == newest ? start : history.get(newest - steps - 1);
            return (earliest - history.get(newest - 1)) / steps;
        }

        private LearningHealth health(double rate) {
            if (contradicted) {
                return LearningHealth.DIVERGING;
            }
            if (converged) {
                return LearningHealth.STALLED;
            }
            return rate >= EXCELLENT_RATE ? LearningHealth.EXCELLENT
                    : rate >= GOOD_RATE ? LearningHealth.GOOD : LearningHealth.SLOW;
        }

        private static Component dominant(RoundEnergy energy) {
            double unexplained = -energy.accuracy();
            return energy.complexity() > DOMINANCE * unexplained ? Component.COMPLEXITY
                    : unexplained > DOMINANCE * energy.complexity() ? Component.ACCURACY : Component.BALANCED;
        }
    }
}
