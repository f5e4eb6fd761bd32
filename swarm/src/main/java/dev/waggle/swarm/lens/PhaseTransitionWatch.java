package dev.waggle.swarm.lens;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

import dev.waggle.math.Ties;
import dev.waggle.math.dynamics.HeavyTail;
import dev.waggle.math.dynamics.PhaseTransition;
import dev.waggle.signal.Payload;
import dev.waggle.swarm.lens.PhaseTransitionLens.Action;
import dev.waggle.swarm.lens.PhaseTransitionLens.Control;
import dev.waggle.swarm.lens.PhaseTransitionLens.PhaseTransitionReading;

/**
 * Follows the order parameter of one solve. A new proposal changes what the order parameter can be, so that the window
 * of its fluctuations begins anew.
 */
final class PhaseTransitionWatch implements Probe<PhaseTransitionReading> {

    /** From this order on, four fifths of the probability lie on one proposal. */
    static final double ORDERED = 0.8;

    /** Up to this order no proposal has much more than a third. */
    static final double DISORDERED = 0.35;

    /** Measured rounds before a phase is told: through two points any line goes. */
    static final int WARM_UP = 3;

    /** The order is critical when it strays from its drift by a third of what is possible at all. */
    static final double CRITICAL = 1 / 3.0;

    /** The order of one voter is no order of a group. */
    static final int LEAST_VOTERS = 2;

    /** Measured rounds before there is a reading. */
    private static final int LEAST_ROUNDS = 2;

    /** Values of the order parameter whose fluctuation counts. */
    private static final int WINDOW = 5;

    /** Steps of the order parameter that a power law is looked for in. */
    private static final int STEPS = 200;

    /** Both intensities reach 1 at a third beyond their bound. */
    private static final double STEEPNESS = 3;

    private static final double LEAST_EXPLORATION = 0.3;
    private static final double MOST_EXPLORATION = 2;

    private final LastValues window = new LastValues(WINDOW);
    private final LastValues steps = new LastValues(STEPS);
    private final BitSet tested = new BitSet();
    private final BitSet provoked = new BitSet();
    private int interventions;
    private int proposals;
    private int agents = 1;
    private int measured;
    private double order;
    private Phase phase = Phase.DISORDERED;
    private boolean isLeaderTested;

    @Override
    public List<Finding> observe(Chronicle chronicle, Earlier earlier) {
        noteTests(chronicle);
        int now = chronicle.proposalCount();
        boolean isNew = now > proposals
                || chronicle.changes().stream().anyMatch(change -> change.evidence() != 0);
        if (isNew && now > 1) {
            measure(chronicle);
        }
        proposals = now;
        OptionalInt leader = chronicle.leader();
        isLeaderTested = leader.isPresent() && tested.get(leader.getAsInt());
        return isNew ? provoke(chronicle, leader) : List.of();
    }

    private void measure(Chronicle chronicle) {
        if (chronicle.proposalCount() > proposals) {
            window.clear();
        }
        order = Arrays.stream(chronicle.distribution()).max().orElseThrow();
        if (window.size() > 0 && order != window.back(0)) {
            steps.add(Math.abs(order - window.back(0)));
        }
        window.add(order);
        agents = Math.max(1, chronicle.agentCount());
        measured++;
        phase = phase(chronicle.proposalCount());
    }

    private Phase phase(int options) {
        if (measured < WARM_UP) {
            return Phase.DISORDERED;
        }
        if (Ties.atMost(ORDERED, order)) {
            return Phase.ORDERED;
        }
        return !Ties.atMost(order, DISORDERED) && score(options) >= CRITICAL ? Phase.CRITICAL : Phase.DISORDERED;
    }

    /** By how much the order strays from its straight line, as a share of half its range from 1/p to 1. */
    private double score(int options) {
        double most = (1 - 1.0 / options) / 2;
        return Math.clamp(Math.sqrt(PhaseTransition.detrendedSusceptibility(window.all(), 1)) / most, 0, 1);
    }

    private List<Finding> provoke(Chronicle chronicle, OptionalInt leader) {
        if (phase != Phase.ORDERED || leader.isEmpty() || chronicle.voters() < LEAST_VOTERS || isLeaderTested
                || provoked.get(leader.getAsInt())) {
            return List.of();
        }
        provoked.set(leader.getAsInt());
        return List.of(new Finding.Provoke(PhaseTransitionLens.CARD.name(), null,
                text("%.0f %% of the probability lie on one proposal, which nobody has challenged or doubted",
                        order * 100)));
    }

    /** Which proposals somebody has challenged or doubted. */
    private void noteTests(Chronicle chronicle) {
        for (Said said : chronicle.said()) {
            if (said.signal().payload() instanceof Payload.Challenge challenge) {
                chronicle.proposalOfSignal(challenge.targetSignalId()).ifPresent(tested::set);
            } else if (said.signal().payload() instanceof Payload.Doubt doubt) {
                chronicle.proposalOfSignal(doubt.targetSignalId()).ifPresent(tested::set);
            }
        }
        List<Intervention> all = chronicle.interventions();
        while (interventions < all.size()) {
            all.get(interventions++).proposal().ifPresent(tested::set);
        }
    }

    @Override
    public Optional<PhaseTransitionReading> reading() {
        if (measured < LEAST_ROUNDS) {
            return Optional.empty();
        }
        boolean scaleFree = steps.size() >= HeavyTail.LEAST_VALUES && HeavyTail.of(steps.all()).powerLaw();
        return Optional.of(new PhaseTransitionReading(phase, order,
                PhaseTransition.detrendedSusceptibility(window.all(), agents), score(proposals), scaleFree, control(),
                measured));
    }

    private Control control() {
        if (measured < WARM_UP) {
            return new Control(Action.MAINTAIN, 0, 1, text("%d of %d measured rounds: too early", measured, WARM_UP));
        }
        return switch (phase) {
            case ORDERED -> ordered(Math.clamp(STEEPNESS * (order - ORDERED), 0, 1));
            case CRITICAL -> new Control(Action.MAINTAIN, 0, 1, "opinions are in motion: let them move");
            case DISORDERED -> disordered(Math.clamp(STEEPNESS * (DISORDERED - order), 0, 1));
        };
    }

    private Control ordered(double intensity) {
        double multiplier = Math.min(MOST_EXPLORATION, 1 + intensity);
        if (!isLeaderTested) {
            return new Control(Action.INJECT_CHALLENGE, intensity, multiplier,
                    "one proposal has nearly everything, and nobody has challenged or doubted it");
        }
        return intensity > 0
                ? new Control(Action.INCREASE_EXPLORATION, intensity, multiplier,
                        "one proposal has nearly everything, after it was challenged or doubted")
                : new Control(Action.MAINTAIN, 0, 1, "one proposal leads, after it was challenged or doubted");
    }

    private static Control disordered(double intensity) {
        return intensity > 0
                ? new Control(Action.DECREASE_EXPLORATION, intensity,
                        Math.max(LEAST_EXPLORATION, 1 - (1 - LEAST_EXPLORATION) * intensity),
                        "no proposal stands out: compare those that are there")
                : new Control(Action.MAINTAIN, 0, 1, "no phase stands out");
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
