package dev.waggle.cli.terminal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ConsoleLogTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ConsoleLog console = new ConsoleLog(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    private final Logger log = console.getLogger("dev.waggle.journal", ConsoleLogTest.class.getModule());

    @Test
    void aWarningIsOneSafeLineWithItsReasonAndNoTrace() {
        log.log(Level.WARNING, "events.jsonl\u001b[31m: line\n1", new IOException("it is no JSON"));

        assertThat(text()).isEqualTo("waggle: events.jsonl\uFFFD[31m: line 1: it is no JSON\n");
    }

    @Test
    void aReasonThatWasSaidIsNotRepeated() {
        log.log(Level.ERROR, "line 1: it is no JSON", new IOException("it is no JSON"));
        log.log(Level.WARNING, "{0} of {1}", "one", 2);

        assertThat(text()).isEqualTo("waggle: line 1: it is no JSON\nwaggle: one of 2\n");
    }

    @Test
    void whatIsNotWorthATerminalIsLeftOut() {
        log.log(Level.INFO, "started");
        log.log(Level.DEBUG, "{0}", "x");

        assertThat(text()).isEmpty();
        assertThat(log.isLoggable(Level.OFF)).isFalse();
    }

    @Test
    void aListenerReceivesTheSameLinesWithTheirCauses() {
        List<String> heard = new ArrayList<>();
        console.passTo((level, logger, text, cause) -> heard.add(level + " " + logger + ": " + text + " " + cause));

        log.log(Level.INFO, "started");
        log.log(Level.WARNING, "{0} of {1}", "one", 2);
        log.log(Level.ERROR, "it broke", new IllegalStateException("why"));

        assertThat(heard).containsExactly("WARNING dev.waggle.journal: one of 2 null",
                "ERROR dev.waggle.journal: it broke java.lang.IllegalStateException: why");
        assertThat(text().lines()).hasSize(2);
    }

    @Test
    void thePlatformFindsIt() {
        assertThat(System.LoggerFinder.getLoggerFinder()).isInstanceOf(ConsoleLog.class);
    }

    private String text() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
