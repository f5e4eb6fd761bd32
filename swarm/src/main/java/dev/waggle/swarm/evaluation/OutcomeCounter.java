package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.swarm.reputation.ReputationLedger;
import dev.waggle.swarm.selection.AgentCalibration.ClaimOutcome;
import dev.waggle.swarm.selection.CalibrationTracker;

/** Counter of outcomes that starts from learned ones. Owned by one thread. */
final class OutcomeCounter {

    private final ReputationLedger ledger;
    private final CalibrationTracker claims;
    private final List<ClaimOutcome> pending = new ArrayList<>();
    private CalibrationReport report;
    private OutcomeMark mark;

    OutcomeCounter(LearnedOutcomes learned) {
        ledger = new ReputationLedger(learned.reputation());
        claims = new CalibrationTracker(learned.calibration());
        report = learned.report();
        mark = learned.mark();
    }

    /** Counts an outcome. */
    void add(OutcomeRecord outcome) {
        OutcomeLesson lesson = new OutcomeLesson(outcome);
        ledger.update(lesson.outcomes());
        pending.addAll(lesson.claims());
        report = report.with(outcome);
        if (pending.size() >= 1_000) {
            flush();
        }
    }

    /** Records that everything before that mark is counted. */
    void reach(OutcomeMark end) {
        mark = end;
    }

    LearnedOutcomes learned() {
        flush();
        return new LearnedOutcomes(mark, ledger.snapshot(), claims.snapshot(), report);
    }

    private void flush() {
        claims.learn(pending);
        pending.clear();
    }
}
