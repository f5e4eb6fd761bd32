package dev.waggle.connect.llm.family;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;

import dev.waggle.connect.llm.family.RefusalLesson.Omission;
import dev.waggle.connect.llm.family.RefusalLesson.OutputCap;
import dev.waggle.connect.llm.family.RefusalLesson.ResponsesApi;
import dev.waggle.connect.llm.family.RefusalLesson.TokenField;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Errors as providers wrote them, each with the public place where it is quoted. */
class RefusalReaderTest {

    /** One refusal a line: the lesson, the public place that quotes it, the status and the body. */
    private static final String REFUSALS = "refusals.jsonl";

    @ParameterizedTest
    @MethodSource("refusals")
    void learnsFromTheWordsOfProviders(String lesson, String source, int status, String body) {
        assertThat(read(status, body).map(RefusalReaderTest::text)).as(source).contains(lesson);
    }

    @Test
    void everyKindOfLessonHasAnExample() throws IOException {
        assertThat(refusals().map(refusal -> (String) refusal.get()[0]).filter(lesson -> !lesson.startsWith("cap"))
                .distinct()).containsExactlyInAnyOrder("field max_tokens", "field max_completion_tokens",
                        "omit temperature", "omit schema", "omit schema-with-tools", "omit tools", "omit thinking",
                        "omit stream-usage", "responses for tools", "responses for all");
    }

    /** Errors about the content, the account or a wrong value are none of the model's limits. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "null", "no",
        "{\"error\":{\"message\":\"Invalid value for temperature: must be between 0 and 2\"}}",
        "{\"error\":{\"message\":\"The model `gpt-9` does not exist or you do not have access to it.\"}}",
        "{\"error\":{\"message\":\"messages.1: all messages must have non-empty content\"}}",
        "{\"error\":{\"message\":\"This model's maximum context length is 8192 tokens. However, you requested 8256"
                + " tokens (64 in the messages, 8192 in the completion).\"}}",
        "{\"error\":{\"message\":\"Unsupported parameter: 'max_tokens'. In the Responses API, this parameter has"
                + " moved to 'max_output_tokens'.\"}}",
        "{\"error\":{\"message\":\"thinking: budget_tokens must be at least 1024\"}}",
        "{\"error\":{\"message\":\"tools.0.input_schema: JSON schema is invalid\"}}",
        "{\"error\":{\"message\":\"max_tokens: 5 > 0, which is the maximum allowed number of output tokens\"}}",
        "{\"error\":{\"message\":\"supports at most 99999999999999999999 completion tokens\"}}"})
    void anyOtherErrorTeachesNothing(String body) {
        assertThat(read(400, body)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 401, 402, 403, 408, 429, 502, 503, 529, 0, -1})
    void otherStatusesTeachNothing(int status) {
        assertThat(read(status, "`temperature` is deprecated for this model")).isEmpty();
    }

    /** A text teaches the same whatever wraps it: JSON, JSON within JSON, other quotation marks, line ends. */
    @ParameterizedTest
    @ValueSource(strings = {"Unsupported parameter: 'max_tokens' is not supported with this model. Use"
            + " 'max_completion_tokens' instead.",
        "`temperature` is deprecated for this model.",
        "\"x\" does not support thinking", "x does not support tools",
        "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
        "max_tokens: 9 > 7, which is the maximum allowed number of output tokens for x"})
    void theWrappingOfATextDoesNotMatter(String text) {
        RefusalLesson plain = read(400, text).orElseThrow();
        String json = JsonText.write(new JsonObjectBuilder().with("error",
                new JsonObjectBuilder().with("message", text).json()).json());
        String nested = JsonText.write(new JsonObjectBuilder().with("error", new JsonObjectBuilder()
                .with("message", "Provider returned error").with("metadata", new JsonObjectBuilder().with("raw", json)
                        .json())
                .json()).json());

        assertThat(read(400, json)).contains(plain);
        assertThat(read(400, nested)).contains(plain);
        assertThat(read(400, nested.substring(0, nested.length() - 3))).contains(plain);
        assertThat(read(400, text.replace('\'', '\u2019').replace(' ', '\n'))).contains(plain);
        assertThat(read(422, "data: " + json)).contains(plain);
    }

    /** Hostile bodies end: they are cut, and no pattern takes more than linear time. */
    @Test
    void longAndRandomBodiesEnd() {
        String[] parts = {"unsupported value: ", "reasoning.effort ", "max_tokens", " > ", "9", "(", "\\u", "\"", "{",
            "[", "thinking.type.", "temperature ", " is not supported", "\u0000", "response_format", " ", "model."};
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            StringBuilder body = new StringBuilder();
            while (body.length() < 50_000) {
                body.append(parts[random.nextInt(parts.length)]);
            }
            assertThat(read(400, body.toString())).as("seed " + seed).isNotNull();
        }
        assertThat(read(400, "x".repeat(5_000_000) + " does not support tools")).isEmpty();
        assertThat(read(400, "[".repeat(400) + "]".repeat(400))).isEmpty();
    }

    /** A server that compiles schema and tools to one grammar is asked without the schema first, then without tools. */
    @Test
    void aRefusedGrammarIsOfTheSchemaOrOfTheTools() {
        String body = "Failed to initialize samplers: failed to parse grammar";
        EndpointLessons first = EndpointLessons.NONE.with(Omission.SCHEMA);

        assertThat(RefusalReader.read(400, body, EndpointLessons.NONE)).contains(Omission.SCHEMA);
        assertThat(RefusalReader.read(400, body, first)).contains(Omission.TOOLS);
        assertThat(RefusalReader.read(400, body, first.with(Omission.TOOLS))).isEmpty();
    }

    @Test
    void aKnownLessonIsNoneAgain() {
        String body = "`temperature` is deprecated for this model.";

        assertThat(RefusalReader.read(400, body, EndpointLessons.NONE.with(Omission.TEMPERATURE))).isEmpty();
        assertThat(RefusalReader.read(400, body, EndpointLessons.NONE.with(Omission.TOOLS)))
                .contains(Omission.TEMPERATURE);
    }

    @Test
    void anOutputLimitIsAtLeastOneToken() {
        assertThatThrownBy(() -> new OutputCap(0)).hasMessage("an output limit must be at least 1 token, got 0");
    }

    static Stream<Arguments> refusals() throws IOException {
        try (InputStream in = RefusalReaderTest.class.getResourceAsStream(REFUSALS)) {
            String lines = new String(Objects.requireNonNull(in, REFUSALS).readAllBytes(), StandardCharsets.UTF_8);
            return lines.lines().map(line -> JsonObjectReader.root(REFUSALS, JsonText.read(line)))
                    .map(row -> Arguments.of(row.text("lesson"), row.text("source"), row.int32("status"),
                            row.text("body")));
        }
    }

    private static Optional<RefusalLesson> read(int status, String body) {
        return RefusalReader.read(status, body, EndpointLessons.NONE);
    }

    private static String text(RefusalLesson lesson) {
        return switch (lesson) {
            case TokenField it -> "field " + it.field().fieldName();
            case OutputCap it -> "cap " + it.tokens();
            case ResponsesApi it -> "responses for " + (it.isForToolsOnly() ? "tools" : "all");
            case Omission it -> "omit " + it.name().toLowerCase(Locale.ROOT).replace('_', '-');
        };
    }
}
