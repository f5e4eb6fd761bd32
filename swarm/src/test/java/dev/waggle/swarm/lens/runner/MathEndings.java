package dev.waggle.swarm.lens.runner;

import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.dynamics.ChaosDetectorLensTest;
import dev.waggle.swarm.lens.dynamics.MarkovLensTest;
import dev.waggle.swarm.lens.dynamics.OpinionDynamicsLensTest;
import dev.waggle.swarm.lens.dynamics.OptimalStoppingLensTest;
import dev.waggle.swarm.lens.inference.FisherInformationLensTest;
import dev.waggle.swarm.lens.inference.FreeEnergyLensTest;
import dev.waggle.swarm.lens.information.EntropyLensTest;
import dev.waggle.swarm.lens.information.SurpriseLensTest;

/** A debate for each reason of mathematics to stop one, solved through the lens that finds it. */
public final class MathEndings {

    private MathEndings() {}

    /** Outcome of the debate that mathematics stops for that reason. */
    public static LensSwarm.Outcome of(MathStopReason reason) {
        return switch (reason) {
            case ALGEDONIC_EMERGENCY -> AlgedonicEmergencyTest.tornSwarm()
                    .solve(MathConfig.defaults().withLenses(AlgedonicEmergencyTest.ALARMS));
            case FREE_ENERGY_CONVERGED -> new FreeEnergyLensTest().repeating.solveOnlyWith(LensCatalog.FREE_ENERGY);
            case LEARNING_STALLED ->
                new FisherInformationLensTest().settled.solveOnlyWith(LensCatalog.FISHER_INFORMATION);
            case ENTROPY_CONVERGED -> new EntropyLensTest().converging.solveOnlyWith(LensCatalog.ENTROPY);
            case INFORMATION_GAIN_EXHAUSTED -> new FreeEnergyLensTest().repeating.solveOnlyWith(LensCatalog.ENTROPY);
            case CYCLE_DETECTED -> MarkovLensTest.looping("a", "b", "c").solveOnlyWith(LensCatalog.MARKOV);
            case CUSUM_CHANGE_DETECTED ->
                new OptimalStoppingLensTest().drained.solveOnlyWith(LensCatalog.OPTIMAL_STOPPING);
            case SECRETARY_THRESHOLD ->
                new OptimalStoppingLensTest().latecomer.solveOnlyWith(LensCatalog.OPTIMAL_STOPPING);
            case SURPRISE_COLLAPSED -> SurpriseLensTest.settled().solveOnlyWith(LensCatalog.SURPRISE);
            case CHAOS_CRITICAL -> ChaosDetectorLensTest.circling(10).solveOnlyWith(LensCatalog.CHAOS_DETECTOR);
            case FRAGMENTATION_PREDICTED ->
                new OpinionDynamicsLensTest().threeCamps.solveOnlyWith(LensCatalog.OPINION_DYNAMICS);
        };
    }
}
