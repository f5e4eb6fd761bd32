package dev.waggle.cli.command.solve;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Help of {@code waggle solve}: options in groups, and the grammar of seats. */
class SolveHelpTest {

    private final String help = CommandRun.of("solve", "--help").out();

    @Test
    void everyOptionStandsInAGroup() {
        assertThat(SolveOptionGroups.all().keySet()).allSatisfy(title -> assertThat(help).contains("\n" + title + ":\n"));
        assertThat(help).doesNotContain("Other options");
        List<String> twice = SolveOptionGroups.all().values().stream().flatMap(List::stream)
                .collect(Collectors.groupingBy(name -> name, Collectors.counting())).entrySet().stream()
                .filter(count -> count.getValue() > 1).map(count -> count.getKey()).toList();
        assertThat(twice).as("options in two groups").isEmpty();
    }

    @Test
    void anOptionTakesFewLines() {
        List<Integer> starts = help.lines().map(line -> line.startsWith("      --") ? 1 : 0).toList();
        long options = starts.stream().filter(one -> one == 1).count();

        assertThat(options).isGreaterThan(50);
        assertThat(help.lines().count()).isLessThan(3 * options);
        assertThat(help).contains("waggle solve [OPTIONS] [QUESTION]", "docs/reference/commands.md")
                .doesNotContain("${");
    }

    @Test
    void clausesKeepTheirDefaults() {
        assertThat(words()).contains("time limit (default: 120)", "number of agents that models play (default: 3)",
                "a person in a seat (repeatable)", "-h, --help");
    }

    @Test
    void theGrammarOfSeatsIsShown() {
        assertThat(words()).contains("--seat \"ID | NAME | ROLE\"", "vote NAME agree 0.9 REASON", "docs/people.md");
    }

    private String words() {
        return Arrays.stream(help.split("\\s+")).collect(Collectors.joining(" "));
    }
}
