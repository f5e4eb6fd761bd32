package dev.waggle.swarm.advisor.analysis;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.dynamics.OpinionDynamicsLens.OpinionReading;
import dev.waggle.swarm.lens.information.MutualInformationLens.RedundancyReading;
import dev.waggle.swarm.lens.network.InfluenceGraphLens.InfluenceReading;

/**
 * Structure of a group according to the lenses.
 *
 * @param hub the dominant agent, if there is one
 * @param concentration the Gini coefficient of influence, 0..1
 * @param connectivity the Fiedler value of the influence graph; empty if not measured
 * @param isolated the agents that neither influenced another nor were influenced
 * @param camps the forecast number of remaining opinions; 0 if not measured
 * @param bridges the agents that still receive from two camps
 * @param redundant the agents that repeat earlier statements of another
 */
public record GroupStructure(Optional<String> hub, double concentration, OptionalDouble connectivity,
        List<String> isolated, int camps, List<String> bridges, List<String> redundant) {

    public GroupStructure {
        isolated = List.copyOf(isolated);
        bridges = List.copyOf(bridges);
        redundant = List.copyOf(redundant);
    }

    /** Structure from these readings; empty while influence has not been measured. */
    public static Optional<GroupStructure> of(RoundResults readings) {
        Optional<OpinionReading> opinions = readings.reading(LensCatalog.OPINION_DYNAMICS);
        Optional<RedundancyReading> likeness = readings.reading(LensCatalog.MUTUAL_INFORMATION);
        return readings.reading(LensCatalog.INFLUENCE_GRAPH).map((InfluenceReading influence) -> new GroupStructure(
                influence.dominantInfluencer(), influence.influenceConcentration(), influence.fiedlerValue(),
                influence.isolatedAgents(), opinions.map(OpinionReading::clusterCount).orElse(0),
                opinions.map(OpinionReading::bridgingAgents).orElse(List.of()),
                likeness.map(RedundancyReading::redundantAgents).orElse(List.of())));
    }
}
