package dev.waggle.swarm.reliability;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

class ReliabilityLimitsTest {

    private final ReliabilityState state = new ReliabilityState();
    private final Random random = new Random(1);

    /** So the cost of a step does not depend on them. */
    @Test
    void aStepTouchesTheAgentsOfThePanelAlone() {
        List<String> others = PanelSimulation.agents("other", 500);
        for (int i = 0; i < 500; i += 5) {
            learn("", others.subList(i, i + 5));
        }
        learn("", List.of("a", "b", "c"));
        LearnedTerms terms = state.terms();
        List<Double> before = figures(terms, 1, 501);
        int pairs = terms.pairs();
        int size = terms.size();

        for (int i = 0; i < 20; i++) {
            learn("", List.of("a", "b", "c"));
        }

        assertThat(figures(terms, 1, 501)).isEqualTo(before);
        assertThat(terms.pairs()).isEqualTo(pairs);
        assertThat(terms.size()).isEqualTo(size).isEqualTo(1 + 503);
    }

    /** More terms than a step takes: those of other kinds of task stay out. */
    @Test
    @Timeout(120)
    void aPanelOfManyAgentsAndTwentyCategoriesLearns() {
        learnCategories(PanelSimulation.agents("a", 80));
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void aPanelOfFourHundredAgentsAndTwentyCategoriesLearns() {
        learnCategories(PanelSimulation.agents("a", 400));
    }

    private void learnCategories(List<String> agents) {
        for (int category = 0; category < 20; category++) {
            for (int i = 0; i <= ReliabilityState.OUTCOMES_OF_CATEGORY; i++) {
                learn("task " + category, agents.subList(category, category + 3));
            }
        }
        for (int category = 0; category < 2; category++) {
            learn("task " + category, agents);
        }
        assertSane(agents);
    }

    @Test
    @Timeout(120)
    void aPanelOfHundredsLearnsInBoundedMemory() {
        learnTwice(PanelSimulation.agents("a", 700));
    }

    @Test
    @Tag("long")
    @Timeout(300)
    void aPanelOfThreeThousandAgentsLearnsInBoundedMemory() {
        learnTwice(PanelSimulation.agents("a", 3_000));
    }

    private void learnTwice(List<String> agents) {
        learn("", agents);
        learn("", agents);

        assertThat(state.terms().pairBytes()).isEqualTo(countedBytes()).isGreaterThan(LearnedTerms.MAX_PAIR_BYTES / 3)
                .isLessThanOrEqualTo(LearnedTerms.MAX_PAIR_BYTES);
        assertSane(agents);
    }

    @Test
    @Timeout(120)
    void theOldestPairsAreForgottenWhenTheMemoryIsFull() {
        LearnedTerms terms = new LearnedTerms();
        PanelSimulation.agents("a", 1_000).forEach(agent -> assertThat(terms.number(agent)).isPositive());
        terms.pair(LearnedTerms.COMMON, 1_000).see(500_000, 0, 0);
        terms.pair(LearnedTerms.COMMON, LearnedTerms.COMMON).see(0, 0, 0);
        int outcome = 0;
        for (int larger = 2; larger <= 1_000; larger++) {
            for (int smaller = 1; smaller < larger; smaller++) {
                outcome++;
                terms.pair(smaller, larger).see(outcome, 0, 0);
            }
            terms.forget();
            assertThat(terms.pairBytes()).isLessThanOrEqualTo(LearnedTerms.MAX_PAIR_BYTES);
        }

        assertThat(terms.pairs()).isGreaterThan(200_000);
        assertThat(terms.find(1, 2)).isNull();
        assertThat(terms.find(999, 1_000)).isNotNull();
        assertThat(terms.find(LearnedTerms.COMMON, 1_000)).isNotNull();
        assertThat(terms.find(LearnedTerms.COMMON, LearnedTerms.COMMON)).isNotNull();
        long kept = terms.pairBytes();
        terms.drop(999, 1_000);
        terms.drop(1, 2);
        assertThat(terms.pairBytes()).isEqualTo(kept - PairState.bytes(0));
    }

    @Test
    @Timeout(120)
    void theAgentThatWasAwayLongestLeavesWhenTheMemoryIsFull() {
        LearnedTerms terms = new LearnedTerms();
        int left = 0;
        for (int outcome = 1; left == 0; outcome++) {
            String agent = "agent with a name of fifty characters, as one has, " + outcome;
            int number = terms.number(agent);
            terms.member(number).ensure(ModelTerm.AGENT, 1);
            terms.member(number).addOutcomes(outcome % 3, 0);
            terms.member(number).see(outcome / 10);
            terms.grow(number);
            terms.pair(LearnedTerms.COMMON, number).see(outcome, 0, 0);
            terms.pair(Math.max(1, number - 1), number).see(outcome, 0, 0);
            int before = terms.size();
            terms.forget();
            left = before - terms.size();
            assertThat(terms.memberBytes()).isLessThanOrEqualTo(LearnedTerms.MAX_MEMBER_BYTES);
        }

        assertThat(left).isGreaterThan(1_000);
        assertThat(terms.memberBytes()).isEqualTo(countedMemberBytes(terms))
                .isGreaterThan(LearnedTerms.MAX_MEMBER_BYTES / 2);
        List<String> agents = terms.agents();
        assertThat(agents).last().asString().endsWith(" " + (left + agents.size()));
        int split = (left + 9) / 10; // Of ten agents of one outcome, some have left.
        for (int number = 1; number <= agents.size(); number++) {
            String agent = agents.get(number - 1);
            assertThat(terms.find(agent)).isEqualTo(number);
            assertThat(terms.member(number).seen()).isGreaterThanOrEqualTo(split - 2L);
            assertThat(terms.find(LearnedTerms.COMMON, number)).as(agent).isNotNull()
                    .matches(pair -> agent.endsWith(" " + pair.seen()));
        }
        assertThat(terms.find(agents.size() - 1, agents.size())).isNotNull();
        long[] bytes = {0};
        terms.forEachPair((key, pair) -> {
            assertThat(LearnedTerms.larger(key)).isLessThanOrEqualTo(agents.size());
            bytes[0] += pair.bytes();
        });
        assertThat(terms.pairBytes()).isEqualTo(bytes[0]);
    }

    private static long countedMemberBytes(LearnedTerms terms) {
        long[] bytes = {terms.member(LearnedTerms.COMMON).bytes()};
        terms.forEachAgent((agent, member) -> bytes[0] += member.bytes() + 2L * agent.length());
        return bytes[0];
    }

    /** Of two that were away as long, the one with fewer outcomes leaves first; then the first by name. */
    @Test
    void amongAgentsThatWereAwayAsLongTheOneWithFewestOutcomesLeaves() {
        List<String> names = List.of("d", "c", "b", "a");
        LearnedTerms terms = new LearnedTerms();
        int large = (int) (LearnedTerms.MAX_MEMBER_BYTES / 8);
        for (int i = 0; i < names.size(); i++) {
            int number = terms.number(names.get(i) + "x".repeat(large));
            terms.member(number).addOutcomes(i == 0 ? 1 : 2, 0);
            terms.member(number).see(7);
        }
        terms.forget();

        assertThat(terms.agents()).extracting(agent -> agent.substring(0, 1)).containsExactly("c", "b");
    }

    @Test
    void aStateThatWasReadForgetsTheSameAgents() {
        List<String> agents = PanelSimulation.agents("an agent of a long name " + "x".repeat(20_000), 240);
        ReliabilityState read = state;
        ReliabilityState again = new ReliabilityState();
        for (int i = 0; i < agents.size(); i += 6) {
            DecisionCase decision = decision("", agents.subList(i, i + 6), 0);
            read.learn(decision, OptionalInt.of(0));
            again.learn(decision, OptionalInt.of(0));
            read = i % 60 == 0 ? ReliabilityCodec.read(ReliabilityCodec.write(read)) : read;
        }
        assertThat(again.agents()).hasSizeLessThan(230).endsWith(agents.getLast()).doesNotContain(agents.getFirst());
        assertThat(read.terms().memberBytes()).isEqualTo(countedMemberBytes(read.terms()))
                .isLessThanOrEqualTo(LearnedTerms.MAX_MEMBER_BYTES);
        assertThat(ReliabilityCodec.write(read)).isEqualTo(ReliabilityCodec.write(again));
    }

    @Test
    @Tag("long")
    @Timeout(600)
    void thePairsOfManyAgentsNeverTakeMoreThanTheMemory() {
        fill(24);
    }

    /** Panels of two hundred new agents each. */
    private void fill(int panels) {
        boolean hasForgotten = false;
        for (int panel = 0; panel < panels; panel++) {
            List<String> agents = PanelSimulation.agents("p" + panel + "a", 200);
            long before = state.terms().pairBytes();
            learn("", agents);
            hasForgotten |= state.terms().pairBytes() < before;
            assertThat(state.terms().pairBytes()).isEqualTo(countedBytes())
                    .isLessThanOrEqualTo(LearnedTerms.MAX_PAIR_BYTES);
            int last = state.terms().find(agents.getLast());
            assertThat(state.terms().find(last - 1, last)).as("the newest pair").isNotNull();
        }
        assertThat(hasForgotten).isTrue();
        assertThat(state.terms().find(1, 2)).as("the oldest pair").isNull();
        assertSane(state.agents().subList(0, 400));
    }

    private long countedBytes() {
        long[] bytes = {0};
        state.terms().forEachPair((_, pair) -> bytes[0] += pair.bytes());
        return bytes[0];
    }

    private void assertSane(List<String> agents) {
        double sum = 0;
        for (double share : state.probabilities(decision("task 1", agents, 0))) {
            sum += share;
        }
        assertThat(sum).isBetween(1 - 1e-9, 1 + 1e-9);
        for (String agent : List.of(agents.getFirst(), agents.getLast())) {
            MemberState member = state.terms().member(state.terms().find(agent));
            assertThat(member.outcomes()).isPositive();
            for (int place = 0; place < member.size(); place++) {
                assertThat(member.mean(place)).isBetween(-5.0, 5.0);
                assertThat(member.deviation(place)).isBetween(1e-4, 1.0);
            }
        }
    }

    private void learn(String category, List<String> agents) {
        int right = random.nextInt(PanelSimulation.OPTIONS);
        state.learn(decision(category, agents, right), OptionalInt.of(right));
    }

    private DecisionCase decision(String category, List<String> agents, int right) {
        List<CaseBallot> ballots = new ArrayList<>();
        for (String agent : agents) {
            int answer = random.nextInt(3) == 0 ? random.nextInt(PanelSimulation.OPTIONS) : right;
            ballots.add(new CaseBallot(agent, Map.of(answer, 1.0), List.of(random.nextDouble())));
        }
        return PanelSimulation.decided(category, ballots, 0);
    }

    /** Every number of these members and of the pairs among them. */
    private static List<Double> figures(LearnedTerms terms, int from, int to) {
        List<Double> figures = new ArrayList<>();
        for (int i = from; i < to; i++) {
            MemberState member = terms.member(i);
            figures.add((double) member.outcomes());
            for (int place = 0; place < member.size(); place++) {
                figures.add(member.mean(place));
                figures.add(member.deviation(place));
            }
            for (int j = i; j < to; j++) {
                PairState pair = terms.find(i, j);
                if (pair != null) {
                    figures.add((double) pair.seen());
                    for (int row = 0; row < pair.rows(); row++) {
                        for (int column = 0; column < pair.columns(); column++) {
                            figures.add(pair.link(row, column));
                        }
                    }
                }
            }
        }
        return figures;
    }
}
