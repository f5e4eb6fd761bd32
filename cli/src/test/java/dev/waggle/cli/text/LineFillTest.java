package dev.waggle.cli.text;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LineFillTest {

    private static final List<String> PIECES = List.of(" ", " ", " ", "a", "word", "longer-word",
            "https://example.org/", "漢", "字", "、", "。", "「", "」", "っ", "ー", "カタカナ", "ｶﾅ", "한국어", "\u1112\u1161\u11ab",
            "ก", "ที่", "น้ำ",
            "می\u200cخواهم", "क्\u200dष", "e\u0301", "o\u0302\u0323", "\uD83D\uDC1D",
            "\uD83D\uDC69\u200D\uD83D\uDCBB", "\uD83C\uDDE9\uD83C\uDDEA", "1\uFE0F\u20E3", "\u2764\uFE0F");

    private static final Pattern BLANKS = Pattern.compile("\\s+");

    @Test
    void noLineIsWiderNothingIsLostAndNoClusterIsCut() {
        Random random = new Random(27);
        for (int run = 0; run < 2_000; run++) {
            String text = Stream.generate(() -> PIECES.get(random.nextInt(PIECES.size())))
                    .limit(random.nextInt(60)).collect(Collectors.joining());
            int width = 2 + random.nextInt(30);
            List<String> lines = LineFill.lines(text, width);
            String shown = "run " + run + ", width " + width + ", text <" + text + ">, lines " + lines;
            assertThat(lines).as(shown).isNotEmpty()
                    .allSatisfy(line -> assertThat(DisplayWidth.of(line)).as(shown).isLessThanOrEqualTo(width))
                    .allSatisfy(line -> assertThat(line).as(shown).isEqualTo(line.strip()));
            assertThat(lines.stream().flatMap(LineFillTest::clusters)).as(shown)
                    .containsExactlyElementsOf(clusters(text).toList());
        }
    }

    @Test
    void aBlankTextIsOneEmptyLine() {
        assertThat(LineFill.lines(" ", 10)).containsExactly("");
    }

    @Test
    void wordsMoveToTheNextLineWhole() {
        assertThat(LineFill.lines("the quick  brown fox", 10)).containsExactly("the quick", "brown fox");
    }

    @Test
    void aWordThatIsLongerThanALineFillsLines() {
        assertThat(LineFill.lines("see abcdefghijklmnop now", 10)).containsExactly("see abcdef", "ghijklmnop", "now");
    }

    @Test
    void ideographsFillALineAndNoLineBeginsWithTheirPunctuation() {
        assertThat(LineFill.lines("P2: 一二三四五、六七", 10)).containsExactly("P2: 一二三", "四五、六七");
        assertThat(LineFill.lines("一二三四五、六七", 10)).containsExactly("一二三四", "五、六七");
        assertThat(LineFill.lines("一二三四「五」六", 10)).containsExactly("一二三四", "「五」六");
    }

    @Test
    void aClusterThatIsWiderThanTheWidthHasALineOfItsOwn() {
        assertThat(LineFill.lines("漢a字", 1)).containsExactly("漢", "a", "字");
    }

    private static Stream<String> clusters(String text) {
        return BLANKS.splitAsStream(text).flatMap(word -> GraphemeCluster.of(word).stream())
                .map(GraphemeCluster::text);
    }
}
