package dev.waggle.swarm.lens.analysis;

import java.util.List;
import java.util.Optional;

import dev.waggle.swarm.lens.Finding;

/**
 * Mathematical analysis at the end of a round.
 *
 * @param round from 1
 * @param entropy the uncertainty over the proposals in bits, from 0 to log2 of their number; 0 with fewer than two
 * @param normalizedEntropy its share of the largest possible, 0..1; 0 with fewer than two proposals
 * @param informationGain the fall of the entropy in this round, in bits; below 0 when it rose, 0 in the first
 * @param findings the findings of the lenses, in the order of the list
 * @param stop the reason to stop now, if there is one
 * @param challenge the requested challenge, if there is one
 * @param withheldStop the reason that would stop the deliberation now if it were in {@link MathConfig#stops}
 */
public record RoundAnalysis(int round, double entropy, double normalizedEntropy, double informationGain,
        List<Finding> findings, Optional<Finding.Settle> stop, Optional<ChallengeRequest> challenge,
        Optional<Finding.Settle> withheldStop) {

    public RoundAnalysis {
        findings = List.copyOf(findings);
    }

    /** Analysis without a withheld stop. */
    public RoundAnalysis(int round, double entropy, double normalizedEntropy, double informationGain,
            List<Finding> findings, Optional<Finding.Settle> stop, Optional<ChallengeRequest> challenge) {
        this(round, entropy, normalizedEntropy, informationGain, findings, stop, challenge, Optional.empty());
    }
}
