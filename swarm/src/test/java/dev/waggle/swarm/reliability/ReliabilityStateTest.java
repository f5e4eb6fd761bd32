package dev.waggle.swarm.reliability;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Random;

import dev.waggle.math.inference.VoterModel;
import org.junit.jupiter.api.Test;

import static dev.waggle.swarm.reliability.PanelSimulation.decided;
import static dev.waggle.swarm.reliability.PanelSimulation.posterior;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class ReliabilityStateTest {

    private static final double EXACT = 1e-9;

    private final ReliabilityState state = new ReliabilityState();

    @Test
    void withoutOutcomesProbabilitiesAreThoseOfOneItem() {
        Random random = new Random(1);
        for (int voters = 1; voters <= 60; voters++) {
            for (int round = 0; round < 6; round++) {
                int options = 1 + random.nextInt(7);
                int others = round % 2 == 0 ? 1 : random.nextInt(4) + (options == 1 ? 1 : 0);
                List<CaseBallot> ballots = randomBallots(voters, options, random);
                VoterModel model = round < 3 ? VoterModel.ALONE : VoterModel.READERS;
                List<Double> first = round < 3 ? List.of() : Collections.nCopies(options, 1.0);

                double[] probabilities = state.probabilities(decided("", options, ballots, others, model, first));

                double[] expected = posterior(options, ballots).probabilities(model, others);
                for (int option = 0; option < options; option++) {
                    assertThat(probabilities[option]).as("%s", ballots).isCloseTo(expected[option], within(EXACT));
                }
                assertThat(probabilities).hasSize(options + 1);
                assertThat(sum(probabilities)).isCloseTo(1, within(EXACT));
            }
        }
        assertThat(state.version()).isEqualTo(ReliabilityState.UNTAUGHT);
        assertThat(state.agents()).isEmpty();
        assertThat(state.reliability("a0")).isNull();
    }

    @Test
    void theOrderOfBallotsChangesNotOneBit() {
        ReliabilityState shuffled = new ReliabilityState();
        for (RandomCase one : randomCases(3, 60)) {
            List<CaseBallot> ballots = new ArrayList<>(one.decision.ballots());
            Collections.shuffle(ballots, new Random(4));
            DecisionCase decision = one.decision;
            state.learn(decision, one.right);
            shuffled.learn(new DecisionCase(decision.category(), decision.panel(), decision.offsets(),
                    decision.others(), ballots, decision.answers(), decision.first()), one.right);
        }

        assertThat(shuffled.version()).isEqualTo(state.version());
        assertThat(ReliabilityCodec.write(shuffled)).isEqualTo(ReliabilityCodec.write(state));
    }

    @Test
    void theNumbersOfOptionsAndTheNamesOfAgentsDoNotMatter() {
        ReliabilityState changed = new ReliabilityState();
        for (RandomCase one : randomCases(5, 80)) {
            DecisionCase reversed = reversedAndRenamed(one.decision);
            int options = one.decision.options();
            double[] probabilities = state.probabilities(one.decision);
            double[] others = changed.probabilities(reversed);
            for (int option = 0; option < options; option++) {
                assertThat(others[options - 1 - option]).isCloseTo(probabilities[option], within(EXACT));
            }
            assertThat(others[options]).isCloseTo(probabilities[options], within(EXACT));
            state.learn(one.decision, one.right);
            changed.learn(reversed, one.right.isPresent() ? OptionalInt.of(options - 1 - one.right.getAsInt())
                    : OptionalInt.empty());
        }
    }

    @Test
    void theSameOutcomesGiveTheSameVersionAndAnotherOrderAnother() {
        ReliabilityState again = new ReliabilityState();
        ReliabilityState backwards = new ReliabilityState();
        List<RandomCase> cases = randomCases(6, 40);
        cases.forEach(one -> state.learn(one.decision, one.right));
        cases.forEach(one -> again.learn(one.decision, one.right));
        cases.reversed().forEach(one -> backwards.learn(one.decision, one.right));

        assertThat(again.version()).isEqualTo(state.version()).isNotEqualTo(ReliabilityState.UNTAUGHT);
        assertThat(ReliabilityCodec.write(again)).isEqualTo(ReliabilityCodec.write(state));
        assertThat(backwards.version()).isNotEqualTo(state.version());
        assertThat(backwards.outcomes()).isEqualTo(state.outcomes()).isEqualTo(40);
    }

    @Test
    void outcomesOfOthersHelpANewAgent() {
        DecisionCase alone = decided("", List.of(ballot("new", 0, 0.9)), 0);
        double before = state.probabilities(alone)[0];
        PanelSimulation simulation = new PanelSimulation(7);
        List<String> agents = PanelSimulation.agents("a", 9);
        agents.forEach(agent -> simulation.with(agent, 0.95));
        for (int i = 0; i < 300; i++) {
            simulation.item("", agents.subList(0, 1 + i % 3)).teach(state);
        }

        LearnedWeights weights = state.weights(List.of("new", "a0"), "");
        assertThat(weights.agents()).containsOnlyKeys("a0");
        assertThat(weights.ofVote("new", false)).isPositive();
        assertThat(state.probabilities(alone)[0]).isGreaterThan(before);
        assertThat(state.agents()).doesNotContain("new");
    }

    @Test
    void anAgentThatLeavesKeepsItsOwnWeightUntilItComesBack() {
        PanelSimulation simulation = new PanelSimulation(8);
        List<String> agents = PanelSimulation.agents("a", 6);
        agents.forEach(agent -> simulation.with(agent, agent.equals("a0") ? 0.9 : 0.5));
        for (int i = 0; i < 150; i++) {
            simulation.item("", agents).teach(state);
        }
        LearnedWeights.AgentWeight left = own(state.weights(agents, ""), "a0");
        for (int i = 0; i < 300; i++) {
            simulation.item("", agents.subList(1, 6)).teach(state);
        }
        assertThat(own(state.weights(agents, ""), "a0")).isEqualTo(left);

        for (int i = 0; i < 150; i++) {
            simulation.item("", agents).teach(state);
        }
        LearnedWeights back = state.weights(agents, "");
        assertThat(own(back, "a0").outcomes()).isEqualTo(300);
        assertThat(agents).allSatisfy(agent -> assertThat(back.ofVote(agent, false)).isFinite()
                .isLessThanOrEqualTo(back.ofVote("a0", false)));
    }

    @Test
    void kindsOfConfidenceComeAndGo() {
        Random random = new Random(9);
        for (int i = 0; i < 400; i++) {
            List<CaseBallot> ballots = new ArrayList<>();
            int right = random.nextInt(4);
            for (int agent = 0; agent < 5; agent++) {
                List<Double> stated = new ArrayList<>();
                int kinds = random.nextInt(4);
                boolean knows = random.nextDouble() < 0.6;
                for (int kind = 0; kind < kinds; kind++) {
                    stated.add(random.nextInt(4) == 0 ? Double.NaN : knows ? 1.0 : random.nextInt(2));
                }
                ballots.add(new CaseBallot("a" + agent, Map.of(knows ? right : (right + 1) % 4, 1.0), stated));
            }
            DecisionCase decision = decided("", ballots, i % 3);
            state.learn(decision, OptionalInt.of(right));
            assertThat(sum(state.probabilities(decision))).isCloseTo(1, within(EXACT));
        }

        LearnedWeights weights = state.weights(List.of("a0"), "");
        assertThat(own(weights, "a0").confidences()).hasSize(3);
        assertThat(weights.common().get("confidence1")).isPositive();
        double none = state.probabilities(decided("", List.of(new CaseBallot("a0", Map.of(0, 1.0), List.of())), 0))[0];
        double blank = state.probabilities(decided("",
                List.of(new CaseBallot("a0", Map.of(0, 1.0), Collections.nCopies(8, Double.NaN))), 0))[0];
        assertThat(blank).isEqualTo(none);
    }

    @Test
    void aKindOfTaskHasTermsFromTwentyOutcomesOn() {
        PanelSimulation simulation = new PanelSimulation(10).with("a", 0.9).with("b", 0.4);
        List<String> agents = List.of("a", "b");
        for (int i = 0; i < ReliabilityState.OUTCOMES_OF_CATEGORY; i++) {
            assertThat(state.weights(agents, "math")).isEqualTo(withCategory(state.weights(agents, ""), "math"));
            simulation.item("math", agents).teach(state);
        }
        assertThat(state.categories()).containsExactly(Map.entry("math", 20L));
        assertThat(own(state.weights(agents, "math"), "a").category()).isZero();

        for (int i = 0; i < 60; i++) {
            simulation.item("math", agents).teach(state);
        }

        assertThat(own(state.weights(agents, "math"), "a").category()).isPositive();
        assertThat(own(state.weights(agents, "other"), "a").category()).isZero();
        AgentReliability reliability = Objects.requireNonNull(state.reliability("a"));
        assertThat(reliability.categories()).extracting(AgentReliability.CategoryWeight::category)
                .containsExactly("math");
        assertThat(reliability.outcomes()).isEqualTo(80);
    }

    /** The right answer is the one that more agents named first, and most have left it. */
    @Test
    void debatesUseFirstAnswers() {
        Random random = new Random(11);
        double before = state.probabilities(debate(0, 2))[0];
        for (int i = 0; i < 200; i++) {
            int right = random.nextInt(2);
            state.learn(debate(1 - right, right), OptionalInt.of(right));
        }

        assertThat(state.weights(List.of("a0"), "").common()).containsKeys("last", "first", "held", "unanimous")
                .doesNotContainKeys("vote", "count");
        assertThat(state.weights(List.of("a0"), "").common().get("first")).isPositive();
        assertThat(state.probabilities(debate(0, 0))[0]).isGreaterThan(state.probabilities(debate(0, 2))[0]);
        assertThat(state.probabilities(debate(0, 2))[0]).isLessThan(before);
    }

    @Test
    void refusesCasesThatAreNone() {
        DecisionCase decision = decided("", List.of(ballot("a", 0, 0.9)), 0);
        assertThatThrownBy(() -> state.learn(decision, OptionalInt.of(4))).hasMessageContaining("below 4");
        assertThatThrownBy(() -> state.learn(decision, OptionalInt.of(-1))).hasMessageContaining("below 4");
        assertThat(state.version()).isEqualTo(ReliabilityState.UNTAUGHT);
        assertThatThrownBy(() -> decided("", List.of(ballot("a", 0, 0.9), ballot("a", 1, 0.9)), 0))
                .hasMessageContaining("two ballots");
        assertThatThrownBy(() -> new CaseBallot("a", Map.of(0, 1.5), List.of())).hasMessageContaining("1.5");
        assertThatThrownBy(() -> new CaseBallot("a", Map.of(0, Double.NaN), List.of())).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new CaseBallot("", Map.of(), List.of())).hasMessageContaining("id of its agent");
        assertThatThrownBy(() -> new CaseBallot("a", Map.of(), List.of(1.1))).hasMessageContaining("1.1");
        assertThatThrownBy(() -> new CaseBallot("a", Map.of(), Collections.nCopies(9, 0.5))).hasMessageContaining("9");
        List<CaseBallot> wrong = List.of(new CaseBallot("a", Map.of(7, 1.0), List.of()));
        assertThatThrownBy(() -> new DecisionCase("", 1, List.of(0.0), 1, wrong, List.of(), List.of()))
                .hasMessageContaining("option 7");
        assertThatThrownBy(() -> new DecisionCase("", 0, List.of(), 0, List.of(), List.of(), List.of()))
                .hasMessageContaining("others");
        assertThatThrownBy(() -> new DecisionCase("", 1, List.of(Double.NaN), 0, List.of(), List.of(), List.of()))
                .hasMessageContaining("NaN");
    }

    /** Three agents hold one answer at the end; two of them, or none, had named the other first. */
    private static DecisionCase debate(int last, int first) {
        List<CaseBallot> ballots = new ArrayList<>();
        for (int agent = 0; agent < 3; agent++) {
            ballots.add(ballot("a" + agent, last, Double.NaN));
        }
        List<Double> firsts = first == last ? List.of(last == 0 ? 3.0 : 0.0, last == 0 ? 0.0 : 3.0)
                : List.of(last == 0 ? 1.0 : 2.0, last == 0 ? 2.0 : 1.0);
        return decided("", 2, ballots, 0, VoterModel.READERS, firsts);
    }

    private static CaseBallot ballot(String agent, int answer, double stated) {
        return new CaseBallot(agent, Map.of(answer, 1.0), List.of(stated));
    }

    private static LearnedWeights.AgentWeight own(LearnedWeights weights, String agent) {
        return Objects.requireNonNull(weights.agents().get(agent));
    }

    private static LearnedWeights withCategory(LearnedWeights weights, String category) {
        return new LearnedWeights(weights.version(), weights.outcomes(), category, weights.common(), weights.answers(),
                weights.agents());
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    private record RandomCase(DecisionCase decision, OptionalInt right) {}

    /** Cases of two to eight agents of twelve, alone and in debates, with categories and shared answers. */
    private static List<RandomCase> randomCases(long seed, int number) {
        Random random = new Random(seed);
        List<RandomCase> cases = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            int options = 2 + random.nextInt(4);
            List<CaseBallot> ballots = randomBallots(2 + random.nextInt(7), options, random);
            List<Double> first = new ArrayList<>();
            List<String> answers = new ArrayList<>();
            boolean isDebate = random.nextInt(3) == 0;
            for (int option = 0; option < options; option++) {
                answers.add("answer " + option);
                if (isDebate) {
                    first.add((double) random.nextInt(4));
                }
            }
            DecisionCase plain = decided(random.nextBoolean() ? "math" : "", options, ballots, random.nextInt(2),
                    VoterModel.ALONE, first);
            cases.add(new RandomCase(new DecisionCase(plain.category(), plain.panel(), plain.offsets(), plain.others(),
                    plain.ballots(), random.nextBoolean() ? answers : List.of(), first),
                    random.nextInt(6) == 0 ? OptionalInt.empty() : OptionalInt.of(random.nextInt(options))));
        }
        return cases;
    }

    /** Agreement, shared agreement, objections and abstentions, with up to two kinds of confidence. */
    private static List<CaseBallot> randomBallots(int voters, int options, Random random) {
        List<CaseBallot> ballots = new ArrayList<>();
        for (int voter = 0; voter < voters; voter++) {
            Map<Integer, Double> stances = new HashMap<>();
            switch (random.nextInt(6)) {
                case 0 -> stances.put(random.nextInt(options), -0.5);
                case 1 -> {
                    for (int option = 0; option < Math.min(2, options); option++) {
                        stances.put(option, 1.0 / Math.min(2, options));
                    }
                }
                case 2 -> stances.clear();
                default -> stances.put(random.nextInt(options), 1.0);
            }
            List<Double> stated = new ArrayList<>();
            for (int kind = 0; kind < random.nextInt(3); kind++) {
                stated.add(random.nextInt(3) == 0 ? Double.NaN : random.nextDouble());
            }
            ballots.add(new CaseBallot("a" + voter, stances, stated));
        }
        return ballots;
    }

    private static DecisionCase reversedAndRenamed(DecisionCase decision) {
        int last = decision.options() - 1;
        List<CaseBallot> ballots = new ArrayList<>();
        for (CaseBallot ballot : decision.ballots()) {
            Map<Integer, Double> stances = new HashMap<>();
            ballot.stances().forEach((option, stance) -> stances.put(last - option, stance));
            ballots.add(new CaseBallot("z" + (90 - Integer.parseInt(ballot.agent().substring(1))), stances,
                    ballot.confidences()));
        }
        return new DecisionCase(decision.category(), decision.panel(), decision.offsets().reversed(),
                decision.others(), ballots, decision.answers().reversed(), decision.first().reversed());
    }
}
