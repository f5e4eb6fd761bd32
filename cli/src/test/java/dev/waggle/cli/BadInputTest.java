package dev.waggle.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

import dev.waggle.journal.JsonText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Refusals of bad files and flags: one clear line with the value and the remedy, exit code 2, nothing half-written. */
class BadInputTest {

    private static final String EPISODE = """
            {"id":"e1","task":{"question":"Which?","options":["x","y"],"gold":"A"},"agents":[{"id":"a"},{"id":"b"}],\
            "events":[{"seq":1,"round":1,"agent":"a","type":"answer","answer":"A","text":"so"},\
            {"seq":2,"round":1,"agent":"b","type":"answer","answer":"A","text":"too"}],"reported":{"answer":"B"}}
            """;

    @TempDir
    private Path folder;

    @Test
    void namesTheUnknownStrategyAndTheKnownOnes() {
        refuses("unknown strategy \"guess\"", "voting", "demo", "--strategy", "guess");
    }

    @Test
    void refusesAThresholdOutsideOfTheRange() {
        refuses("got 1.5", "divide it by 100", "demo", "--threshold", "1.5");
        refuses("got 70.0", "divide it by 100", "demo", "--threshold", "70");
        refuses("got NaN", "", "demo", "--threshold", "NaN");
        refuses("--threshold", "--help", "demo", "--threshold", "high");
    }

    @Test
    void refusesLimitsThatAllowNothing() {
        refuses("--max-rounds must be at least 1, got 0", "", "demo", "--max-rounds", "0");
        refuses("--max-signals must be at least 1, got -3", "", "demo", "--max-signals", "-3");
        refuses("--timeout must be above 0 and at most 1e9 seconds", "--timeout 120", "demo", "--timeout", "0");
        refuses("--min-voters must be at least 1, got 0", "", "demo", "--min-voters", "0");
        refuses("--ballots must be approval or exclusive", "", "demo", "--ballots", "secret");
    }

    @Test
    void offersTheNearestCommandAndFlag() {
        refuses("unknown command decidee", "decide", "decidee");
        refuses("unknown option --strategie", "--strategy", "demo", "--strategie", "voting");
        refuses("unknown option --thresold ", "--threshold", "solve", "Q?", "--thresold", "0.5");
        refuses("unknown options --thresold, --trid ", "--threshold", "solve", "--thresold", "0.5", "--trid");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "dmeo | unknown command dmeo - Maybe demo?", "log shwo x | unknown command shwo - Maybe show?",
        "decide a b c | unknown arguments \"b\", \"c\" - ", "demo --pace fast | --pace needs a number, got \"fast\" - ",
        "recordings list -n x | --limit needs a whole number, got \"x\" - ",
        "recordings list -n 99999999999 | --limit needs a whole number from -2147483648 to 2147483647, got \"999999",
        "completion foo | SHELL needs one of bash, zsh, fish, got \"foo\" - "})
    void saysWhatIsWrongInTheWordsOfTheUser(String line, String problem) {
        CommandRun run = CommandRun.of(line.split(" ", -1));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).startsWith("waggle: " + problem).hasLineCount(1);
    }

    @Test
    void namesTheKnownDemos() {
        refuses("there is no demo \"nothing\"", "migration", "demo", "nothing");
        refuses("there is no demo", "migration", "demo", "\ud83d"); // Found by HostileArgumentsTest.
    }

    /** Found by HostileArgumentsTest, seed 20261125, cases 6, 29 and 4172. */
    @Test
    void seldomCommandsKeepThePromisesOfTheOthers() throws Exception {
        assertThat(JsonText.read(CommandRun.of("demo", "--list", "--json").out()).toString()).contains("crossing");
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        refuses("is no folder", "--log or --data", "resume", "--data", pipe.toString());
        String log = folder.resolve("log").toString();
        assertThat(CommandRun.of("demo", "--log", log).code()).isZero();
        assertThat(CommandRun.fed("[".repeat(9_000), "log", "play", log).err()).hasSizeLessThan(2_100);
    }

    @Test
    void refusesFilesThatAreNoCassettes() throws IOException {
        refuses("nowhere.jsonl", "", "solve", "--cassette", folder.resolve("nowhere.jsonl").toString());
        refuses("cassette", "", "solve", "--cassette", file("empty.jsonl", new byte[0]));
        refuses("noise.bin", "", "solve", "--cassette", file("noise.bin", noise()));
        refuses("other.jsonl", "", "solve", "--cassette", file("other.jsonl", "{\"a\":1}\n"));
        refuses(folder.toString(), "", "solve", "--cassette", folder.toString());
    }

    @Test
    void refusesFilesThatHoldNoEpisodes() throws IOException {
        refuses("no such file", "Check the path", "solve", "--episode", folder.resolve("nowhere").toString());
        refuses("is a directory", "Name a file in it", "solve", "--episode", folder.toString());
        refuses("holds no episodes", "", "solve", "--episode", file("empty", new byte[0]));
        refuses("noise", "", "solve", "--episode", file("noise", noise()));
        refuses("line 2", "", "solve", "--episode", file("bad", EPISODE + "{\"id\": oops}\n"));
        refuses("line 1: task is missing", "Check that it is an episode", "solve", "--episode",
                file("list", "{\"id\":\"x\"}\n"));
        refuses("who is not among its agents", "", "solve", "--episode",
                file("stranger", EPISODE.replace("\"agent\":\"b\"", "\"agent\":\"z\"")));
        refuses("events[0].type must be one of answer, verdict, message, submit, got \"ranking\"",
                "cannot be replayed", "solve", "--episode",
                file("ranking", EPISODE.replace("\"type\":\"answer\",\"answer\":\"A\",\"text\":\"so\"",
                        "\"type\":\"ranking\"")));
        refuses("].confidence must be between 0 and 1, got 250", "divide percentages", "solve", "--episode",
                file("percent", EPISODE.replace("\"text\":\"so\"", "\"confidence\":250")));
        refuses("no episode \"e9\"", "check the id", "solve", "--episode", file("good", EPISODE) + "#e9");
    }

    @Test
    void refusesATruncatedGzip() throws IOException {
        byte[] whole = gzip(EPISODE.repeat(200));
        refuses("truncated gzip", "again", "solve", "--episode",
                file("cut.gz", Arrays.copyOf(whole, whole.length / 2)));
    }

    @Test
    void refusesALineWithoutAnEnd() throws IOException {
        refuses("longer than 8 MiB", "one row a line", "solve", "--episode", file("huge", "x".repeat((8 << 20) + 1)));
    }

    @Test
    void refusesAPlayWithAMistakeAndRecordsNothing() throws IOException {
        Path record = folder.resolve("record.jsonl");
        String play = file("play.txt", """
                title: Test
                task: Which?
                seat: a | Ann
                seat: b | Bob

                @a
                propose 0.7 x: X

                @b
                vot x agree 0.5
                """);
        refuses("play.txt, line 10: \"vot\" is no act", "", "solve", "--play", play, "--record", record.toString());
        assertThat(record).doesNotExist();
        refuses("there is no seat \"c\"", "Known are", "solve", "--play",
                file("seat.txt", "task: Which?\nseat: a\n\n@c\npass\n"));
        refuses("has no seats", "", "solve", "--play", file("nobody.txt", "task: Which?\n"));
        refuses("there is no question", "", "solve", "--play", file("nothing.txt", "seat: a\n"));
    }

    @Test
    void refusesTwoSeatsWithOneId() throws IOException {
        refuses("there are two seats \"a\"", "of its own", "solve", "Q?", "--seat", "a", "--seat", "a|Ann");
        refuses("there are two seats \"a\"", "of its own", "solve", "--play",
                file("twice.txt", "task: Which?\nseat: a\nseat: a\n"));
        refuses("orchestrator", "", "solve", "Q?", "--seat", "orchestrator");
    }

    @Test
    void refusesARecordingThatCannotBeWrittenBeforeAnybodySpeaks() {
        refuses("cannot be written", "Create it first", "solve", "Q?", "--seat", "a", "--record",
                folder.resolve("nowhere/x.jsonl").toString());
        refuses("is a directory", "Name a file", "solve", "Q?", "--seat", "a", "--record", folder.toString());
    }

    @Test
    void refusesACassetteWithRulesThatDoNotExist() throws IOException {
        Path good = folder.resolve("good.jsonl");
        CommandRun.fed("propose 0.7 x: X\n", "solve", "Q?", "--seat", "a", "--record", good.toString());
        String words = Files.readString(good);
        refuses("ballots must be approval or exclusive, got \"ranked\"", "", "solve", "--cassette",
                file("ballots.jsonl", words.replace("\"approval\"", "\"ranked\"")));
        refuses("weight", "", "solve", "--cassette",
                file("weight.jsonl", words.replace("\"weight\":1.0}", "\"weight\":300}")));
    }

    @Test
    void refusesAQuestionBesideARecording() {
        refuses("brings its own question", "Omit", "solve", "Q?", "--cassette", "x.jsonl");
    }

    @Test
    void refusesTwoSourcesAtOnce() {
        refuses("exclude each other", "", "solve", "Q?", "--seat", "a", "--play", "x.txt");
    }

    @Test
    void explainsHowToGetAnswersWhenNoModelIsConfigured() {
        CommandRun run = CommandRun.of("solve", "Shard or buy time?");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("Three ways", "--model", "--seat", "--episode");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void refusesLogsThatAreNone() throws IOException {
        refuses("no such file", "", "log", "show", folder.resolve("nowhere").toString());
        refuses("it is a folder without a journal", "", "log", "tail", folder.toString());
        refuses("noise", "", "log", "show", file("noise", noise()));
        refuses("--lines", "", "log", "tail", "-n", "-1", file("x", ""));
    }

    @Test
    void speaksJsonToProgramsWhenItRefuses() {
        CommandRun run = CommandRun.of("demo", "nothing", "--json");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).startsWith("{\"error\":{\"message\":\"there is no demo").hasLineCount(1);
        assertThat(run.err()).isEmpty();
    }

    /** Checks, with JSON and without: exit code 2 and one line with problem and remedy. */
    private static void refuses(String problem, String remedy, String... args) {
        CommandRun run = CommandRun.of(args);
        assertThat(run.code()).as(run.toString()).isEqualTo(2);
        assertThat(run.err()).startsWith("waggle: ").contains(problem).contains(remedy).hasLineCount(1);
        assertThat(run.out()).isEmpty();
    }

    private String file(String name, String text) throws IOException {
        return file(name, text.getBytes(StandardCharsets.UTF_8));
    }

    private String file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes).toString();
    }

    private static byte[] noise() {
        byte[] bytes = new byte[4096];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
