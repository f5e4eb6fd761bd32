package dev.waggle.swarm.lens.runner;

import dev.waggle.swarm.lens.StopReason;
import dev.waggle.swarm.lens.dynamics.ChaosDetectorLensTest;
import dev.waggle.swarm.lens.dynamics.MarkovLensTest;
import dev.waggle.swarm.lens.dynamics.OpinionDynamicsLensTest;
import dev.waggle.swarm.lens.dynamics.OptimalStoppingLensTest;
import dev.waggle.swarm.lens.inference.FisherInformationLensTest;
import dev.waggle.swarm.lens.inference.FreeEnergyLensTest;
import dev.waggle.swarm.lens.information.EntropyLensTest;
import dev.waggle.swarm.lens.information.SurpriseLensTest;

/** A debate for each reason that mathematics has to stop one, solved through the lens that finds it. */
public final class MathEndings {

    private MathEndings() {}

    /** What came of the debate that mathematics stops for that reason. */
    public static LensSwarm.Outcome of(StopReason reason) {
        return switch (reason) {
            case ALGEDONIC_EMERGENCY -> AlgedonicEmergencyTest.tornSwarm()
                    .solve(MathConfig.defaults().withLenses(AlgedonicEmergencyTest.ALARMS));
            case FREE_ENERGY_CONVERGED -> new FreeEnergyLensTest().repeating.solveOnlyWith(Lenses.FREE_ENERGY);
            case LEARNING_STALLED ->
                new FisherInformationLensTest().settled.solveOnlyWith(Lenses.FISHER_INFORMATION);
            case ENTROPY_CONVERGED -> new EntropyLensTest().converging.solveOnlyWith(Lenses.ENTROPY);
            case INFORMATION_GAIN_EXHAUSTED -> new FreeEnergyLensTest().repeating.solveOnlyWith(Lenses.ENTROPY);
            case CYCLE_DETECTED -> MarkovLensTest.looping(MarkovLensTest.NAMES).solveOnlyWith(Lenses.MARKOV);
            case CUSUM_CHANGE_DETECTED ->
                new OptimalStoppingLensTest().drained.solveOnlyWith(Lenses.OPTIMAL_STOPPING);
            case SECRETARY_THRESHOLD ->
                new OptimalStoppingLensTest().latecomer.solveOnlyWith(Lenses.OPTIMAL_STOPPING);
            case SURPRISE_COLLAPSED -> SurpriseLensTest.settled().solveOnlyWith(Lenses.SURPRISE);
            case CHAOS_CRITICAL -> ChaosDetectorLensTest.circling(10).solveOnlyWith(Lenses.CHAOS_DETECTOR);
            case FRAGMENTATION_PREDICTED ->
                new OpinionDynamicsLensTest().threeCamps.solveOnlyWith(Lenses.OPINION_DYNAMICS);
        };
    }
}
