package dev.waggle.cli.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.LabModelsFile;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** People among models whose turns are written beforehand. */
class WrittenPeopleTest {

    private static final String TURN = "@maya\npropose 0.9 quorum: Ask two of three replicas | because: One may lie\n\n";

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);

    @AfterEach
    void close() {
        server.close();
    }

    private CommandRun solve(String input, boolean interactive, String... more) throws IOException {
        List<String> args = new ArrayList<>(List.of("solve", "Shard?", "--seat", "maya|Maya", "--agents", "2",
                "--model", "lab:fake-fast", "--seed", "11", "--exit-zero", "--models-file",
                LabModelsFile.write(folder, server, WireFormatName.OPENAI).toString()));
        args.addAll(Arrays.asList(more));
        return CommandRun.run(input, interactive, args.toArray(String[]::new));
    }

    @Test
    void aPersonAmongModelsSpeaksFromAPipe() throws IOException {
        CommandRun run = solve(TURN, false);

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("Ask two of three replicas");
        assertThat(server.requests()).isNotEmpty().anySatisfy(
                request -> assertThat(request.messages().getFirst().text()).contains("Ask two of three replicas"));
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aPersonAmongModelsSpeaksFromAFile(boolean interactive) throws IOException {
        Path file = Files.writeString(folder.resolve("maya.txt"), TURN);

        CommandRun run = solve("", interactive, "--answers", file.toString());

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("Ask two of three replicas");
    }

    @Test
    void peopleAloneSpeakFromAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("all.txt"), """
                @maya
                propose 0.9 wait: Wait

                @olu

                @olu
                vote wait agree 0.9
                """);

        CommandRun run = CommandRun.run("", true, "solve", "Shard?", "--seat", "maya", "--seat", "olu", "--answers",
                file.toString());

        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains("Wait");
    }

    /** The pipe has the context, and the file has the person. */
    @Test
    void theContextAndThePersonHaveInputsOfTheirOwn() throws IOException {
        Path file = Files.writeString(folder.resolve("maya.txt"), TURN);

        CommandRun run = solve("There are 90 tenants.\n", false, "--context-file", "-", "--answers", file.toString());

        assertThat(run.err()).contains("context: 1 text, 21 bytes");
        assertThat(run.out()).contains("Ask two of three replicas");
    }

    @Test
    void aMistakeInALineFailsItsTurnWithItsPlace() throws IOException {
        CommandRun run = solve("@maya\nshout loudly\n", false, "--json");

        assertThat(run.out()).contains("standard input, line 2: \\\"shout\\\" is no act");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"'' | '' | standard input has no turn of \"maya\" - Write @maya",
        "@olu | '' | standard input, line 1: there is no seat \"olu\" - Known are maya.",
        "seat: olu | '' | standard input has a seat \"olu\", which is not among those of --seat",
        "x | --answers none.txt | no such file: none.txt",
        "x | --context-file - | the standard input cannot hold the question and the lines of people"})
    void badTurnsAreRefusedBeforeAModelIsAsked(String input, String more, String problem) throws IOException {
        CommandRun run = solve(input, false, Arrays.stream(more.split(" ")).filter(word -> !word.isEmpty())
                .toArray(String[]::new));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("waggle: " + problem);
        assertThat(server.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "@maya\npropose 0.9 wait: Wait\n"})
    void eachPersonNeedsATurnAlsoWithoutModels(String input) {
        CommandRun run = CommandRun.fed(input, "solve", "Shard?", "--seat", "maya", "--seat", "olu");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("standard input has no turn of \"" + (input.isEmpty() ? "maya" : "olu") + '"');
    }

    @Test
    void aMistakeInAnswersIsNoneOfAPlay() throws IOException {
        Path file = Files.writeString(folder.resolve("s.txt"), "@maya\nshout loudly\n");

        CommandRun run = CommandRun.of("solve", "Shard?", "--seat", "maya", "--answers", file.toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("the answers have a mistake: ", "s.txt, line 2: \"shout\" is no act");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " : ", value = {
        "--seat : maya|Maya|eng|3d : got 4 in \"maya|Maya|eng|3d\" - A person who answers later has a time too:"
                + " --seat-later \"maya|Maya|eng|3d\".",
        "--seat-later : maya|Maya|eng|3d|x : got 5 in \"maya|Maya|eng|3d|x\" - Write id | name | role | time."})
    void aPartOfASeatThatWouldBeLostIsRefused(String flag, String seat, String problem) {
        CommandRun run = CommandRun.fed("@maya\nsay Hello\n", "solve", "Shard?", flag, seat, "--data",
                folder.resolve("data").toString());

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(problem);
    }

    @Test
    void answersNeedASeat() {
        CommandRun run = CommandRun.of("solve", "Shard?", "--model", "lab:x", "--answers", "maya.txt");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("--answers has the turns of people in seats, and there is none - Add --seat");
    }
}
