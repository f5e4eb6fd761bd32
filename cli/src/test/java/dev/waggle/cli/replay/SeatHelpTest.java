package dev.waggle.cli.replay;

import java.util.List;
import java.util.regex.Pattern;

import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.cli.text.DisplayWidth;
import dev.waggle.swarm.agent.SeatLanguage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Help at the prompt of a seat. */
class SeatHelpTest {

    private static final Pattern FORM = Pattern.compile("^ {4}[a-z]+( |$)");
    private static final SeatLanguage LANGUAGE = new SeatLanguage(_ -> List.of());

    @Test
    void itListsTheWordsThatTheGrammarTakesAndItself() {
        String refusal = String.valueOf(catchThrowable(() -> LANGUAGE.read("dance")).getMessage());
        String words = refusal.substring(refusal.indexOf("one of: ") + "one of: ".length(), refusal.length() - 1);

        List<String> listed = words(80);

        assertThat(listed.getLast()).isEqualTo("help");
        assertThat(listed.subList(0, listed.size() - 1)).containsExactly(words.split(", "));
        for (String word : listed.subList(0, listed.size() - 1)) {
            Throwable refused = catchThrowable(() -> LANGUAGE.read(word));
            assertThat(refused == null ? "" : String.valueOf(refused.getMessage())).as(word)
                    .doesNotContain("is no act");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 48, 62, 80, 120})
    void everyLineFitsAndBeginsInOneOfTwoColumns(int width) {
        List<String> lines = SeatHelp.lines(TextStyle.PLAIN, width);

        assertThat(lines).allSatisfy(line -> assertThat(DisplayWidth.of(line)).as(line).isLessThanOrEqualTo(width));
        assertThat(words(width)).isEqualTo(words(80));
        int meaning = width < 62 ? 8 : 32;
        assertThat(lines.subList(0, lines.indexOf(first(lines, "    The number")))).allSatisfy(line -> assertThat(
                FORM.matcher(line).find() || indent(line) == meaning).as(line).isTrue());
    }

    private static List<String> words(int width) {
        List<String> lines = SeatHelp.lines(TextStyle.PLAIN, width);
        return lines.subList(0, lines.indexOf(first(lines, "    The number"))).stream()
                .filter(line -> FORM.matcher(line).find()).map(line -> line.strip().split(" ", 2)[0]).toList();
    }

    private static String first(List<String> lines, String start) {
        return lines.stream().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }
}
