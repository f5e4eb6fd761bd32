package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

class FlipSearchTest {

    private static final int SEEDS = 60;
    private static final int VOTES = 7;

    static Stream<ConsensusConfig> rules() {
        return RandomVotes.rules();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void findsWhatAllSubsetsFind(ConsensusConfig rules) {
        for (int seed = 0; seed < SEEDS; seed++) {
            ConsensusConfig config = rules.withMinVoters(1 + seed % 3).withThreshold(seed % 2 == 0 ? 0.7 : 0.5);
            ConsensusInput input = RandomVotes.of(new Random(seed), 1 + seed % VOTES);
            VoteRecount recount = new VoteRecount(input, config);
            for (VoteChange change : VoteChange.values()) {
                Brute brute = Brute.of(input, config, change);
                DecisionFlip flip = FlipSearch.smallest(recount, change);
                String location = config.strategy().id() + ", " + config.ballots() + ", " + change + ", seed " + seed;
                switch (flip) {
                    case DecisionFlip.Found found -> {
                        assertThat(found.size()).as(location).isEqualTo(brute.smallest);
                        assertThat(found.count()).as(location).isEqualTo(brute.sets);
                        assertThat(found.isSmallest()).as(location).isTrue();
                    }
                    case DecisionFlip.NotFound(VoteChange _, int _, boolean proven) -> {
                        assertThat(brute.smallest).as(location).isEqualTo(Brute.NONE);
                        assertThat(proven).as(location).isTrue();
                    }
                }
            }
        }
    }

    /** A search with a small budget may name more votes than needed, and reports how many it has ruled out. */
    @ParameterizedTest
    @MethodSource("rules")
    void isHonestWhenItCannotTryAll(ConsensusConfig rules) {
        int guessed = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            ConsensusInput input = RandomVotes.of(new Random(seed), 1 + seed % VOTES);
            VoteRecount recount = new VoteRecount(input, rules);
            for (VoteChange change : VoteChange.values()) {
                Brute brute = Brute.of(input, rules, change);
                DecisionFlip flip = FlipSearch.smallest(recount, change, seed % 3 * 3L);
                assertThat(flip.atLeast()).as("seed " + seed).isLessThanOrEqualTo(brute.smallest);
                if (flip instanceof DecisionFlip.Found found) {
                    guessed += found.smallest() ? 0 : 1;
                    assertThat(found.size()).as("seed " + seed).isGreaterThanOrEqualTo(brute.smallest);
                    assertThat(found.sets().getFirst().outcome().decidesLike(recount.outcome())).isFalse();
                    assertThat(found.isSmallest() && found.size() != brute.smallest).as("seed " + seed).isFalse();
                }
            }
        }
        assertThat(guessed).isPositive();
    }

    @Test
    void takesTheHeaviestVotesWhereThereAreMany() {
        VoteRecount recount = new VoteRecount(RandomVotes.many(new Random(5), 3000), ConsensusConfig.defaults());

        DecisionFlip reversed = FlipSearch.smallest(recount, VoteChange.REVERSED);

        assertThat(recount.outcome().winner()).isEqualTo("p0");
        assertThat(reversed).isInstanceOfSatisfying(DecisionFlip.Found.class, found -> {
            assertThat(found.smallest()).isFalse();
            assertThat(found.atLeast()).isEqualTo(1);
            assertThat(found.size()).isBetween(65, 1000);
            assertThat(found.sets().getFirst().outcome().winner()).isNotEqualTo("p0");
        });
    }

    @Test
    void aVoteThatWasReplacedStaysReplaced() {
        ConsensusConfig config = ConsensusConfig.defaults().withMinVoters(1);
        ConsensusInput input = ConsensusInput.of(RandomVotes.of(new Random(1), 0).proposals(), List.of(
                RandomVotes.vote(1, "ada", "p0", Stance.AGREE, 1),
                RandomVotes.vote(2, "ada", "p0", Stance.DISAGREE, 1),
                RandomVotes.vote(3, "bob", "p0", Stance.AGREE, 1)));
        VoteRecount recount = new VoteRecount(input, config);

        assertThat(recount.counted()).extracting(VoteRecord::signalId).containsExactly("v2", "v3");
        assertThat(FlipSearch.smallest(recount, VoteChange.ABSENT)).isInstanceOfSatisfying(DecisionFlip.Found.class,
                found -> assertThat(found.sets().getFirst().votes()).extracting(VoteRecord::signalId)
                        .containsExactly("v2"));
    }

    @Test
    void nobodyCanFlipWhatNobodyVotedOn() {
        VoteRecount recount = new VoteRecount(ConsensusInput.of(List.of(), List.of()), ConsensusConfig.defaults());

        assertThat(FlipSearch.smallest(recount, VoteChange.REVERSED))
                .isEqualTo(new DecisionFlip.NotFound(VoteChange.REVERSED, 1, true));
    }

    /** Brute-force search over all subsets of the votes that count, written without regard to speed. */
    private static final class Brute {

        private static final int NONE = Integer.MAX_VALUE;

        private int smallest = NONE;
        private int sets;

        static Brute of(ConsensusInput input, ConsensusConfig config, VoteChange change) {
            Brute brute = new Brute();
            ConsensusEngine engine = new ConsensusEngine(config);
            List<VoteRecord> counting = config.tally(input).votes();
            List<VoteRecord> votes = input.votes().stream().filter(counting::contains).toList();
            String before = winner(engine.evaluate(input));
            for (int mask = 1; mask < (1 << votes.size()); mask++) {
                List<VoteRecord> changed = changed(votes, mask, change);
                if (isIdle(votes, mask, change)) {
                    continue;
                }
                String after = winner(engine.evaluate(ConsensusInput.of(input.proposals(), changed)));
                if (!Objects.equals(before, after)) {
                    int size = Integer.bitCount(mask);
                    brute.sets = size < brute.smallest ? 1 : size == brute.smallest ? brute.sets + 1 : brute.sets;
                    brute.smallest = Math.min(size, brute.smallest);
                }
            }
            return brute;
        }

        /** True if the change would reverse an abstention, which has nothing to reverse. */
        private static boolean isIdle(List<VoteRecord> votes, int mask, VoteChange change) {
            for (int i = 0; i < votes.size(); i++) {
                if (((mask >> i) & 1) == 1 && change == VoteChange.REVERSED
                        && votes.get(i).vote().stance() == Stance.ABSTAIN) {
                    return true;
                }
            }
            return false;
        }

        private static List<VoteRecord> changed(List<VoteRecord> votes, int mask, VoteChange change) {
            List<VoteRecord> changed = new ArrayList<>();
            for (int i = 0; i < votes.size(); i++) {
                VoteRecord vote = votes.get(i);
                boolean chosen = ((mask >> i) & 1) == 1;
                if (!chosen) {
                    changed.add(vote);
                } else if (change == VoteChange.REVERSED) {
                    Stance other = vote.vote().stance() == Stance.AGREE ? Stance.DISAGREE : Stance.AGREE;
                    changed.add(new VoteRecord(vote.agentId(),
                            new Payload.Vote(vote.proposalId(), other, null, vote.vote().weight()), vote.time(), null,
                            vote.signalId()));
                }
            }
            return changed;
        }

        private static String winner(ConsensusResult result) {
            return result.decided() ? Objects.requireNonNull(result.verdict().leader()) : "nothing";
        }
    }
}
