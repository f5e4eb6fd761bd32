package dev.waggle.swarm.consensus;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Exclusive ballots of agents that agree with several proposals at once. */
class SharedBallotsTest {

    private static final double EXACT = 1e-12;
    private static final int RANDOM_TABLES = 500;

    private final List<VoteRecord> votes = new ArrayList<>();

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void whatEverybodyApprovesAlikeIsNoConsensus(String strategy) {
        for (String agent : List.of("a", "b", "c")) {
            agree(agent, "p1", 0.9, 0);
            agree(agent, "p2", 0.9, 0);
        }

        ConsensusResult result = result(strategy, 0.7);

        assertThat(result.decided()).isFalse();
        assertThat(result.confidence()).isLessThanOrEqualTo(0.5);
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void whatEverybodyApprovesAlikeAmongManyIsNoConsensus(String strategy) {
        String[] many = IntStream.rangeClosed(1, 30).mapToObj(i -> "p" + i).toArray(String[]::new);
        for (String agent : List.of("a", "b", "c")) {
            agree(agent, "p1", 0.9, 0);
            agree(agent, "p2", 0.9, 0);
        }

        ConsensusResult result = new ConsensusEngine(config(strategy, 0.7))
                .evaluate(ConsensusInput.of(Ballots.on(many).proposals(), votes));

        assertThat(result.decided()).isFalse();
    }

    /** Nothing decides between two proposals that every voter approves of alike, whatever else is said. */
    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void noTableOnWhichAllApproveOfTwoAlikeIsDecided(String strategy) {
        for (long seed = 0; seed < RANDOM_TABLES; seed++) {
            Random random = new Random(seed);
            String[] many = IntStream.rangeClosed(1, 2 + random.nextInt(40)).mapToObj(i -> "p" + i)
                    .toArray(String[]::new);
            List<VoteRecord> dealt = new ArrayList<>();
            int agents = 2 + random.nextInt(8);
            for (int agent = 0; agent < agents; agent++) {
                double weight = (1 + random.nextInt(4)) / 4.0;
                for (String proposal : many) {
                    boolean isOfTheTwo = proposal.equals("p1") || proposal.equals("p2");
                    Stance other = random.nextBoolean() ? Stance.DISAGREE : Stance.ABSTAIN;
                    if (random.nextInt(3) == 0) {
                        dealt.add(vote("a" + agent, proposal, random.nextBoolean() ? Stance.AGREE : other,
                                random.nextDouble(), 0, dealt.size()));
                    }
                    if (isOfTheTwo || random.nextInt(4) == 0) {
                        dealt.add(vote("a" + agent, proposal, isOfTheTwo ? Stance.AGREE : other, weight, 1,
                                dealt.size()));
                    }
                }
            }

            ConsensusResult result = new ConsensusEngine(
                    config(strategy, random.nextDouble()).withMinVoters(1 + random.nextInt(agents)))
                    .evaluate(ConsensusInput.of(Ballots.on(many).proposals(), dealt));

            assertThat(result.decided()).as("seed %d, %s", seed, result.verdict()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void theHeavierAgreementOfOneAnswerDecides(String strategy) {
        for (String agent : List.of("a", "b", "c")) {
            agree(agent, "p1", 0.9, 0);
            agree(agent, "p2", 0.8, 0);
        }

        ConsensusResult result = result(strategy, 0.7);

        assertThat(result.leader()).map(Proposal::id).contains("p1");
        assertThat(result.decided()).isTrue();
    }

    @Test
    void oneVoterThatChoosesTipsTheBalance() {
        for (int i = 0; i < 8; i++) {
            agree("a" + i, "p1", 1, 0);
            agree("a" + i, "p2", 1, 0);
        }
        agree("chooser", "p2", 1, 0);

        ConsensusResult result = result("voting", 0.5);

        assertThat(result.leader()).map(Proposal::id).contains("p2");
        assertThat(result.confidence()).isCloseTo(5.0 / 9, within(EXACT));
        assertThat(result.standings().getFirst()).returns(9, ProposalStanding::agreeVoters)
                .returns(9, ProposalStanding::allVoters);
    }

    @Test
    void aLaterChoiceReplacesTheSharedBallot() {
        agree("a", "p1", 1, 0);
        agree("a", "p2", 1, 0);
        agree("a", "p2", 0.5, 1);
        agree("b", "p2", 0.5, 0);

        ConsensusResult result = result("confidence-weighted", 0.7);

        assertThat(result.decision()).contains("do p2");
        assertThat(result.confidence()).isCloseTo(1, within(EXACT));
    }

    @Test
    void aMajorityCountsTheParts() {
        for (String agent : List.of("a", "b")) {
            agree(agent, "p1", 1, 0);
            agree(agent, "p2", 1, 0);
        }
        agree("c", "p1", 1, 0);

        ConsensusResult result = new ConsensusEngine(config("voting", 0.9)
                .withConflictResolution(ConflictResolution.MAJORITY)).evaluateByMajority(input(votes));

        assertThat(result.decision()).contains("do p1");
        assertThat(result.confidence()).isCloseTo(2.0 / 3, within(EXACT));
    }

    @Test
    void approvalIsAsItWas() {
        for (String agent : List.of("a", "b", "c")) {
            agree(agent, "p1", 0.9, 0);
            agree(agent, "p2", 0.9, 0);
        }

        ConsensusResult result = new ConsensusEngine(config("voting", 0.7).withBallots(BallotRule.APPROVAL))
                .evaluate(input(votes));

        assertThat(result.standings().subList(0, 2))
                .allSatisfy(standing -> assertThat(standing.weightRatio()).isEqualTo(1));
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void theOrderOfVotesChangesNothing(String strategy) {
        for (long seed = 0; seed < RANDOM_TABLES; seed++) {
            Random random = new Random(seed);
            List<VoteRecord> dealt = randomVotes(random);
            List<VoteRecord> shuffled = new ArrayList<>(dealt);
            Collections.shuffle(shuffled, random);

            ConsensusEngine engine = new ConsensusEngine(config(strategy, 0.7));
            ConsensusResult result = engine.evaluate(input(dealt));
            ConsensusResult again = engine.evaluate(input(shuffled));

            assertThat(again.verdict()).as("seed %d, %s", seed, dealt).isEqualTo(result.verdict());
            assertThat(again.standings()).as("seed %d, %s", seed, dealt).isEqualTo(result.standings());
        }
    }

    @Test
    void eachVoterHasOneVoteAtMost() {
        for (long seed = 0; seed < RANDOM_TABLES; seed++) {
            List<VoteRecord> dealt = randomVotes(new Random(seed));
            VoteTally tally = config("voting", 0.7).tally(input(dealt));
            double heads = 0;
            for (int i = 0; i < tally.size(); i++) {
                heads += tally.majority(i) * tally.voters();
                assertThat(tally.agreeWeight(i)).as("seed %d", seed).isLessThanOrEqualTo(tally.allWeight(i) + EXACT);
                assertThat(tally.allVoters(i)).as("seed %d", seed).isLessThanOrEqualTo(tally.voters());
            }
            assertThat(heads).as("seed %d, %s", seed, dealt).isLessThanOrEqualTo(tally.voters() + EXACT);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void moreSupportNeverLowersAProposal(String strategy) {
        for (long seed = 0; seed < RANDOM_TABLES; seed++) {
            Random random = new Random(seed);
            List<VoteRecord> dealt = randomVotes(random);
            List<VoteRecord> more = new ArrayList<>(dealt);
            String agent = "new";
            more.add(vote(agent, "p1", Stance.AGREE, 1, 0, more.size()));
            if (random.nextBoolean()) {
                dealt.add(vote(agent, "p2", Stance.AGREE, 1, 0, more.size() + 1));
                more.add(dealt.getLast()); // It approved of p2 alone, and now of both.
            }

            assertThat(support(more, strategy)).as("seed %d, %s", seed, dealt)
                    .isGreaterThanOrEqualTo(support(dealt, strategy) - EXACT);
        }
    }

    /** Agreeing share of p1 by heads and by weight. */
    private static double support(List<VoteRecord> cast, String strategy) {
        VoteTally tally = config(strategy, 0.7).tally(input(cast));
        int p1 = 0;
        return strategy.equals("voting") ? tally.headRatio(p1) : tally.weightRatio(p1);
    }

    private void agree(String agent, String proposal, double weight, int second) {
        votes.add(vote(agent, proposal, Stance.AGREE, weight, second, votes.size()));
    }

    private ConsensusResult result(String strategy, double threshold) {
        return new ConsensusEngine(config(strategy, threshold)).evaluate(input(votes));
    }

    private static ConsensusConfig config(String strategy, double threshold) {
        return new ConsensusConfig(StrategyCatalog.named(strategy), threshold, 2, BallotRule.EXCLUSIVE, 1);
    }

    private static ConsensusInput input(List<VoteRecord> cast) {
        return ConsensusInput.of(Ballots.on("p1", "p2", "p3").proposals(), cast);
    }

    private static VoteRecord vote(String agent, String proposal, Stance stance, double weight, int second,
            int number) {
        Instant time = Ballots.START.plus(Duration.ofSeconds(second));
        return new VoteRecord(agent, new Payload.Vote(proposal, stance, null, weight), time, null, "vote " + number);
    }

    /** At most one vote of an agent on a proposal at one time, in two rounds. */
    private static List<VoteRecord> randomVotes(Random random) {
        List<VoteRecord> dealt = new ArrayList<>();
        for (int second = 0; second < 2; second++) {
            for (int agent = 0; agent < 4; agent++) {
                for (String proposal : List.of("p1", "p2", "p3")) {
                    Stance stance = random.nextInt(4) == 0 ? Stance.DISAGREE : Stance.AGREE;
                    if (random.nextInt(3) > 0) {
                        dealt.add(vote("a" + agent, proposal, stance, (1 + random.nextInt(4)) / 4.0, second,
                                dealt.size()));
                    }
                }
            }
        }
        return dealt;
    }
}
