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
            You are "The critic", one of several agents who work on one question together.

            Reply with one JSON object and nothing else:
            {"signals": [ ... at most 8 signals ... ]}

            - "discovery": something that you found.
            - "proposal": an answer to the question.
            - "doubt": a concern about a signal.
            - "vote": where you stand on a proposal.
            """;
    private static final String QUESTION = "The question, as a JSON text:\n\"Shard \\u003cnow\\u003e or wait?\"\n\n";
    private static final String PROPOSALS = """
            <proposals>
            {"ref":"#3","by":"planner","proposalId":"late","content":"wait","agree":1,"disagree":1,"abstain":0}
            {"ref":"#4","by":"other","proposalId":"now","content":"shard","agree":2,"disagree":0,"abstain":0}
            {"ref":"#8","proposalId":"buy","agree":2,"disagree":0,"abstain":0}
            </proposals>

            """;

    @Test
    void findsWhereNothingIsProposed() {
        JsonValue found = one(QUESTION + "What to do now: Examine the new signals.");

        assertThat(WireJson.text(found, "type")).isEqualTo("discovery");
        assertThat(WireJson.text(found, "content")).contains("\"Shard <now> or wait?\"");
        assertThat(WireJson.text(found, "evidence")).isNotBlank();
    }

    @Test
    void proposesWhenToldSo() {
        assertThat(WireJson.text(one(QUESTION + "What to do now: Offer an answer to the question."), "type"))
                .isEqualTo("proposal");
    }

    @Test
    void votesForTheFirstOfThoseThatMostAgreeWith() {
        JsonValue vote = one(QUESTION + PROPOSALS + "What to do now: Say which proposals you support.");

        assertThat(WireJson.text(vote, "type")).isEqualTo("vote");
        assertThat(WireJson.text(vote, "proposalId")).isEqualTo("now");
        assertThat(WireJson.text(vote, "stance")).isEqualTo("agree");
    }

    @Test
    void doubtsOnceAndThenAgrees() {
        JsonValue doubt = one(QUESTION + PROPOSALS + "What to do now: Look for weaknesses");
        JsonValue vote = one(
                QUESTION + PROPOSALS + "<own>\n{\"ref\":\"#9\",\"type\":\"doubt\",\"target\":\"#4\"}\n</own>\n\n"
                        + "What to do now: Look for weaknesses");

        assertThat(WireJson.text(doubt, "type")).isEqualTo("doubt");
        assertThat(WireJson.text(doubt, "target")).isEqualTo("#4");
        assertThat(WireJson.text(vote, "type")).isEqualTo("vote");
    }

    @Test
    void hasNothingToAddAfterItsVote() {
        String own = "<own>\n{\"ref\":\"#9\",\"type\":\"vote\",\"proposalId\":\"now\",\"stance\":\"agree\"}\n</own>\n\n";

        assertThat(signals(SYSTEM, QUESTION + PROPOSALS + own + "What to do now: Say which", null)).isEmpty();
    }

    @Test
    void usesOnlyTheTypesThatItWasGiven() {
        String system = SYSTEM.replace("- \"vote\": where you stand on a proposal.\n", "");

        assertThat(signals(system, QUESTION + PROPOSALS + "What to do now: Say which", null)).isEmpty();
    }

    @Test
    void saysTheSameToTheSame() {
        FakeRequest request = request(SYSTEM, QUESTION + "What to do now: Examine the new signals.", null);

        assertThat(ScriptedDeliberators.answer(request)).isEqualTo(ScriptedDeliberators.answer(request));
    }

    @Test
    void obeysTheLimitOfTheAnswer() {
        FakeAnswer.Says says = ScriptedDeliberators.answer(request(SYSTEM, QUESTION + "What to do now: Examine", 1.0));

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
