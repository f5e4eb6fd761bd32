package dev.waggle.cli.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.cli.CommandTree;
import dev.waggle.cli.ProjectFiles;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** The pages in {@code docs/reference} are those of the program; {@code -Dwaggle.reference=write} writes them. */
class ReferencePagesTest {

    private static final String AGAIN = "%s; if the program is right, write it again: mvn -pl cli -am test"
            + " -Dtest=ReferencePagesTest -Dsurefire.failIfNoSpecifiedTests=false -Dwaggle.reference=write";

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
    void theMetadataOfTheSpringStarterIsThatOfTheProgram() throws IOException {
        compare(ProjectFiles.at(SpringMetadata.FOLDER).resolve(SpringMetadata.NAME), SpringMetadata.of());
    }

    @Test
    void everyCommandIsThatOfTheProgram() {
        assertThat(CommandsPage.all(CommandTree.root())).allSatisfy(command -> assertThat(
                CommandTree.printedHelp(command)).as(command.getCommandSpec().qualifiedName())
                .isEqualTo(command.getUsageMessage(CommandLine.Help.Ansi.OFF)));
    }

    @Test
    void everyVariableOfWaggleIsOnThePageOfTheSettings() throws IOException {
        String page = Files.readString(ProjectFiles.at("docs/reference/settings.md"));

        assertThat(variables()).contains("WAGGLE_DATA").allSatisfy(name -> assertThat(page).contains('`' + name + '`'));
    }

    /** Names in the main sources and in the launcher. */
    private static Set<String> variables() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String module : SourceDocs.MODULES) {
            try (Stream<Path> files = Files.walk(ProjectFiles.at(module + "/src/main/java"))) {
                files.filter(Files::isRegularFile)
                        .forEach(file -> addVariables(read(file), "\"(WAGGLE_\\w+)\"", names));
            }
        }
        addVariables(Files.readString(ProjectFiles.at("waggle")), "\\b(WAGGLE_\\w+)", names);
        return names;
    }

    private static void addVariables(String source, String pattern, Set<String> names) {
        Pattern.compile(pattern).matcher(source).results().forEach(found -> names.add(found.group(1)));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void compare(String name, String made) throws IOException {
        compare(ProjectFiles.at("docs/reference").resolve(name), made);
    }

    private static void compare(Path file, String made) throws IOException {
        if ("write".equals(System.getProperty("waggle.reference"))) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, made);
        }
        assertThat(Files.readString(file)).as(AGAIN, file.getFileName()).isEqualTo(made);
    }
}
