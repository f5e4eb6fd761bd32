package dev.waggle.journal.schema;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.SignalFactory.SignalOrigin;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Observed verdicts of seed 004's guard and schemas; where those two disagree, we ask for both. */
class HarnessVectorsTest {

    private static final Map<String, String> NAMES = Map.of("HarnessInput", "harness/input", "HarnessOutput",
            "harness/output", "HarnessEndPayload", "payload/harness/harness:end", "HarnessErrorPayload",
            "payload/harness/harness:error", "ToolResultPayload", "payload/harness/tool:result");

    /** Scenarios 4 to 6 of the harness. */
    @Test
    void aSignalIsWhatGuardAndSchemaAccept() throws IOException {
        List<JsonValue> shapes = array(vectors().get("signalShapes"));
        assertThat(shapes).hasSizeGreaterThan(30);
        for (JsonValue shape : shapes) {
            JsonValue value = field(shape, "value");
            JsonValue result = field(shape, "schema");
            boolean expected = isTrue(field(shape, "isSignal")) && isTrue(field(result, "ok"));

            assertThat(SignalGuard.isHarnessSignal(value)).as("%s", field(shape, "label")).isEqualTo(expected);
            assertThat(JsonSchemas.validate("form/harness", value).isEmpty()).as("%s", field(shape, "label"))
                    .isEqualTo(expected);
            if (!isTrue(field(result, "ok"))) {
                assertThat(paths("form/harness", value)).as("%s", field(shape, "label")).containsAll(issues(result));
            }
        }
    }

    /** Scenarios 9 and 10 of the harness. */
    @Test
    void inputsAndOutputsAreJudgedAsTheyWere() throws IOException {
        List<JsonValue> cases = array(vectors().get("schemas"));
        assertThat(cases).hasSizeGreaterThan(25);
        for (JsonValue vector : cases) {
            String schema = Objects.requireNonNull(NAMES.get(text(field(vector, "schema"))));
            JsonValue result = field(vector, "result");

            assertThat(paths(schema, field(vector, "value"))).as("%s %s", schema, field(vector, "value"))
                    .isEqualTo(isTrue(field(result, "ok")) ? Set.of() : issues(result));
        }
    }

    /**
     * Scenario 2 of the harness. A key whose value is undefined is no JSON: that vector is the seed's loss of an
     * agent.
     */
    @Test
    void anOriginIsGivenDirectlyOrUnderSource() throws IOException {
        List<JsonValue> cases = array(vectors().get("createSignalSource"));
        int told = 0;
        for (JsonValue vector : cases) {
            JsonValue options = field(vector, "options");
            boolean undefined = object(vector).containsKey("hasUndefinedSourceKey");
            boolean lostKeys = options.equals(JsonText.read("{}"))
                    && !field(vector, "source").equals(JsonValue.ofNull());
            if (!undefined && !lostKeys) {
                told++;
                assertThat(HarnessCodec.origin(options)).as("%s", options).isEqualTo(expected(field(vector, "source")));
            }
        }
        assertThat(told).isEqualTo(9);
        assertThat(HarnessCodec.origin(JsonText.read("{\"agent\":\"kept\"}"))).isEqualTo(SignalOrigin.agent("kept"));
    }

    private static @Nullable SignalOrigin expected(JsonValue source) {
        if (source instanceof JsonValue.Null) {
            return null;
        }
        Map<String, JsonValue> parts = object(source);
        return new SignalOrigin(part(parts, "agent"), part(parts, "harness"), part(parts, "parent"));
    }

    private static @Nullable String part(Map<String, JsonValue> parts, String name) {
        JsonValue part = parts.get(name);
        return part == null ? null : text(part);
    }

    private static Set<String> issues(JsonValue result) {
        Set<String> paths = new TreeSet<>();
        array(field(result, "issues")).forEach(issue -> paths.add(text(field(issue, "path"))));
        return paths;
    }

    private static Set<String> paths(String schema, JsonValue value) {
        Set<String> paths = new TreeSet<>();
        JsonSchemas.validate(schema, value).forEach(violation -> paths.add(violation.path()));
        return paths;
    }

    private static Map<String, JsonValue> vectors() throws IOException {
        try (InputStream file = HarnessVectorsTest.class.getResourceAsStream("/vectors/harness-patterns.json")) {
            return object(
                    JsonText.read(new String(Objects.requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8)));
        }
    }

    private static JsonValue field(JsonValue value, String name) {
        return Objects.requireNonNull(object(value).get(name), name);
    }

    private static Map<String, JsonValue> object(JsonValue value) {
        return ((JsonValue.Obj) value).fields();
    }

    private static List<JsonValue> array(@Nullable JsonValue value) {
        return ((JsonValue.Arr) Objects.requireNonNull(value)).items();
    }

    private static String text(JsonValue value) {
        return ((JsonValue.Str) value).value();
    }

    private static boolean isTrue(JsonValue value) {
        return ((JsonValue.Bool) value).value();
    }
}
