package dev.waggle.cli.input;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.LabModelsFile;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.swarm.template.Templates;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

class SolveInputTest {

    private static final String DIFF = """
            diff --git a/Limit.java b/Limit.java
            -        return size <= max;
            +        return size < max;
            +        // Why not one more?
            """;

    private static final String REVIEW = Templates.questionOf(Templates.named("code-review")).orElseThrow();

    @TempDir
    private Path folder;

    private final FakeModels server = FakeModels.answering(ScriptedDeliberators::answer);

    @AfterEach
    void close() {
        server.close();
    }

    /** The command with a scripted model; {@code %s} in an argument is the folder. */
    private CommandRun solve(String input, String... args) throws IOException {
        return CommandRun.fed(input, command(args));
    }

    private String[] command(String... args) throws IOException {
        List<String> all = new ArrayList<>(List.of("solve", "--model", "lab:fake-fast", "--max-rounds", "2", "--seed",
                "11", "--json", "--models-file",
                LabModelsFile.write(folder, server, WireFormatName.OPENAI).toString()));
        Arrays.stream(args).map(arg -> arg.replace("%s", folder.toString())).forEach(all::add);
        return all.toArray(String[]::new);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private List<String> prompts() {
        return server.requests().stream().map(request -> request.messages().getFirst().text()).toList();
    }

    /** A text as prompts quote it, without the quotes. */
    private static String nested(String text) {
        String quoted = JsonLine.quoted(text);
        return quoted.substring(1, quoted.length() - 1);
    }

    @Test
    void aDiffFromAPipeIsTheContextOfTheQuestionThatTheTemplateAsks() throws IOException {
        CommandRun run = solve(DIFF, "-", "--template", "code-review");

        assertThat(run.err()).contains("context: 1 text, 123 bytes, about ", "the template asks: " + REVIEW);
        assertThat(prompts())
                .anySatisfy(prompt -> assertThat(prompt).contains(nested(REVIEW), nested(DIFF.stripTrailing())));
    }

    @Test
    void aTemplateOfASetupAsksAboutAPipeToo() throws IOException {
        Path setup = file("swarm.yaml", "template: debug\n");

        CommandRun run = solve("java.lang.NullPointerException at Foo.java:12", "-", "--config", setup.toString());

        assertThat(run.err()).contains("the template asks: ");
        assertThat(prompts()).anySatisfy(prompt -> assertThat(prompt).contains("Foo.java:12"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"code-review", "decision"})
    void aQuestionFromAPipeIsAskedWithAnyTemplate(String template) throws IOException {
        CommandRun run = solve("Is a limit of five\ngood enough?\n", "-", "--template", template);

        assertThat(run.err()).isEqualTo("waggle: question: 7 words, about 11 tokens" + System.lineSeparator());
        assertThat(prompts())
                .anySatisfy(prompt -> assertThat(prompt).contains(nested("Is a limit of five\ngood enough?")));
    }

    @Test
    void aTemplateAsksAboutFilesWithoutAQuestion() throws IOException {
        Path change = file("change.diff", DIFF);

        CommandRun run = solve("", "--context-file", change.toString(), "--template", "code-review");

        assertThat(run.err()).contains("the template asks: " + REVIEW);
    }

    @Test
    void questionAndContextComeFromFilesUnderTheirNames() throws IOException {
        Path question = file("question.txt", "Shard the database?\n");
        Path facts = file("facts.md", "There are 90 tenants.\n");

        CommandRun run = solve("It is slow.\n", "@" + question, "--context", "Since May.", "--context-file",
                facts.toString(), "--context-file", "-");

        assertThat(run.err()).startsWith("waggle: question: 3 words; context: 3 texts, ");
        assertThat(prompts()).anySatisfy(prompt -> assertThat(prompt).contains(
                "Shard the database?", nested("Since May.\n\n=== " + facts + "\nThere are 90 tenants.\n\n"
                        + "=== standard input\nIt is slow.")));
    }

    @Test
    void oneFileOfContextIsReadByBothOptions() throws IOException {
        file("facts.md", "There are 90 tenants.\n");

        CommandRun byText = solve("", "Shard?", "--context", "@%s/facts.md");
        CommandRun byFile = solve("", "Shard?", "--context-file", "%s/facts.md");

        assertThat(byText.err()).isEqualTo(byFile.err()).contains("context: 1 text, 21 bytes");
        assertThat(prompts()).anySatisfy(prompt -> assertThat(prompt).contains("\"There are 90 tenants.\""));
    }

    @Test
    void twoSignsBeginATextWithOne() throws IOException {
        CommandRun run = solve("", "@@maya asked: shard?", "--context", "@@olu knows");

        assertThat(run.err()).isEmpty();
        assertThat(prompts())
                .anySatisfy(prompt -> assertThat(prompt).contains("\"@maya asked", "\"@olu knows\""));
    }

    /** Texts of a log are never read as the names of files. */
    @Test
    void aResumedQuestionIsTakenAsItIsWritten() throws IOException {
        Path log = folder.resolve("log");
        solve("", "@@maya asked: shard?", "--context", "@@olu knows", "--log", log.toString());
        String run = CommandRun.of("replay", "--all", "--log", log.toString()).out();

        CommandRun resumed = CommandRun.of("resume", "--log", log.toString(), run.strip().split("\\s+", 2)[0]);

        assertThat(resumed.err()).doesNotContain("no such file");
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                arguments("", List.of("-"), "standard input is empty - Check the program before the pipe"),
                arguments(" \n\n", List.of("-"), "standard input is empty"),
                arguments("", List.of("Is it safe?", "--context", ""), "--context is empty - Give a text"),
                arguments("", List.of("Is it safe?", "--context", " \n"), "--context is empty"),
                arguments("a\0b", List.of("-"), "standard input is a binary file - Give it as UTF-8 text."),
                arguments("", List.of("@%s/none.txt"), "no such file: %s/none.txt - Check the path. A text that begins"
                        + " with @ is written with @@."),
                arguments("", List.of("ok?", "--context-file", "%s/none.txt"), "no such file: %s/none.txt - "),
                arguments("", List.of("ok?", "--context-file", "%s"), "%s is a directory - Name a file in it."),
                arguments("x", List.of("-", "--context-file", "-"), "- is named 2 times, but there is one standard"),
                arguments("x", List.of("ok?", "--context-file", "-", "--context-file", "-"), "- is named 2 times"),
                arguments("x", List.of("@"), "\"@\" names no file - Write - for the standard input, and @@"),
                arguments("x", List.of("@-"), "\"@-\" names no file"),
                arguments("x", List.of("--context-file", "-"), "there is no question: models need one"),
                arguments("x", List.of("ok?", "--max-context", "0"), "--max-context must be at least 1, got 0"),
                arguments("x".repeat(20_001), List.of("-"), "the question has 20,001 characters, more than the 20,000"
                        + " that agents read - Ask in a few words and give the text with --context-file."),
                arguments("x".repeat(1_000_001), List.of("ok?", "--context-file", "-"),
                        "standard input has more than 1,000,000 characters - Give an excerpt"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void aBadInputIsRefusedBeforeAModelIsAsked(String input, List<String> args, String problem) throws IOException {
        CommandRun run = CommandRun.fed(input, Stream.of(command(args.toArray(String[]::new)))
                .filter(arg -> !arg.equals("--json")).toArray(String[]::new));

        assertThat(run.err()).startsWith("waggle: " + problem.replace("%s", folder.toString()));
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.code()).isEqualTo(2);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() throws IOException {
        CommandRun run = CommandRun.piped(new ByteArrayInputStream("caf\u00E9?".getBytes(StandardCharsets.ISO_8859_1)),
                new StringWriter(), command("-"));

        assertThat(run.code()).isEqualTo(2);
        assertThat(server.requests()).isEmpty();
    }

    @Test
    void aTerminalIsNotReadAsAText() throws IOException {
        CommandRun run = CommandRun.run("", true, command("-"));

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).contains("- reads the standard input, which is this terminal");
    }

    @ParameterizedTest
    @CsvSource({"95990, 0", "96100, 2"})
    void aContextAboveTheLimitIsRefusedWithSizeLimitAndRemedy(int length, int code) throws IOException {
        CommandRun run = solve("a".repeat(length), "ok?", "--context-file", "-");

        assertThat(run.code()).isEqualTo(code);
        assertThat(run.out().contains("about 32,035 tokens (96 KB), more than the limit of 32,000")
                && run.out().contains("raise the limit with --max-context 32035")).isEqualTo(code == 2);
        assertThat(server.requests().isEmpty()).isEqualTo(code == 2);
    }

    @Test
    void aRaisedLimitLetsItPass() throws IOException {
        String text = "tenant ".repeat(20_000).strip();

        CommandRun run = solve(text, "ok?", "--context-file", "-", "--max-context", "50000");

        assertThat(run.code()).as(run.out()).isZero();
        assertThat(prompts()).anySatisfy(prompt -> assertThat(prompt).contains(text));
    }

    /** Half of a window of 16,384 tokens is left for everything else. */
    @Test
    void aContextThatFillsAWindowIsRefused() {
        CommandRun run = CommandRun.fed("a".repeat(25_000), "solve", "ok?", "--context-file", "-", "--model",
                "ollama:llama3.2");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).containsPattern("question and context have about 8,33[45] tokens, and half of the window"
                + " of ollama:llama3.2 is [\\d,]+ - Give less, or ask a model with a larger context window\\.");
    }

    @Test
    void theLinesOfPeopleAndTheQuestionAreNotBothOnTheStandardInput() {
        CommandRun run = CommandRun.fed("find 0.8 Slow\n", "solve", "-", "--seat", "dba");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("the standard input cannot hold the question and the lines of people");
    }
}
