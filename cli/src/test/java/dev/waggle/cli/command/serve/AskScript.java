package dev.waggle.cli.command.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.waggle.cli.ProjectFiles;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * A process of the example {@code ask.py}, a client in another language. Without {@code python3} its tests are skipped
 * with a printed line; where {@code CI=true} they fail.
 */
record AskScript(Process process, Path out, Path err) implements AutoCloseable {

    private static final String PYTHON = "python3";
    private static final Path SCRIPT = ProjectFiles.at("examples/server/ask.py");
    private static final int MAX_SECONDS = 90;

    /** Starts it; its output goes to files in that folder. */
    static AskScript start(Path folder, String... arguments) throws IOException, InterruptedException {
        requirePython();
        Path out = folder.resolve("ask.out");
        Path err = folder.resolve("ask.err");
        ProcessBuilder builder = new ProcessBuilder(PYTHON, SCRIPT.toString()).redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.command().addAll(List.of(arguments));
        builder.environment().put("no_proxy", "127.0.0.1");
        return new AskScript(builder.start(), out, err);
    }

    /** The exit code. */
    int code() throws InterruptedException {
        assertThatItEnds();
        return process.exitValue();
    }

    String answer() throws IOException {
        return Files.readString(out);
    }

    /** Lines on standard error: the types of the entries, or the reason of a failure. */
    List<String> lines() throws IOException {
        return Files.readAllLines(err);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void assertThatItEnds() throws InterruptedException {
        Assertions.assertThat(process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)).as("end of ask.py").isTrue();
    }

    private static void requirePython() throws InterruptedException {
        try {
            Assertions.assertThat(new ProcessBuilder(PYTHON, "--version")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor()).isZero();
        } catch (IOException absent) {
            String missing = "no " + PYTHON + " on the PATH (" + absent.getMessage() + ')';
            if ("true".equals(System.getenv("CI"))) {
                Assertions.fail(missing);
            }
            System.out.println("skipped for want of Python: " + missing);
            Assumptions.abort(missing);
        }
    }
}
