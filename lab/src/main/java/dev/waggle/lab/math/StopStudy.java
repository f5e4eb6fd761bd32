package dev.waggle.lab.math;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.SwarmPhase;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.runner.LensRunner;
import dev.waggle.swarm.lens.runner.StopRule;

/**
 * Frequency and accuracy of each stop reason. Accuracy is counted twice. Either the leader of that moment is the
 * truth, or it also leads the last round, so that going on would have changed nothing.
 */
final class StopStudy {

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
        private long rounds;

        void note(int round, OptionalInt leader, OptionalInt last, int truth) {
            times++;
            rounds += round;
            right += leader.isPresent() && leader.getAsInt() == truth ? 1 : 0;
            rightAtEnd += last.isPresent() && last.getAsInt() == truth ? 1 : 0;
            same += leader.equals(last) ? 1 : 0;
        }

        String row(String title, int debates) {
            return times == 0
                    ? String.format(Locale.ROOT, "| %s | 0 %% | - | - | - | - |", title)
                    : String.format(Locale.ROOT, "| %s | %.1f %% | %.1f | %.1f %% | %.1f %% | %.1f %% |", title,
                            100.0 * times / debates, (double) rounds / times, 100.0 * same / times,
                            100.0 * right / times, 100.0 * rightAtEnd / times);
        }
    }

    private record StopEvent(MathStopReason reason, int round, OptionalInt leader) {}

    void add(DebateRegime regime, int agents, int trials) {
        for (int trial = 0; trial < trials; trial++) {
            add(new SimulatedDebate(regime, agents, trial));
        }
    }

    private void add(SimulatedDebate debate) {
        DeliberationData deliberation = new DeliberationData(debate.setting(LensThresholds.defaults()),
                BallotRule.APPROVAL);
        LensRunner runner = new LensRunner(LensCatalog.all(), debate.setting(LensThresholds.defaults()));
        Map<MathStopReason, StopEvent> first = new EnumMap<>(MathStopReason.class);
        Optional<StopEvent> stop = Optional.empty();
        for (int round = 1; round <= SimulatedDebate.ROUNDS; round++) {
            deliberation.beginRound(round);
            debate.next().forEach(deliberation::accept);
            List<Finding> findings = runner.observe(deliberation);
            for (MathStopReason reason : reasons(findings)) {
                first.putIfAbsent(reason, new StopEvent(reason, round, deliberation.leader()));
            }
            if (stop.isEmpty()) {
                SwarmPhase phase = runner.reading(LensCatalog.PHASE_TRANSITION).map(reading -> reading.phase())
                        .orElse(SwarmPhase.DISORDERED);
                int now = round;
                stop = StopRule.reason(findings, phase, deliberation, 2)
                        .map(settle -> new StopEvent(settle.reason(), now, deliberation.leader()));
            }
        }
        OptionalInt last = deliberation.leader();
        debates++;
        first.values().forEach(fired -> tally(alone, fired, last, debate.truth()));
        stop.ifPresentOrElse(fired -> tally(asRule, fired, last, debate.truth()),
                () -> never.note(SimulatedDebate.ROUNDS, last, last, debate.truth()));
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
        tallies.computeIfAbsent(fired.reason(), reason -> new Tally()).note(fired.round(), fired.leader(), last, truth);
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

    private List<String> rows(Map<MathStopReason, Tally> tallies) {
        List<String> rows = new java.util.ArrayList<>();
        for (MathStopReason reason : MathStopReason.values()) {
            rows.add(tallies.getOrDefault(reason, new Tally()).row(reason.wireName(), debates));
        }
        return rows;
    }
}
