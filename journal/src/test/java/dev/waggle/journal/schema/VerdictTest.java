package dev.waggle.journal.schema;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.RandomSignals;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.codec.TextPatterns;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Harness 6: guard, schema and decoder give one verdict on every value. */
class VerdictTest {

    private static final int SEEDS = 4_000;

    private static final JsonValue INPUT = JsonText.read("""
            {"system":"s","messages":[{"role":"user","content":"hi"},{"role":"assistant","content":""}],
             "tools":[{"name":"t","description":"d","inputSchema":{"type":"object"}}],
             "toolResults":[{"toolName":"t","result":null,"error":"e"},{"toolName":"u"}],
             "sessionId":"x","maxTokens":0.5,"temperature":1}""");

    private static final JsonValue OUTPUT = JsonText.read("""
            {"content":"c","toolCalls":[{"id":"1","name":"t","input":[1]},{"id":"2","name":"t"}],"sessionId":"x",
             "usage":{"inputTokens":1,"outputTokens":2.5,"totalTokens":0},"stopReason":"tool_use"}""");

    private static final JsonValue CALL = JsonText.read("{\"id\":\"1\",\"name\":\"t\",\"input\":{},\"result\":7}");

    @Test
    void decoderAndSchemaAgreeOnSignals() {
        int refused = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            JsonValue value = SignalCodec.encode(new RandomSignals(random).entry(1).signal());
            agree(seed, "envelope", value, SignalCodec::decode);
            refused += mutated(seed, random, "envelope", value, SignalCodec::decode);
        }
        assertThat(refused).isBetween(SEEDS, 3 * SEEDS);
    }

    @Test
    void decoderAndSchemaAgreeOnEntries() {
        int refused = 0;
        for (long seed = 1; seed <= SEEDS / 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            JsonValue value = EntryCodec.encode(new RandomSignals(random).entry(seed));
            agree(seed, "entry", value, EntryCodec::decode);
            refused += mutated(seed, random, "entry", value, EntryCodec::decode);
        }
        assertThat(refused).isPositive();
    }

    @Test
    void decoderAndSchemaAgreeOnWhatHarnessesSay() {
        for (long seed = 1; seed <= SEEDS / 4; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int refused = mutated(seed, random, "harness/input", INPUT, HarnessCodec::input)
                    + mutated(seed, random, "harness/output", OUTPUT, HarnessCodec::output);
            JsonValue start = JsonValue.of(Map.of("input", INPUT));
            JsonValue end = JsonValue.of(Map.of("output", OUTPUT, "durationMs", JsonValue.of(1.5)));
            for (SignalType type : HarnessSignals.ALL) {
                for (JsonValue payload : List.of(start, end, CALL, INPUT, OUTPUT)) {
                    refused += mutated(seed, random, "payload/" + type, payload, it -> HarnessCodec.payload(type, it));
                }
            }
            assertThat(refused).as("seed %d", seed).isPositive();
        }
        DECODERS.forEach((name, decoder) -> {
            int accepted = agree(0, "harness/" + name, JsonText.read("""
                    {"role":"user","content":"c","name":"n","description":"d","inputSchema":{},"id":"1","toolName":"t",
                     "inputTokens":1,"outputTokens":1,"totalTokens":1,"streaming":true,"structuredOutput":true,
                     "tools":true,"resume":false}"""), decoder);
            int refused = agree(0, "harness/" + name, JsonText.read("{}"), decoder);
            assertThat(List.of(accepted, refused)).as(name).containsExactly(0, 1);
        });
    }

    private static final Map<String, Consumer<JsonValue>> DECODERS = Map.of("message", HarnessCodec::message, "tool",
            HarnessCodec::toolOffer, "tool-call", HarnessCodec::toolCall, "tool-result", HarnessCodec::toolResult,
            "usage", HarnessCodec::usage, "capabilities", HarnessCodec::capabilities);

    @Test
    void whatIsSpelledRightIsRead() {
        Pattern time = Pattern.compile(TextPatterns.TIME);
        Pattern utc = Pattern.compile(TextPatterns.UTC_TIME);
        Pattern span = Pattern.compile(TextPatterns.DURATION);
        Pattern uri = Pattern.compile(TextPatterns.ABSOLUTE_URI);
        int fit = 0;
        for (long seed = 1; seed <= 200_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String text = spelled(random);
            if (time.matcher(text).find()) {
                fit++;
                assertThat(isRead(() -> Instant.parse(text))).as("seed %d: %s", seed, text).isTrue();
            }
            if (utc.matcher(text).find() && text.length() >= 20 && text.length() <= 30) {
                assertThat(isRead(() -> Instant.parse(text))).as("seed %d: %s", seed, text).isTrue();
            }
            if (span.matcher(text).find()) {
                fit++;
                assertThat(isRead(() -> Duration.parse(text))).as("seed %d: %s", seed, text).isTrue();
                assertThat(Duration.parse(text).isNegative()).as("seed %d: %s", seed, text).isFalse();
            }
            assertThat(uri.matcher(text).find()).as("seed %d: %s", seed, text).isEqualTo(isAbsoluteUri(text));
        }
        assertThat(fit).isGreaterThan(5_000);
    }

    @Test
    void everyInstantAndSpanThatExistsCanBeSpelled() {
        for (long seed = 1; seed <= 20_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Instant time = Instant.ofEpochSecond(random.nextLong(Instant.MIN.getEpochSecond(),
                    Instant.MAX.getEpochSecond() + 1), random.nextInt(1_000_000_000));
            Duration span = Duration.ofSeconds(random.nextLong() >>> (1 + random.nextInt(62)), random.nextInt(1 << 29));
            assertThat(time.toString()).as("seed %d", seed).containsPattern(TextPatterns.TIME);
            assertThat(span.toString()).as("seed %d", seed).containsPattern(TextPatterns.DURATION);
        }
        assertThat(Instant.MIN.toString()).containsPattern(TextPatterns.TIME);
        assertThat(Instant.MAX.toString()).containsPattern(TextPatterns.TIME);
        assertThat(Duration.ofSeconds(Long.MAX_VALUE, 999_999_999).toString()).containsPattern(TextPatterns.DURATION);
    }

    @Test
    void blanksAndControlsAreThoseOfJava() {
        Pattern notBlank = Pattern.compile(TextPatterns.NOT_BLANK);
        Pattern control = Pattern.compile(TextPatterns.CONTROL);
        for (int point = 0; point <= Character.MAX_CODE_POINT; point++) {
            String text = Character.toString(point);
            assertThat(notBlank.matcher(text).find()).as("U+%04X", point).isNotEqualTo(text.isBlank());
            assertThat(control.matcher(text).find()).as("U+%04X", point).isEqualTo(Character.isISOControl(point));
        }
    }

    private static int mutated(long seed, SplittableRandom random, String schema, JsonValue value,
            Consumer<JsonValue> decoder) {
        Mutations mutations = new Mutations(random);
        JsonValue once = mutations.of(value);
        return agree(seed, schema, once, decoder) + agree(seed, schema, mutations.of(once), decoder)
                + agree(seed, schema, mutations.of(value), decoder);
    }

    /** Returns 1 if both refuse, 0 if both accept. */
    private static int agree(long seed, String schema, JsonValue value, Consumer<JsonValue> decoder) {
        String refusal = "";
        try {
            decoder.accept(value);
        } catch (IllegalArgumentException bad) {
            refusal = String.valueOf(bad.getMessage());
        }
        List<SchemaViolation> violations = JsonSchemas.validate(schema, value);
        assertThat(violations.isEmpty())
                .as("seed %d, %s: %s; decoder: %s; schema: %s", seed, schema, value, refusal, violations)
                .isEqualTo(refusal.isEmpty());
        assertThat(JsonSchemas.accepts(schema, value)).as("seed %d, the guard of %s", seed, schema)
                .isEqualTo(violations.isEmpty());
        return refusal.isEmpty() ? 0 : 1;
    }

    private static String spelled(SplittableRandom random) {
        return switch (random.nextInt(3)) {
            case 0 ->
                random(random, "1234", "2024", "2023", "-2000", "+12024", "-0000", "1900", "+1000000000", "+02024")
                        + '-' + random(random, "01", "02", "04", "12", "13", "00") + '-'
                        + random(random, "01", "28", "29", "30", "31", "32") + random(random, "T", "t", " ")
                        + random(random, "00", "23", "24", "5") + random(random, ":00", ":59", ":60")
                        + random(random, ":00", ":59", ":60", "", ":00.1", ":00.123456789", ":00.1234567890", ":00.")
                        + random(random, "Z", "Z", "z", "", "+00:00", "-00:00", "+18:00", "-18:00", "+18:01", "+17:59",
                                "+1");
            case 1 -> random(random, "P", "P", "p", "-P", "") + random(random, "", "", "1D", "999999999999D", "-1D")
                    + random(random, "T", "T", "")
                    + random(random, "", "1H", "999999999999999H", "2562047788015214H", "2562047788015215H",
                            "2562047788015216H", "01H")
                    + random(random, "", "1M", "30M", "31M", "59M", "9999999999999999M", "-1M")
                    + random(random, "", "7S", "7.999999999S", "8S", "59S", "61.5S", "999999999999999999.5S", "1.S");
            default -> random(random, "http", "urn", "a+b.c-1", "1a", "", "a_b") + random(random, ":", ":", "")
                    + random(random, "//", "/", "///", "")
                    + random(random, "", "host", "a@b:80", "[::1]", "h%41", "x:y",
                            "?q", "%zz", "%", "\u00e9", "a b")
                    + random(random, "", "/p", "?a=b&c", "/;x,y=$", "//", "|")
                    + random(random, "", "#", "#f", "#f#g", "\n");
        };
    }

    private static String random(SplittableRandom random, String... words) {
        return words[random.nextInt(words.length)];
    }

    private static boolean isRead(Runnable parse) {
        try {
            parse.run();
            return true;
        } catch (DateTimeException | ArithmeticException bad) {
            return false;
        }
    }

    private static boolean isAbsoluteUri(String text) {
        try {
            return new URI(text).isAbsolute() && text.chars().allMatch(c -> c < 0x7f && c != '[' && c != ']');
        } catch (URISyntaxException bad) {
            return false;
        }
    }
}
