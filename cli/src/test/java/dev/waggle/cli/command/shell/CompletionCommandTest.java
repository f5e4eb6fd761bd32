package dev.waggle.cli.command.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.CommandTree;
import dev.waggle.cli.replay.BundledExamples;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.StrategyCatalog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

import static org.assertj.core.api.Assertions.assertThat;

/** Scripts in the shells themselves. */
class CompletionCommandTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void writeScripts() throws IOException {
        for (String shell : List.of("bash", "zsh", "fish")) {
            CommandRun run = CommandRun.of("completion", shell);
            assertThat(run.code()).as(run.err()).isZero();
            Files.writeString(folder.resolve("script." + shell), run.out());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void theScriptHasEveryCommandAndOption(String shell) throws IOException {
        String script = Files.readString(folder.resolve("script." + shell));
        Stream<CommandLine> all = commands(CommandTree.root());

        all.filter(command -> !command.getCommandName().equals("help")).forEach(command -> {
            assertThat(script).contains(command.getCommandName());
            command.getCommandSpec().options().stream().filter(option -> !option.hidden())
                    .forEach(option -> assertThat(script).as(command.getCommandSpec().qualifiedName()).contains(
                            shell.equals("fish") ? "-l " + option.longestName().substring(2) : option.longestName()));
        });
    }

    @Test
    void bashCompletesCommandsOptionsAndValues() throws IOException, InterruptedException {
        assertThat(bash("de", "waggle")).containsExactlyInAnyOrder("demo", "decide");
        assertThat(bash("", "waggle", "log")).contains("show", "verify", "export");
        assertThat(bash("--strat", "waggle", "demo")).containsExactly("--strategy");
        assertThat(bash("", "waggle", "completion")).containsExactlyInAnyOrder("bash", "zsh", "fish");
    }

    @Test
    void bashCompletesTheWordsThatAnOptionTakes() throws IOException, InterruptedException {
        assertThat(bash("", "waggle", "solve", "--strategy")).containsExactlyInAnyOrderElementsOf(strategies());
        assertThat(bash("de", "waggle", "solve", "--template")).containsExactlyInAnyOrder("decision", "debug");
        assertThat(bash("", "waggle", "solve", "--conflicts")).contains("debate", "majority", "none");
        assertThat(bash("", "waggle", "solve", "--effort")).containsExactlyInAnyOrder("full", "adaptive");
        assertThat(bash("c", "waggle", "log", "export", "--format")).containsExactlyInAnyOrder("cassette",
                "cloudevents", "cloudevents-batch", "connectivity");
        assertThat(bash("", "waggle", "demo")).containsExactlyInAnyOrderElementsOf(BundledExamples.names());
    }

    @Test
    void fishCompletesTheWordsThatAnOptionTakes() throws IOException, InterruptedException {
        assertThat(fishWords("waggle solve --strategy ")).containsExactlyInAnyOrderElementsOf(strategies());
        assertThat(fishWords("waggle solve --template de")).containsExactlyInAnyOrder("decision", "debug");
        assertThat(fishWords("waggle solve --conflicts m")).containsExactly("majority");
        assertThat(fishWords("waggle decide --effort ")).containsExactlyInAnyOrder("full", "adaptive");
        assertThat(fishWords("waggle log export --format ca")).containsExactly("cassette");
        assertThat(fishWords("waggle demo ")).containsAll(BundledExamples.names());
    }

    @Test
    void zshCompletesACommand() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("type.zsh"), """
                zmodload zsh/zpty
                zpty shell zsh -f -i
                zpty -w shell "PS1=; autoload -U compinit; compinit -D; source ./script.zsh; print READY"
                zpty -r shell seen '*READY*READY*'
                zpty -w -n shell $'waggle log verif\\t'
                zpty -r shell seen '*verify*' && print -r -- "completed"
                zpty -d shell
                """);

        assertThat(InstalledProgram.named("zsh").run(folder, "-f", "type.zsh")).contains("completed");
    }

    @Test
    void fishCompletesWithDescriptions() throws IOException, InterruptedException {
        assertThat(fish("waggle log sh")).containsExactly("show\tShows a journal from its first entry");
        assertThat(fish("waggle demo --strat")).singleElement().asString().startsWith("--strategy\t");
        assertThat(fish("waggle completion ")).extracting(line -> line.split("\t", -1)[0]).contains("bash", "fish");
        assertThat(fish("waggle log show --js")).singleElement().asString().startsWith("--json\t");
    }

    @Test
    void anUnknownShellIsRefusedWithTheKnownOnes() {
        CommandRun run = CommandRun.of("completion", "tcsh");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("tcsh").containsIgnoringCase("bash");
    }

    /** The script of bash keeps the words of an option under its label. */
    @Test
    void optionsOfACommandWithWordsHaveLabelsOfTheirOwn() {
        commands(CommandTree.root()).map(CommandLine::getCommandSpec).forEach(command -> assertThat(command.options()
                .stream().filter(option -> option.completionCandidates() != null).map(OptionSpec::paramLabel))
                .as(command.qualifiedName()).doesNotHaveDuplicates());
    }

    private static List<String> strategies() {
        return StrategyCatalog.builtIn().stream().map(ConsensusStrategy::id).toList();
    }

    private static Stream<CommandLine> commands(CommandLine command) {
        return Stream.concat(Stream.of(command), command.getSubcommands().values().stream()
                .flatMap(CompletionCommandTest::commands));
    }

    /** Completions of a word behind others. */
    private List<String> bash(String word, String... before) throws IOException, InterruptedException {
        String script = "source script.bash; compopt() { :; }; COMP_WORDS=(" + String.join(" ", before) + " '" + word
                + "'); COMP_CWORD=" + before.length + "; _complete_waggle; printf '%s\\n' \"${COMPREPLY[@]}\"";
        return InstalledProgram.named("bash").run(folder, "--norc", "-c", script).lines().toList();
    }

    private List<String> fishWords(String line) throws IOException, InterruptedException {
        return fish(line).stream().map(each -> each.split("\t", -1)[0]).toList();
    }

    private List<String> fish(String line) throws IOException, InterruptedException {
        return InstalledProgram.named("fish")
                .run(folder, "--no-config", "-c", "source script.fish; complete -C '" + line + "'").lines().toList();
    }
}
