package dev.waggle.cli;

import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.function.Supplier;

import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** An error of the virtual machine ends a command as one line, or as JSON, with the exit code of a fault. */
class FailureReporterTest {

    private static final int FAULT = 1;

    /** The errors, and the words that people read of each. */
    enum Fatal {
        MEMORY(() -> new OutOfMemoryError("Java heap space"), "there is not enough memory (Java heap space)",
                "Give it less at once, or more memory: JAVA_TOOL_OPTIONS=-Xmx2g."),
        DEPTH(StackOverflowError::new, "the input is nested too deeply at ",
                "Simplify it, or report this as a fault of Waggle."),
        ASSERTION(() -> new AssertionError("never\nhere\u001b[31m"), "java.lang.AssertionError: never here",
                "This is a fault of Waggle, please report it."),
        LINKAGE(() -> new NoClassDefFoundError("a/b/C"), "java.lang.NoClassDefFoundError: a/b/C at ",
                "This is a fault of Waggle, please report it.");

        private final Supplier<Error> error;
        private final String problem;
        private final String remedy;

        Fatal(Supplier<Error> error, String problem, String remedy) {
            this.error = error;
            this.problem = problem;
            this.remedy = remedy;
        }
    }

    @ParameterizedTest
    @EnumSource
    void anErrorIsOneLineForPeople(Fatal fatal) {
        CommandRun run = report(fatal.error.get());

        assertThat(run.code()).isEqualTo(FAULT);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("waggle: " + fatal.problem).endsWith(" - " + fatal.remedy + "\n")
                .containsOnlyOnce("\n").doesNotContain("\u001b", "\tat ");
    }

    @ParameterizedTest
    @EnumSource
    void anErrorIsOneObjectAsJson(Fatal fatal) {
        CommandRun run = report(fatal.error.get(), "--json");

        assertThat(run.code()).isEqualTo(FAULT);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).containsOnlyOnce("\n");
        JsonValue.Obj error = (JsonValue.Obj) ((JsonValue.Obj) JsonText.read(run.out())).fields().get("error");
        assertThat(error).isNotNull();
        assertThat(error.fields()).containsEntry("remedy", JsonValue.of(fatal.remedy))
                .containsEntry("exitCode", JsonValue.of(FAULT));
        assertThat(error.fields().get("message")).isInstanceOfSatisfying(JsonValue.Str.class,
                message -> assertThat(message.value()).startsWith(fatal.problem));
    }

    @Test
    void aLongMessageIsCut() {
        CommandRun run = report(new AssertionError("x".repeat(100_000)));

        assertThat(run.err()).hasSizeLessThan(2_200).contains("x… - This is a fault");
    }

    @ParameterizedTest
    @EnumSource
    void anErrorInACommandEndsIt(Fatal fatal) {
        CommandRun people = CommandRun.piped(failing(fatal.error.get()), new StringWriter(), "decide", "-");
        CommandRun json = CommandRun.piped(failing(fatal.error.get()), new StringWriter(), "decide", "-", "--json");

        assertThat(people.code()).isEqualTo(FAULT);
        assertThat(people.err()).startsWith("waggle: " + fatal.problem).containsOnlyOnce("\n");
        assertThat(json.code()).isEqualTo(FAULT);
        assertThat(JsonText.read(json.out()).toString()).contains(fatal.problem);
    }

    @Test
    void anErrorInACommandThatIsAMethodIsTheSameLine() {
        Error full = new OutOfMemoryError("Java heap space");
        CommandLine line = new CommandLine(CommandLine.Model.CommandSpec.create());
        StringWriter err = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(new StringWriter()), new PrintWriter(err, true),
                TextStyle.PLAIN, false);

        int code = new FailureReporter(screen, new String[0]).ofExecution(
                new CommandLine.ExecutionException(line, "Error while calling", full), line, line.parseArgs());

        assertThat(new CommandRun(code, "", err.toString())).isEqualTo(report(full));
    }

    private static CommandRun report(Error error, String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        TerminalScreen screen = new TerminalScreen(new PrintWriter(out, true), new PrintWriter(err, true),
                TextStyle.PLAIN, false);
        int code = new FailureReporter(screen, args).ofError(error);
        return new CommandRun(code, out.toString(), err.toString());
    }

    private static InputStream failing(Error error) {
        return new InputStream() {
            @Override
            public int read() {
                throw error;
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                throw error;
            }
        };
    }
}
