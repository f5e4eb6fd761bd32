package dev.waggle.swarm.reliability;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;

import dev.waggle.math.inference.VoterModel;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Lessons of an option that is wrong, without the right one. */
class WrongOptionTest {

    private static final double EXACT = 1e-9;
    private static final List<String> AGENTS = PanelSimulation.agents("a", 7);

    private final ReliabilityState state = new ReliabilityState();
    private final ReliabilityState other = new ReliabilityState();

    @Test
    void oneOfTwoIsWrongWhenTheOtherIsRight() {
        Random random = new Random(1);
        for (int i = 0; i < 60; i++) {
            DecisionCase decision = decision(2, i % 2 == 0, 0, random);
            int wrong = random.nextInt(2);
            state.learn(decision, new CaseTruth.Wrong(wrong));
            other.learn(decision, OptionalInt.of(1 - wrong));
        }
        assertThat(ReliabilityCodec.write(state)).isEqualTo(ReliabilityCodec.write(other));
    }

    @Test
    void theOnlyOneIsWrongWhenNobodyNamedTheRightOne() {
        Random random = new Random(2);
        for (int i = 0; i < 20; i++) {
            DecisionCase decision = decision(1, i % 2 == 0, i % 3, random);
            state.learn(decision, new CaseTruth.Wrong(0));
            other.learn(decision, new CaseTruth.Unnamed());
        }
        assertThat(ReliabilityCodec.write(state)).isEqualTo(ReliabilityCodec.write(other));
    }

    /** There are other answers, so that an option is wrong does not say that the second one is right. */
    @Test
    void oneOfTwoBesideOthersTeachesLessThanTheRightOne() {
        Random random = new Random(3);
        DecisionCase decision = decision(2, true, 1, random);
        state.learn(decision, new CaseTruth.Wrong(0));
        other.learn(decision, OptionalInt.of(1));

        assertThat(state.probabilities(decision)[0]).isLessThan(new ReliabilityState().probabilities(decision)[0]);
        assertThat(state.probabilities(decision)[1]).isLessThan(other.probabilities(decision)[1]);
    }

    @Test
    void agentsOfTheWrongOptionNeverGainFromIt() {
        for (int seed = 0; seed < 400; seed++) {
            Random random = new Random(seed);
            ReliabilityState fresh = new ReliabilityState();
            DecisionCase decision = decision(2 + random.nextInt(4), random.nextBoolean(), random.nextInt(3), random);
            double[] before = fresh.probabilities(decision);
            int leader = leader(before);
            fresh.learn(decision, new CaseTruth.Wrong(leader));

            assertThat(fresh.probabilities(decision)[leader]).as("seed %d", seed)
                    .isLessThanOrEqualTo(before[leader] + EXACT);
            LearnedWeights weights = fresh.weights(AGENTS, "");
            for (CaseBallot ballot : decision.ballots()) {
                if (ballot.supports(leader)) {
                    assertThat(weights.ofVote(ballot.agent(), decision.isDebate())).as("seed %d", seed)
                            .isLessThanOrEqualTo(EXACT);
                }
            }
        }
    }

    @Test
    void agentsOfOtherOptionsHaveNoOutcome() {
        Random random = new Random(4);
        DecisionCase decision = new DecisionCase("", 3, List.of(1.0, 0.5, 0.0), 1,
                List.of(ballot("a", Map.of(0, 1.0)), ballot("b", Map.of(1, 1.0)), ballot("c", Map.of(0, 0.5, 2, 0.5)),
                        ballot("d", Map.of(0, -0.5))).subList(0, 2 + random.nextInt(2)),
                List.of(), List.of());
        state.learn(decision, new CaseTruth.Wrong(0));

        assertThat(state.outcomes()).isEqualTo(1);
        assertThat(state.terms().member(state.terms().find("a"))).returns(1L, MemberState::outcomes)
                .returns(0L, MemberState::right).returns(1L, MemberState::steps);
        assertThat(state.terms().member(state.terms().find("b"))).returns(0L, MemberState::outcomes)
                .returns(1L, MemberState::steps);
        for (CaseBallot ballot : decision.ballots()) {
            MemberState member = state.terms().member(state.terms().find(ballot.agent()));
            assertThat(member.meanOf(ModelTerm.AGENT)).isEqualTo(member.mean(0)).isNotZero();
        }
    }

    @Test
    void theOrderOfBallotsAndOptionsDoesNotMatter() {
        Random random = new Random(5);
        for (int i = 0; i < 40; i++) {
            DecisionCase decision = decision(4, false, 1, random);
            List<CaseBallot> shuffled = new ArrayList<>(decision.ballots());
            Collections.shuffle(shuffled, random);
            int wrong = random.nextInt(4);
            state.learn(decision, new CaseTruth.Wrong(wrong));
            other.learn(new DecisionCase("", decision.panel(), decision.offsets(), 1, shuffled, List.of(),
                    decision.first()), new CaseTruth.Wrong(wrong));
        }
        assertThat(ReliabilityCodec.write(state)).isEqualTo(ReliabilityCodec.write(other));
    }

    /** Of four options with one right, a wrong leader is a third of the lesson, and many of them find the truth. */
    @Test
    void manyWrongLeadersShowWhoIsReliable() {
        PanelSimulation simulation = new PanelSimulation(6);
        for (int i = 0; i < AGENTS.size(); i++) {
            simulation.with(AGENTS.get(i), i < 3 ? 0.85 : 0.3);
        }
        for (int i = 0; i < 400; i++) {
            PanelSimulation.Item item = simulation.item("", AGENTS);
            int leader = leader(state.probabilities(item.decision()));
            state.learn(item.decision(),
                    leader == item.right() ? new CaseTruth.Right(leader) : new CaseTruth.Wrong(leader));
        }
        LearnedWeights weights = state.weights(AGENTS, "");
        for (int i = 3; i < AGENTS.size(); i++) {
            for (int expert = 0; expert < 3; expert++) {
                assertThat(weights.ofVote(AGENTS.get(i), false))
                        .isLessThan(weights.ofVote(AGENTS.get(expert), false));
            }
        }
    }

    @Test
    void refusesAnOptionThatIsNone() {
        DecisionCase decision = decision(3, false, 1, new Random(7));
        assertThatThrownBy(() -> state.learn(decision, new CaseTruth.Wrong(3)))
                .hasMessage("the wrong option must be below 3, got 3");
        assertThat(state.outcomes()).isZero();
        assertThat(state.agents()).isEmpty();
    }

    private static int leader(double[] probabilities) {
        int leader = 0;
        for (int option = 1; option < probabilities.length - 1; option++) {
            leader = probabilities[option] > probabilities[leader] ? option : leader;
        }
        return leader;
    }

    private static CaseBallot ballot(String agent, Map<Integer, Double> stances) {
        return new CaseBallot(agent, stances, List.of());
    }

    /** Every agent has one of the options. */
    private static DecisionCase decision(int options, boolean isDebate, int others, Random random) {
        List<CaseBallot> ballots = new ArrayList<>();
        for (String agent : AGENTS) {
            ballots.add(ballot(agent, Map.of(random.nextInt(options), 1.0)));
        }
        List<Double> first = isDebate ? Collections.nCopies(options, 1.0) : List.of();
        return PanelSimulation.decided("", options, ballots, options == 1 ? Math.max(1, others) : others,
                isDebate ? VoterModel.READERS : VoterModel.ALONE, first);
    }
}
