package dev.waggle.journal;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SignalCodecTest {

    private static final String VOTE = """
            {"id":"s1","type":"vote","source":{"type":"agent","id":"ada"},\
            "data":{"proposalId":"p1","stance":"agree","weight":0.8},"createdAt":1767225600000,"confidence":0.75}""";

    private static final String OPEN = """
            {"id":"s1","type":"build:done","source":{"type":"system"},"createdAt":1}""";

    @Test
    void everySignalComesBackAsItWas() {
        for (long seed = 1; seed <= 5_000; seed++) {
            Signal signal = new RandomSignals(new SplittableRandom(seed)).signal();
            String text = JsonText.write(SignalCodec.encode(signal));

            assertThat(SignalCodec.decode(JsonText.read(text))).as("seed %d: %s", seed, text).isEqualTo(signal);
            assertThat(text.chars()).as("seed %d: one line", seed)
                    .noneMatch(c -> Character.isISOControl(c) || c == '\u2028' || c == '\u2029');
        }
    }

    @Test
    void aLineHoldsOnlyWhatWasSaid() {
        Signal signal = Signal.of(
                Draft.of(new Payload.Vote("p1", Payload.Stance.AGREE, null, 0.8), 0.75),
                new Stamp("s1", Source.agent("ada"), Instant.parse("2026-01-01T00:00:00Z"), Scope.NONE));

        assertThat(JsonText.write(SignalCodec.encode(signal))).isEqualTo(VOTE);
    }

    @Test
    void absentDataAndTheValueNullAreTwoThings() {
        assertThat(decode(OPEN).payload()).isEqualTo(new Payload.Open(null, null, null, null));
        assertThat(decode(OPEN.replace("}}", "}").replace("\"createdAt\"", "\"data\":null,\"createdAt\"")).payload())
                .isEqualTo(Payload.Open.data(JsonValue.ofNull()));
    }

    @Test
    void timesAreReadAsMillisecondsOrText() {
        assertThat(decode(OPEN).time()).isEqualTo(Instant.ofEpochMilli(1));
        assertThat(decode(OPEN.replace(":1}", ":\"2026-01-01T02:00:00.000000001+02:00\"}")).time())
                .isEqualTo(Instant.parse("2026-01-01T00:00:00.000000001Z"));
    }

    @Test
    void theFamilyIsInferredFromTheWordOrStated() {
        Signal harness = decode(OPEN.replace("build:done\"", "tool:result\",\"profile\":\"harness\""));

        assertThat(decode(VOTE).type()).isEqualTo(SignalType.VOTE);
        assertThat(decode(OPEN).type()).isEqualTo(SignalType.custom("build:done"));
        assertThat(harness.type()).isEqualTo(new SignalType(Profile.HARNESS, "tool:result"));
        assertThat(JsonText.write(SignalCodec.encode(harness))).contains("\"profile\":\"harness\"");
    }

    @Test
    void unknownFieldsAreKept() {
        Signal signal = decode(OPEN.replace(":1}", ":1,\"traceparent\":\"00-ab\",\"seq\":7}"));

        assertThat(signal.extensions()).isEqualTo(
                Map.of("seq", JsonValue.of(7), "traceparent", JsonValue.of("00-ab")));
        assertThat(SignalCodec.decode(SignalCodec.encode(signal))).isEqualTo(signal);
    }

    /** Fields that a newer writer adds stand beside the extensions of today. */
    @Test
    void unknownFieldsBesideExtensionsAreKeptAndAnExtensionOfTheirNameCounts() {
        Signal signal = decode(
                OPEN.replace(":1}", ":1,\"a\":2,\"later\":{\"x\":1},\"extensions\":{\"a\":1,\"id\":5}}"));

        assertThat(signal.extensions()).isEqualTo(Map.of("a", JsonValue.of(1), "id", JsonValue.of(5), "later",
                JsonText.read("{\"x\":1}")));
        assertThat(signal.id()).isNotEqualTo("5");
        assertThat(SignalCodec.decode(SignalCodec.encode(signal))).isEqualTo(signal);
    }

    @Test
    void aDefaultLifetimeAndALifetimeOfZeroAreTwoThings() {
        assertThat(decode(OPEN).lifetime()).isEqualTo(Lifetime.defaultTtl());
        assertThat(decode(OPEN.replace(":1}", ":1,\"lifetime\":{\"type\":\"ttl\",\"span\":0}}")).lifetime())
                .isEqualTo(Lifetime.ttl(Duration.ZERO));
    }

    @Test
    void everyTruncatedLineIsRefused() {
        for (int length = 0; length < VOTE.length(); length++) {
            String cut = VOTE.substring(0, length);
            assertThatIllegalArgumentException().as(cut).isThrownBy(() -> decode(cut))
                    .withMessageStartingWith("not JSON");
        }
    }

    @ParameterizedTest(name = "{2}")
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            "id":"s1",                       |                                  | id is missing
            "id":"s1"                        | "id":7                           | id must be a text, got 7
            "id":"s1"                        | "id":null                        | id must be a text, got null\\nMaybe leave it out.
            "id":"s1"                        | "id":" "                         | id must not be blank
            "type":"vote",                   |                                  | type is missing
            "type":"vote"                    | "type":"votee","profile":"swarm" | type must be one of the swarm family (task:new, discovery, proposal, doubt, challenge, vote, conflict, consensus:reached, escalate, memory:shared, tool:result), got "votee"\\nMaybe it is a type of your own
            "type":"vote"                    | "type":"vote","profile":"durbale" | profile must be swarm, connectivity, durable, harness or custom, got "durbale"
            "type":"agent","id":"ada"        | "type":"agnet","id":"ada"        | source.type must be one of system, agent, webhook, process, harness, name, none, got "agnet"
            "type":"agent","id":"ada"        | "type":"agent"                   | source.id is missing
            "type":"agent","id":"ada"        | "type":"agent","id":""           | source agent id must not be blank
            "type":"agent","id":"ada"        | "type":"system","id":"ada"       | source.id is unknown\\nMaybe one of type.
            {"type":"agent","id":"ada"}      | "ada"                            | source must be an object, got "ada"
            "stance":"agree"                 | "stance":"Agree"                 | data.stance must be one of agree, disagree, abstain, got "Agree"
            "weight":0.8                     | "weight":"0.8"                   | data.weight must be a finite number, got "0.8"
            "weight":0.8                     | "weight":1e999                   | data.weight must be a finite number, got 1E+999
            "weight":0.8                     | "weight":-1                      | data.weight must be a finite number of at least 0, got -1.0
            "weight":0.8                     | "weigth":0.8                     | data.weight is missing
            "weight":0.8                     | "weight":0.8,"why":1             | data.why is unknown\\nMaybe one of proposalId, stance, reasoning, weight.
            "weight":0.8                     | "weight":0.8,"reasoning":null    | data.reasoning must be a text, got null\\nMaybe leave it out.
            "weight":0.8}                    | "weight":0.8},"summary":"x"      | summary stands beside open types only, and vote is a swarm type\\nMaybe
            1767225600000                    | "yesterday"                      | createdAt must be milliseconds since 1970 or an ISO-8601 date with its zone, got "yesterday"
            1767225600000                    | 1.5                              | createdAt must be milliseconds
            1767225600000                    | 1e30                             | createdAt must be milliseconds
            1767225600000                    | true                             | createdAt must be milliseconds
            "confidence":0.75                | "confidence":75                  | confidence must be between 0 and 1, got 75.0\\nMaybe it is a percentage
            ,"confidence":0.75               |                                  | signal s1: confidence is required
            0.75}                            | 0.75,"priority":"urgent"}        | priority must be one of low, normal, high, critical, got "urgent"
            0.75}                            | 0.75,"causalLevel":2}            | causalLevel must be a text, got 2
            0.75}                            | 0.75,"scope":[]}                 | scope must be an object, got an array
            0.75}                            | 0.75,"scope":{"round":-1}}       | scope.round must be at least 0, got -1
            0.75}                            | 0.75,"scope":{"round":4294967296}} | scope.round must be a whole number of 32 bits, got 4294967296
            0.75}                            | 0.75,"scope":{"step":0.5}}       | scope.step must be a whole number of 64 bits, got 0.5
            0.75}                            | 0.75,"scope":{"turn":1}}         | scope.turn is unknown\\nMaybe one of tenant, thread, run, round, step.
            0.75}                            | 0.75,"links":{"about":["a",1]}}  | links.about[1] must be a text, got 1
            0.75}                            | 0.75,"links":{"about":["a",""]}} | links.about must not be blank
            0.75}                            | 0.75,"lifetime":{"type":"ttl"}}  | lifetime.span is missing
            0.75}                            | 0.75,"lifetime":{"type":"ttl","span":-1}} | lifetime: ttl must not be negative
            0.75}                            | 0.75,"lifetime":{"type":"ttl","span":"1 day"}} | lifetime.span must be milliseconds or an ISO-8601 duration, got "1 day"
            0.75}                            | 0.75,"audience":{"type":"role","word":"boss"}} | audience.word must be one of self, coordinator, selected, all, got "boss"
            0.75}                            | 0.75,"extensions":7}             | extensions must be an object, got 7
            0.75}                            | 0.75,"confidence":0.5}           | not JSON at character 176: Duplicate
            """)
    void aLineThatIsNoSignalIsRefusedWithPathAndValue(String found, String replacement, String message) {
        assertThat(VOTE).contains(found);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decode(VOTE.replace(found, replacement == null ? "" : replacement)))
                .withMessageStartingWith(message.replace("\\n", "\n"));
    }

    @Test
    void onlyAnObjectIsASignal() {
        assertThatIllegalArgumentException().isThrownBy(() -> SignalCodec.decode(JsonValue.of(List.of())))
                .withMessage("a signal must be an object, got an array");
    }

    @Test
    void aSchemaMustBeAUri() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> decode(OPEN.replace(":1}", ":1,\"schema\":\"a b\"}")))
                .withMessage("schema must be a URI, got \"a b\"");
    }

    @Test
    void zeroKeepsItsSign() {
        Signal signal = decode(OPEN.replace(":1}", ":1,\"priorityValue\":-1E-400}"));

        assertThat(signal.grading()).isEqualTo(new Grading(null, null, -0.0, null));
    }

    private static Signal decode(String text) {
        return SignalCodec.decode(JsonText.read(text));
    }
}
