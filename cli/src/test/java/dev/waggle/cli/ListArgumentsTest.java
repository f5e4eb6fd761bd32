package dev.waggle.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import static org.assertj.core.api.Assertions.assertThat;

/** Empty lists on the command line, by the model of the commands: each list and each pattern of each command. */
class ListArgumentsTest {

    private static final List<String> EMPTY = List.of("", " ", ",", " , ,", "\t");

    @TempDir
    private Path folder;

    @Test
    void everyListOfEveryCommandRefusesAnEmptyOne() {
        List<String> seen = new ArrayList<>();
        leaves(CommandTree.root()).forEach(command -> {
            for (OptionSpec option : command.getCommandSpec().options()) {
                if (option.isMultiValue() || option.paramLabel().equals("PATTERN")) {
                    seen.add(command.getCommandSpec().qualifiedName() + ' ' + option.longestName());
                    EMPTY.forEach(value -> refuses(command, option, value));
                } else if (List.of("--thread", "--harness").contains(option.longestName())) {
                    seen.add(command.getCommandSpec().qualifiedName() + ' ' + option.longestName());
                    refuses(command, option, "");
                    refuses(command, option, " ");
                }
            }
        });

        assertThat(seen).contains("waggle signals list --type", "waggle log show --type", "waggle log export --type",
                "waggle solve --seat", "waggle solve --veto", "waggle recordings list --tag",
                "waggle mcp --allow-origin", "waggle log export --thread", "waggle recordings list --harness");
        assertThat(folder).isEmptyDirectory();
    }

    private void refuses(CommandLine command, OptionSpec option, String value) {
        List<String> args = new ArrayList<>(
                Stream.of(command.getCommandSpec().qualifiedName().split(" ", -1)).skip(1).toList());
        for (PositionalParamSpec place : command.getCommandSpec().positionalParameters()) {
            if (place.arity().min() > 0) {
                args.add(folder.resolve("none").toString());
            }
        }
        args.addAll(List.of(option.longestName(), value));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));

        assertThat(run.code()).as("%s: %s", args, run).isEqualTo(2);
        assertThat(run.err()).as("%s", args).contains(option.longestName())
                .containsAnyOf(" names no ", " needs a whole number", " needs a number").hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }

    /** Commands without commands below them. */
    static Stream<CommandLine> leaves(CommandLine command) {
        return command.getSubcommands().isEmpty()
                ? Stream.of(command)
                : command.getSubcommands().values().stream().flatMap(ListArgumentsTest::leaves);
    }
}
