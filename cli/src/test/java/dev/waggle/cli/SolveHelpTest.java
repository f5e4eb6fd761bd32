package dev.waggle.cli;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

import static org.assertj.core.api.Assertions.assertThat;

/** Help of {@code waggle solve}: options in groups, and the grammar of seats. */
class SolveHelpTest {

    private final String help = CommandRun.of("solve", "--help").out();

    @Test
    void everyOptionStandsInAGroup() {
        for (String title : List.of("Question and context", "Who answers: models", "Who answers: people",
                "Who answers: recordings", "Rules of a decision", "Limits and budgets", "Data, logs and memory",
                "Output")) {
            assertThat(help).containsOnlyOnce("\n" + title + ":\n");
        }
        assertThat(help).doesNotContain("Other options");
        List<String> options = options().lines().filter(line -> line.startsWith("      --"))
                .map(line -> line.strip().split("[= ]", 2)[0]).toList();
        assertThat(options).doesNotHaveDuplicates();
    }

    /** An example that wraps could not be copied, and the rest of an indented line would stand at the margin. */
    @Test
    void examplesAndIndentedLinesOfAnyCommandFit() {
        commands(CommandTree.root()).map(CommandLine::getCommandSpec).forEach(command -> {
            UsageMessageSpec usage = command.usageMessage();
            List<String> lines = Stream.concat(Stream.of(usage.footer())
                    .filter(line -> line.startsWith(" ") || line.startsWith("Try:")),
                    usage.exitCodeList().entrySet().stream()
                            .map(code -> "  " + code.getKey() + "   " + code.getValue()))
                    .toList();

            assertThat(lines).as(command.qualifiedName()).allMatch(line -> line.length() < usage.width());
        });
    }

    @Test
    void noHelpBreaksANameBehindItsDot() {
        commands(CommandTree.root()).forEach(command -> assertThat(command.getUsageMessage().lines())
                .as(command.getCommandSpec().qualifiedName()).noneMatch(line -> line.matches("(.*[ (\"])?\\.")));
    }

    @Test
    void defaultsOfDecideHaveTheFormOfAllOthers() {
        String decide = CommandRun.of("decide", "--help").out();

        assertThat(decide.replaceAll("\\s+", " ")).contains("batch the confidence (default: 0.7)",
                "an answer (default: 2)", "in the table (default: 20)", "are divided (default: 1)",
                "at most 1 (default: 0.5)", "voted on (default: item)")
                .doesNotContainPattern("\\((none|full|[0-9]+|[0-9]\\.[0-9])\\)");
    }

    @Test
    void aDemoDoesNotPromiseToStoreMemories() {
        String demo = CommandRun.of("demo", "--help").out().replaceAll("\\s+", " ");

        assertThat(demo).contains("so it recalls and stores no memories",
                "what agents find is added to them, unless a recording is played");
    }

    @Test
    void anOptionTakesFewLines() {
        List<Integer> starts = options().lines().map(line -> line.startsWith("      --") ? 1 : 0).toList();
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

    private static Stream<CommandLine> commands(CommandLine command) {
        return Stream.concat(Stream.of(command), command.getSubcommands().values().stream()
                .flatMap(SolveHelpTest::commands));
    }

    /** The help without its examples, which name options too. */
    private String options() {
        return help.substring(0, help.indexOf("\nExamples:"));
    }

    private String words() {
        return Arrays.stream(help.split("\\s+")).collect(Collectors.joining(" "));
    }
}
