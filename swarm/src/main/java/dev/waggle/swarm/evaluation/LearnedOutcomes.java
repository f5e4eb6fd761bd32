package dev.waggle.swarm.evaluation;

import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.swarm.reputation.ReputationSnapshot;
import dev.waggle.swarm.selection.AgentCalibration.CalibrationSnapshot;

/**
 * Everything that was counted from the outcomes of a log up to a mark. It is derived: the same log gives the same
 * counts, bit by bit, whether they were added one by one or in several processes.
 *
 * @param mark the place in the log
 * @param reputation the outcomes of agents
 * @param calibration the claims of agents
 * @param report the outcomes of the swarm
 */
record LearnedOutcomes(OutcomeMark mark, ReputationSnapshot reputation, CalibrationSnapshot calibration,
        CalibrationReport report) {

    static final LearnedOutcomes NONE = new LearnedOutcomes(OutcomeMark.START, ReputationSnapshot.NONE,
            CalibrationSnapshot.NONE, CalibrationReport.NONE);
}
