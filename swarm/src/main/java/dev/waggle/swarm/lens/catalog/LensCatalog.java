package dev.waggle.swarm.lens.catalog;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.dynamics.ChaosDetectorLens;
import dev.waggle.swarm.lens.dynamics.DampingClassifierLens;
import dev.waggle.swarm.lens.dynamics.LyapunovStabilityLens;
import dev.waggle.swarm.lens.dynamics.MarkovLens;
import dev.waggle.swarm.lens.dynamics.OpinionDynamicsLens;
import dev.waggle.swarm.lens.dynamics.OptimalStoppingLens;
import dev.waggle.swarm.lens.dynamics.PhaseTransitionLens;
import dev.waggle.swarm.lens.dynamics.PsoLens;
import dev.waggle.swarm.lens.game.GameTheoryLens;
import dev.waggle.swarm.lens.game.RegretMinimizationLens;
import dev.waggle.swarm.lens.game.ReplicatorLens;
import dev.waggle.swarm.lens.game.ShapleyLens;
import dev.waggle.swarm.lens.geometry.OptimalTransportLens;
import dev.waggle.swarm.lens.geometry.ProjectionConsensusLens;
import dev.waggle.swarm.lens.geometry.SvdAnalyzerLens;
import dev.waggle.swarm.lens.geometry.TopologyLens;
import dev.waggle.swarm.lens.inference.BayesianLens;
import dev.waggle.swarm.lens.inference.CausalLens;
import dev.waggle.swarm.lens.inference.FisherInformationLens;
import dev.waggle.swarm.lens.inference.FreeEnergyLens;
import dev.waggle.swarm.lens.information.EntropyLens;
import dev.waggle.swarm.lens.information.KlTrackerLens;
import dev.waggle.swarm.lens.information.MutualInformationLens;
import dev.waggle.swarm.lens.information.MutualInformationLens.RedundancyReading;
import dev.waggle.swarm.lens.information.SurpriseLens;
import dev.waggle.swarm.lens.network.InfluenceGraphLens;
import dev.waggle.swarm.lens.system.LeveragePointsLens;
import dev.waggle.swarm.lens.system.ProposalEnergyLens;
import dev.waggle.swarm.lens.system.SystemArchetypesLens;

/**
 * Catalog of the lenses. A new lens is a kernel, a class and one line here.
 *
 * <p>They run in this order; the last two read the readings and findings of the others.
 */
public final class LensCatalog {

    public static final Lens<EntropyLens.EntropyReading> ENTROPY = new EntropyLens();
    public static final Lens<MutualInformationLens.RedundancyReading> MUTUAL_INFORMATION = new MutualInformationLens();
    public static final Lens<FisherInformationLens.FisherReading> FISHER_INFORMATION = new FisherInformationLens();
    public static final Lens<SurpriseLens.SurpriseReading> SURPRISE = new SurpriseLens();
    public static final Lens<BayesianLens.BayesianReading> BAYESIAN = new BayesianLens();
    public static final Lens<FreeEnergyLens.FreeEnergyReading> FREE_ENERGY = new FreeEnergyLens();
    public static final Lens<CausalLens.CausalReading> CAUSAL_INFERENCE = new CausalLens();
    public static final Lens<GameTheoryLens.GameTheoryReading> GAME_THEORY = new GameTheoryLens();
    public static final Lens<ShapleyLens.ShapleyReading> SHAPLEY = new ShapleyLens();
    public static final Lens<RegretMinimizationLens.RegretReading> REGRET_MINIMIZATION = new RegretMinimizationLens();
    public static final Lens<OptimalStoppingLens.OptimalStoppingReading> OPTIMAL_STOPPING = new OptimalStoppingLens();
    public static final Lens<MarkovLens.MarkovReading> MARKOV = new MarkovLens();
    public static final Lens<PsoLens.PsoReading> PSO = new PsoLens();
    public static final Lens<ReplicatorLens.ReplicatorReading> REPLICATOR_DYNAMICS = new ReplicatorLens();
    public static final Lens<OpinionDynamicsLens.OpinionReading> OPINION_DYNAMICS = new OpinionDynamicsLens();
    public static final Lens<TopologyLens.TopologyReading> TOPOLOGY = new TopologyLens();
    public static final Lens<OptimalTransportLens.TransportReading> OPTIMAL_TRANSPORT = new OptimalTransportLens();
    public static final Lens<PhaseTransitionLens.PhaseTransitionReading> PHASE_TRANSITION = new PhaseTransitionLens();
    public static final Lens<
            LyapunovStabilityLens.LyapunovStabilityReading> LYAPUNOV_STABILITY = new LyapunovStabilityLens();
    public static final Lens<ChaosDetectorLens.ChaosReading> CHAOS_DETECTOR = new ChaosDetectorLens();
    public static final Lens<DampingClassifierLens.DampingReading> DAMPING_CLASSIFIER = new DampingClassifierLens();
    public static final Lens<SvdAnalyzerLens.SvdReading> SVD_ANALYZER = new SvdAnalyzerLens();
    public static final Lens<
            ProjectionConsensusLens.ProjectionReading> PROJECTION_CONSENSUS = new ProjectionConsensusLens();
    public static final Lens<ProposalEnergyLens.EnergyReading> PROPOSAL_ENERGY = new ProposalEnergyLens();
    public static final Lens<InfluenceGraphLens.InfluenceReading> INFLUENCE_GRAPH = new InfluenceGraphLens();
    public static final Lens<KlTrackerLens.DivergenceReading> KL_TRACKER = new KlTrackerLens();
    public static final Lens<SystemArchetypesLens.ArchetypesReading> SYSTEM_ARCHETYPES = new SystemArchetypesLens(
            LensCatalog::redundancy, LensCatalog::concentration);
    public static final Lens<LeveragePointsLens.LeverageReading> LEVERAGE_POINTS = new LeveragePointsLens();

    private static final List<Lens<?>> ALL = List.of(ENTROPY, MUTUAL_INFORMATION, FISHER_INFORMATION, SURPRISE,
            BAYESIAN, FREE_ENERGY, CAUSAL_INFERENCE, GAME_THEORY, SHAPLEY, REGRET_MINIMIZATION, OPTIMAL_STOPPING,
            MARKOV, PSO, REPLICATOR_DYNAMICS, OPINION_DYNAMICS, TOPOLOGY, OPTIMAL_TRANSPORT, PHASE_TRANSITION,
            LYAPUNOV_STABILITY, CHAOS_DETECTOR, DAMPING_CLASSIFIER, SVD_ANALYZER, PROJECTION_CONSENSUS, PROPOSAL_ENERGY,
            INFLUENCE_GRAPH, KL_TRACKER, SYSTEM_ARCHETYPES, LEVERAGE_POINTS);

    private LensCatalog() {}

    /** All lenses, in the order in which they run. */
    public static List<Lens<?>> all() {
        return ALL;
    }

    /** The lens of that name; rejects unknown names. */
    public static Lens<?> named(String name) {
        return ALL.stream().filter(lens -> lens.name().equals(name)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no lens \"" + name + "\"\nMaybe one of "
                        + String.join(", ", ALL.stream().map(Lens::name).toList()) + "."));
    }

    /** Mean redundancy of the agents. Read only after a finding of redundancy, because it dominates the cost. */
    private static OptionalDouble redundancy(RoundResults results) {
        boolean isFound = results.findings().stream().anyMatch(
                finding -> finding instanceof Finding.Prune && finding.lens().equals(MUTUAL_INFORMATION.name()));
        return isFound ? number(results.reading(MUTUAL_INFORMATION), RedundancyReading::averageNMI)
                : OptionalDouble.empty();
    }

    /** Largest contribution divided by the mean. */
    private static OptionalDouble concentration(RoundResults results) {
        return number(results.reading(SHAPLEY), seen -> seen.headline().orElse(0) * seen.values().size());
    }

    private static <R> OptionalDouble number(Optional<R> reading, ToDoubleFunction<R> part) {
        return reading.map(seen -> OptionalDouble.of(part.applyAsDouble(seen))).orElse(OptionalDouble.empty());
    }

    public static void checkNames(List<? extends Lens<?>> lenses) {
        Set<String> names = new HashSet<>();
        Set<String> fields = new HashSet<>();
        for (Lens<?> lens : lenses) {
            if (!names.add(lens.name()) || !fields.add(lens.card().field())) {
                throw new IllegalArgumentException("two lenses have the name \"" + lens.name() + "\" or the field \""
                        + lens.card().field() + "\"");
            }
        }
    }
}
