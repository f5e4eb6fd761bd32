package dev.waggle.swarm.evolution.control;

import java.util.List;
import java.util.OptionalDouble;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.network.InfluenceGraphLens.InfluenceReading;

/**
 * Input of evolution after a round.
 *
 * @param round from 1
 * @param findings all findings of lenses in the round, repeated ones too
 * @param uncertainty the remaining share of the largest possible uncertainty over the proposals, 0..1
 * @param informationGain the fall of the uncertainty in the round, in bits; below 0 when it rose
 * @param isolatedAgents the agents that neither influenced another nor were influenced; empty before any influence
 * @param likeness mean similarity of the words of two agents, 0..1; empty when it was not measured
 */
public record EvolutionInput(int round, List<Finding> findings, double uncertainty, double informationGain,
        List<String> isolatedAgents, OptionalDouble likeness) {

    public EvolutionInput {
        if (round < 1) {
            throw new IllegalArgumentException("round must be at least 1, got " + round);
        }
        findings = List.copyOf(findings);
        isolatedAgents = List.copyOf(isolatedAgents);
    }

    /** Input from the analysis of a round, while the lenses can still be read. */
    public static EvolutionInput of(RoundAnalysis analysis, RoundResults lenses) {
        List<String> isolated = lenses.reading(LensCatalog.INFLUENCE_GRAPH).map(InfluenceReading::isolatedAgents)
                .orElse(List.of());
        return new EvolutionInput(analysis.round(), lenses.findings(), analysis.normalizedEntropy(),
                analysis.informationGain(), isolated, likeness(lenses));
    }

    /** Similarity of words, read only when an agent is redundant: the comparison of all words dominates the cost. */
    private static OptionalDouble likeness(RoundResults lenses) {
        boolean isRepeated = lenses.findings().stream().anyMatch(EvolutionInput::isRepetition);
        return isRepeated
                ? lenses.reading(LensCatalog.MUTUAL_INFORMATION).map(seen -> OptionalDouble.of(seen.averageNMI()))
                        .orElse(OptionalDouble.empty())
                : OptionalDouble.empty();
    }

    /** True if the finding names agents that repeat others. */
    static boolean isRepetition(Finding finding) {
        return finding instanceof Finding.Prune && finding.lens().equals(LensCatalog.MUTUAL_INFORMATION.name());
    }

    /** Input of a round with findings only. */
    public static EvolutionInput of(int round, List<? extends Finding> findings) {
        return new EvolutionInput(round, List.copyOf(findings), 0, 0, List.of(), OptionalDouble.empty());
    }
}
