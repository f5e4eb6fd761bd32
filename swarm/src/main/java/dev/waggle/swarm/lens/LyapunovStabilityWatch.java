package dev.waggle.swarm.lens;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

import dev.waggle.math.dynamics.ExponentialRate;
import dev.waggle.math.dynamics.JuryTest;
import dev.waggle.math.dynamics.LinearRecurrence;
import dev.waggle.math.dynamics.LyapunovFunction;
import dev.waggle.swarm.lens.LyapunovStabilityLens.LyapunovStabilityReading;
import dev.waggle.swarm.lens.LyapunovStabilityLens.Roots;
import org.jspecify.annotations.Nullable;

/** Follows V through one solve, as long as the same agents judge the same options. */
final class LyapunovStabilityWatch implements Probe<LyapunovStabilityReading> {

    /** One belief agrees with itself, which says nothing of a group. */
    static final int LEAST_BELIEVERS = 2;

    /** Two who fall out are no swarm that flies apart. */
    static final int LEAST_ALARMED = 3;

    /** A rate that doubles or halves V in 14 rounds: no debate is that long. */
    static final double MARGINAL_RATE = 0.05;

    /** The share of the variance of ln V that the rate must explain to count as a course. */
    static final double LEAST_FIT = 0.5;

    /** A smaller change of V in a round is none, as in the specification. */
    static final double LEAST_RISE = 0.001;

    /** Rises in a row before they mean something: of four values in any order, one in 24 rises all the way. */
    static final int RISES = 3;

    /** By how much these rises together must multiply V. */
    static final double LEAST_GROWTH = 1.5;

    /** Share of the largest V below which beliefs are close, however they move. */
    static final double LEAST_DISTANCE = 0.2;

    /** Values whose rate is told: what happened long ago says little of where things go. */
    private static final int RECENT = 5;

    /** Values that the recurrence is fitted to. */
    private static final int WINDOW = 12;

    private final LastValues series = new LastValues(WINDOW);
    private int[] believers = new int[0];
    private @Nullable Options options;
    private double most;
    private int rises;
    private double margin;
    private double probability;

    @Override
    public List<Finding> observe(Chronicle chronicle, Earlier earlier) {
        Options now = chronicle.options();
        OptionalInt leader = chronicle.leader();
        probability = leader.isPresent() ? chronicle.probability(leader.getAsInt()) : 0;
        if (options == null || !options.sameAs(now)) {
            series.clear();
        } else if (chronicle.changes().stream().noneMatch(LyapunovStabilityWatch::saysSomethingElse)) {
            return List.of();
        }
        options = now;
        int[] stated = chronicle.believers();
        if (!Arrays.equals(stated, believers)) {
            series.clear();
            believers = stated;
        }
        if (stated.length < LEAST_BELIEVERS || now.size() < 2) {
            return List.of();
        }
        measure(chronicle, now);
        boolean rose = series.size() > 1 && series.back(0) - series.back(1) > LEAST_RISE;
        rises = rose && !isToldFirst(chronicle.changes()) ? rises + 1 : 0;
        return rises < RISES ? List.of() : findings();
    }

    /**
     * Whether somebody who gave up nothing told a stand for the first time: it may have been there before, so that it
     * is no movement of beliefs.
     */
    private static boolean isToldFirst(List<BallotChange> changes) {
        BitSet revising = new BitSet();
        changes.stream().filter(change -> change.before() != null).forEach(change -> revising.set(change.agent()));
        return changes.stream().anyMatch(change -> saysSomethingElse(change) && !revising.get(change.agent()));
    }

    /** Whether the voter takes another stand than before. */
    private static boolean saysSomethingElse(BallotChange change) {
        Ballot before = change.before();
        Ballot after = change.after();
        return (before == null ? 0 : before.strength()) != (after == null ? 0 : after.strength());
    }

    private void measure(Chronicle chronicle, Options now) {
        double[][] beliefs = new double[believers.length][];
        int count = 0;
        for (int agent : believers) {
            double[] belief = chronicle.belief(agent);
            if (belief != null) {
                beliefs[count++] = belief;
            }
        }
        double[][] all = Arrays.copyOf(beliefs, count);
        double[] mean = LyapunovFunction.mean(all);
        series.add(LyapunovFunction.of(all, mean));
        most = 1 - 1.0 / now.size();
        margin = margin(mean);
    }

    /** How far the largest value is ahead of the next. */
    private static double margin(double[] mean) {
        double[] sorted = mean.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length - 1] - sorted[sorted.length - 2];
    }

    private List<Finding> findings() {
        double now = series.back(0);
        if (believers.length < LEAST_ALARMED || type(verdict()) != LyapunovStabilityLens.Type.UNSTABLE
                || now < LEAST_DISTANCE * most
                || now < LEAST_GROWTH * series.back(RISES)) {
            return List.of();
        }
        String because = String.format(Locale.ROOT,
                "beliefs have moved apart in %d rounds in a row, V from %.3f to %.3f of at most %.3f", RISES,
                series.back(RISES), now, most);
        String lens = LyapunovStabilityLens.CARD.name();
        return List.of(new Finding.Settle(lens, StopReason.ALGEDONIC_EMERGENCY, because),
                new Finding.Gap(lens, "mediator", Math.min(1, now / most), because));
    }

    private ExponentialRate.Verdict verdict() {
        return ExponentialRate.of(series.last(RECENT));
    }

    private static LyapunovStabilityLens.Type type(ExponentialRate.Verdict verdict) {
        return switch (verdict) {
            case ExponentialRate.TooShort _ -> LyapunovStabilityLens.Type.UNDETERMINED;
            case ExponentialRate.AtRest _ -> LyapunovStabilityLens.Type.ASYMPTOTIC;
            case ExponentialRate.Departed _ -> LyapunovStabilityLens.Type.UNSTABLE;
            case ExponentialRate.Exponential line -> {
                if (Math.abs(line.rate()) <= MARGINAL_RATE || line.fit() < LEAST_FIT) {
                    yield LyapunovStabilityLens.Type.MARGINAL;
                }
                yield line.rate() < 0 ? LyapunovStabilityLens.Type.ASYMPTOTIC : LyapunovStabilityLens.Type.UNSTABLE;
            }
        };
    }

    @Override
    public Optional<LyapunovStabilityReading> reading() {
        if (series.size() == 0) {
            return Optional.empty();
        }
        ExponentialRate.Verdict verdict = verdict();
        LyapunovStabilityLens.Type type = type(verdict);
        OptionalDouble rate = verdict instanceof ExponentialRate.Exponential line
                ? OptionalDouble.of(line.rate())
                : OptionalDouble.empty();
        double pole = verdict instanceof ExponentialRate.Exponential line ? line.pole() : 1;
        double v = series.back(0);
        double apart = Math.clamp(v * pole / most, 0, 1);
        OptionalDouble dot = series.size() < 2
                ? OptionalDouble.empty()
                : OptionalDouble.of(v - series.back(1));
        return Optional.of(new LyapunovStabilityReading(v, dot, type,
                type == LyapunovStabilityLens.Type.UNSTABLE ? 0 : Math.clamp(margin, 0, 1), probability * (1 - apart),
                rate,
                LinearRecurrence.of(series.all()).map(LyapunovStabilityWatch::roots), believers.length));
    }

    private static Roots roots(LinearRecurrence recurrence) {
        JuryTest roots = JuryTest.of(recurrence.polynomial());
        return new Roots(roots.outside(), roots.stable(), roots.spectralRadius());
    }
}
