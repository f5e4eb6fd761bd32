package dev.waggle.signal.text;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class VisibleTextTest {

    @Test
    void showsWhatCouldMoveTheCursorOrForgeALine() {
        assertThat(VisibleText.of("a\nb\r\tc")).isEqualTo("a\\nb\\r\\tc");
        assertThat(VisibleText.of("\u001b[31mred\u0007")).isEqualTo("\\u001b[31mred\\u0007");
        assertThat(VisibleText.of("x\u0085y\u2028z\u2029")).isEqualTo("x\\u0085y\\u2028z\\u2029");
        assertThat(VisibleText.of("abc\u202efed\ufeff")).isEqualTo("abc\\u202efed\\ufeff");
        assertThat(VisibleText.of("\ud800x\udc00")).isEqualTo("\\ud800x\\udc00");
        assertThat(VisibleText.of("tag \udb40\udc41")).isEqualTo("tag \\udb40\\udc41");
    }

    @Test
    void showsWhatIsNeverSeen() {
        assertThat(VisibleText.of("a\ufe00b\ufe0f\ufe0fc\u034f\u3164\u115f\u17b4\u2065"))
                .isEqualTo("a\\ufe00b\ufe0f\\ufe0fc\\u034f\\u3164\\u115f\\u17b4\\u2065");
        assertThat(VisibleText.of("x\udb40\udd00\udb40\udfff")).isEqualTo("x\\udb40\\udd00\\udb40\\udfff");
        assertThat(VisibleText.of("\u2764\ufe0f")).as("a style of an emoji").isEqualTo("\u2764\ufe0f");
        assertThat(VisibleText.of("\ufe0f")).isEqualTo("\\ufe0f");
    }

    @Test
    void keepsEverythingElse() {
        for (String plain : List.of("", "später ☕ 漢字 \ud83d\udc1d", "\"quoted\" \\n <b>")) {
            assertThat(VisibleText.of(plain)).isSameAs(plain);
        }
    }

    @Test
    void keepsJoinControlsThatShapeALetterOrAnEmoji() {
        for (String shaped : List.of("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0915\u094d\u200d\u0937",
                "\ud83d\udc69\u200d\ud83d\udcbb", "\u2764\ufe0f\u200d\ud83d\udd25")) {
            assertThat(VisibleText.of(shaped)).isSameAs(shaped);
        }
        assertThat(VisibleText.of("pay\u200dpal 1\u200c2 \u200d")).isEqualTo("pay\\u200dpal 1\\u200c2 \\u200d");
        assertThat(VisibleText.of("\u0645\u200c\u200c\u200d\u06cc")).isEqualTo("\u0645\u200c\\u200c\\u200d\u06cc");
    }
}
