package dev.waggle.testing.provider;

import java.util.List;
import java.util.Map;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.WireJson;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DeliberatorsTest {

    private static final String SYSTEM = """
            You are one of several agents in a swarm.
            If you have nothing to add, reply with {"signals": []}.
            """;
    private static final String QUESTION = """
            The question, as a JSON text:
            "Shard \\u003cnow\\u003e or wait?"

            """;
    private static final String CRITIC = """
            You are "The critic"; your signals are by "critic".
            You may use every type.

            """;
    private static final String PROPOSALS = """

            <proposals>
            {"proposalId":"P3","by":"planner","content":"wait","agree":1,"disagree":1,"abstain":0,"yours":"none"}
            {"proposalId":"P4","by":"other","content":"shard","agree":2,"disagree":0,"abstain":0,"yours":"none"}
            {"proposalId":"P8","by":"critic","content":"buy","agree":2,"disagree":0,"abstain":0,"yours":"none"}
            </proposals>
            """;

    @Test
    void findsWhereNothingIsProposed() {
        JsonValue found = one(QUESTION + CRITIC + "Your task: Examine the question.");

        assertThat(WireJson.text(found, "type")).isEqualTo("discovery");
        assertThat(WireJson.text(found, "content")).contains("\"Shard <now> or wait?\"");
        assertThat(WireJson.text(found, "evidence")).isNotBlank();
    }

    @Test
    void proposesWhenToldSo() {
        assertThat(WireJson.text(one(QUESTION + CRITIC + "Your task: Propose an answer."), "type"))
                .isEqualTo("proposal");
    }

    @Test
    void votesForTheFirstOfThoseThatMostAgreeWith() {
        JsonValue vote = one(QUESTION + CRITIC + "Your task: Say which proposals you support." + PROPOSALS);

        assertThat(WireJson.text(vote, "type")).isEqualTo("vote");
        assertThat(WireJson.text(vote, "proposalId")).isEqualTo("P4");
        assertThat(WireJson.text(vote, "stance")).isEqualTo("agree");
    }

    @Test
    void doubtsOnceAndThenAgrees() {
        String log = "<log>\n{\"ref\":\"#9\",\"type\":\"doubt\",\"by\":\"critic\",\"target\":\"P4\"}\n</log>\n\n";
        JsonValue doubt = one(QUESTION + CRITIC + "Your task: Look for weaknesses" + PROPOSALS);
        JsonValue vote = one(QUESTION + log + CRITIC + "Your task: Look for weaknesses" + PROPOSALS);

        assertThat(WireJson.text(doubt, "type")).isEqualTo("doubt");
        assertThat(WireJson.text(doubt, "target")).isEqualTo("P4");
        assertThat(WireJson.text(vote, "type")).isEqualTo("vote");
    }

    @Test
    void hasNothingToAddAfterItsVote() {
        String voted = PROPOSALS.replace("\"yours\":\"none\"", "\"yours\":\"agree\"");

        assertThat(signals(SYSTEM, QUESTION + CRITIC + "Your task: Say which" + voted, null)).isEmpty();
    }

    @Test
    void usesOnlyTheTypesThatItWasGiven() {
        String finder = CRITIC.replace("every type", "these types: discovery, doubt");

        assertThat(signals(SYSTEM, QUESTION + finder + "Your task: Say which" + PROPOSALS, null)).isEmpty();
    }

    @Test
    void saysTheSameToTheSame() {
        FakeRequest request = request(SYSTEM, QUESTION + CRITIC + "Your task: Examine the question.", null);

        assertThat(ScriptedDeliberators.answer(request)).isEqualTo(ScriptedDeliberators.answer(request));
    }

    @Test
    void obeysTheLimitOfTheAnswer() {
        FakeAnswer.Says says = ScriptedDeliberators
                .answer(request(SYSTEM, QUESTION + CRITIC + "Your task: Examine", 1.0));

        assertThat(says.finish()).isEqualTo(FakeAnswer.Finish.LENGTH);
        assertThat(says.text()).hasSize(4);
    }

    @Test
    void answersInASentenceWhereNobodyAsksForSignals() {
        assertThat(ScriptedDeliberators.answer(request("", "hello", null)).text()).contains("hello");
    }

    private static JsonValue one(String prompt) {
        List<JsonValue> signals = signals(SYSTEM, prompt, null);
        assertThat(signals).hasSize(1);
        return signals.getFirst();
    }

    private static List<JsonValue> signals(String system, String prompt, @Nullable Double maxTokens) {
        return WireJson.items(JsonText.read(ScriptedDeliberators.answer(request(system, prompt, maxTokens)).text()),
                "signals");
    }

    private static FakeRequest request(String system, String prompt, @Nullable Double maxTokens) {
        return new FakeRequest(WireFormatName.OPENAI, "fake-fast", true,
                new FakeRequest.Asked(system, List.of(new FakeRequest.Said("user", prompt, List.of())), List.of(),
                        List.of()),
                new FakeRequest.Settings(null, null, maxTokens),
                new FakeRequest.Raw("/v1/chat/completions", "", Map.of(), "", WireJson.nothing()));
    }
}
