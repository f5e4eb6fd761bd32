package dev.waggle.cli.command.solve;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.cli.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** People who answer later, over the command line: solve, answer and resume are processes of their own. */
class AnswerCommandTest {

    private static final Pattern RUN = Pattern.compile("solve_[0-9a-z]+");

    @TempDir
    private Path folder;

    @Test
    void aSolveIsSuspendedAndGoesOnToADecision() {
        CommandRun solved = solve("--seat-later", "maya|Maya|database engineer", "--seat-later", "olu",
                "--require-approval", "maya");
        String run = run(solved.out());
        assertThat(solved.code()).isEqualTo(3);
        assertThat(solved.out()).contains("is suspended until people have answered",
                "waggle answer " + run + " maya \"LINE\" --data " + data());

        assertThat(answer(run, "maya", "propose 0.9 shard: Shard by tenant").code()).isZero();
        assertThat(CommandRun.fed("\nvote nothing agree 1\n", "answer", run, "olu", "-", "--data", data()).err())
                .contains("line 1: there is no proposal \"nothing\"");
        assertThat(CommandRun.fed("\nsay good morning\n", "answer", run, "olu", "-", "--data", data()).code()).isZero();

        CommandRun resumed = CommandRun.of("resume", run, "--data", data());
        assertThat(resumed.code()).isEqualTo(3);
        assertThat(CommandRun.of("answer", "--list", "--data", data()).out())
                .contains("seat \"olu\" in turn 2 (round 2 of " + run, "maya P2 proposal shard: Shard by tenant");
        for (int i = 0; i < 10 && resumed.code() == 3; i++) {
            for (String seat : asked()) {
                CommandRun _ = answer(run, seat, i == 0 && seat.equals("olu") ? "vote P2 agree 0.8 fine" : "pass");
            }
            resumed = CommandRun.of("resume", run, "--data", data());
        }

        assertThat(resumed.code()).isZero();
        assertThat(resumed.out()).contains("Shard by tenant", "approved by maya");
        assertThat(CommandRun.of("replay", run, "--data", data()).out()).contains("equal");
        assertThat(CommandRun.of("answer", "--list", "--data", data()).out()).contains("no person is asked in ");
        assertThat(answer(run, "maya", "pass").err()).contains("the seat \"maya\" of " + run + " is not asked now");
    }

    @Test
    void theSecondAnswerAndOneForAnotherTurnAreRefused() {
        String run = run(solve("--seat-later", "maya", "--seat-deadline", "3d").out());

        CommandRun other = CommandRun.of("answer", run, "maya", "pass", "--turn", "2", "--data", data());
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("seat \"maya\" in turn 2 (round 1 of " + run + ") is not asked now");
        assertThat(CommandRun.of("answer", run, "maya", "pass", "--by", "Olu", "--json", "--data", data()).out())
                .contains("\"by\":\"Olu\"", "\"lines\":[\"pass\"]");
        assertThat(answer(run, "maya", "say no").err()).contains("has its answer already, from \"Olu\"");
        assertThat(answer(run, "zoe", "pass").err()).contains("the seat \"zoe\" of " + run + " is not asked now");
        assertThat(answer("solve_0", "maya", "pass").err()).contains("holds no run \"solve_0\"");
        assertThat(CommandRun.of("answer", run, "maya", "--data", data()).err()).contains("at least one line");
    }

    @Test
    void theWaitForPeopleFitsTheTerminalInItsOwnTime() {
        String person = "a-person-with-an-id-that-is-long-for-one-line";

        CommandRun solved = solve("--seat-later", person, "--seat-deadline", "3d");
        String waiting = solved.out().substring(solved.out().indexOf("is suspended until"));
        String asked = CommandRun.of("answer", "--list", "--data", data()).out();

        assertThat((waiting + asked).lines().filter(line -> !line.startsWith("      waggle ")))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .noneMatch(line -> line.matches(".*[0-9]T[0-9].*Z.*"));
        assertThat(waiting).containsPattern("until\\s+[0-9]{4}-[0-9]{2}-[0-9]{2}\\s+[0-9:]{8}:\n")
                .contains("\n      waggle answer " + run(solved.out()) + ' ' + person + " \"LINE\" --data " + data()
                        + "\n", "\n      waggle answer --list --data " + data() + "\n",
                        "\n      waggle resume " + run(solved.out()) + " --data " + data() + "\n");
        assertThat(asked).containsPattern("until\\s+[0-9]{4}-[0-9]{2}-[0-9]{2}\\s+[0-9:]{8}\n");
    }

    @Test
    void programsReadTheOpenRequests() {
        CommandRun solved = solve("--seat-later", "maya", "--json");

        assertThat(solved.code()).isEqualTo(3);
        assertThat(solved.out()).contains("\"ending\":\"suspended\"", "\"openSeats\":[{\"run\":\"solve_")
                .doesNotContain("is suspended until");
        assertThat(CommandRun.of("answer", "--list", "--json", "--data", data()).out())
                .startsWith("{\"requests\":[{\"run\":\"").contains("\"occasion\":\"round\"", "\"name\":\"#1\"");
    }

    @Test
    void peopleWhoAnswerLaterNeedADataFolderAndADeadlineInRange() {
        assertThat(CommandRun.of("solve", "Shard?", "--seat-later", "maya").err())
                .contains("is kept in a data folder", "Add --data DIR.");
        for (String bad : List.of("0d", "3", "3w", "-1d", "9999999d", "99999d", "")) {
            CommandRun run = solve("--seat-later", "maya", "--seat-deadline=" + bad);
            assertThat(run.code()).as(bad).isEqualTo(2);
            assertThat(run.err()).as(bad).contains("a deadline must be a number with s, m, h or d");
        }
        assertThat(solve("--seat-later", "maya", "--seat-later", "maya").err()).contains("two seats \"maya\"");
        assertThat(Files.exists(Path.of(data()))).isFalse();
    }

    private CommandRun solve(String... more) {
        List<String> arguments = new ArrayList<>(List.of("solve", "Shard or buy time?", "--data", data()));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private CommandRun answer(String run, String seat, String line) {
        return CommandRun.of("answer", run, seat, line, "--data", data());
    }

    private List<String> asked() {
        Matcher seats = Pattern.compile("\"seat\":\"([a-z]+)\"")
                .matcher(CommandRun.of("answer", "--list", "--json", "--data", data()).out());
        return seats.results().map(found -> found.group(1)).distinct().toList();
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private static String run(String out) {
        Matcher run = RUN.matcher(out);
        assertThat(run.find()).as(out).isTrue();
        return run.group();
    }
}
