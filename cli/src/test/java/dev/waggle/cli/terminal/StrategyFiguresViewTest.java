package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import dev.waggle.swarm.identity.SignalNumbers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Bars of proposals: the figure of the strategy, its name, and the threshold. */
class StrategyFiguresViewTest {

    /** Two light voters agree with one proposal, and a heavy one disagrees. */
    private static final List<VoteRecord> VOTES = List.of(vote("a", Stance.AGREE, 0.1), vote("b", Stance.AGREE, 0.1),
            vote("c", Stance.DISAGREE, 1));

    @Test
    void votingShowsHeadsAndTheThreshold() {
        assertThat(standings("voting", 0.7, VOTES)).contains(
                "████████████████░│░░░░░░░  66.7 %  2 of 3 agree, weight 16.7 %",
                "agreement by voting, │ is the threshold of 70.0 %",
                "66.7 % of the vote on p agrees, threshold 70.0 %; 2 of 3 agree, a threshold of 66.6 % would decide");
    }

    @Test
    void confidenceWeightedShowsWeights() {
        assertThat(standings("confidence-weighted", 0.7, VOTES)).contains("████░░░░░░░░░░░░░│░░░░░░░  16.7 %",
                "agreement by confidence-weighted, │ is the threshold of 70.0 %");
    }

    @Test
    void entropyNamesTheConcentration() {
        assertThat(standings("entropy", 0.7, VOTES)).contains(
                "share of the support; its concentration decides by entropy, threshold 70.0 %").doesNotContain("│");
    }

    @Test
    void hierarchicalHasNoThresholdWhenTheHeaviestVoterDecides() {
        List<VoteRecord> votes = List.of(vote("a", Stance.AGREE, 0.5), vote("b", Stance.DISAGREE, 0.1));

        assertThat(standings("hierarchical", 0.7, votes)).contains(
                "agreement by hierarchical, which decides at any threshold").doesNotContain("│");
        assertThat(standings("hierarchical", 0.3, votes)).contains("│ is the threshold of 30.0 %");
    }

    @ParameterizedTest
    @CsvSource({"0", "0.01", "0.5", "0.66", "0.67", "0.7", "0.99", "1"})
    void aBarReachesTheMarkWhenItsFigureReachesTheThreshold(double threshold) {
        for (int agreeing = 1; agreeing <= 40; agreeing++) {
            List<VoteRecord> votes = new ArrayList<>();
            for (int voter = 0; voter < 40; voter++) {
                votes.add(vote("v" + voter, voter < agreeing ? Stance.AGREE : Stance.DISAGREE, 1));
            }
            String shown = standings("voting", threshold, votes);

            assertThat(shown.matches("(?s)[^│]*p  █*│.*")).as("%s of 40 at %s: %s", agreeing, threshold, shown)
                    .isEqualTo(agreeing / 40.0 >= threshold);
        }
    }

    private static String standings(String strategy, double threshold, List<VoteRecord> votes) {
        ConsensusConfig config = ConsensusConfig.defaults().withStrategy(StrategyCatalog.named(strategy))
                .withThreshold(threshold);
        ConsensusResult result = new ConsensusEngine(config).evaluate(ConsensusInput.of(
                List.of(new Proposal("p", "do p", "", "a", "sig", 1, Instant.EPOCH)), votes));
        StringWriter written = new StringWriter();
        PrintWriter out = new PrintWriter(written);
        new VerdictView(new TerminalScreen(out, out, TextStyle.PLAIN, false), 200,
                new ProposalLabels(new SignalNumbers()), threshold).standings(result);
        return written.toString();
    }

    private static VoteRecord vote(String agent, Stance stance, double weight) {
        return new VoteRecord(agent, new Payload.Vote("p", stance, null, weight), Instant.EPOCH, null, agent);
    }
}
