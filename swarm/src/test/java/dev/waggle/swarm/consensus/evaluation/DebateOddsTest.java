package dev.waggle.swarm.consensus.evaluation;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.math.inference.VoterModel;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class DebateOddsTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final ConsensusConfig CONFIG = ConsensusConfig.defaults();

    private final List<VoteRecord> votes = new ArrayList<>();

    @Test
    void nobodyVotedIsEven() {
        DebateOdds odds = start(CONFIG);

        assertThat(odds.probabilities().values()).containsExactly(0.5, 0.5);
        assertThat(odds.isResolved()).isFalse();
        assertThat(odds.hasMoved()).isFalse();
    }

    @Test
    void beforeTheFourthVersionEveryBallotIsALikelihoodRatio() {
        cast("x", "A", Stance.AGREE, 1);
        cast("y", "B", Stance.DISAGREE, 0.5);
        cast("z", "B", Stance.ABSTAIN, 1);

        assertThat(independent(CONFIG).probability("A")).isCloseTo(2 / (2 + 1 / 1.5), within(1e-12));
    }

    @Test
    void aBallotIsTheEvidenceOfItsVoterWhateverItsForm() {
        cast("x", "A", Stance.AGREE, 1);
        double agreeOnly = start(CONFIG).probability("A");
        cast("x", "B", Stance.DISAGREE, 1);
        cast("z", "B", Stance.ABSTAIN, 1);

        assertThat(agreeOnly).isCloseTo(1 / (1 + Math.exp(-VoterModel.READERS.gain())), within(1e-12));
        assertThat(start(CONFIG).probability("A")).isEqualTo(agreeOnly);
    }

    @Test
    void dependentVotersNeverMakeItCertain() {
        for (int i = 0; i < 1000; i++) {
            cast("a" + i, "A", Stance.AGREE, 1);
        }

        assertThat(start(CONFIG).probability("A")).isCloseTo(1 / (1 + Math.exp(-VoterModel.READERS.bound())),
                within(0.001));
    }

    @Test
    void onlyWhatIsNewOrChangedMovesIt() {
        cast("x", "A", Stance.AGREE, 1);
        cast("y", "A", Stance.AGREE, 1);
        cast("z", "A", Stance.AGREE, 1);
        DebateOdds before = independent(CONFIG);

        cast("x", "A", Stance.AGREE, 1);
        assertThat(before.updatedWith(input()).hasMoved()).isFalse();
        assertThat(before.updatedWith(input()).isResolved()).isFalse();
        assertThat(before.updatedWith(input()).probabilities()).isEqualTo(before.probabilities());

        cast("x", "A", Stance.AGREE, 0.5);
        assertThat(before.updatedWith(input()).hasMoved()).isTrue();
        assertThat(before.updatedWith(input()).isResolved()).isTrue();
        assertThat(before.updatedWith(input()).probability("A")).isCloseTo(6.0 / 7, within(1e-12));
    }

    @Test
    void votesForAThirdMoveNothingEvenWhereTheyWithdrawOthers() {
        ConsensusConfig exclusive = CONFIG.withBallots(BallotRule.EXCLUSIVE);
        cast("x", "A", Stance.AGREE, 1);
        DebateOdds before = independent(exclusive);
        cast("x", "C", Stance.AGREE, 1);

        assertThat(before.updatedWith(input()).hasMoved()).isFalse();
        assertThat(before.updatedWith(input()).probability("A")).isCloseTo(2.0 / 3, within(1e-12));
        assertThatIllegalArgumentException().isThrownBy(() -> before.probability("C")).withMessageContaining("\"C\"");
    }

    @Test
    void weightsAreCutAsTheConsensusCutsThem() {
        cast("x", "A", Stance.AGREE, 100);

        assertThat(independent(CONFIG).probability("A")).isCloseTo(2.0 / 3, within(1e-12));
        assertThat(start(CONFIG).probability("A")).isCloseTo(1 / (1 + Math.exp(-VoterModel.READERS.gain())),
                within(1e-12));
    }

    @Test
    void aThousandHeavyVotesStayAProbability() {
        for (int i = 0; i < 1000; i++) {
            cast("a" + i, "A", Stance.AGREE, 256);
        }
        DebateOdds odds = independent(CONFIG.withMaxWeight(256));

        assertThat(odds.probability("A")).isEqualTo(1);
        assertThat(odds.probability("B")).isZero();
    }

    private void cast(String agent, String proposal, Stance stance, double weight) {
        votes.add(new VoteRecord(agent, new Payload.Vote(proposal, stance, null, weight), NOON, null,
                "signal " + votes.size()));
    }

    private DebateOdds start(ConsensusConfig config) {
        return DebateOdds.of(input(), config, Optional.of(VoterModel.READERS), "A", "B");
    }

    /** Odds of a debate before the fourth version of the loop. */
    private DebateOdds independent(ConsensusConfig config) {
        return DebateOdds.of(input(), config, Optional.empty(), "A", "B");
    }

    private ConsensusInput input() {
        return ConsensusInput.of(List.of("A", "B", "C").stream()
                .map(id -> new Proposal(id, id, "", "nobody", "signal of " + id, 0.5, NOON)).toList(), votes);
    }
}
