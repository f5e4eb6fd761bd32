package dev.waggle.swarm.lens.dynamics;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.math.dynamics.stability.ExponentialRate;
import dev.waggle.math.dynamics.stability.JuryTest;
import dev.waggle.math.dynamics.stability.LinearRecurrence;
import dev.waggle.math.dynamics.stability.LyapunovFunction;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.Ballot;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.PooledProposals;
import org.jspecify.annotations.Nullable;

/**
 * Stability of the beliefs: convergence or divergence of V, the mean squared distance of the agents' own beliefs from
 * their mean. V is one function only as long as the same agents judge the same options. So a new believer or a new
 * proposal begins a new series.
 */
public final class LyapunovStabilityLens implements Lens<LyapunovStabilityLens.LyapunovStabilityReading> {

    private static final LensCard CARD = new LensCard("lyapunov-stability", "lyapunovStability",
            "Do the beliefs of the agents come together, and will that hold?",
            "the own beliefs of at least two agents, in rounds in which one of them changed", "V",
            "squared distance", "0..1-1/p", "V = (1/n) sum |b_i - mean b|^2", "Lyapunov 1892; Jury 1964",
            Set.of(Finding.Kind.SETTLE, Finding.Kind.GAP),
            "after three clear rises of V in a row: an alarm, which stops together with another lens's, and the gap"
                    + " mediator")
            .withNeeds("two proposals and two agents that voted or proposed");

    /** Minimum of believers: one belief agrees with itself, which is no statement about a group. */
    static final int MIN_BELIEVERS = 2;

    /** Minimum of believers for an alarm: two that disagree are no diverging swarm. */
    static final int MIN_ALARMED = 3;

    /** Rate that doubles or halves V in 14 rounds: no debate is that long. */
    static final double MARGINAL_RATE = 0.05;

    /** Least share of the variance of ln V that the rate must explain. */
    static final double MIN_FIT = 0.5;

    /** Least change of V in a round that counts, as in the specification. */
    static final double MIN_RISE = 0.001;

    /** Consecutive rises before they count: of four values in any order, one in 24 rises all the way. */
    static final int RISES = 3;

    /** Factor by which these rises together must multiply V. */
    static final double MIN_GROWTH = 1.5;

    /** Share of the largest V below which beliefs are close, however they move. */
    static final double MIN_DISTANCE = 0.2;

    /** Number of values behind the reported rate. Older ones are weak evidence of the present trend. */
    private static final int RECENT = 5;

    /** Number of values that the recurrence is fitted to. */
    private static final int WINDOW = 12;

    /** Type of stability of the beliefs. */
    public enum StabilityType implements WireConstant {
        /** The distance decays, or there is none. */
        ASYMPTOTIC,
        /** It stays, or follows no clear trend. */
        MARGINAL,
        /** It grows, or an agreement was given up. */
        UNSTABLE,
        /** Fewer than two values of one series. */
        UNDETERMINED;
    }

    /**
     * Roots of the recurrence of order 1 or 2 that fits V best: the exact discrete test.
     *
     * @param signChanges roots outside the unit circle
     * @param stable whether all lie inside
     * @param spectralRadius the largest modulus: the asymptotic factor of V per round
     */
    public record CharacteristicRoots(int signChanges, boolean stable, double spectralRadius) {}

    /**
     * Reading of the lens.
     *
     * @param lyapunovV at least 0, at most 1 - 1/p for p proposals; 0 when all believe the same
     * @param lyapunovDot its last change; empty with one value
     * @param type after the rate of the last five values
     * @param perturbationTolerance the largest move of the mean belief under which its leader still leads alone, as
     *        the sum of the absolute changes, at most 1; 0 while the type is unstable
     * @param adjustedConfidence the tempered probability of the leader times 1 - V / (1 - 1/p), with V as the rate
     *        leaves it after one more round; 0..1, and 0 without a leader
     * @param convergenceRate slope of ln V, nats per round: below 0 it converges; empty when none exists
     * @param routhHurwitz empty with fewer than four values
     * @param believers the number of agents that stated a belief
     */
    public record LyapunovStabilityReading(double lyapunovV, OptionalDouble lyapunovDot, StabilityType type,
            double perturbationTolerance, double adjustedConfidence, OptionalDouble convergenceRate,
            Optional<CharacteristicRoots> routhHurwitz, int believers) implements LensReading {

        /** True if the distance of the beliefs decays. */
        public boolean stable() {
            return type == StabilityType.ASYMPTOTIC;
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(lyapunovV);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("lyapunovV", lyapunovV).with("lyapunovDot", lyapunovDot)
                    .with("stable", stable()).with("type", type.wireName())
                    .with("perturbationTolerance", perturbationTolerance)
                    .with("adjustedConfidence", adjustedConfidence).with("convergenceRate", convergenceRate)
                    .with("routhHurwitz",
                            routhHurwitz.map(roots -> JsonValue.of(new ReadingFields()
                                    .with("signChanges", roots.signChanges()).with("stable", roots.stable())
                                    .with("spectralRadius", roots.spectralRadius()).all()))
                                    .orElseGet(JsonValue::ofNull))
                    .with("believers", believers).all();
        }
    }

    public LyapunovStabilityLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<LyapunovStabilityReading> open(LensContext context) {
        return new LyapunovStabilityProbe();
    }

    /** Observes V through one solve, as long as the same agents judge the same options. */
    private static final class LyapunovStabilityProbe implements Probe<LyapunovStabilityReading> {

        private final SlidingWindow series = new SlidingWindow(WINDOW);
        private int[] believers = new int[0];
        private @Nullable PooledProposals options;
        private double max;
        private int rises;
        private double margin;
        private double probability;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            PooledProposals now = deliberation.options();
            OptionalInt leader = deliberation.leader();
            probability = leader.isPresent() ? deliberation.probability(leader.getAsInt()) : 0;
            if (options == null || !options.isSameAs(now)) {
                series.clear();
            } else if (deliberation.changes().stream().noneMatch(LyapunovStabilityProbe::changesStance)) {
                return List.of();
            }
            options = now;
            int[] stated = deliberation.believers();
            if (!Arrays.equals(stated, believers)) {
                series.clear();
                believers = stated;
            }
            if (stated.length < MIN_BELIEVERS || now.size() < 2) {
                return List.of();
            }
            measure(deliberation, now);
            boolean rose = series.size() > 1 && series.fromEnd(0) - series.fromEnd(1) > MIN_RISE;
            rises = rose && !isFirstStance(deliberation.changes()) ? rises + 1 : 0;
            return rises < RISES ? List.of() : findings();
        }

        /**
         * True if an agent that gave up nothing stated a stance for the first time. The stance may be older, so that
         * it is no movement of beliefs.
         */
        private static boolean isFirstStance(List<BallotChange> changes) {
            BitSet revising = new BitSet();
            changes.stream().filter(change -> change.before() != null).forEach(change -> revising.set(change.agent()));
            return changes.stream().anyMatch(change -> changesStance(change) && !revising.get(change.agent()));
        }

        /** True if the voter takes another stance than before. */
        private static boolean changesStance(BallotChange change) {
            Ballot before = change.before();
            Ballot after = change.after();
            return (before == null ? 0 : before.strength()) != (after == null ? 0 : after.strength());
        }

        private void measure(DeliberationData deliberation, PooledProposals now) {
            double[][] beliefs = new double[believers.length][];
            int count = 0;
            for (int agent : believers) {
                double[] belief = deliberation.belief(agent);
                if (belief != null) {
                    beliefs[count++] = belief;
                }
            }
            double[][] all = Arrays.copyOf(beliefs, count);
            double[] mean = LyapunovFunction.mean(all);
            series.add(LyapunovFunction.of(all, mean));
            max = 1 - 1.0 / now.size();
            margin = margin(mean);
        }

        /** Margin of the largest value over the next. */
        private static double margin(double[] mean) {
            double[] sorted = mean.clone();
            Arrays.sort(sorted);
            return sorted[sorted.length - 1] - sorted[sorted.length - 2];
        }

        private List<Finding> findings() {
            double now = series.fromEnd(0);
            if (believers.length < MIN_ALARMED || type(verdict()) != StabilityType.UNSTABLE
                    || now < MIN_DISTANCE * max
                    || now < MIN_GROWTH * series.fromEnd(RISES)) {
                return List.of();
            }
            String because = String.format(PlainLocale.NONE,
                    "beliefs have moved apart in %d rounds in a row, V from %.3f to %.3f of at most %.3f", RISES,
                    series.fromEnd(RISES), now, max);
            String lens = CARD.name();
            return List.of(new Finding.Settle(lens, MathStopReason.ALGEDONIC_EMERGENCY, because),
                    new Finding.Gap(lens, "mediator", Math.min(1, now / max), because));
        }

        private ExponentialRate.Verdict verdict() {
            return ExponentialRate.of(series.last(RECENT));
        }

        private static StabilityType type(ExponentialRate.Verdict verdict) {
            return switch (verdict) {
                case ExponentialRate.TooShort _ -> StabilityType.UNDETERMINED;
                case ExponentialRate.AtRest _ -> StabilityType.ASYMPTOTIC;
                case ExponentialRate.LostAgreement _ -> StabilityType.UNSTABLE;
                case ExponentialRate.Exponential line -> {
                    if (Math.abs(line.rate()) <= MARGINAL_RATE || line.fit() < MIN_FIT) {
                        yield StabilityType.MARGINAL;
                    }
                    yield line.rate() < 0 ? StabilityType.ASYMPTOTIC : StabilityType.UNSTABLE;
                }
            };
        }

        @Override
        public Optional<LyapunovStabilityReading> reading() {
            if (series.size() == 0) {
                return Optional.empty();
            }
            ExponentialRate.Verdict verdict = verdict();
            StabilityType type = type(verdict);
            OptionalDouble rate = verdict instanceof ExponentialRate.Exponential line
                    ? OptionalDouble.of(line.rate())
                    : OptionalDouble.empty();
            double pole = verdict instanceof ExponentialRate.Exponential line ? line.pole() : 1;
            double v = series.fromEnd(0);
            double apart = Math.clamp(v * pole / max, 0, 1);
            OptionalDouble dot = series.size() < 2
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(v - series.fromEnd(1));
            return Optional.of(new LyapunovStabilityReading(v, dot, type,
                    type == StabilityType.UNSTABLE ? 0 : Math.clamp(margin, 0, 1), probability * (1 - apart),
                    rate,
                    LinearRecurrence.of(series.all()).map(LyapunovStabilityProbe::roots), believers.length));
        }

        private static CharacteristicRoots roots(LinearRecurrence recurrence) {
            JuryTest roots = JuryTest.of(recurrence.polynomial());
            return new CharacteristicRoots(roots.outside(), roots.stable(), roots.spectralRadius());
        }
    }
}
