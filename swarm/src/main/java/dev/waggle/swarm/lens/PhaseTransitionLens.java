package dev.waggle.swarm.lens;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.signal.JsonValue;

/**
 * How ordered the swarm is, and whether its order fluctuates: the share of the leading proposal as an order parameter. A
 * steady rise is drift, no fluctuation, and never critical.
 */
public final class PhaseTransitionLens implements Lens<PhaseTransitionLens.PhaseTransitionReading> {

    static final LensCard CARD = new LensCard("phase-transition", "phaseTransition",
            "Is the swarm spread, in motion, or already of one mind?",
            "the largest tempered probability after each round that brought evidence or proposals, from two proposals on",
            "order parameter", "share", "1/p..1",
            "m = largest probability; susceptibility = N (mean m^2 - (mean m)^2) of the last 5 without their straight line",
            "Newman & Barkema 1999; Scheffer et al. 2009", Set.of(Finding.Kind.PROVOKE),
            "provokes once for each leader, when the swarm has become ordered behind it and nobody has challenged or"
                    + " doubted it; the phase critical holds back all but the first stopping rules");

    /** What would bring the swarm to where opinions can still move. */
    public enum Action {
        MAINTAIN, INCREASE_EXPLORATION, DECREASE_EXPLORATION, INJECT_CHALLENGE;

        /** The name in logs and results. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * What to do about the phase.
     *
     * @param intensity how far beyond the bound of its phase the order is, 0..1; 0 between the bounds and too early
     * @param explorationMultiplier 0.3..2; 1 is neutral, more calls for more variety
     * @param rationale one sentence
     */
    public record Control(Action action, double intensity, double explorationMultiplier, String rationale) {}

    /**
     * What the lens sees.
     *
     * @param orderParameter the largest tempered probability, from 1/p for p proposals to 1
     * @param susceptibility N times the variance of the order parameter without its drift; grows with N agents
     * @param criticalityScore the deviation without drift as a share of the largest that p proposals allow, 0..1
     * @param scaleFreeSignature whether the steps of the order parameter follow a power law rather than a lognormal or
     *        an exponential one; never with fewer than 50 steps
     * @param measuredRounds rounds that brought evidence or proposals
     */
    public record PhaseTransitionReading(Phase phase, double orderParameter, double susceptibility,
            double criticalityScore, boolean scaleFreeSignature, Control control, int measuredRounds)
            implements
            Reading {

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(orderParameter);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new Figures().with("phase", phase.word()).with("orderParameter", orderParameter)
                    .with("susceptibility", susceptibility).with("criticalityScore", criticalityScore)
                    .with("scaleFreeSignature", scaleFreeSignature)
                    .with("control",
                            JsonValue.of(new Figures().with("action", control.action().word())
                                    .with("intensity", control.intensity())
                                    .with("explorationMultiplier", control.explorationMultiplier())
                                    .with("rationale", control.rationale()).all()))
                    .with("measuredRounds", measuredRounds).all();
        }
    }

    PhaseTransitionLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<PhaseTransitionReading> open(Setting setting) {
        return new PhaseTransitionWatch();
    }
}
