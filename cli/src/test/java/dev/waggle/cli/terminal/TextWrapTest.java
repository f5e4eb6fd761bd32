package dev.waggle.cli.terminal;

import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

import dev.waggle.cli.text.DisplayWidth;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class TextWrapTest {

    private static final String PERSIAN = "می\u200cخواهم";
    private static final String HINDI = "क्\u200dष";
    private static final String FAMILY = "\uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC67\u200D\uD83D\uDC66";

    @Test
    void aTextBesideALabelKeepsItsIndent() {
        assertThat(TextWrap.beside("name  ", 6, "one two three four five", 24))
                .containsExactly("name  one two three four", "      five");
        assertThat(TextWrap.beside("a name that is long  ", 21, "one two three", 24))
                .containsExactly("a name that is long  ", "    one two three");
    }

    @Test
    void aPathIsNotCut() {
        assertThat(TextWrap.keepingPaths("kept in /a/very/long/path/to/it; resume goes on", 12))
                .containsExactly("kept in", "/a/very/long/path/to/it;", "resume goes", "on");
    }

    @Test
    void theLinesOfAHangingParagraphAreIndentedButTheFirst() {
        assertThat(TextWrap.hanging("one  two three\nfour five", 2, 13))
                .containsExactly("one two three", "  four five");
        assertThat(TextWrap.hanging("漢字漢字漢字", 2, 8)).containsExactly("漢字漢字", "  漢字");
    }

    @Test
    void joinControlsAreShownWhereTheyShapeSomething() {
        for (String text : List.of(PERSIAN, HINDI, FAMILY, "\u2764\uFE0F\u200D\uD83D\uDD25", "पढ़\u200c")) {
            assertThat(TextStyle.printable(text)).isEqualTo(text);
            assertThat(TextWrap.lines(text, 40)).containsExactly(text);
            assertThat(TextTable.clip(text, 40)).isEqualTo(text);
        }
    }

    @Test
    void joinControlsElsewhereAndInRunsAreReplaced() {
        assertThat(TextStyle.printable("pay\u200dpal \u200c\u200d1\u200d"))
                .isEqualTo("pay\uFFFDpal \uFFFD\uFFFD1\uFFFD");
        assertThat(TextStyle.printable("م" + "\u200c".repeat(1_000)))
                .isEqualTo("م\u200c" + "\uFFFD".repeat(999));
        assertThat(TextStyle.printable("\u001b\u200d[2J")).isEqualTo("\uFFFD\uFFFD[2J");
    }

    @Test
    void otherFormatCharactersStayReplaced() {
        for (int point : new int[] {0x00, 0x07, 0x1B, 0x7F, 0x9B, 0x61C, 0x200B, 0x200E, 0x200F, 0x202A, 0x202B, 0x202C,
            0x202D, 0x202E, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xFEFF, 0xE0041}) {
            assertThat(TextStyle.printable("م" + Character.toString(point) + "م")).as(Integer.toHexString(point))
                    .isEqualTo("م\uFFFDم");
        }
    }

    @Test
    void printableTextStaysPrintable() {
        Random random = new Random(1);
        List<String> pieces = List.of("a", " ", "م", "\u200c", "\u200d", "\u001b", "\n", "क्", "\uD83D\uDC69", "\uFE0F",
                "\u202e", "\uFFFD", "\uD83D");
        for (int run = 0; run < 2_000; run++) {
            String text = random.ints(random.nextInt(20), 0, pieces.size()).mapToObj(pieces::get)
                    .collect(Collectors.joining());
            String once = TextStyle.printable(text);
            assertThat(TextStyle.printable(once)).as("run %s", run).isEqualTo(once);
            assertThat(once).doesNotContain("\u001b", "\n", "\u202e").doesNotContainPattern("[\u200c\u200d]{2}");
        }
    }

    @Test
    void whatFollowsOfAWrappedLineKeepsTheIndent() {
        assertThat(TextWrap.keepingLines("a\n    一二三四五六七\n  see https://example.org/abc", 12))
                .containsExactly("a", "    一二三四", "    五六七", "  see https:", "  //example.", "  org/abc");
    }

    @Test
    void anIndentNeverTakesMoreThanHalfOfTheWidth() {
        assertThat(TextWrap.keepingLines(" ".repeat(50) + "abcdefgh", 8)).containsExactly("    abcd", "    efgh");
    }

    @Test
    void everyLineOfALaidOutTextFits() {
        String text = (" ".repeat(9) + PERSIAN + FAMILY + "漢字かな ").repeat(7).stripTrailing();
        for (int width = 4; width < 60; width++) {
            int columns = width;
            assertThat(TextWrap.keepingLines(text, width))
                    .allSatisfy(line -> assertThat(DisplayWidth.of(line)).isLessThanOrEqualTo(columns));
        }
    }
}
