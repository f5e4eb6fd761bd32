package dev.waggle.swarm.lens.dynamics;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.math.dynamics.stability.DampedResponse;
import dev.waggle.math.dynamics.stability.PronyFit;
import dev.waggle.math.information.Entropy;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;

/**
 * Damping of the uncertainty: the normalised entropy as the free response of a second-order system. No law requires
 * this form, so a poor fit is reported as undetermined. A new proposal is an impulse from outside and begins a new
 * response.
 */
public final class DampingClassifierLens implements Lens<DampingClassifierLens.DampingReading> {

    private static final LensCard CARD = new LensCard("damping-classifier", "damping",
            "Does the uncertainty creep, settle well, or swing?",
            "the normalised entropy of the tempered posterior after each round that brought evidence, the last 12 since"
                    + " the newest proposal",
            "damping ratio", "none", "below 0 grows, below 1 swings, above 1 creeps",
            "zeta of y'' + 2 zeta wn y' + wn^2 (y - y_end) = 0, by Prony's method", "Prony 1795; Ogata 2010",
            Set.of(Finding.Kind.SETTLE, Finding.Kind.GAP),
            "an alarm, which stops together with another lens's, when the uncertainty swings more and more, or fell at"
                    + " once and creeps since; the gap mediator when it keeps swinging")
            .withNeeds("two proposals");

    /** Samples of a response that acts: a response has five free numbers, and three more samples test it. */
    static final int MIN_SAMPLES = 8;

    /** R² of a response that acts: eight samples fit some response at 0.9 too easily. */
    static final double STRONG_FIT = 0.95;

    /** Least range of the normalised entropy in its window that counts as a swing. */
    static final double MIN_RANGE = 0.1;

    /** Minimum of voters: one voter with changing votes is no group that swings. */
    static final int MIN_VOTERS = 2;

    /** Damping ratio above which the slow mode takes 34 times as long as the fast one: settled too early. */
    static final double STRONGLY_OVERDAMPED = 3;

    /** Damping ratio up to which each swing is more than half as large as the one before it on the other side. */
    static final double CLEARLY_UNDERDAMPED = 0.2;

    /** Damping ratios nearer to 0 neither grow nor decay within a debate. */
    static final double CLEARLY_GROWING = -0.02;

    /** Minimum of crossings: the smooth fall of a debate that settles fits a growing response as well. */
    static final int MIN_CROSSINGS = 3;

    private static final int WINDOW = 12;

    /** Band in which a response counts as settled. */
    private static final double BAND = 0.05;

    /** Largest ratio: no debate lasts longer, and root finding fails beyond. */
    private static final double MAX_RATIO = 1e6;

    /** Damping regime of the uncertainty. */
    public enum Regime implements WireConstant {
        /** It falls or rises without swinging, and slower than possible: soon near its end, with a slow approach. */
        OVERDAMPED,
        /** As fast as possible without swinging. */
        CRITICALLY_DAMPED,
        /** It swings, less and less. */
        UNDERDAMPED,
        /** It swings or diverges, more and more. */
        GROWING,
        /** Too few rounds, or another law. */
        UNDETERMINED;
    }

    /**
     * Reading of the lens.
     *
     * @param dampingRatio zeta; empty when undetermined
     * @param naturalFrequency cycles per measured round, above 0; empty when undetermined
     * @param oscillationCount crossings of the level of rest, or of the mean when undetermined
     * @param settlingRounds measured rounds from the start of the response until it stays within 5 % of its size; empty
     *        when undetermined, and when it does not settle
     * @param fit share of the variance that the response explains, 0.9..1; empty when undetermined
     * @param diagnostic one sentence
     * @param samples the number of fitted rounds
     */
    public record DampingReading(OptionalDouble dampingRatio, OptionalDouble naturalFrequency, Regime regime,
            int oscillationCount, OptionalInt settlingRounds, OptionalDouble fit, String diagnostic, int samples)
            implements
            LensReading {

        @Override
        public OptionalDouble headline() {
            return dampingRatio;
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("dampingRatio", dampingRatio).with("naturalFrequency", naturalFrequency)
                    .with("regime", regime.wireName()).with("oscillationCount", oscillationCount)
                    .with("settlingRounds",
                            settlingRounds.isPresent()
                                    ? JsonValue.of(settlingRounds.getAsInt())
                                    : JsonValue.ofNull())
                    .with("fit", fit).with("diagnostic", diagnostic).with("samples", samples).all();
        }
    }

    public DampingClassifierLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<DampingReading> open(LensContext context) {
        return new DampingClassifierProbe();
    }

    /** Observes the normalised entropy of one solve since the newest proposal. */
    private static final class DampingClassifierProbe implements Probe<DampingReading> {

        private final SlidingWindow series = new SlidingWindow(WINDOW);
        private int proposals;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            int now = deliberation.proposalCount();
            if (now > proposals) {
                series.clear();
            } else if (deliberation.evidenceOfRound().isEmpty()) {
                return List.of();
            }
            proposals = now;
            if (now < 2) {
                return List.of();
            }
            series.add(Entropy.normalized(deliberation.distribution()).orElse(0));
            return deliberation.voters() < MIN_VOTERS || series.size() < MIN_SAMPLES ? List.of() : findings();
        }

        private List<Finding> findings() {
            double[] samples = series.all();
            if (range(samples) < MIN_RANGE
                    || !(PronyFit.of(samples, 1) instanceof DampedResponse.Fitted fitted)
                    || fitted.fit() < STRONG_FIT) {
                return List.of();
            }
            String lens = CARD.name();
            String because = String.format(PlainLocale.NONE,
                    "the uncertainty %s: damping ratio %.2f, R² %.2f over %d rounds",
                    sentence(fitted), fitted.dampingRatio(), fitted.fit(), samples.length);
            Finding alarm = new Finding.Settle(lens, MathStopReason.ALGEDONIC_EMERGENCY, because);
            Finding gap = new Finding.Gap(lens, "mediator", Math.min(1, range(samples)), because);
            boolean swings = crossings(samples, fitted.equilibrium()) >= MIN_CROSSINGS;
            return switch (fitted.regime()) {
                case GROWING -> swings && fitted.dampingRatio() <= CLEARLY_GROWING ? List.of(alarm, gap) : List.of();
                case UNDERDAMPED -> swings && fitted.dampingRatio() <= CLEARLY_UNDERDAMPED ? List.of(gap) : List.of();
                case OVERDAMPED -> fitted.dampingRatio() > STRONGLY_OVERDAMPED && isDecreasing(samples)
                        ? List.of(alarm)
                        : List.of();
                case CRITICALLY_DAMPED -> List.of();
            };
        }

        @Override
        public Optional<DampingReading> reading() {
            if (series.size() == 0) {
                return Optional.empty();
            }
            double[] samples = series.all();
            return Optional.of(switch (PronyFit.of(samples, 1)) {
                case DampedResponse.Undetermined none ->
                    new DampingReading(OptionalDouble.empty(), OptionalDouble.empty(),
                            Regime.UNDETERMINED, crossings(samples, Arrays.stream(samples).average().orElseThrow()),
                            OptionalInt.empty(), OptionalDouble.empty(), sentence(none.reason()), samples.length);
                case DampedResponse.Fitted fitted -> new DampingReading(OptionalDouble.of(fitted.dampingRatio()),
                        OptionalDouble.of(fitted.naturalFrequency() / (2 * Math.PI)), regime(fitted.regime()),
                        crossings(samples, fitted.equilibrium()), settling(fitted), OptionalDouble.of(fitted.fit()),
                        "the uncertainty " + sentence(fitted), samples.length);
            });
        }

        private static OptionalInt settling(DampedResponse.Fitted fitted) {
            if (fitted.dampingRatio() > MAX_RATIO) {
                return OptionalInt.empty();
            }
            OptionalDouble time = fitted.settlingTime(BAND);
            return time.isPresent() && time.getAsDouble() < Integer.MAX_VALUE
                    ? OptionalInt.of((int) Math.ceil(time.getAsDouble()))
                    : OptionalInt.empty();
        }

        private static Regime regime(DampedResponse.Regime regime) {
            return switch (regime) {
                case UNDERDAMPED -> Regime.UNDERDAMPED;
                case CRITICALLY_DAMPED -> Regime.CRITICALLY_DAMPED;
                case OVERDAMPED -> Regime.OVERDAMPED;
                case GROWING -> Regime.GROWING;
            };
        }

        private static String sentence(DampedResponse.Fitted fitted) {
            return switch (fitted.regime()) {
                case UNDERDAMPED -> "swings around where it comes to rest";
                case CRITICALLY_DAMPED -> "settles as fast as it can without swinging";
                case OVERDAMPED -> "went most of its way at once and creeps since";
                case GROWING -> "moves further and further from where it was";
            };
        }

        private static String sentence(DampedResponse.Reason reason) {
            return switch (reason) {
                case TOO_SHORT -> "too few rounds with evidence since the newest proposal";
                case NO_MOTION -> "the uncertainty does not move";
                case ONE_POLE -> "the uncertainty follows one exponential, which has no damping ratio";
                case TOO_FAST -> "the uncertainty jumps from round to round";
                case NO_OSCILLATOR -> "the uncertainty grows and decays at once, which no oscillator does";
                case POOR_FIT -> "the uncertainty follows another law";
            };
        }

        private static boolean isDecreasing(double[] samples) {
            return samples[0] - samples[samples.length - 1] >= MIN_RANGE;
        }

        private static double range(double[] samples) {
            double min = samples[0];
            double max = samples[0];
            for (double sample : samples) {
                min = Math.min(min, sample);
                max = Math.max(max, sample);
            }
            return max - min;
        }

        /** Number of changes of side of a level; a sample on the level is on neither side. */
        private static int crossings(double[] samples, double level) {
            int crossings = 0;
            double side = 0;
            for (double sample : samples) {
                double next = Math.signum(sample - level);
                crossings += next * side < 0 ? 1 : 0;
                side = next == 0 ? side : next;
            }
            return crossings;
        }
    }
}
