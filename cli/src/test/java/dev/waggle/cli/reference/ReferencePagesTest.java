package dev.waggle.cli.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.cli.CommandTree;
import dev.waggle.cli.ProjectFiles;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** The pages in {@code docs/reference} are those that the program makes; {@code -Dwaggle.reference=write} writes them. */
class ReferencePagesTest {

    private static final String AGAIN = "%s; if the program is right, write it again: mvn -pl cli -am test"
            + " -Dtest=ReferencePagesTest -Dsurefire.failIfNoSpecifiedTests=false -Dwaggle.reference=write";

    private static final Pattern VARIABLE = Pattern.compile("\"(WAGGLE_[A-Z_]+)\"");

    @Test
    void thePageOfTheCommandsIsThatOfTheProgram() throws IOException {
        compare("commands.md", CommandsPage.of(CommandTree.root()));
    }

    @Test
    void thePageOfTheSettingsIsThatOfTheProgram() throws IOException {
        compare("settings.md", SettingsPage.of());
    }

    @Test
    void thePageOfTheSignalsIsThatOfTheProgram() throws IOException {
        compare("signals.md", SignalsPage.of());
    }

    @Test
    void everyCommandIsThatOfTheProgram() {
        assertThat(CommandsPage.all(CommandTree.root())).allSatisfy(command -> assertThat(
                CommandTree.printedHelp(command)).as(command.getCommandSpec().qualifiedName())
                .isEqualTo(command.getUsageMessage(CommandLine.Help.Ansi.OFF)));
    }

    @Test
    void everyVariableOfOursIsDescribed() throws IOException {
        TreeSet<String> described = new TreeSet<>(EnvironmentTable.general().keySet());
        described.addAll(EnvironmentTable.ofProviders());

        assertThat(described).containsAll(variables());
    }

    /** Variables named in main sources, without those of keys of providers, which the catalog tells. */
    private static List<String> variables() throws IOException {
        try (Stream<Path> files = Files.walk(ProjectFiles.at("cli/src/main/java"))) {
            return files.filter(Files::isRegularFile).flatMap(file -> VARIABLE.matcher(read(file)).results())
                    .map(MatchResult::group).map(name -> name.replace("\"", "")).distinct()
                    .collect(Collectors.toList());
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void compare(String name, String made) throws IOException {
        Path file = ProjectFiles.at("docs/reference").resolve(name);
        if ("write".equals(System.getProperty("waggle.reference"))) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, made);
        }
        assertThat(Files.readString(file)).as(AGAIN, name).isEqualTo(made);
    }
}
