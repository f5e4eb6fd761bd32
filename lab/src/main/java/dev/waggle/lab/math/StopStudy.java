package dev.waggle.lab.math;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.lab.math.SimulatedForecasts.StudyPlan;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.runner.MathBridge;
import org.jspecify.annotations.Nullable;

/**
 * Frequency and accuracy of each stop reason. Accuracy is counted twice. Either the leader of that moment is the
 * truth, or it also leads the last round, so that going on would have changed nothing.
 */
final class StopStudy {

    /** Voters without whom nothing stops, as in a solve with the default config. */
    private static final int MIN_VOTERS = 2;

    private final Map<MathStopReason, Tally> asRule = new EnumMap<>(MathStopReason.class);
    private final Map<MathStopReason, Tally> alone = new EnumMap<>(MathStopReason.class);
    private final Tally never = new Tally();
    private int debates;

    /** Tally of the stops. Owned by the study. */
    private static final class Tally {
        private int times;
        private int right;
        private int same;
        private int rightAtEnd;
        private int lost;
        private int won;
        private long rounds;

        void note(int round, OptionalInt leader, OptionalInt last, int truth) {
            boolean isRight = leader.isPresent() && leader.getAsInt() == truth;
            boolean isRightAtEnd = last.isPresent() && last.getAsInt() == truth;
            times++;
            rounds += round;
            right += isRight ? 1 : 0;
            rightAtEnd += isRightAtEnd ? 1 : 0;
            lost += isRightAtEnd && !isRight ? 1 : 0;
            won += isRight && !isRightAtEnd ? 1 : 0;
            same += leader.equals(last) ? 1 : 0;
        }

        void addAll(Tally other) {
            times += other.times;
            right += other.right;
            same += other.same;
            rightAtEnd += other.rightAtEnd;
            lost += other.lost;
            won += other.won;
            rounds += other.rounds;
        }

        /** Right at the stop less right at the end, as shares of the stops. */
        double difference() {
            return (double) (won - lost) / times;
        }

        /** Standard error of the difference, over pairs of the same debate. */
        double standardError() {
            return Math.sqrt(Math.max(0, (double) (won + lost) / times - difference() * difference()) / times);
        }

        boolean isWorse() {
            return times > 0 && difference() < -standardError();
        }

        String row(String title, int debates) {
            return times == 0
                    ? String.format(Locale.ROOT, "| %s | 0 %% | - | - | - | - | - | - |", title)
                    : String.format(Locale.ROOT,
                            "| %s | %.1f %% | %.1f | %.1f %% | %.1f %% | %.1f %% | %+.1f (%.1f) | %s |", title,
                            100.0 * times / debates, (double) rounds / times, 100.0 * same / times,
                            100.0 * right / times, 100.0 * rightAtEnd / times, 100 * difference(),
                            100 * standardError(), isWorse() ? "worse" : "not worse");
        }
    }

    private record StopEvent(MathStopReason reason, int round, OptionalInt leader) {}

    /** The stops in debates of that regime and style. */
    static StopStudy of(StudyPlan plan, DebateRegime regime, BallotStyle style) {
        return plan.seeds().parallel().mapToObj(seed -> {
            StopStudy one = new StopStudy();
            one.add(new SimulatedDebate(regime, style, plan.agents(), seed));
            return one;
        }).collect(StopStudy::new, StopStudy::addAll, StopStudy::addAll);
    }

    void addAll(StopStudy other) {
        other.asRule.forEach((reason, tally) -> asRule.computeIfAbsent(reason, _ -> new Tally()).addAll(tally));
        other.alone.forEach((reason, tally) -> alone.computeIfAbsent(reason, _ -> new Tally()).addAll(tally));
        never.addAll(other.never);
        debates += other.debates;
    }

    private void add(SimulatedDebate debate) {
        LensContext context = debate.setting(LensThresholds.defaults());
        DeliberationData deliberation = new DeliberationData(context, BallotRule.APPROVAL);
        MathBridge bridge = new MathBridge(MathConfig.defaults(), context, BallotRule.APPROVAL, MIN_VOTERS);
        Map<MathStopReason, StopEvent> first = new EnumMap<>(MathStopReason.class);
        StopEvent stop = null;
        for (int round = 1; round <= SimulatedDebate.ROUNDS; round++) {
            deliberation.beginRound(round);
            bridge.beginRound(round);
            debate.next().forEach(signal -> {
                deliberation.accept(signal);
                bridge.accept(signal);
            });
            @Nullable MathStopReason settled = bridge.processRound().stop().map(Finding.Settle::reason).orElse(null);
            for (MathStopReason reason : reasons(bridge.results().findings())) {
                first.putIfAbsent(reason, new StopEvent(reason, round, deliberation.leader()));
            }
            if (stop == null && settled != null) {
                stop = new StopEvent(settled, round, deliberation.leader());
            }
        }
        OptionalInt last = deliberation.leader();
        debates++;
        first.values().forEach(fired -> tally(alone, fired, last, debate.truth()));
        if (stop == null) {
            never.note(SimulatedDebate.ROUNDS, last, last, debate.truth());
        } else {
            tally(asRule, stop, last, debate.truth());
        }
    }

    private static Set<MathStopReason> reasons(List<Finding> findings) {
        Set<MathStopReason> reasons = EnumSet.noneOf(MathStopReason.class);
        for (Finding finding : findings) {
            if (finding instanceof Finding.Settle settle) {
                reasons.add(settle.reason());
            }
        }
        return reasons;
    }

    private static void tally(Map<MathStopReason, Tally> tallies, StopEvent fired, OptionalInt last, int truth) {
        tallies.computeIfAbsent(fired.reason(), _ -> new Tally()).note(fired.round(), fired.leader(), last, truth);
    }

    /** The rows of the reasons as the rule tries them, and of debates that none stops. */
    List<String> rowsOfRule() {
        List<String> rows = rows(asRule);
        rows.add(never.row("none by round " + SimulatedDebate.ROUNDS, debates));
        return rows;
    }

    /** The rows of each reason as if it were the only one. */
    List<String> rowsAlone() {
        return rows(alone);
    }

    /**
     * The reasons that cost accuracy as the only one. Their leader is right at the stop less often than at the end, by
     * more than the standard error.
     */
    Set<MathStopReason> worse() {
        Set<MathStopReason> worse = EnumSet.noneOf(MathStopReason.class);
        alone.forEach((reason, tally) -> {
            if (tally.isWorse()) {
                worse.add(reason);
            }
        });
        return worse;
    }

    private List<String> rows(Map<MathStopReason, Tally> tallies) {
        List<String> rows = new ArrayList<>();
        for (MathStopReason reason : MathStopReason.values()) {
            rows.add(tallies.getOrDefault(reason, new Tally()).row(reason.wireName(), debates));
        }
        return rows;
    }
}
