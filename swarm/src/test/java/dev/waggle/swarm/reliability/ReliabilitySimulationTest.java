package dev.waggle.swarm.reliability;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.waggle.math.inference.VoterModel;
import dev.waggle.swarm.reliability.PanelSimulation.Item;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ReliabilitySimulationTest {

    private static final int OUTCOMES = 1_000;

    /** Outcomes before decisions are compared. */
    private static final int WARM_UP = 300;

    private final ReliabilityState state = new ReliabilityState();

    /** Three of nine agents answer at random. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomLiarsWeighLessAndCostLittle(long seed) {
        List<String> liars = PanelSimulation.agents("liar", 3);
        List<String> honest = PanelSimulation.agents("honest", 6);
        double[] found = compare(seed, honest, liars, 1.0 / PanelSimulation.OPTIONS);

        LearnedWeights weights = state.weights(all(honest, liars), "");
        for (String liar : liars) {
            assertThat(honest).allSatisfy(agent -> assertThat(weights.ofVote(agent, false))
                    .as("seed %d, %s against %s", seed, agent, liar).isGreaterThan(weights.ofVote(liar, false)));
        }
        assertThat(found[0]).as("seed %d, nine against six", seed).isGreaterThanOrEqualTo(found[1] - 0.015);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5})
    void agentsThatAreAlwaysWrongHaveNegativeWeights(long seed) {
        List<String> liars = PanelSimulation.agents("liar", 3);
        List<String> honest = PanelSimulation.agents("honest", 6);
        double[] found = compare(seed, honest, liars, 0);

        double evidence = VoterModel.ALONE.nats(9);
        LearnedWeights weights = state.weights(all(honest, liars), "");
        assertThat(liars).allSatisfy(liar -> assertThat(weights.ofVote(liar, false) + evidence).isNegative());
        assertThat(found[0]).as("seed %d, nine against six", seed).isGreaterThanOrEqualTo(found[1] - 0.01);
    }

    /** Agents come and go, so only parts of the covariance enter a step. */
    @Test
    void panelsOfChangingAgentsStaySane() {
        PanelSimulation simulation = new PanelSimulation(6);
        List<String> agents = PanelSimulation.agents("a", 60);
        for (int i = 0; i < agents.size(); i++) {
            simulation.with(agents.get(i), 0.25 + 0.01 * i);
        }
        double taught = 0;
        double untaught = 0;
        int right = 0;
        int before = 0;
        for (int i = 0; i < 2_000; i++) {
            int from = i / 50 % 40;
            Item item = simulation.itemOfSome(i % 2 == 0 ? agents : agents.subList(from, from + 20), 3 + i % 9);
            double[] probabilities = state.probabilities(item.decision());
            double[] plain = LearnedWeights.NONE.probabilities(item.decision());
            taught += item.logLoss(probabilities);
            untaught += item.logLoss(plain);
            right += item.isFound(probabilities) ? 1 : 0;
            before += item.isFound(plain) ? 1 : 0;
            item.teach(state);
        }

        assertThat(taught).isLessThan(untaught);
        assertThat(right).isGreaterThan(before);
        state.terms().forEachAgent((agent, member) -> {
            for (int place = 0; place < member.size(); place++) {
                assertThat(Math.abs(member.mean(place))).as(agent).isLessThan(5);
                assertThat(member.deviation(place)).as(agent).isBetween(0.02, 1.0);
            }
        });
    }

    /** Twins share a weight, so their agreement is no evidence of two. */
    @Test
    void anAgentAndItsCopyAreRedundant() {
        PanelSimulation simulation = new PanelSimulation(7).with("a", 0.7).with("b", 0.7).with("c", 0.7);
        for (int i = 0; i < 400; i++) {
            Item item = simulation.item("", List.of("a", "b", "c"));
            List<CaseBallot> ballots = new ArrayList<>(item.decision().ballots());
            CaseBallot first = ballots.getFirst();
            ballots.add(new CaseBallot("twin", first.stances(), first.confidences()));
            new Item(PanelSimulation.decided("", ballots, 0), item.right()).teach(state);
        }

        AgentReliability twin = Objects.requireNonNull(state.reliability("twin"));
        assertThat(twin.companions()).hasSize(3).allSatisfy(companion -> assertThat(companion.together())
                .isEqualTo(400));
        assertThat(twin.companions().getFirst().agent()).isEqualTo("a");
        assertThat(twin.companions().getFirst().redundancy()).isEqualTo(1);
        assertThat(twin.companions().getLast().redundancy()).isBetween(-0.2, 0.2);
        assertThat(twin.vote()).isLessThan(Objects.requireNonNull(state.reliability("b")).vote());
    }

    /** Shares of the right answers that all nine have found, and that the honest alone have. */
    private double[] compare(long seed, List<String> honest, List<String> liars, double shareOfLiars) {
        PanelSimulation simulation = new PanelSimulation(seed);
        for (int i = 0; i < honest.size(); i++) {
            simulation.with(honest.get(i), 0.5 + 0.05 * i);
        }
        liars.forEach(liar -> simulation.with(liar, shareOfLiars));
        ReliabilityState clean = new ReliabilityState();
        int nine = 0;
        int six = 0;
        for (int i = 0; i < OUTCOMES; i++) {
            Item item = simulation.item("", all(honest, liars));
            Item ofHonest = item.without(liars);
            if (i >= WARM_UP) {
                nine += item.isFound(state.probabilities(item.decision())) ? 1 : 0;
                six += ofHonest.isFound(clean.probabilities(ofHonest.decision())) ? 1 : 0;
            }
            item.teach(state);
            ofHonest.teach(clean);
        }
        double compared = OUTCOMES - WARM_UP;
        return new double[] {nine / compared, six / compared};
    }

    private static List<String> all(List<String> honest, List<String> liars) {
        List<String> all = new ArrayList<>(honest);
        all.addAll(liars);
        return all;
    }
}
