package dev.waggle.swarm.selection;

import dev.waggle.swarm.selection.AgentCalibration.CalibrationSnapshot;

/** Source of the calibration of agents' confidences: a port, because calibration is learned over many solves. */
@FunctionalInterface
public interface CalibrationSource {

    /** Current snapshot; later outcomes do not change it. A solve reads it once, before its first round. */
    CalibrationSnapshot snapshot();
}
