package dev.waggle.cli.command.shell;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.CommandTree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** Pages in the formatter that the command {@code man} uses. */
class ManCommandTest {

    @TempDir
    private Path folder;

    @Test
    void everyCommandHasAPageThatTheFormatterTakesWithoutAWarning() throws IOException, InterruptedException {
        CommandRun run = CommandRun.of("man", "--dir", folder.resolve("man1").toString());

        assertThat(run.code()).as(run.err()).isZero();
        InstalledProgram groff = InstalledProgram.named("groff");
        List<CommandLine> commands = commands(CommandTree.root()).toList();
        for (CommandLine command : commands) {
            Path page = folder.resolve("man1").resolve(command.getCommandSpec().qualifiedName("-") + ".1");
            assertThat(groff.run(folder, "-man", "-Tutf8", "-ww", "-z", page.toString())).as(page.toString()).isEmpty();
        }
        try (Stream<Path> pages = Files.list(folder.resolve("man1"))) {
            assertThat(pages).hasSameSizeAs(commands);
        }
    }

    @Test
    void aPageSaysWhatTheHelpSays() throws IOException, InterruptedException {
        Path page = Files.writeString(folder.resolve("page.1"), CommandRun.of("man", "log", "show").out());

        String shown = InstalledProgram.named("groff").run(folder, "-man", "-Tascii", "-P-cbou", page.toString());

        assertThat(shown).contains("waggle-log-show - Shows a journal from its first entry", "--json",
                "EXIT STATUS", "SEE ALSO", "waggle-log(1)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"solve", "demo", "resume"})
    void aCommandOfOneQuestionHasTheCodesOfItsOutcomes(String command) {
        List<String> status = codes(command);

        assertThat(status).extracting(line -> line.substring(0, 1)).containsExactly("0", "1", "2", "3", "4");
        assertThat(status.get(3)).contains("did not decide");
        assertThat(status.get(4)).contains("Budget or time");
        assertThat(CommandRun.of(command, "--help").out()).containsOnlyOnce("Exit codes:")
                .contains("  3   The swarm did not decide").doesNotContain("%n");
    }

    @Test
    void anotherCommandHasTheUsualCodes() {
        assertThat(codes("decide")).extracting(line -> line.substring(0, 1)).containsExactly("0", "1", "2");
    }

    /** The codes of a page, each with its meaning. */
    private static List<String> codes(String command) {
        String page = CommandRun.of("man", command).out();
        String section = page.substring(page.indexOf(".SH EXIT STATUS"));
        assertThat(section).as("notes repeat no codes").doesNotContainIgnoringCase("exit code");
        return Pattern.compile("\\.TP\n(\\d)\n(.+)").matcher(section).results()
                .map(code -> code.group(1) + ' ' + code.group(2)).toList();
    }

    @Test
    void linesThatTheFormatterWouldReadAsOrdersAreText() {
        assertThat(ManText.literal(".so /etc/passwd")).isEqualTo("\\&.so /etc/passwd");
        assertThat(ManText.literal("'x \\fB -y")).isEqualTo("\\&'x \\efB \\-y");
    }

    @Test
    void anUnknownCommandIsRefused() {
        CommandRun run = CommandRun.of("man", "log", "shwo");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("waggle log shwo");
    }

    @Test
    void aNameBesideTheFolderIsRefused() {
        CommandRun run = CommandRun.of("man", "log", "--dir", folder.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void theNameOfACommandIsAWholeSentence() {
        assertThat(ManText.summary("Plays one; decides it.", "More.")).isEqualTo("Plays one; decides it");
        assertThat(CommandRun.of("man", "demo").out()).contains(".SH NAME\nwaggle\\-demo \\- Plays a recorded"
                + " deliberation through the real loop\n");
    }

    @Test
    void aFolderThatCannotBeWrittenIsRefusedInPlainWords() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        Files.createDirectories(folder.resolve("pages/waggle.1"));

        assertThat(CommandRun.of("man", "--dir", file.toString()).err()).isEqualTo("waggle: " + file
                + " cannot be written: " + file + " is a file - Choose another folder.\n");
        assertThat(CommandRun.of("man", "--dir", folder.resolve("pages").toString()).err())
                .startsWith("waggle: " + folder.resolve("pages") + " cannot be written: ").doesNotContain("java.");
        assertThat(ManCommand.reason(new AccessDeniedException("pg/waggle.1")))
                .isEqualTo("no permission to write pg/waggle.1");
    }

    private static Stream<CommandLine> commands(CommandLine command) {
        return Stream.concat(Stream.of(command), command.getSubcommands().values().stream()
                .flatMap(ManCommandTest::commands));
    }
}
