package dev.waggle.lab.math;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensThresholds;

/**
 * Scores of the proposals' probabilities at the end of simulated debates, one for each regime. They are not pooled:
 * one regime that is too sure and one that is too doubtful would cancel.
 */
final class SimulatedForecasts {

    private final Map<DebateRegime, ForecastScore> scores = new EnumMap<>(DebateRegime.class);

    /** Probabilities that a debate ends with. */
    @FunctionalInterface
    private interface Forecast {
        double[] of(SimulatedDebate debate);
    }

    private SimulatedForecasts(StudyPlan plan, BallotStyle style, Forecast forecast) {
        for (DebateRegime regime : DebateRegime.values()) {
            ForecastScore score = plan.seeds().parallel().mapToObj(seed -> {
                SimulatedDebate debate = new SimulatedDebate(regime, style, plan.agents(), seed);
                ForecastScore one = new ForecastScore();
                one.add(forecast.of(debate), debate.truth());
                return one;
            }).collect(ForecastScore::new, ForecastScore::addAll, ForecastScore::addAll);
            scores.put(regime, score);
        }
    }

    /**
     * Debates and agents of a study.
     *
     * @param debates the number of debates of each regime
     * @param agents the number of agents
     * @param firstSeed the seed of the first debate; the others follow
     */
    record StudyPlan(int debates, int agents, long firstSeed) {

        LongStream seeds() {
            return LongStream.range(firstSeed, firstSeed + debates);
        }

        /** The first part of the debates, rounded up. */
        StudyPlan share(int parts) {
            return new StudyPlan(Math.ceilDiv(debates, parts), agents, firstSeed);
        }
    }

    /** The probabilities of the lenses. */
    static SimulatedForecasts ofLenses(StudyPlan plan, BallotStyle style, BallotRule rule) {
        return new SimulatedForecasts(plan, style, debate -> {
            DeliberationData deliberation = new DeliberationData(debate.setting(LensThresholds.defaults()), rule);
            for (int round = 1; round <= SimulatedDebate.ROUNDS; round++) {
                deliberation.beginRound(round);
                debate.next().forEach(deliberation::accept);
            }
            return deliberation.distribution();
        });
    }

    /** Probabilities that count all votes so far again in every round, a mistake that is often made. */
    static SimulatedForecasts recounted(StudyPlan plan, BallotStyle style) {
        return new SimulatedForecasts(plan, style, SimulatedForecasts::recount);
    }

    private static double[] recount(SimulatedDebate debate) {
        double[] votes = new double[SimulatedDebate.PROPOSALS];
        double[] nats = new double[SimulatedDebate.PROPOSALS];
        for (int round = 1; round <= SimulatedDebate.ROUNDS; round++) {
            for (Signal signal : debate.next()) {
                if (signal.payload() instanceof Payload.Vote vote) {
                    double evidence = signal.confidence() * Math.log1p(vote.weight());
                    votes[Integer.parseInt(vote.proposalId().substring(1))] += switch (vote.stance()) {
                        case AGREE -> evidence;
                        case DISAGREE -> -evidence;
                        case ABSTAIN -> 0;
                    };
                }
            }
            for (int i = 0; i < nats.length; i++) {
                nats[i] += votes[i];
            }
        }
        double largest = Arrays.stream(nats).max().orElse(0);
        double[] odds = Arrays.stream(nats).map(value -> Math.exp(value - largest)).toArray();
        double sum = Arrays.stream(odds).sum();
        return Arrays.stream(odds).map(value -> value / sum).toArray();
    }

    ForecastScore of(DebateRegime regime) {
        return scores.getOrDefault(regime, new ForecastScore());
    }

    /** The debates of all regimes as one. */
    ForecastScore pooled() {
        ForecastScore all = new ForecastScore();
        scores.values().forEach(all::addAll);
        return all;
    }

    /** Mean of a figure over the regimes. */
    double mean(ToDoubleFunction<ForecastScore> figure) {
        return scores.values().stream().mapToDouble(figure).average().orElseThrow();
    }

    /** Largest distance of the leader's probability from its accuracy in a regime, 0..1. */
    double largestDifference() {
        return scores.values().stream().mapToDouble(score -> Math.abs(score.difference())).max().orElseThrow();
    }

    /** The number of regimes with a distance of at most that. */
    long within(double distance) {
        return scores.values().stream().filter(score -> Math.abs(score.difference()) <= distance).count();
    }

    /** A row for each regime with the figures of several studies side by side, and one for their means. */
    static List<String> rows(List<SimulatedForecasts> studies) {
        List<String> rows = new ArrayList<>();
        for (DebateRegime regime : DebateRegime.values()) {
            StringBuilder row = new StringBuilder("| " + regime.title() + " |");
            studies.forEach(study -> row.append(cells(study.of(regime))));
            rows.add(row.toString());
        }
        StringBuilder mean = new StringBuilder("| **mean of the regimes** |");
        studies.forEach(study -> mean.append(String.format(Locale.ROOT, " %.1f %% | %.1f %% | %.1f \\* | %.3f | %.3f |",
                100 * study.mean(ForecastScore::accuracy), 100 * study.mean(ForecastScore::confidence),
                100 * study.mean(score -> Math.abs(score.difference())), study.mean(ForecastScore::brier),
                study.mean(ForecastScore::calibrationError))));
        rows.add(mean.toString());
        return rows;
    }

    private static String cells(ForecastScore score) {
        return String.format(Locale.ROOT, " %.1f %% | %.1f %% | %+.1f | %.3f | %.3f |", 100 * score.accuracy(),
                100 * score.confidence(), 100 * score.difference(), score.brier(), score.calibrationError());
    }

    /** Cells of the summary. */
    String summary() {
        ForecastScore pooled = pooled();
        return String.format(Locale.ROOT, "%.1f %% | %.1f %% | %+.1f | %.1f | %.1f | %d of %d | %.3f | %.3f | %.3f",
                100 * pooled.accuracy(), 100 * pooled.confidence(), 100 * pooled.difference(),
                100 * mean(score -> Math.abs(score.difference())), 100 * largestDifference(), within(0.05),
                scores.size(), mean(ForecastScore::brier), mean(ForecastScore::calibrationError),
                pooled.calibrationError());
    }
}
