package dev.waggle.swarm.evolution;

import java.util.List;
import java.util.OptionalDouble;

import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.network.InfluenceGraphLens.InfluenceReading;
import dev.waggle.swarm.lens.runner.LensCatalog;
import dev.waggle.swarm.lens.runner.RoundAnalysis;

/**
 * What evolution looks at after a round.
 *
 * @param round from 1
 * @param findings all that lenses found in the round, also what they had found in the round before
 * @param uncertainty what is left of the largest possible uncertainty over the proposals, 0..1
 * @param informationGain by how many bits uncertainty fell in the round; below 0 when it rose
 * @param isolatedAgents who neither moved anybody nor was moved; empty as long as nobody was
 * @param likeness mean likeness of the words of two agents, 0..1; empty when it was not measured
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

    /** What mathematics made of a round, where the lenses can still be asked. */
    public static EvolutionInput of(RoundAnalysis analysis, RoundResults lenses) {
        List<String> isolated = lenses.reading(LensCatalog.INFLUENCE_GRAPH).map(InfluenceReading::isolatedAgents)
                .orElse(List.of());
        return new EvolutionInput(analysis.round(), lenses.findings(), analysis.normalizedEntropy(),
                analysis.informationGain(), isolated, likeness(lenses));
    }

    /** Read only when somebody is redundant: comparing all words costs more than all else here. */
    private static OptionalDouble likeness(RoundResults lenses) {
        boolean isRepeated = lenses.findings().stream().anyMatch(EvolutionInput::isRepetition);
        return isRepeated
                ? lenses.reading(LensCatalog.MUTUAL_INFORMATION).map(seen -> OptionalDouble.of(seen.averageNMI()))
                        .orElse(OptionalDouble.empty())
                : OptionalDouble.empty();
    }

    /** Whether that names agents who say again what others say. */
    static boolean isRepetition(Finding finding) {
        return finding instanceof Finding.Prune && finding.lens().equals(LensCatalog.MUTUAL_INFORMATION.name());
    }

    /** A round of which only that is known. */
    public static EvolutionInput of(int round, List<? extends Finding> findings) {
        return new EvolutionInput(round, List.copyOf(findings), 0, 0, List.of(), OptionalDouble.empty());
    }
}
