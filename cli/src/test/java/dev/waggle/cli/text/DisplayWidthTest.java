package dev.waggle.cli.text;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DisplayWidthTest {

    private static final String FAMILY = "\uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC67\u200D\uD83D\uDC66";
    private static final String FLAG = "\uD83C\uDDE9\uD83C\uDDEA";
    private static final String KEYCAP = "1\uFE0F\u20E3";
    private static final String HEART = "\u2764\uFE0F";

    @Test
    void wideCharactersTakeTwoColumns() {
        for (String wide : List.of("漢", "か", "カ", "한", "、", "「", "Ａ", "￥", "㈱", "㍿", "\u3000", "\uD83D\uDC1D",
                "\uD842\uDFB7", "ㄅ", "ꀀ")) {
            assertThat(DisplayWidth.of(wide)).as(wide).isEqualTo(2);
        }
    }

    @Test
    void narrowCharactersTakeOneColumn() {
        for (String narrow : List.of("a", "é", "ｶ", "م", "ก", "क", "☎", "│", "█", "…", "1", "©")) {
            assertThat(DisplayWidth.of(narrow)).as(narrow).isEqualTo(1);
        }
    }

    @Test
    void anEmojiOfSeveralTakesTwoColumns() {
        for (String emoji : List.of(FAMILY, FLAG, KEYCAP, HEART, "\uD83D\uDC4D\uD83C\uDFFD",
                HEART + "\u200D\uD83D\uDD25")) {
            assertThat(GraphemeCluster.of(emoji)).as(emoji).hasSize(1);
            assertThat(DisplayWidth.of(emoji)).as(emoji).isEqualTo(2);
        }
    }

    @Test
    void marksAndJoinControlsTakeNoColumn() {
        assertThat(DisplayWidth.of("e\u0301")).isEqualTo(1);
        assertThat(DisplayWidth.of("می\u200cخواهم")).isEqualTo(7);
        assertThat(DisplayWidth.of("\u1112\u1161\u11ab")).as("a syllable of jamo").isEqualTo(2);
        assertThat(DisplayWidth.of("ที่")).isEqualTo(1);
    }

    @Test
    void headAndTailEndBetweenClusters() {
        assertThat(DisplayWidth.head("a" + FAMILY + "b", 2)).isEqualTo("a");
        assertThat(DisplayWidth.head("a" + FAMILY + "b", 3)).isEqualTo("a" + FAMILY);
        assertThat(DisplayWidth.tail("e\u0301" + FLAG + "e\u0301", 2)).isEqualTo("e\u0301");
        assertThat(DisplayWidth.tail("e\u0301" + FLAG + "e\u0301", 3)).isEqualTo(FLAG + "e\u0301");
        assertThat(DisplayWidth.head("abc", -1) + DisplayWidth.tail("abc", 0)).isEmpty();
        assertThat(DisplayWidth.head("abc", 9) + DisplayWidth.tail("abc", 9)).isEqualTo("abcabc");
    }

    @Test
    void paddingCountsColumns() {
        assertThat(DisplayWidth.padded("日本", 6)).isEqualTo("日本  ");
        assertThat(DisplayWidth.padded("日本", 3)).isEqualTo("日本");
    }
}
