package dev.waggle.review.whatif;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PosteriorTrailTest {

    private static final ConsensusConfig CONFIG = ConsensusConfig.defaults();

    @Test
    void itLeadsStepByStepToTheConfidenceOfTheResult() {
        for (int seed = 0; seed < 300; seed++) {
            ConsensusInput input = RandomVotes.many(new Random(seed), 1 + seed % 40);
            ConsensusResult result = new ConsensusEngine(CONFIG).evaluate(input);

            PosteriorTrail trail = trail(input, result);

            if (trail.leader() != null) {
                assertThat(trail.steps()).as("seed %d", seed).hasSize(input.votes().size());
                assertThat(trail.steps().getLast().after()).isEqualTo(result.estimate().probability());
                for (int i = 1; i < trail.steps().size(); i++) {
                    assertThat(trail.steps().get(i).before()).isEqualTo(trail.steps().get(i - 1).after());
                }
            }
        }
    }

    @Test
    void thatManyFurtherVotersTakeTheLeadAndNoFewer() {
        int tried = 0;
        for (int seed = 0; seed < 300; seed++) {
            ConsensusInput input = RandomVotes.many(new Random(seed), 1 + seed % 12);
            ConsensusResult result = new ConsensusEngine(CONFIG).evaluate(input);
            PosteriorTrail trail = trail(input, result);
            if (trail.overtaking().isPresent() && isMostProbable(result)) {
                tried++;
                PosteriorTrail.Overtaking other = trail.overtaking().get();
                assertThat(isAhead(input, other.proposalId(), other.voters(), trail.leader())).as("seed %d", seed)
                        .isTrue();
                assertThat(isAhead(input, other.proposalId(), other.voters() - 1, trail.leader())).as("seed %d", seed)
                        .isFalse();
            }
        }
        assertThat(tried).isGreaterThan(50);
    }

    @Test
    void onlyTheLastVotesOfManyAreSteps() {
        ConsensusInput input = RandomVotes.many(new Random(1), 500);
        PosteriorTrail trail = trail(input, new ConsensusEngine(CONFIG).evaluate(input));

        assertThat(trail.steps()).hasSize(PosteriorTrail.MAX_STEPS);
        assertThat(trail.skipped()).isEqualTo(input.votes().size() - PosteriorTrail.MAX_STEPS);
    }

    @Test
    void withoutALeaderThereAreNoSteps() {
        PosteriorTrail trail = PosteriorTrail.of(ConsensusInput.of(List.of(), List.of()), CONFIG,
                ConfidenceModel.readers(), null);

        assertThat(trail.steps()).isEmpty();
        assertThat(trail.overtaking()).isEmpty();
    }

    private static PosteriorTrail trail(ConsensusInput input, ConsensusResult result) {
        return PosteriorTrail.of(input, CONFIG, ConfidenceModel.readers(), result.verdict().leader());
    }

    /** True if the leader of the strategy is the most probable proposal, so that somebody can overtake it. */
    private static boolean isMostProbable(ConsensusResult result) {
        double own = result.estimate().probability();
        return result.estimate().ofProposals().values().stream().noneMatch(other -> other > own);
    }

    private static boolean isAhead(ConsensusInput input, String proposal, int further, @Nullable String leader) {
        List<VoteRecord> votes = new ArrayList<>(input.votes());
        for (int i = 0; i < further; i++) {
            votes.add(new VoteRecord("new" + i, new Payload.Vote(proposal, Stance.AGREE, null, 1), Instant.MAX, null,
                    "new" + i));
        }
        Map<String, Double> shares = new ConsensusEngine(CONFIG)
                .evaluate(ConsensusInput.of(input.proposals(), votes)).estimate().ofProposals();
        return shares.getOrDefault(proposal, 0.0) > shares.getOrDefault(String.valueOf(leader), 0.0);
    }
}
