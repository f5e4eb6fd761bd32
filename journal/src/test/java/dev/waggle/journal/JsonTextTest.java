package dev.waggle.journal;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JsonTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "\"\"", "[]", "{}", "1.0", "1.00", "1E+3", "0E-7", "-12",
        "{\"b\":1,\"a\":[null,{}]}", "\"\\ud800\"", "\"\\u0085\\u2028\\u009b\\u007f\"", "\"\u00e9\ud83d\ude00\""})
    void canonicalTextComesBackAsItWas(String text) {
        assertThat(JsonText.write(JsonText.read(text))).isEqualTo(text);
    }

    @Test
    void numbersKeepEveryDigit() {
        String digits = "3.14159265358979323846264338327950288419716939937510";

        assertThat(JsonText.read(digits)).isEqualTo(new JsonValue.Num(new BigDecimal(digits)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            ~~                | not JSON: the text is empty
            ~   ~             | not JSON: the text is empty
            {"a":1 "b":2}     | not JSON at character 8:
            {"a":1,"a":2}     | not JSON at character 11: Duplicate
            [1,2              | not JSON at character
            1 2               | not JSON at character 3: there is more behind the value
            {} x              | not JSON at character 4
            'a'               | not JSON at character 1
            NaN               | not JSON at character
            [1,]              | not JSON at character 4
            01                | not JSON at character
            "\\x"             | not JSON at character
            tru               | not JSON at character
            """)
    void whatIsNotJsonIsRefusedWithItsPlace(String text, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonText.read(text)).withMessageStartingWith(message);
    }

    @Test
    void aMillionSignsAreNotTooMany() {
        JsonValue text = JsonValue.of("\u4e16".repeat(1_000_000));

        assertThat(JsonText.read(JsonText.write(text))).isEqualTo(text);
    }

    @Test
    void theLimitsHoldBothWays() {
        JsonValue deepest = nested(JsonText.MAX_DEPTH);
        JsonValue longest = new JsonValue.Num(new BigDecimal("9".repeat(JsonText.MAX_NUMBER)));

        assertThat(JsonText.read(JsonText.write(deepest))).isEqualTo(deepest);
        assertThat(JsonText.read(JsonText.write(longest))).isEqualTo(longest);
        refusesBothWays(nested(JsonText.MAX_DEPTH + 1), "[".repeat(JsonText.MAX_DEPTH + 1));
        refusesBothWays(new JsonValue.Num(new BigDecimal("9".repeat(JsonText.MAX_NUMBER + 1))),
                "9".repeat(JsonText.MAX_NUMBER + 1));
        refusesBothWays(new JsonValue.Num(new BigDecimal("1E+100001")), "1E+100001");
        refusesBothWays(new JsonValue.Num(new BigDecimal(BigInteger.TEN, Integer.MIN_VALUE)), "[1.0E+2147483649]");
        refusesBothWays(JsonValue.of("x".repeat(JsonText.MAX_STRING + 1)),
                '"' + "x".repeat(JsonText.MAX_STRING + 1) + '"');
    }

    @Test
    void halfASurrogatePairIsKeptInATextAndRefusedInAName() {
        JsonValue text = JsonValue.of("a\udc00\ud800b\ud800\ud83d\ude00\ud800");

        assertThat(JsonText.read(JsonText.write(text))).isEqualTo(text);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonText.write(JsonValue.of(Map.of("\u0085a\ud800", text))))
                .withMessageContaining("\\ud800 at character 3");
    }

    private static void refusesBothWays(JsonValue value, String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> JsonText.write(value));
        assertThatIllegalArgumentException().isThrownBy(() -> JsonText.read(text)).withMessageStartingWith("not JSON");
    }

    private static JsonValue nested(int depth) {
        JsonValue value = JsonValue.of(List.of());
        for (int i = 1; i < depth; i++) {
            value = JsonValue.of(List.of(value));
        }
        return value;
    }
}
