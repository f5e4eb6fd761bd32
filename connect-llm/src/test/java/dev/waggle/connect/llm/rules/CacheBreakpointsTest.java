package dev.waggle.connect.llm.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Places at which Anthropic keeps a prompt while its conversation grows. */
class CacheBreakpointsTest {

    private static final String OPUS = "anthropic:claude-opus-5";
    private static final int ROUNDS = 6;

    /** A model that thinks and calls two tools in each of its rounds, then answers. */
    private static FakeAnswer thinkingCaller(FakeRequest request) {
        int round = request.asked().results().size() / 2;
        return request.asked().tools().isEmpty() || round >= ROUNDS
                ? FakeAnswer.says("{\"signals\":[]}").thinking("enough")
                : FakeAnswer.calls(call("c" + round + "a"), call("c" + round + "b")).thinking("round " + round);
    }

    private static FakeAnswer.Call call(String id) {
        return new FakeAnswer.Call(id, "look", "{\"where\":\"north\"}");
    }

    private static HarnessInput input(@Nullable String session, List<ToolOffer> tools, List<ToolResult> results) {
        return new HarnessInput("Be exact. ".repeat(2_000),
                session == null ? List.of(Message.user("Shard? ".repeat(2_000))) : List.of(), tools, results, session,
                null, null);
    }

    /** The blocks with a mark, in the order of the prompt. */
    private static List<JsonValue> marked(JsonValue at) {
        List<JsonValue> all = new ArrayList<>();
        switch (at) {
            case JsonValue.Obj object -> {
                if (object.fields().containsKey("cache_control")) {
                    all.add(object);
                }
                object.fields().values().forEach(field -> all.addAll(marked(field)));
            }
            case JsonValue.Arr array -> array.items().forEach(item -> all.addAll(marked(item)));
            default -> {
                // Holds no block.
            }
        }
        return all;
    }

    private static List<TokenUsage> turn(TurnBed bed, boolean lastWithoutTools) throws Exception {
        Harness model = bed.catalog.harness(OPUS);
        List<TokenUsage> usages = new ArrayList<>();
        HarnessOutput output = TurnBed.run(model, input(null, List.of(TurnBed.LOOK), List.of()), bed.turn());
        usages.add(output.usage());
        for (int round = 0; !output.toolCalls().isEmpty(); round++) {
            boolean isLast = lastWithoutTools && round == 2;
            List<ToolResult> results = List.of(TurnBed.result("ice ".repeat(500)), TurnBed.result(""));
            output = TurnBed.run(model, input(output.sessionId(), isLast ? List.of() : List.of(TurnBed.LOOK), results),
                    bed.turn());
            usages.add(output.usage());
        }
        return usages;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void atMostFourBlocksAreMarkedAndNoneThatCannotBe(boolean lastWithoutTools) throws Exception {
        try (TurnBed bed = new TurnBed(CacheBreakpointsTest::thinkingCaller)) {
            turn(bed, lastWithoutTools);

            assertThat(bed.server.requests()).hasSizeGreaterThan(2).allSatisfy(request -> {
                List<JsonValue> marked = marked(request.raw().json());
                assertThat(marked).hasSizeBetween(2, 4);
                assertThat(marked).allSatisfy(block -> {
                    assertThat(TurnBed.at(block, "type")).isNotIn(JsonValue.of("thinking"),
                            JsonValue.of("redacted_thinking"));
                    assertThat(TurnBed.at(block, "text")).isNotEqualTo(JsonValue.of(""));
                });
            });
        }
    }

    @Test
    void eachCallReadsWhatTheOneBeforeHasWritten() throws Exception {
        try (TurnBed bed = new TurnBed(CacheBreakpointsTest::thinkingCaller)) {
            List<TokenUsage> usages = turn(bed, false);

            assertThat(usages).hasSize(ROUNDS + 1);
            for (int i = 1; i < usages.size(); i++) {
                TokenUsage before = usages.get(i - 1);
                assertThat(usages.get(i).cachedInputTokens()).as("call " + i + " of " + usages)
                        .isGreaterThan(5_000)
                        .isGreaterThanOrEqualTo(before.cachedInputTokens() + before.cacheWriteTokens());
            }
        }
    }

    @Test
    void withoutToolsTheSystemPromptIsReadByTheNextAgent() throws Exception {
        try (TurnBed bed = new TurnBed(_ -> FakeAnswer.says("{\"signals\":[]}"))) {
            TokenUsage first = Objects.requireNonNull(TurnBed.run(bed.catalog.harness(OPUS),
                    input(null, List.of(), List.of()), bed.turn()).usage());
            TokenUsage second = Objects.requireNonNull(TurnBed.run(bed.catalog.harness(OPUS),
                    input(null, List.of(), List.of()), bed.turn()).usage());

            assertThat(first.cacheWriteTokens()).isGreaterThan(4_000);
            assertThat(second.cachedInputTokens()).isEqualTo(first.cacheWriteTokens());
        }
    }

    @Test
    void theRepeatedPartOfTheWordsIsReadByTheNextAgentAndTheNextRound() throws Exception {
        String question = "The question. ".repeat(500);
        String round = "\nA line of the log. ".repeat(500);
        String next = "\nA later line. ".repeat(500);
        try (TurnBed bed = new TurnBed(_ -> FakeAnswer.says("{\"signals\":[]}"))) {
            TokenUsage first = usage(bed, "\nI am one.", question, round);
            TokenUsage second = usage(bed, "\nI am another.", question, round);
            TokenUsage later = usage(bed, "\nI am one.", question, round, next);

            assertThat(second.cachedInputTokens()).isEqualTo(first.cacheWriteTokens()).isGreaterThan(5_000);
            assertThat(later.cachedInputTokens()).isEqualTo(first.cacheWriteTokens());
            assertThat(later.cacheWriteTokens()).isBetween(1_000.0, 4_000.0);
            assertThat(marked(bed.server.requests().getLast().raw().json())).hasSize(2);
        }
    }

    @Test
    void theBlocksOfAMessageAreItsWholeText() throws Exception {
        Message words = new Message(Message.Role.USER, "one\ntwo\n\nthree", List.of(1, 3, 8));
        try (TurnBed bed = new TurnBed(_ -> FakeAnswer.says("ok"))) {
            TurnBed.run(bed.catalog.harness(OPUS), new HarnessInput("Be exact.", List.of(words), List.of(TurnBed.LOOK),
                    List.of(), null, null, null), bed.turn());

            JsonValue body = bed.server.requests().getLast().raw().json();
            List<String> texts = texts(TurnBed.at(body, "messages"));
            assertThat(texts).containsExactly("o", "ne", "\ntwo\n", "\nthree");
            assertThat(marked(TurnBed.at(body, "messages"))).extracting(block -> TurnBed.at(block, "text"))
                    .containsExactly(JsonValue.of("\ntwo\n"), JsonValue.of("\nthree"));
        }
    }

    private static TokenUsage usage(TurnBed bed, String own, String... parts) throws Exception {
        StringBuilder text = new StringBuilder();
        List<Integer> ends = new ArrayList<>();
        for (String part : parts) {
            text.append(part);
            ends.add(text.length());
        }
        Message words = new Message(Message.Role.USER, text + own, ends);
        return Objects
                .requireNonNull(TurnBed.run(bed.catalog.harness(OPUS), new HarnessInput("Be exact. ".repeat(2_000),
                        List.of(words), List.of(), List.of(), null, null, null), bed.turn()).usage());
    }

    private static List<String> texts(JsonValue at) {
        List<String> all = new ArrayList<>();
        switch (at) {
            case JsonValue.Obj object when object.fields().get("text") instanceof JsonValue.Str text ->
                all.add(text.value());
            case JsonValue.Obj object -> object.fields().values().forEach(field -> all.addAll(texts(field)));
            case JsonValue.Arr array -> array.items().forEach(item -> all.addAll(texts(item)));
            default -> {
                // Holds no text.
            }
        }
        return all;
    }
}
