package dev.waggle.swarm.consensus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.reliability.DecisionCase;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.ReliabilityState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class LearnedStrategyTest {

    private static final double EXACT = 1e-9;
    private static final int TABLES = 300;
    private static final DecisionRule RULE = new DecisionRule(0.7, 1);
    private static final List<String> IDS = List.of("p1", "p2", "p3");
    private static final List<String> AGENTS = List.of("expert", "good", "fair", "weak", "liar");

    @Test
    void withoutOutcomesItIsTheConfidenceWeightedStrategy() {
        ConsensusStrategy before = new ConfidenceWeightedStrategy();
        for (int seed = 0; seed < TABLES; seed++) {
            Random random = new Random(seed);
            DecisionRule rule = new DecisionRule(random.nextDouble(), 1 + random.nextInt(4));
            VoteTally tally = tally(IDS, randomVotes(random));

            assertThat(LearnedStrategy.untaught().evaluate(tally, rule)).as("seed %d", seed)
                    .isEqualTo(before.evaluate(tally, rule));
            assertThat(LearnedStrategy.untaught().figures(tally)).as("seed %d", seed).isEqualTo(before.figures(tally));
            assertThat(LearnedStrategy.untaught().estimate(tally, "p1")).isEmpty();
        }
    }

    @Test
    void theMostProbableProposalLeadsAndItsProbabilityDecides() {
        LearnedStrategy taught = taught(true);
        int decided = 0;
        for (int seed = 0; seed < TABLES; seed++) {
            VoteTally tally = tally(IDS, randomVotes(new Random(seed)));
            double[] figures = taught.figures(tally);
            ConsensusVerdict verdict = taught.evaluate(tally, RULE);
            if (tally.anyAgreement()) {
                int leader = IDS.indexOf(verdict.leader());
                double highest = Math.max(figures[0], Math.max(figures[1], figures[2]));
                assertThat(figures[leader]).as("seed %d", seed).isEqualTo(highest);
                assertThat(verdict.agreement()).isEqualTo(highest);
                assertThat(verdict.decided()).isEqualTo(highest >= 0.7 && tally.agreeVoters(leader) > 0);
                assertThat(verdict.reasoning()).startsWith("the probability that " + verdict.leader() + " is right is ")
                        .contains(", learned from 300 outcomes, threshold 70.0 %");
                assertThat(taught.estimate(tally, verdict.leader()).orElseThrow().probability()).isEqualTo(highest);
                decided += verdict.decided() ? 1 : 0;
            } else {
                assertThat(verdict).isEqualTo(ConsensusVerdict.none("nobody agrees with any of 3 proposals"));
            }
        }
        assertThat(decided).isBetween(TABLES / 20, TABLES);
    }

    @Test
    void anExpertOutweighsAWeakAgentAndALiarSpeaksAgainst() {
        LearnedStrategy taught = taught(false);
        VoteTally tally = tally(IDS,
                List.of(vote("expert", "p1", Stance.AGREE, 0), vote("weak", "p2", Stance.AGREE, 1)));
        assertThat(taught.evaluate(tally, RULE).leader()).isEqualTo("p1");

        assertThat(withLiar(taught, "p1")).isLessThan(withLiar(taught, "p2"));
    }

    /** Probability of p1 beside p2, each with one supporter and the liar on one side. */
    private static double withLiar(LearnedStrategy taught, String side) {
        return taught
                .figures(tally(IDS, List.of(vote("good", "p1", Stance.AGREE, 0), vote("fair", "p2", Stance.AGREE, 1),
                        vote("liar", side, Stance.AGREE, 2))))[0];
    }

    @Test
    void aProposalThatNoAgentAgreesWithLeadsButIsNotDecided() {
        LearnedWeights.AgentWeight negative = new LearnedWeights.AgentWeight(1, -9, -9, List.of(), List.of(), 0);
        LearnedStrategy taught = new LearnedStrategy(
                new LearnedWeights("1", 1, "", Map.of(), Map.of(), Map.of("liar", negative)),
                LearnedCase.ofReaders("", 1));

        ConsensusVerdict verdict = taught.evaluate(tally(IDS, List.of(vote("liar", "p1", Stance.AGREE, 0))),
                new DecisionRule(0, 1));

        assertThat(verdict.leader()).isEqualTo("p2");
        assertThat(verdict.decided()).isFalse();
        assertThat(verdict.reasoning()).endsWith("learned from 1 outcome, threshold 0.0 %; nobody agrees with it");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theOrderOfVotesAndTheNamesOfProposalsDoNotMatter(boolean haveRead) {
        LearnedStrategy taught = taught(haveRead);
        List<String> renamed = List.of("z", "y", "x");
        for (int seed = 0; seed < TABLES; seed++) {
            List<VoteRecord> votes = randomVotes(new Random(seed));
            List<VoteRecord> shuffled = new ArrayList<>(votes);
            Collections.shuffle(shuffled, new Random(seed));
            List<VoteRecord> onRenamed = votes.stream()
                    .map(vote -> vote.on(renamed.get(IDS.indexOf(vote.proposalId())))).toList();
            VoteTally tally = tally(IDS, votes);
            double[] figures = taught.figures(tally);

            assertThat(taught.figures(tally(IDS.reversed(), shuffled))).as("seed %d", seed).isEqualTo(figures);
            assertThat(taught.evaluate(tally(IDS, shuffled), RULE)).isEqualTo(taught.evaluate(tally, RULE));
            assertThat(taught.evaluate(tally, RULE)).isEqualTo(taught.evaluate(tally, RULE));
            double[] others = taught.figures(tally(renamed, onRenamed));
            for (int i = 0; i < 3; i++) {
                assertThat(others[2 - i]).as("seed %d", seed).isCloseTo(figures[i], within(EXACT));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void supportOfAnAgentWithAPositiveWeightNeverLowersAProposal(boolean haveRead) {
        LearnedStrategy taught = taught(haveRead);
        List<String> positive = AGENTS.stream().filter(agent -> taught.weights().ofVote(agent, haveRead) > 0).toList();
        assertThat(positive).contains("expert", "good").doesNotContain("liar");
        for (int seed = 0; seed < TABLES; seed++) {
            Random random = new Random(seed);
            String more = positive.get(random.nextInt(positive.size()));
            List<VoteRecord> votes = new ArrayList<>();
            for (String agent : AGENTS) {
                if (!agent.equals(more) && random.nextInt(4) > 0) {
                    votes.add(vote(agent, IDS.get(random.nextInt(3)), Stance.AGREE, votes.size()));
                }
            }
            double before = taught.figures(tally(IDS, votes))[0];
            votes.add(vote(more, "p1", Stance.AGREE, votes.size()));
            assertThat(taught.figures(tally(IDS, votes))[0]).as("seed %d, %s, %s", seed, more, votes)
                    .isGreaterThanOrEqualTo(before - EXACT);
        }
    }

    @Test
    void aCaseReadsSharedBallotsObjectionsAndFirstAnswers() {
        List<VoteRecord> votes = List.of(vote("a", "p1", Stance.AGREE, 0), vote("a", "p2", Stance.AGREE, 0),
                vote("b", "p3", Stance.DISAGREE, 1), vote("c", "p1", Stance.AGREE, 2), vote("c", "p2", Stance.AGREE, 3),
                vote("d", "p2", Stance.ABSTAIN, 4));

        DecisionCase read = LearnedCase.ofReaders("math", 9).of(tally(IDS, votes));

        assertThat(read.category()).isEqualTo("math");
        assertThat(read.panel()).isEqualTo(9);
        assertThat(read.others()).isEqualTo(1);
        assertThat(read.first()).containsExactly(2.0, 0.0, 0.0);
        assertThat(read.ballots()).extracting(ballot -> ballot.agent() + " " + ballot.stances())
                .containsExactly("a {0=0.5, 1=0.5}", "b {2=-0.5}", "c {1=1.0}", "d {}");
        DecisionCase alone = new LearnedCase(ConfidenceModel.alone().withAnswers(5), "", 0, false, true)
                .of(tally(IDS, votes));
        assertThat(alone.first()).isEmpty();
        assertThat(alone.panel()).isEqualTo(4);
        assertThat(alone.others()).isEqualTo(2);
        assertThat(alone.answers()).hasSize(3);
        assertThatThrownBy(() -> LearnedCase.ofReaders("", -1)).hasMessageContaining("got -1");
    }

    @Test
    void aCaseReadsEveryStatedConfidence() {
        VoteRecord stated = vote("a", "p1", Stance.AGREE, 0).withConfidences(List.of(0.9, 0.4));
        VoteRecord objection = vote("a", "p2", Stance.DISAGREE, 1).withConfidences(List.of(0.1));

        assertThat(LearnedCase.ofReaders("", 0).of(tally(IDS, List.of(stated, objection))).ballots().getFirst()
                .confidences()).containsExactly(0.9, 0.4);
    }

    @Test
    void withoutHistoryACaseHasTheProbabilitiesOfOneItem() {
        for (int seed = 0; seed < TABLES; seed++) {
            VoteTally tally = tally(IDS, randomVotes(new Random(seed)));
            Map<String, Double> expected = ConfidenceModel.readers().estimate(tally, "p1").ofProposals();
            double[] probabilities = LearnedWeights.NONE.probabilities(LearnedCase.ofReaders("", 0).of(tally));
            for (int i = 0; i < 3; i++) {
                assertThat(probabilities[i]).as("seed %d", seed)
                        .isCloseTo(expected.getOrDefault(IDS.get(i), -1.0), within(EXACT));
            }
        }
    }

    /** 300 outcomes of five agents: the expert is right nine times of ten, and the liar never. */
    private static LearnedStrategy taught(boolean haveRead) {
        LearnedCase cases = haveRead ? LearnedCase.ofReaders("", 5)
                : new LearnedCase(ConfidenceModel.alone(), "", 5, false, false);
        double[] shares = {0.9, 0.75, 0.6, 0.4, 0};
        ReliabilityState state = new ReliabilityState();
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            int right = random.nextInt(3);
            List<VoteRecord> votes = new ArrayList<>();
            for (int agent = 0; agent < shares.length; agent++) {
                int answer = random.nextDouble() < shares[agent] ? right : (right + 1 + random.nextInt(2)) % 3;
                votes.add(vote(AGENTS.get(agent), IDS.get(answer), Stance.AGREE, votes.size()));
            }
            state.learn(cases.of(tally(IDS, votes)), OptionalInt.of(right));
        }
        return new LearnedStrategy(state.weights(AGENTS, ""), cases);
    }

    private static VoteTally tally(List<String> ids, List<VoteRecord> votes) {
        return VoteTally.of(Ballots.on(ids).proposals(), votes, BallotRule.EXCLUSIVE, 1);
    }

    private static List<VoteRecord> randomVotes(Random random) {
        List<VoteRecord> votes = new ArrayList<>();
        for (String agent : AGENTS) {
            for (int cast = random.nextInt(3); cast > 0; cast--) {
                Stance stance = random.nextInt(4) == 0 ? List.of(Stance.values()).get(random.nextInt(3)) : Stance.AGREE;
                votes.add(vote(agent, IDS.get(random.nextInt(3)), stance, votes.size()));
            }
        }
        return votes;
    }

    private static VoteRecord vote(String agent, String proposal, Stance stance, int second) {
        return new VoteRecord(agent, new Payload.Vote(proposal, stance, null, 1), Ballots.START.plusSeconds(second),
                null, "vote " + agent + second + proposal);
    }
}
