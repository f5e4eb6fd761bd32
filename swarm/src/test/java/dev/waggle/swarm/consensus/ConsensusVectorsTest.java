package dev.waggle.swarm.consensus;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The shared cases of consensus: every strategy against the right answer by the definitions. */
class ConsensusVectorsTest {

    private static final double GIVEN_DIGITS = 1e-6;
    private static final int SHUFFLES = 20;

    @ParameterizedTest
    @MethodSource("cases")
    void everyStrategyAnswersWhatTheDefinitionsSay(Case shared) {
        for (Expected expected : shared.expected()) {
            ConsensusResult result = shared.engine(expected.strategy()).evaluate(shared.table().input());

            assertThat(result.decided()).as(expected.strategy()).isEqualTo(expected.decided());
            assertThat(result.verdict().leader()).as(expected.strategy()).isEqualTo(expected.proposalId());
            assertThat(result.confidence()).as(expected.strategy()).isCloseTo(expected.confidence(),
                    within(GIVEN_DIGITS));
            assertThat(shared.engine(expected.strategy()).canEvaluate(shared.table().input()))
                    .as(expected.strategy()).isEqualTo(expected.canEvaluate());
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bayesianLeadsWithTheMostProbableProposal(Case shared) {
        ConsensusResult result = shared.engine("bayesian").evaluate(shared.table().input());

        assertThat(result.standings()).allSatisfy(
                standing -> assertThat(standing.figure()).isLessThanOrEqualTo(result.confidence()));
    }

    @ParameterizedTest // D15
    @MethodSource("cases")
    void theOrderOfVotesAndProposalsChangesNothing(Case shared) {
        for (Expected expected : shared.expected()) {
            ConsensusResult dealt = shared.engine(expected.strategy()).evaluate(shared.table().input());
            for (long seed = 0; seed < SHUFFLES; seed++) {
                ConsensusResult again = shared.engine(expected.strategy()).evaluate(shared.table().shuffled(seed));

                assertThat(again.verdict()).as("%s, seed %d", expected.strategy(), seed).isEqualTo(dealt.verdict());
                assertThat(again.standings()).as("%s, seed %d", expected.strategy(), seed)
                        .isEqualTo(dealt.standings());
            }
        }
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream file = Objects.requireNonNull(
                ConsensusVectorsTest.class.getResourceAsStream("/vectors/consensus.json"), "the vectors are missing")) {
            List<Case> cases = new ArrayList<>();
            JsonMapper.builder().build().readTree(file).forEach(node -> cases.add(Case.of(node)));
            assertThat(cases).hasSize(30);
            return cases.stream();
        }
    }

    record Case(String id, double threshold, int minVoters, Ballots table, List<Expected> expected) {

        static Case of(JsonNode node) {
            List<String> proposals = new ArrayList<>();
            node.get("proposals").forEach(proposal -> proposals.add(proposal.asString()));
            Ballots table = Ballots.on(proposals);
            node.get("votes").forEach(vote -> table.cast(vote.get("agentId").asString(),
                    vote.get("proposalId").asString(),
                    Stance.valueOf(vote.get("stance").asString().toUpperCase(Locale.ROOT)),
                    vote.get("weight").asDouble(), null));
            List<Expected> expected = Ballots.strategies().filter(node.get("ours")::has)
                    .map(name -> Expected.of(name, node.get("ours").get(name)))
                    .toList();
            return new Case(node.get("id").asString(), node.get("threshold").asDouble(),
                    node.get("minVoters").asInt(), table, expected);
        }

        ConsensusEngine engine(String strategy) {
            return new ConsensusEngine(ConsensusConfig.defaults().withStrategy(StrategyCatalog.named(strategy))
                    .withThreshold(threshold).withMinVoters(minVoters));
        }

        @Override
        public String toString() {
            return id;
        }
    }

    record Expected(String strategy, boolean decided, @Nullable String proposalId, double confidence,
            boolean canEvaluate) {

        static Expected of(String strategy, JsonNode node) {
            JsonNode proposal = node.get("proposalId");
            return new Expected(strategy, node.get("decided").asBoolean(),
                    proposal == null || proposal.isNull() ? null : proposal.asString(),
                    node.get("confidence").asDouble(), node.get("canEvaluate").asBoolean());
        }
    }
}
