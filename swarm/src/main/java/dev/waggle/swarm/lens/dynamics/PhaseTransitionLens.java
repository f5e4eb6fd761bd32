package dev.waggle.swarm.lens.dynamics;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.math.TieComparison;
import dev.waggle.math.dynamics.HeavyTail;
import dev.waggle.math.dynamics.PhaseTransition;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.SwarmPhase;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;
import dev.waggle.swarm.lens.data.DeliberationData.ExternalChallenge;
import dev.waggle.swarm.lens.data.LensContext;

/**
 * Phase of the swarm: its order, and the fluctuation of that order. The order parameter is the share of the leading
 * proposal. A steady rise is drift, no fluctuation, and never critical.
 */
public final class PhaseTransitionLens implements Lens<PhaseTransitionLens.PhaseTransitionReading> {

    private static final LensCard CARD = new LensCard("phase-transition", "phaseTransition",
            "Is the swarm spread, in motion, or already of one mind?",
            "the largest tempered probability after each round that brought evidence or proposals, from two proposals on",
            "order parameter", "share", "1/p..1",
            "m = largest probability; susceptibility = N (mean m^2 - (mean m)^2) of the last 5 without their straight line",
            "Newman & Barkema 1999; Scheffer et al. 2009", Set.of(Finding.Kind.PROVOKE),
            "provokes once for each leader, when the swarm has become ordered behind it and nobody has challenged or"
                    + " doubted it; the phase critical holds back all but the first stopping rules")
            .withNeeds("two proposals and two rounds with new votes or proposals");

    /** From this order on, four fifths of the probability lie on one proposal. */
    static final double ORDERED = 0.8;

    /** Up to this order no proposal has much more than a third. */
    static final double DISORDERED = 0.35;

    /** Measured rounds before a phase is reported: any line fits two points. */
    static final int WARM_UP = 3;

    /** The order is critical when it deviates from its drift by a third of the possible range. */
    static final double CRITICAL = 1 / 3.0;

    /** Minimum of voters: the order of one voter is no order of a group. */
    static final int MIN_VOTERS = 2;

    /** Measured rounds before there is a reading. */
    private static final int MIN_ROUNDS = 2;

    /** Number of values of the order parameter whose fluctuation counts. */
    private static final int WINDOW = 5;

    /** Number of steps of the order parameter in which a power law is sought. */
    private static final int STEPS = 200;

    /** Both intensities reach 1 at a third beyond their bound. */
    private static final double STEEPNESS = 3;

    private static final double MIN_EXPLORATION = 0.3;
    private static final double MAX_EXPLORATION = 2;

    /** Action that would bring the swarm to a phase in which opinions can still move. */
    public enum Action implements WireConstant {
        MAINTAIN, INCREASE_EXPLORATION, DECREASE_EXPLORATION, INJECT_CHALLENGE;
    }

    /**
     * Advice for the phase. It is a reading: the loop acts on the findings of this lens and on its phase, and on
     * nothing else.
     *
     * @param intensity the distance of the order beyond the bound of its phase, 0..1; 0 between the bounds and too
     *        early
     * @param explorationMultiplier 0.3..2; 1 is neutral, more calls for more variety
     * @param rationale one sentence
     */
    public record ControlAdvice(Action action, double intensity, double explorationMultiplier, String rationale) {}

    /**
     * Reading of the lens.
     *
     * @param orderParameter the largest tempered probability, from 1/p for p proposals to 1
     * @param susceptibility N times the variance of the order parameter without its drift; grows with N agents
     * @param criticalityScore the deviation without drift as a share of the largest that p proposals allow, 0..1
     * @param scaleFreeSignature whether the steps of the order parameter follow a power law rather than a lognormal or
     *        an exponential one; never with fewer than 50 steps
     * @param measuredRounds rounds that brought evidence or proposals
     */
    public record PhaseTransitionReading(SwarmPhase phase, double orderParameter, double susceptibility,
            double criticalityScore, boolean scaleFreeSignature, ControlAdvice control, int measuredRounds)
            implements
            LensReading {

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(orderParameter);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("phase", phase.wireName()).with("orderParameter", orderParameter)
                    .with("susceptibility", susceptibility).with("criticalityScore", criticalityScore)
                    .with("scaleFreeSignature", scaleFreeSignature)
                    .with("control",
                            JsonValue.of(new ReadingFields().with("action", control.action().wireName())
                                    .with("intensity", control.intensity())
                                    .with("explorationMultiplier", control.explorationMultiplier())
                                    .with("rationale", control.rationale()).all()))
                    .with("measuredRounds", measuredRounds).all();
        }
    }

    public PhaseTransitionLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<PhaseTransitionReading> open(LensContext context) {
        return new PhaseTransitionProbe();
    }

    /**
     * Observes the order parameter of one solve. A new proposal changes the range of the order parameter, so the
     * window of its fluctuations begins anew.
     */
    private static final class PhaseTransitionProbe implements Probe<PhaseTransitionReading> {

        private final SlidingWindow window = new SlidingWindow(WINDOW);
        private final SlidingWindow steps = new SlidingWindow(STEPS);
        private final BitSet tested = new BitSet();
        private final BitSet provoked = new BitSet();
        private int interventions;
        private int proposals;
        private int agents = 1;
        private int measured;
        private double order;
        private SwarmPhase phase = SwarmPhase.DISORDERED;
        private boolean isLeaderTested;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            recordTests(deliberation);
            int now = deliberation.proposalCount();
            boolean isNew = now > proposals || !deliberation.evidenceOfRound().isEmpty();
            if (isNew && now > 1) {
                measure(deliberation);
            }
            proposals = now;
            OptionalInt leader = deliberation.leader();
            isLeaderTested = leader.isPresent() && tested.get(leader.getAsInt());
            return isNew ? provoke(deliberation, leader) : List.of();
        }

        private void measure(DeliberationData deliberation) {
            if (deliberation.proposalCount() > proposals) {
                window.clear();
            }
            order = Arrays.stream(deliberation.distribution()).max().orElseThrow();
            if (window.size() > 0 && order != window.fromEnd(0)) {
                steps.add(Math.abs(order - window.fromEnd(0)));
            }
            window.add(order);
            agents = Math.max(1, deliberation.agentCount());
            measured++;
            phase = phase(deliberation.proposalCount());
        }

        private SwarmPhase phase(int options) {
            if (measured < WARM_UP) {
                return SwarmPhase.DISORDERED;
            }
            if (TieComparison.atMost(ORDERED, order)) {
                return SwarmPhase.ORDERED;
            }
            return !TieComparison.atMost(order, DISORDERED) && score(options) >= CRITICAL ? SwarmPhase.CRITICAL
                    : SwarmPhase.DISORDERED;
        }

        /** Deviation of the order from its straight line, as a share of half its range from 1/p to 1. */
        private double score(int options) {
            double max = (1 - 1.0 / options) / 2;
            return Math.clamp(Math.sqrt(PhaseTransition.detrendedSusceptibility(window.all(), 1)) / max, 0, 1);
        }

        private List<Finding> provoke(DeliberationData deliberation, OptionalInt leader) {
            if (phase != SwarmPhase.ORDERED || leader.isEmpty() || deliberation.voters() < MIN_VOTERS || isLeaderTested
                    || provoked.get(leader.getAsInt())) {
                return List.of();
            }
            provoked.set(leader.getAsInt());
            return List.of(new Finding.Provoke(CARD.name(), null,
                    text("%.0f %% of the probability lie on one proposal, which nobody has challenged or doubted",
                            order * 100)));
        }

        /** Records the proposals that were challenged or doubted. */
        private void recordTests(DeliberationData deliberation) {
            for (AgentStatement statement : deliberation.statements()) {
                if (statement.signal().payload() instanceof Payload.Challenge challenge) {
                    deliberation.proposalOfSignal(challenge.targetSignalId()).ifPresent(tested::set);
                } else if (statement.signal().payload() instanceof Payload.Doubt doubt) {
                    deliberation.proposalOfSignal(doubt.targetSignalId()).ifPresent(tested::set);
                }
            }
            List<ExternalChallenge> all = deliberation.externalChallenges();
            while (interventions < all.size()) {
                all.get(interventions++).proposal().ifPresent(tested::set);
            }
        }

        @Override
        public Optional<PhaseTransitionReading> reading() {
            if (measured < MIN_ROUNDS) {
                return Optional.empty();
            }
            boolean scaleFree = steps.size() >= HeavyTail.MIN_VALUES && HeavyTail.of(steps.all()).powerLaw();
            return Optional.of(new PhaseTransitionReading(phase, order,
                    PhaseTransition.detrendedSusceptibility(window.all(), agents), score(proposals), scaleFree,
                    control(),
                    measured));
        }

        private ControlAdvice control() {
            if (measured < WARM_UP) {
                return new ControlAdvice(Action.MAINTAIN, 0, 1,
                        text("%d of %d measured rounds: too early", measured, WARM_UP));
            }
            return switch (phase) {
                case ORDERED -> ordered(Math.clamp(STEEPNESS * (order - ORDERED), 0, 1));
                case CRITICAL -> new ControlAdvice(Action.MAINTAIN, 0, 1, "opinions are in motion: let them move");
                case DISORDERED -> disordered(Math.clamp(STEEPNESS * (DISORDERED - order), 0, 1));
            };
        }

        private ControlAdvice ordered(double intensity) {
            double multiplier = Math.min(MAX_EXPLORATION, 1 + intensity);
            if (!isLeaderTested) {
                return new ControlAdvice(Action.INJECT_CHALLENGE, intensity, multiplier,
                        "one proposal has nearly everything, and nobody has challenged or doubted it");
            }
            return intensity > 0
                    ? new ControlAdvice(Action.INCREASE_EXPLORATION, intensity, multiplier,
                            "one proposal has nearly everything, after it was challenged or doubted")
                    : new ControlAdvice(Action.MAINTAIN, 0, 1,
                            "one proposal leads, after it was challenged or doubted");
        }

        private static ControlAdvice disordered(double intensity) {
            return intensity > 0
                    ? new ControlAdvice(Action.DECREASE_EXPLORATION, intensity,
                            Math.max(MIN_EXPLORATION, 1 - (1 - MIN_EXPLORATION) * intensity),
                            "no proposal stands out: compare those that are there")
                    : new ControlAdvice(Action.MAINTAIN, 0, 1, "no phase stands out");
        }

        private static String text(String format, Object... values) {
            return String.format(PlainLocale.NONE, format, values);
        }
    }
}
