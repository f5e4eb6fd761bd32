package dev.waggle.journal;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Comparison of the line codec with the codec of JSON trees: both must read and write the same, byte for byte. */
class LineCodecTest {

    private static final String LINE = """
            {"seq":7,"recordedAt":1767225600000,"by":"ada","id":"s1","type":"vote","source":{"type":"agent","id":"ada"},\
            "data":{"proposalId":"p1","stance":"agree","weight":0.8},"createdAt":1767225600000,"confidence":0.75}""";

    @Test
    void aLineHasTheBytesOfItsTree() {
        for (long seed = 1; seed <= 5_000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            LogEntry entry = new RandomSignals(random)
                    .entry(random.nextLong(1, Long.MAX_VALUE) >>> random.nextInt(63) | 1);

            assertThat(utf8(LineCodec.toLine(entry))).as("seed %d", seed).isEqualTo(byTree(entry));
        }
    }

    @Test
    void everyLineComesBackAsItWas() {
        for (long seed = 1; seed <= 5_000; seed++) {
            LogEntry entry = new RandomSignals(new SplittableRandom(seed)).entry(seed);
            byte[] line = LineCodec.toLine(entry);
            byte[] buffer = new byte[line.length + 20];
            Arrays.fill(buffer, (byte) '}');
            System.arraycopy(line, 0, buffer, 7, line.length);

            assertThat(LineCodec.fromLine(buffer, 7, 7 + line.length - 1)).as("seed %d: %s", seed, utf8(line))
                    .isEqualTo(entry);
            assertThat(LineCodec.isIntact(buffer, 7, 7 + line.length - 1)).isTrue();
            assertThat(LineCodec.isIntact(buffer, 8, 7 + line.length - 1)).isFalse();
        }
    }

    /** Long texts go through a generator in pieces. */
    @ParameterizedTest
    @ValueSource(ints = {996, 997, 998, 999, 1_000, 1_001, 1_999, 2_000, 3_999, 7_990, 7_999, 8_000, 8_001, 100_000})
    void pairsOfALongTextStayTogether(int before) {
        String text = "a".repeat(before) + "\ud83d\ude00".repeat(20) + "\u00e9".repeat(before) + "\u4e16\n\"\\/\u001b";
        LogEntry entry = open(JsonValue.of(text));

        assertThat(utf8(LineCodec.toLine(entry))).isEqualTo(byTree(entry));
    }

    @Test
    void numbersOfEverySizeHaveTheDigitsOfTheirTree() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 20_000; i++) {
            double weight = Math.abs(Double.longBitsToDouble(random.nextLong() & ~(1L << 62)));
            double near = Math.scalb(random.nextDouble(), random.nextInt(60) - 30);
            for (double value : new double[] {weight, near, Math.rint(near), -0.0, 0.0, 0.001, 1e7, Double.MAX_VALUE}) {
                LogEntry entry = entry(new Payload.Vote("p1", Payload.Stance.AGREE, null, value));

                assertThat(utf8(LineCodec.toLine(entry))).as("%s", value).isEqualTo(byTree(entry));
            }
        }
    }

    @Test
    void namesOfAllKindsAndManyFieldsAreKept() {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        for (int i = 0; i < 1_000; i++) {
            fields.put("field-" + i + (char) (i % 0xd800),
                    JsonValue.of(List.of(JsonValue.of(i), JsonValue.of(Map.of()))));
        }
        LogEntry entry = open(JsonValue.of(fields));
        byte[] line = LineCodec.toLine(entry);

        assertThat(utf8(line)).isEqualTo(byTree(entry));
        assertThat(LineCodec.fromLine(line, 0, line.length - 1)).isEqualTo(entry);
    }

    @Test
    void theLimitsOfTextsHoldForLines() {
        JsonValue deep = JsonValue.of(1);
        for (int i = 0; i < JsonText.MAX_DEPTH - 1; i++) {
            deep = JsonValue.of(List.of(deep));
        }
        LogEntry deepest = open(deep);
        LogEntry awkward = open(JsonValue.of(List.of(deep, JsonValue.of("\u0085"))));

        assertThat(utf8(LineCodec.toLine(deepest))).isEqualTo(byTree(deepest));
        refusedLikeItsTree(open(JsonValue.of(List.of(deep))), "a JSON value must be nested at most 500 deep");
        refusedLikeItsTree(awkward, "a JSON value must be nested at most 500 deep");
        refusedLikeItsTree(open(new JsonValue.Num(new BigDecimal("9".repeat(1_001)))),
                "a JSON number must have at most");
        refusedLikeItsTree(open(new JsonValue.Num(new BigDecimal("1E+100001"))), "the exponent of a JSON number");
        refusedLikeItsTree(open(JsonValue.of(Map.of("a\ud800", JsonValue.ofNull()))), "the name of a JSON field");
        refusedLikeItsTree(open(JsonValue.of("x".repeat(JsonText.MAX_STRING + 1))), "a JSON text must have at most");
        refusedLikeItsTree(open(JsonValue.of("\u007f".repeat(JsonText.MAX_STRING + 1))),
                "a JSON text must have at most");
    }

    @Test
    void aLineThatIsTooLongIsRefused() {
        String text = "x".repeat(LineCodec.MAX_LINE - 300);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> LineCodec.toLine(open(JsonValue.of(text + "y".repeat(299)))))
                .withMessageStartingWith("the line of signal s1 must have at most 8388608 bytes, got ");
        assertThat(LineCodec.toLine(open(JsonValue.of(text)))).hasSizeLessThanOrEqualTo(LineCodec.MAX_LINE);
    }

    @Test
    void nothingNestedWithoutEndOverflowsTheStack() {
        JsonValue deep = JsonValue.of("\u0085");
        for (int i = 0; i < 100_000; i++) {
            deep = JsonValue.of(List.of(deep));
        }
        LogEntry entry = open(deep);

        assertThatIllegalArgumentException().isThrownBy(() -> LineCodec.toLine(entry))
                .withMessageContaining("500 deep");
    }

    /** Every error message, with its path, value and place, equals the message of the tree codec. */
    @Test
    void whateverIsWrongIsSaidAsItsTreeSaysIt() {
        SplittableRandom random = new SplittableRandom(5);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] line = LINE.getBytes(StandardCharsets.UTF_8);
            for (int change = random.nextInt(2); change >= 0; change--) {
                line[random.nextInt(line.length)] = (byte) random.nextInt(256);
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(line.length) : line.length;
            String quick = outcome(() -> LineCodec.fromLine(line, 0, length));
            String byTree = outcome(() -> EntryCodec.decode(JsonText.read(strict(Arrays.copyOf(line, length)))));

            assertThat(quick).as("change %d: %s", i, utf8(line)).isEqualTo(byTree);
            refused += quick.startsWith("refused") ? 1 : 0;
        }
        assertThat(refused).isBetween(1_000, 19_999);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"weight\":0.8,\"weight\":0.9", "\"weight\":{\"a\":1,\"a\":1}",
        "\"weight\":[{\"a\":1,\"a\":1}]",
        "\"weight\":1e999999999", "\"weight\":-0", "\"weight\":9223372036854775808", "\"weight\":{}",
        "\"weight\":0.8}}",
        "\"weight\":0.8}} ", "\"weight\":0.8}} x", "\"weight\":\"\\ud800\"", "\"weight\":null,\"why\":1"})
    void oddFieldsAreReadAsTheirTree(String instead) {
        String line = LINE.replace("\"weight\":0.8", instead);

        assertThat(outcome(() -> LineCodec.fromLine(line.getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(outcome(() -> EntryCodec.decode(JsonText.read(line))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"c080", "eda080", "f4908080", "ff", "e4b8", "efbfbd"})
    void onlyUtf8IsRead(String hex) {
        byte[] sign = HexFormat.of().parseHex(hex);
        byte[] line = LINE.replace("p1", "p" + "1".repeat(sign.length)).getBytes(StandardCharsets.UTF_8);
        System.arraycopy(sign, 0, line, LINE.indexOf("p1") + 1, sign.length);

        assertThat(outcome(() -> LineCodec.fromLine(line)))
                .isEqualTo(outcome(() -> EntryCodec.decode(JsonText.read(strict(line)))))
                .startsWith(hex.equals("efbfbd") ? "LogEntry" : "refused: not JSON: the bytes are not UTF-8");
    }

    /** A text that another program begins with a byte order mark, or writes in units of 16 bits, is not a line. */
    @Test
    void aMarkOfOrderIsNotJson() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LineCodec.fromLine(('\ufeff' + LINE).getBytes(StandardCharsets.UTF_8)))
                .withMessageStartingWith("not JSON at character 1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LineCodec.fromLine(LINE.getBytes(StandardCharsets.UTF_16LE)))
                .withMessageStartingWith("not JSON");
    }

    @Test
    void aChangedByteIsFound() {
        byte[] line = LineCodec.toLine(open(JsonValue.of("text")));
        byte[] whole = Arrays.copyOf(line, line.length - 1);
        int checksum = whole.length - "12345678\"}".length();
        assertThat(LineCodec.isIntact(whole)).isTrue();

        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 1;
            assertThat(LineCodec.isIntact(changed)).as("byte %d", at).isFalse();
            if (at < checksum - ",\"crc\":\"".length()) {
                assertThatIllegalArgumentException().isThrownBy(() -> LineCodec.fromLine(changed))
                        .withMessageMatching("the checksum of its bytes is [0-9a-f]{8}, but the line says [0-9a-f]{8}");
            }
        }
    }

    private static void refusedLikeItsTree(LogEntry entry, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> LineCodec.toLine(entry)).withMessageStartingWith(message);
        assertThat(outcome(() -> LineCodec.toLine(entry))).isEqualTo(outcome(() -> byTree(entry)));
    }

    private interface Attempt {
        Object make();
    }

    private static String outcome(Attempt attempt) {
        try {
            return String.valueOf(attempt.make());
        } catch (IllegalArgumentException refused) {
            return "refused: " + refused.getMessage();
        }
    }

    private static String strict(byte[] bytes) {
        String text = utf8(bytes);
        if (!Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) {
            throw new IllegalArgumentException("not JSON: the bytes are not UTF-8");
        }
        return text;
    }

    /** The line as the tree codec writes it. */
    private static String byTree(LogEntry entry) {
        String object = JsonText.write(EntryCodec.encode(entry));
        String summed = object.substring(0, object.length() - 1);
        CRC32C sum = new CRC32C();
        sum.update(summed.getBytes(StandardCharsets.UTF_8));
        return summed + ",\"crc\":\"" + HexFormat.of().toHexDigits((int) sum.getValue()) + "\"}\n";
    }

    private static LogEntry open(JsonValue data) {
        return entry(Draft.custom("text:said", Payload.Open.data(data)));
    }

    private static LogEntry entry(Payload payload) {
        return entry(Draft.of(payload, 0.75));
    }

    private static LogEntry entry(Draft draft) {
        Instant time = Instant.ofEpochMilli(1_767_225_600_000L);
        return new LogEntry(1, time, new Emission("ada", 0),
                Signal.of(draft, new Stamp("s1", Source.agent("ada"), time, Scope.NONE)));
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
