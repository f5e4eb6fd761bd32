package dev.waggle.journal.form;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Awkward cases by hand: values that each form distinguishes, and values that no form takes. */
class LossCheckTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String HARNESS = """
            {"id":"sig_1","name":"a:b","payload":{"x":1},"timestamp":"2026-01-01T00:00:00.000Z"}""";
    private static final String SWARM = """
            {"id":"s1","type":"vote","source":"ada","payload":{"proposalId":"p1","stance":"agree","weight":1},\
            "confidence":1,"timestamp":1767225600000}""";
    private static final String DURABLE = """
            {"id":"tz4a98xxat96iws9zmbrgj3a","type":"build:done","source":{"type":"system"},"createdAt":1767225600000}""";
    private static final String THREAD = """
            {"id":"sig_1","threadId":"t1","source":"specialist:reviewer","audience":"coordinator",\
            "messageClass":"confidence","signalClass":"confidence.high","priority":"normal","confidence":0.9,\
            "summary":"ok","emittedAt":"2026-01-01T00:00:00.000Z"}""";

    /** harness signal shapes: valid when the guard and the schema of the original both say so. */
    @Test
    void theHarnessFormGivesOneVerdictOnEveryShape() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<JsonValue> shapes = shapes();
        for (JsonValue each : shapes) {
            JsonValue.Obj shape = (JsonValue.Obj) each;
            boolean isValid = isTrue(shape.fields().get("isSignal"))
                    && isTrue(((JsonValue.Obj) field(shape, "schema")).fields().get("ok"));
            JsonValue value = field(shape, "value");
            boolean isTaken;
            try {
                isTaken = new HarnessForm().encode(new HarnessForm().decode(value)).equals(value);
            } catch (IllegalArgumentException refused) {
                isTaken = false;
            }
            if (isTaken != isValid) {
                wrong.add(JsonText.write(field(shape, "label")));
            }
        }

        assertThat(shapes).hasSizeGreaterThan(30);
        assertThat(wrong).isEmpty();
    }

    @Test
    void anAbsentSourceAnEmptyOneAndAParentAloneAreThreeThings() {
        Signal absent = harness("}");
        Signal empty = harness(",\"source\":{}}");
        Signal parent = harness(",\"source\":{\"parent\":\"sig_0\"}}");

        assertThat(absent.source()).isEqualTo(new Source.None());
        assertThat(absent.links().cause()).isNull();
        assertThat(empty.source()).isEqualTo(new Source.Harness(null, null));
        assertThat(parent.source()).isEqualTo(new Source.Harness(null, null));
        assertThat(parent.links().cause()).isEqualTo("sig_0");
    }

    @Test
    void aNameThatIsNoneIsStoodInForAndComesBack() {
        JsonValue value = JsonText.read(HARNESS.replace("\"a:b\"", "\"\"").replace("sig_1", "  "));
        Signal signal = new HarnessForm().decode(value);

        assertThat(signal.type().text()).isEqualTo("~00000000");
        assertThat(signal.id()).isNotBlank();
        assertThat(new HarnessForm().encode(signal)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-01-01T00:00Z", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.0Z",
        "2026-01-01T00:00:00.000000000000Z"})
    void theSpellingOfATimeIsKept(String spelling) {
        JsonValue value = JsonText.read(HARNESS.replace("2026-01-01T00:00:00.000Z", spelling));
        Signal signal = new HarnessForm().decode(value);

        assertThat(signal.time()).isEqualTo(NOW);
        assertThat(signal.extensions()).isEqualTo(Map.of("spelling",
                JsonText.read("{\"/timestamp\":\"" + spelling + "\"}")));
        assertThat(new HarnessForm().encode(signal)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-02-30T00:00:00Z", "2026-01-01T24:00:00Z", "2026-01-01T00:00:60Z", "2026-01-01",
        "2026-01-01T00:00:00+00:00", "2026-01-01t00:00:00z", "", "2026-01-01T00:00:00.Z", "12026-01-01T00:00:00Z",
        "2025-02-29T00:00:00Z", "2026-01-01T00:00:00Z\\n", "\u0662026-01-01T00:00Z"})
    void aTimeThatIsNotUtcOrDoesNotExistIsRefused(String time) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new HarnessForm()
                        .decode(JsonText.read(HARNESS.replace("2026-01-01T00:00:00.000Z", time))))
                .withMessageStartingWith("timestamp must be a date in UTC that exists");
    }

    @Test
    void anAbsentTtlAndATtlOfZeroAreTwoThings() {
        assertThat(swarm("}").lifetime()).isEqualTo(Lifetime.defaultTtl());
        assertThat(swarm(",\"ttl\":0}").lifetime()).isEqualTo(Lifetime.ttl(Duration.ZERO));
    }

    @Test
    void aSwarmSignalKnowsItsSourceItsReplyAndItsMetadata() {
        Signal signal = swarm(",\"replyTo\":\"s0\",\"metadata\":{\"round\":2,\"priority\":0.5,"
                + "\"causalLevel\":\"intervention\",\"note\":\"kept\"},\"later\":[1]}");

        assertThat(signal.source()).isEqualTo(Source.named("ada"));
        assertThat(signal.links().replyTo()).isEqualTo("s0");
        assertThat(signal.scope()).isEqualTo(new Scope(null, null, null, 2, null));
        assertThat(signal.grading().priorityValue()).isEqualTo(0.5);
        assertThat(signal.extensions()).containsOnlyKeys("later", "spelling");
    }

    @Test
    void whatWeKnowMoreStandsInAFieldOfOurOwn() {
        Signal own = Signal.of(Draft.of(new Payload.Vote("p1", Payload.Stance.AGREE, null, 1), 1),
                new Stamp("s1", Source.agent("ada"), NOW, Scope.ofRun("solve_1", 2)));

        JsonValue.Obj object = new SwarmForm().encode(own);

        assertThat(JsonText.write(object)).isEqualTo("""
                {"id":"s1","type":"vote","source":"ada","payload":{"proposalId":"p1","stance":"agree","weight":1},\
                "confidence":1,"timestamp":1767225600000,"metadata":{"round":2},\
                "waggle":{"source":{"type":"agent","id":"ada"},"scope":{"run":"solve_1","round":2}}}""");
        assertThat(new SwarmForm().decode(object)).isEqualTo(own);
    }

    @Test
    void absentDataAndTheValueNullAreTwoThings() {
        DurableForm form = new DurableForm();
        JsonValue isNull = JsonText.read(DURABLE.replace("\"createdAt\"", "\"data\":null,\"createdAt\""));

        assertThat(form.decode(JsonText.read(DURABLE)).payload()).isEqualTo(new Payload.Open(null, null, null, null));
        assertThat(form.decode(isNull).payload()).isEqualTo(Payload.Open.data(JsonValue.ofNull()));
    }

    @Test
    void whatASourceSaysMoreIsKept() {
        JsonValue value = JsonText.read(DURABLE.replace("\"system\"", "\"system\",\"id\":\"x\",\"zone\":[1]"));
        Signal signal = new DurableForm().decode(value);

        assertThat(signal.source()).isEqualTo(new Source.System());
        assertThat(new DurableForm().encode(signal)).isEqualTo(value);
    }

    @Test
    void aUserIsTheTenant() {
        Signal signal = new DurableForm().decode(
                JsonText.read(DURABLE.replace("\"system\"", "\"agent\",\"id\":\"ada\",\"userId\":\"u1\"")));

        assertThat(signal.source()).isEqualTo(Source.agent("ada"));
        assertThat(signal.scope().tenant()).isEqualTo("u1");
        assertThat(signal.lifetime()).isEqualTo(Lifetime.unlimited());
    }

    @Test
    void theStateOfACoordinationSignalIsDataAndNoPartOfIt() {
        JsonValue value = JsonText.read(THREAD.replace("\"summary\"", "\"state\":\"expired\",\"summary\""));
        Signal signal = new ConnectivityForm().decode(value);

        assertThat(signal.type()).isEqualTo(new SignalType(Profile.CONNECTIVITY, "confidence.high"));
        assertThat(signal.scope().thread()).isEqualTo("t1");
        assertThat(signal.audience()).isEqualTo(new Audience.Role(Audience.RoleName.COORDINATOR));
        assertThat(signal.extensions()).isEqualTo(Map.of("state", JsonValue.of("expired")));
        assertThat(new ConnectivityForm().encode(signal)).isEqualTo(value);
    }

    @Test
    void bothToolResultsKeepTheirFamily() {
        Signal harness = new HarnessForm().decode(JsonText.read(HARNESS.replace("a:b", "tool:result")));

        assertThat(harness.type()).isEqualTo(new SignalType(Profile.HARNESS, "tool:result"));
        assertThatIllegalArgumentException().isThrownBy(() -> new SwarmForm().encode(harness))
                .withMessage("the form swarm cannot hold signal sig_1 of type harness/tool:result: "
                        + "it is of the family harness");
    }

    @Test
    void whatAReaderWouldMistakeIsRefusedWithTheReason() {
        Draft draft = Draft.custom("a", Payload.Open.text("only words"));
        Stamp stamp = new Stamp("s1", new Source.System(), NOW, Scope.NONE);

        assertThatIllegalArgumentException().isThrownBy(() -> new DurableForm().encode(Signal.of(draft, stamp)))
                .withMessageEndingWith("it has no place for its summary");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DurableForm().encode(Signal.of(
                        Draft.custom("a", Payload.Open.data(JsonValue.ofNull())).withTtl(Duration.ofSeconds(1)),
                        stamp)))
                .withMessageEndingWith("it has no place for its lifetime");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DurableForm().encode(Signal.of(Draft.custom("a", Payload.Open.data(
                        JsonValue.ofNull())), new Stamp("s1", Source.named("x"), NOW, Scope.NONE))))
                .withMessageEndingWith("its source is neither system, agent, webhook nor process");
    }

    @Test
    void aSpellingThatDoesNotFitItsSignalIsAnExtensionLikeOthers() {
        Signal forged = Signal.of(Draft.of(new Payload.Task("t", null), 1).withExtension("spelling",
                JsonText.read("{\"/timestamp\":5}")), new Stamp("s1", Source.named("a"), NOW, Scope.NONE));

        JsonValue.Obj object = new SwarmForm().encode(forged);

        assertThat(object.fields()).containsEntry("timestamp", JsonValue.of(NOW.toEpochMilli()));
        assertThat(new SwarmForm().decode(object)).isEqualTo(forged);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "ada"               | " "                    | source name must not be blank, got " "
            "type":"vote"       | "type":"build:done"    | type must be one of task:new, discovery
            "weight":1          | "weight":"1"           | payload.weight must be a finite number, got "1"
            "weight":1          | "weight":1,"x":1       | payload.x is unknown
            "confidence":1      | "confidence":1.5       | confidence must be between 0 and 1, got 1.5
            "confidence":1,     | ``                     | confidence is missing
            1767225600000       | "2026-01-01T00:00Z"    | timestamp must be a whole number of 64 bits, got "2026-01-01T00:00Z"
            1767225600000       | 1.5                    | timestamp must be a whole number of 64 bits, got 1.5
            1767225600000       | 1,"ttl":-1             | ttl must not be negative
            1767225600000       | 1,"ttl":null           | ttl must be a whole number of 64 bits, got null
            1767225600000       | 1,"metadata":{"round":"1"} | metadata.round must be a whole number of 64 bits, got "1"
            1767225600000       | 1,"metadata":{"round":-1} | metadata.round must be at least 0, got -1
            """)
    void aSwarmObjectThatIsNoneIsRefusedWithPathAndValue(String found, String replacement, String message) {
        assertRefused(new SwarmForm(), SWARM, found, replacement, message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "system"            | "user"                 | source.type must be one of system, agent, webhook, process, got "user"
            "system"            | "agent"                | source.id is missing
            "system"            | "agent","id":" "       | source.source agent id must not be blank, got " "
            "system"            | "webhook","id":""      | source.source webhook id must not be blank, got ""
            "build:done"        | ""                     | type must not be blank, got ""
            1767225600000       | "now"                  | createdAt must be a whole number of 64 bits, got "now"
            """)
    void aDurableObjectThatIsNoneIsRefusedWithPathAndValue(String found, String replacement, String message) {
        assertRefused(new DurableForm(), DURABLE, found, replacement, message);
    }

    /** connectivity 3: the rules of emit. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "coordinator"       | "boss"                 | audience must be one of self, coordinator, selected, all, got "boss"
            confidence.high     | confidence.top         | signalClass must be one of attention.raise
            confidence.high     | handoff.ready          | signalClass must be of the message class confidence, got "handoff.ready"
            0.9                 | 0.79                   | confidence must be between 0.8 and 1.0 for confidence.high, got 0.79
            "confidence":0.9,   | ``                     | confidence is missing, and confidence.high requires it
            "ok"                | " "                    | summary must be a text that is not blank, got " "
            "ok"                | "ok","state":"gone"    | state must be one of emitted, active
            "ok"                | "ok","expiresAtStep":-1 | expiresAtStep must be at least 0, got -1
            """)
    void aCoordinationObjectThatIsNoneIsRefusedWithPathAndValue(String found, String replacement, String message) {
        assertRefused(new ConnectivityForm(), THREAD, found, replacement, message);
    }

    private static void assertRefused(SignalForm form, String valid, String found, String replacement, String message) {
        assertThat(valid).contains(found);
        assertThatCode(() -> form.decode(JsonText.read(valid))).doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> form.decode(JsonText.read(valid.replace(found, replacement))))
                .withMessageStartingWith(message);
    }

    private static Signal harness(String end) {
        return kept(new HarnessForm(), HARNESS, end);
    }

    private static Signal swarm(String end) {
        return kept(new SwarmForm(), SWARM, end);
    }

    private static Signal kept(SignalForm form, String object, String end) {
        JsonValue value = JsonText.read(object.substring(0, object.length() - 1) + end);
        Signal signal = form.decode(value);
        assertThat(form.encode(signal)).isEqualTo(value);
        return signal;
    }

    private static List<JsonValue> shapes() throws IOException {
        try (InputStream in = Objects.requireNonNull(
                LossCheckTest.class.getResourceAsStream("/vectors/harness-signal-shapes.json"))) {
            JsonValue vectors = JsonText.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            return ((JsonValue.Arr) field((JsonValue.Obj) vectors, "signalShapes")).items();
        }
    }

    private static JsonValue field(JsonValue.Obj obj, String name) {
        return Objects.requireNonNull(obj.fields().get(name));
    }

    private static boolean isTrue(@Nullable JsonValue value) {
        return value instanceof JsonValue.Bool bool && bool.value();
    }
}
