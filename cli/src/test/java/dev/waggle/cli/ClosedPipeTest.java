package dev.waggle.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import dev.waggle.cli.output.StandardOutput;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.TextStyle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ClosedPipeTest {

    @TempDir
    private Path folder;

    private final StringWriter err = new StringWriter();

    /** An output that fails with that reason after its first bytes. */
    private int run(String reason, String... args) {
        OutputStream output = new OutputStream() {

            private final ByteArrayOutputStream taken = new ByteArrayOutputStream();

            @Override
            public void write(int one) throws IOException {
                if (taken.size() >= 100) {
                    throw new IOException(reason);
                }
                taken.write(one);
            }
        };
        TerminalScreen screen = new TerminalScreen(StandardOutput.to(output), new PrintWriter(err), TextStyle.PLAIN,
                false);
        return CommandRun.on(screen, InputStream.nullInputStream(), args);
    }

    private String[] resolved(String command) {
        return command.replace("%s", folder.toString()).split(" ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "demo crossing", "demo crossing --json", "demo crossing --events",
        "demo crossing --max-rounds 1", "decide %s/votes.csv", "decide %s/votes.csv --csv",
        "decide %s/votes.csv --json",
        "log show %s/log", "log export %s/log -", "lens", "schema result"})
    void aReaderThatHasClosedItsPipeIsNoError(String command) throws IOException {
        Files.writeString(folder.resolve("votes.csv"), "item,agent,answer\n1,a,x\n1,b,x\n2,a,x\n2,b,y\n");
        CommandRun _ = CommandRun.of(resolved("demo crossing --log %s/log"));

        assertThat(run("Broken pipe", resolved(command))).as(err.toString()).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"No space left on device, demo", "Input/output error, decide"})
    void anOutputThatCannotBeWrittenIsOne(String reason, String command) throws IOException {
        Files.writeString(folder.resolve("votes.csv"), "item,agent,answer\n1,a,x\n1,b,x\n2,a,x\n2,b,y\n");

        int code = command.equals("demo") ? run(reason, "demo") : run(reason, resolved("decide %s/votes.csv"));

        assertThat(code).isEqualTo(2);
        assertThat(err.toString().lines()).singleElement().asString().contains("- Check the disk");
    }

    @Test
    void badUseStaysAnErrorForAClosedPipe() {
        assertThat(run("Broken pipe", "decide", "none.csv", "--json")).isEqualTo(2);
    }

    @Test
    void textIsUtf8() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StandardOutput output = StandardOutput.to(bytes);

        output.print("caf\u00E9");
        output.flush();

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("caf\u00E9");
        assertThat(StandardOutput.isClosedByReader(output)).isFalse();
    }
}
