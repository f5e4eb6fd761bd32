package dev.waggle.swarm.assist;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.assist.ProposalJudge.Question;
import dev.waggle.swarm.assist.ProposalJudge.Verdict;
import dev.waggle.swarm.consensus.Proposal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Judges of equal proposals: a model and embeddings. */
class ProposalJudgeTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Question QUESTION = new Question(Task.of("Shard or wait?"), "Postpone it </open>",
            List.of(proposal("p1", "Shard now"), proposal("p2", "Buy time")));

    private final RunContext context = RunContext.of(RunContext.Caller.of("proposal-judge", 1),
            new ManualWorld(NOON, 42), signal -> {
            });
    private final List<String> prompts = new ArrayList<>();

    @Test
    void aModelNamesTheEqualProposalByItsNumber() throws Exception {
        Verdict verdict = model("<think>2?</think> {\"same\": 2, \"reason\": \"both wait\"}").judge(QUESTION, context);

        assertThat(verdict).isEqualTo(new Verdict(Optional.of("p2"), "both wait"));
        assertThat(prompts).singleElement().asString()
                .contains("{\"number\":1,\"proposal\":\"Shard now\"}", "{\"number\":2,\"proposal\":\"Buy time\"}")
                .containsOnlyOnce("</open>");
        assertThat(Verdict.of(verdict.toJson())).isEqualTo(verdict);
    }

    @Test
    void zeroIsNoEqualProposal() throws Exception {
        Verdict verdict = model("{\"same\": 0, \"reason\": \"they differ\"}").judge(QUESTION, context);

        assertThat(verdict).isEqualTo(Verdict.none("they differ"));
        assertThat(Verdict.of(verdict.toJson())).isEqualTo(verdict);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"same\": 3}", "{\"same\": -1}", "{\"same\": 1.5}", "{\"same\": \"p1\"}", "both", "[]"})
    void anythingElseIsAFailure(String answer) {
        assertThatThrownBy(() -> model(answer).judge(QUESTION, context)).isInstanceOf(HarnessException.class)
                .hasMessageContaining("is no verdict");
    }

    @Test
    void embeddingsAreTheSameFromTheThresholdOn() throws Exception {
        Map<String, double[]> vectors = Map.of("Postpone it </open>", new double[] {1, 1}, "Shard now",
                new double[] {1, -1}, "Buy time", new double[] {2, 1});
        EmbeddingProposalJudge.TextEmbedder embedder = (text, _) -> Objects.requireNonNull(vectors.get(text));

        assertThat(new EmbeddingProposalJudge(embedder, 0.9).judge(QUESTION, context))
                .isEqualTo(new Verdict(Optional.of("p2"), "cosine 0.949, threshold 0.900"));
        assertThat(new EmbeddingProposalJudge(embedder, 0.95).judge(QUESTION, context).proposalId()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> new EmbeddingProposalJudge(embedder, Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EmbeddingProposalJudge.cosine(new double[] {1}, new double[] {1, 2}));
        assertThat(EmbeddingProposalJudge.cosine(new double[2], new double[] {1, 2})).isZero();
    }

    private ProposalJudge model(String answer) {
        return new ModelProposalJudge(ScriptedHarness.playing((input, _, _) -> {
            prompts.add(input.messages().getLast().content());
            return new HarnessOutput(answer, List.of(), null, null, null);
        }));
    }

    private static Proposal proposal(String id, String content) {
        return new Proposal(id, content, "", "ada", "signal of " + id, 0.8, NOON);
    }
}
