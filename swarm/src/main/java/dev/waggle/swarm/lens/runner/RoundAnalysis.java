package dev.waggle.swarm.lens.runner;

import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.lens.Finding;

/**
 * What mathematics says at the end of a round.
 *
 * @param round from 1
 * @param entropy the uncertainty over the proposals in bits, from 0 to log2 of their number; 0 with fewer than two
 * @param normalizedEntropy its share of the largest possible, 0..1; 0 with fewer than two proposals
 * @param informationGain by how many bits the entropy fell in this round; below 0 when it rose, 0 in the first
 * @param findings what the lenses found, in the order of the list
 * @param stop why to stop now, if anything says so
 * @param challenge what to challenge, if anything
 */
public record RoundAnalysis(int round, double entropy, double normalizedEntropy, double informationGain,
        List<Finding> findings, Optional<Finding.Settle> stop, Optional<ChallengeRequest> challenge) {

    public RoundAnalysis {
        findings = List.copyOf(findings);
    }
}
