package dev.waggle.connect.llm.wire;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class Utf8ValidatorTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "\u00e9\u7fff\ud83d\udc1d", "\u0000", "\ud7ff\ue000\uffff\udbff\udfff"})
    void takesUtf8InPiecesOfAByte(String text) {
        Utf8Validator check = new Utf8Validator();
        for (byte unit : text.getBytes(StandardCharsets.UTF_8)) {
            assertThat(check.firstBad(new byte[] {unit}, 0, 1)).isEqualTo(-1);
        }
        assertThat(check.isComplete()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"61C328, 2", "80, 0", "C080, 0", "E08080, 1", "EDA080, 1", "F4908080, 1", "F5, 0",
        "FF, 0", "F08080, 1"})
    void findsTheFirstByteThatIsNoText(String hex, int at) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThat(new Utf8Validator().firstBad(bytes, 0, bytes.length)).isEqualTo(at);
    }

    @Test
    void noticesAHalfCharacterAtTheEnd() {
        Utf8Validator check = new Utf8Validator();
        assertThat(check.firstBad(new byte[] {(byte) 0xE2, (byte) 0x82}, 0, 2)).isEqualTo(-1);
        assertThat(check.isComplete()).isFalse();
    }
}
