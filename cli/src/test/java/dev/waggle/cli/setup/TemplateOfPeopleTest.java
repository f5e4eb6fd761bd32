package dev.waggle.cli.setup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle solve --template X --agents 0}: a template with people alone. */
class TemplateOfPeopleTest {

    private static final String TURNS = """
            @maya
            propose 0.7 ship: Ship it

            @olu
            pass

            @ann
            pass

            @maya
            vote ship agree 0.9 tested

            @olu
            vote ship agree 0.9

            @ann
            vote ship agree 0.9
            """;

    @TempDir
    private Path folder;

    private static CommandRun solve(String input, String... arguments) {
        String[] all = new String[arguments.length + 5];
        System.arraycopy(new String[] {"solve", "--template", "code-review", "--agents", "0"}, 0, all, 0, 5);
        System.arraycopy(arguments, 0, all, 5, arguments.length);
        return CommandRun.fed(input, all);
    }

    @Test
    void peopleInAPipeHaveTheRolesAndTheRules() {
        CommandRun run = solve(TURNS, "Ship?", "--seat", "maya", "--seat", "olu|Olu|my own role", "--seat",
                "ann||synthesizer");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).containsPattern("maya {2}looks for ways to misuse the code")
                .contains("olu  Olu, my own role").containsPattern("ann {2}turns the findings into one review")
                .contains("threshold of 60.0 %", "of at most 5", "Ship it");
    }

    /** The prompt of the first turn has the role, that of the next turn has not. */
    @Test
    void aPersonAtTheTerminalIsToldTheRoleOnce() {
        CommandRun run = CommandRun.run("propose 0.7 ship: Ship it\n\n\n\n\n", true, "solve", "Ship?", "--template",
                "code-review", "--agents", "0", "--seat", "maya", "--min-voters", "1");

        assertThat(run.out().split("your role: looks for ways to misuse", -1)).hasSize(2);
        assertThat(run.out().split("your turn", -1)).hasSizeGreaterThan(2);
    }

    @Test
    void peopleWhoAnswerLaterAreResumedInTheirRoles() {
        String data = folder.resolve("data").toString();
        CommandRun asked = solve("", "Ship?", "--seat-later", "maya | | | 3d", "--seat-later", "security",
                "--min-voters", "2", "--data", data);
        assertThat(asked.code()).as(asked.err()).isEqualTo(3);
        assertThat(asked.out()).contains("security  Security Analyst, looks for ways")
                .containsPattern("maya {2}looks for what will be slow");
        String run = asked.out().replaceAll("(?s).*waggle answer (solve_[0-9a-z]+) .*", "$1");
        assertThat(CommandRun.of("answer", run, "maya", "propose 0.9 ship: Ship it", "--data", data).code()).isZero();
        assertThat(CommandRun.of("answer", run, "security", "pass", "--data", data).code()).isZero();

        CommandRun resumed = CommandRun.of("resume", run, "--data", data);

        assertThat(resumed.code()).as(resumed.err()).isEqualTo(3);
        assertThat(resumed.out()).contains("security  Security Analyst, looks for ways");
    }

    /** The material comes by the pipe without a question, so the template asks its own. */
    @Test
    void theTemplateAsksItsQuestionAboutAMaterial() throws IOException {
        Path turns = Files.writeString(folder.resolve("turns.txt"), TURNS);

        CommandRun run = solve("diff --git a/A.java\n", "-", "--answers", turns.toString(), "--seat", "maya", "--seat",
                "olu", "--seat", "ann");

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("Can this change be merged as it is");
    }

    @Test
    void whatCannotBeMeantIsRefused() throws IOException {
        refuses("3 can never be reached by 1 agent", "Q?", "--seat", "maya");
        refuses("nobody has a seat", "Q?");
        refuses("--model asks a model", "Q?", "--seat", "maya", "--model", "ollama:llama3.2");
        refuses("--synthesize asks a model", "Q?", "--seat", "maya", "--synthesize");
        refuses("--signal-tools is for agents with models", "Q?", "--seat", "maya", "--signal-tools");
        refuses("exclude each other", "--cassette", "x.jsonl");
        Path config = Files.writeString(folder.resolve("swarm.yaml"), "models: [ollama:llama3.2]\n");
        CommandRun team = CommandRun.of("solve", "Q?", "--agents", "0", "--seat", "a", "--config", config.toString());
        assertThat(team.code()).isEqualTo(2);
        assertThat(team.err()).contains("--config has agents with models - Use --template TEMPLATE");
        CommandRun withoutFlag = CommandRun.fed("@maya\npass\n", "solve", "Q?", "--template", "code-review", "--seat",
                "maya");
        assertThat(withoutFlag.code()).isEqualTo(2);
        assertThat(withoutFlag.err()).contains("no model is named", "--agents 0");
    }

    private static void refuses(String problem, String... arguments) {
        CommandRun run = solve("@maya\npass\n", arguments);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(problem);
    }
}
