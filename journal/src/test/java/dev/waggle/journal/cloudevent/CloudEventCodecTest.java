package dev.waggle.journal.cloudevent;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.RandomSignals;
import dev.waggle.journal.schema.JsonSchemas;
import dev.waggle.signal.Audience;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CloudEventCodecTest {

    private static final Instant NOW = Instant.parse("2026-03-04T05:06:07Z");
    private static final Pattern NAME = Pattern.compile("[a-z0-9]+");

    @Test
    void everyEntryComesBackAsItWas() {
        for (long seed = 1; seed <= 5_000; seed++) {
            LogEntry entry = new RandomSignals(new SplittableRandom(seed)).entry(seed);
            String text = JsonText.write(CloudEventCodec.encode(entry));

            assertThat(CloudEventCodec.decode(JsonText.read(text))).as("seed %d: %s", seed, text).isEqualTo(entry);
            assertThat(CloudEventCodec.decodeSignal(JsonText.read(text), NOW)).as("seed %d", seed)
                    .isEqualTo(entry.signal());
        }
    }

    @Test
    void everyAttributeIsOneOfCloudEvents() {
        for (long seed = 1; seed <= 2_000; seed++) {
            Map<String, JsonValue> event = CloudEventCodec
                    .encode(new RandomSignals(new SplittableRandom(seed)).entry(seed)).fields();

            event.forEach((name, value) -> {
                if (!name.equals("data")) {
                    assertThat(name).matches(NAME);
                    assertThat(isAttribute(value)).as("%s = %s", name, value).isTrue();
                }
            });
        }
    }

    @Test
    void anEventSaysWhatPeopleLookFor() {
        Draft draft = Draft.of(new Payload.Vote("p1", Payload.Stance.AGREE, null, 0.8), 0.75).inReplyTo("s0");
        Signal signal = Signal.of(draft, new Stamp("s1", Source.agent("a d\u00e4"), NOW, Scope.ofRun("solve_1", 2)));

        JsonValue.Obj event = CloudEventCodec
                .encode(new LogEntry(7, NOW.plusMillis(5), new Emission("ada", 3), signal));

        assertThat(JsonText.write(event)).isEqualTo("""
                {"specversion":"1.0","id":"s1","source":"urn:waggle:agent:a%20d%C3%A4","type":"dev.waggle.swarm.vote",\
                "signaltype":"vote","time":"2026-03-04T05:06:07Z","sequence":"00000000000000000007",\
                "recordedtime":"2026-03-04T05:06:07.005Z","authtype":"unknown","authid":"ada","invocation":3,\
                "confidence":"0.75","correlationid":"solve_1","replyto":"s0","round":2,"hasdata":true,\
                "datacontenttype":"application/json",\
                "data":{"proposalId":"p1","stance":"agree","weight":0.8}}""");
    }

    /** In the order of the specification's table, in every process. */
    @Test
    void thePartsOfScopeAndLinksHaveOneOrder() {
        Signal signal = new Signal("s1", new SignalType(Profile.DURABLE, "build:done"), new Source.System(), NOW,
                new Payload.Open(null, null, null, null), new Scope("t", "h", "r", 1, 2L),
                new Links("c", "p", "o", List.of("a", "b")),
                Grading.NONE, Lifetime.unlimited(), Audience.everyone(), Map.of());

        assertThat(JsonText.write(CloudEventCodec.encode(entry(signal)))).contains("\"tenant\":\"t\","
                + "\"partitionkey\":\"h\",\"correlationid\":\"r\",\"causationid\":\"c\",\"replyto\":\"p\","
                + "\"replaces\":\"o\",\"about\":\"a,b\",\"round\":1,\"step\":2,");
    }

    @Test
    void theDefaultLifetimeAndAStatedOneAreTwoThings() {
        Draft draft = Draft.of(new Payload.Task("t", null), 1);
        Signal plain = Signal.of(draft, new Stamp("s1", new Source.System(), NOW, Scope.NONE));
        Signal mortal = Signal.of(draft.withTtl(Duration.ofSeconds(60)),
                new Stamp("s1", new Source.System(), NOW, Scope.NONE));

        assertThat(encode(plain)).doesNotContainKeys("ttlms", "expirytime", "lifetime");
        assertThat(encode(mortal)).containsEntry("ttlms", JsonValue.of(60_000))
                .containsEntry("expirytime", JsonValue.of("2026-03-04T05:07:07Z"));
    }

    @Test
    void absentDataAndTheValueNullAreTwoThings() {
        assertThat(encode(open(null))).containsEntry("hasdata", JsonValue.of(false)).doesNotContainKey("data");
        assertThat(encode(open(JsonValue.ofNull()))).containsEntry("hasdata", JsonValue.of(true))
                .doesNotContainKey("data");
    }

    @Test
    void bothToolResultsKeepTheirFamily() {
        Signal harness = new Signal("s1", new SignalType(Profile.HARNESS, "tool:result"),
                new Source.None(), NOW, Payload.Open.data(JsonValue.of(1)), Scope.NONE, Links.NONE,
                Grading.NONE, Lifetime.unlimited(), Audience.everyone(), Map.of());

        assertThat(encode(harness)).containsEntry("type", JsonValue.of("dev.waggle.harness.tool:result"))
                .containsEntry("signaltype", JsonValue.of("tool:result"));
    }

    @Test
    void anEventOfAnotherProducerKeepsAllItSays() {
        Signal signal = CloudEventCodec.decodeSignal(JsonText.read("""
                {"specversion":"1.0","id":"A234","source":"https://example.org/orders?x=1","type":"org.example.order",
                 "subject":"123","time":"2018-04-05T17:31:00.5+02:00","datacontenttype":"text/xml","data":"<a/>",
                 "comexampleextension1":"value","comexampleothervalue":5,"priority":"P1","sequence":"9"}"""), NOW);

        assertThat(signal.id()).isEqualTo("A234");
        assertThat(signal.type()).isEqualTo(SignalType.custom("org.example.order"));
        assertThat(signal.source()).isEqualTo(Source.named("https://example.org/orders?x=1"));
        assertThat(signal.time()).isEqualTo(Instant.parse("2018-04-05T15:31:00.5Z"));
        assertThat(signal.payload()).isEqualTo(Payload.Open.data(JsonValue.of("<a/>")));
        assertThat(signal.extensions()).isEqualTo(Map.of("subject", JsonValue.of("123"), "datacontenttype",
                JsonValue.of("text/xml"), "comexampleextension1", JsonValue.of("value"), "comexampleothervalue",
                JsonValue.of(5), "priority", JsonValue.of("P1"), "sequence", JsonValue.of("9")));
        assertThat(encode(signal)).containsEntry("source", JsonValue.of("https://example.org/orders?x=1"))
                .containsEntry("subject", JsonValue.of("123"))
                .containsEntry("datacontenttype", JsonValue.of("text/xml"))
                .containsEntry("comexampleothervalue", JsonValue.of(5));
        assertThat(CloudEventCodec.decode(CloudEventCodec.encode(entry(signal)))).isEqualTo(entry(signal));
    }

    @Test
    void binaryDataStayAsTheyCame() {
        Signal signal = CloudEventCodec.decodeSignal(JsonText.read("""
                {"specversion":"1.0","id":"1","source":"/mycontext","type":"com.example","datacontenttype":"image/png",
                 "data_base64":"AAEC"}"""), NOW);

        assertThat(signal.payload()).isEqualTo(new Payload.Open(null, null, null, null));
        assertThat(signal.extensions()).containsEntry("data_base64", JsonValue.of("AAEC"));
        assertThat(encode(signal)).containsEntry("data_base64", JsonValue.of("AAEC")).doesNotContainKey("data");
        assertThat(CloudEventCodec.decode(CloudEventCodec.encode(entry(signal)))).isEqualTo(entry(signal));
    }

    @Test
    void anEventWithoutTimeIsFromNow() {
        assertThat(CloudEventCodec.decodeSignal(JsonText.read("""
                {"specversion":"1.0","id":"1","source":"urn:agent:ada","type":"a"}"""), NOW).time()).isEqualTo(NOW);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"id":"1","source":"/a","type":"t"}                                  | specversion is missing
            {"specversion":"0.3","id":"1","source":"/a","type":"t"}              | specversion must be 1.0, got "0.3"
            {"specversion":"1.0","id":"","source":"/a","type":"t"}               | id must be a text that is not empty, got ""
            {"specversion":"1.0","id":1,"source":"/a","type":"t"}                | id must be a text, got 1
            {"specversion":"1.0","id":"1","source":"/a","type":"t","time":"now"} | time must be a date with its zone (RFC 3339), got "now"
            []                                                                   | a CloudEvent must be an object, got an array
            """)
    void whatIsNoEventIsRefusedWithPathAndValue(String event, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CloudEventCodec.decodeSignal(JsonText.read(event), NOW))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "confidence":"0.75"     | "confidence":"high"     | confidence must be the digits of a number, got "high"
            "confidence":"0.75"     | "confidence":"1.5"      | confidence must be between 0 and 1, got 1.5
            "weight":0.8            | "weight":"0.8"          | data.weight must be a finite number, got "0.8"
            "authid":"ada",         | ``                      | by is missing
            "hasdata":true          | "wagglerest":"{"        | wagglerest is not JSON at character
            """)
    void anEventOfOursThatSomebodyChangedIsRefused(String found, String replacement, String message) {
        Signal signal = Signal.of(Draft.of(new Payload.Vote("p1", Payload.Stance.AGREE, null, 0.8), 0.75),
                new Stamp("s1", Source.agent("ada"), NOW, Scope.NONE));
        String text = JsonText.write(
                CloudEventCodec.encode(new LogEntry(1, NOW, Emission.by("ada"), signal)));

        assertThat(text).contains(found);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CloudEventCodec.decode(JsonText.read(text.replace(found, replacement))))
                .withMessageStartingWith(message);
    }

    private static boolean isAttribute(JsonValue value) {
        return switch (value) {
            case JsonValue.Bool _ -> true;
            case JsonValue.Num num -> num.value().intValueExact() == num.value().doubleValue();
            case JsonValue.Str str -> !str.value().isEmpty()
                    && StandardCharsets.UTF_8.newEncoder().canEncode(str.value())
                    && str.value().chars().noneMatch(Character::isISOControl);
            case JsonValue.Null _, JsonValue.Arr _, JsonValue.Obj _ -> false;
        };
    }

    private static Map<String, JsonValue> encode(Signal signal) {
        return CloudEventCodec.encode(entry(signal)).fields();
    }

    @Test
    void aRecalledMemoryKeepsItsProvenance() {
        Signal signal = Signal.of(Draft.of(new Payload.SharedMemory("It was cold.", "note", 0.5), 0.5)
                .withExtension("memory", JsonText.read("{\"id\":\"mem-1\",\"author\":\"ada\",\"ageMillis\":7,"
                        + "\"outcome\":\"wrong\",\"strength\":0.5}")),
                new Stamp("sig_1", Source.named("memory"), NOW, Scope.ofRun("run", 1)));

        assertThat(CloudEventCodec.decode(CloudEventCodec.encode(entry(signal)))).isEqualTo(entry(signal));
        assertThat(SignalCodec.decode(SignalCodec.encode(signal))).isEqualTo(signal);
        assertThat(JsonSchemas.validate("envelope", SignalCodec.encode(signal))).isEmpty();
    }

    private static LogEntry entry(Signal signal) {
        return new LogEntry(1, NOW, Emission.by("ada"), signal);
    }

    private static Signal open(@Nullable JsonValue data) {
        return Signal.of(Draft.custom("a", new Payload.Open(null, null, data, null)),
                new Stamp("s1", new Source.System(), NOW, Scope.NONE));
    }
}
