package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Warnings of other threads do not break the lines of a live view. */
class LiveWarningTest {

    private static final String CLEARED = "\u001b[1A\u001b[J";

    private final StringWriter terminal = new StringWriter();
    private final PrintWriter out = new PrintWriter(terminal);
    private final TerminalScreen screen = new TerminalScreen(out, out, TextStyle.PLAIN, true);

    @Test
    void aWarningWaitsUntilTheViewHasTakenItsLinesAway() throws Exception {
        LiveView view = new LiveView(screen, 80, null, List.of(), MathConfig.defaults(), 0.7);
        List<Signal> signals = signals();
        view.accept(new SwarmEvent.HarnessEmitted("scout", signals.getFirst()));
        String drawn = terminal.toString();
        assertThat(drawn).contains("scout").doesNotContain(CLEARED);

        screen.warnLater("openai: gpt-5.5 takes no temperature\u001b[2J");
        assertThat(terminal.toString()).as("nothing is written by another thread").isEqualTo(drawn);
        view.accept(new SwarmEvent.HarnessEmitted("scout", signals.get(1)));

        assertThat(terminal.toString().substring(drawn.length()))
                .startsWith(CLEARED + "waggle: openai: gpt-5.5 takes no temperature").doesNotContain("\u001b[2J");
        int once = terminal.toString().length();
        screen.printWarnings();
        assertThat(terminal.toString()).hasSize(once);
    }

    @Test
    void whatWaitsAtTheEndIsPrintedOnceAndBounded() {
        for (int i = 0; i < 1_000; i++) {
            screen.warnLater("line " + i);
        }
        screen.printWarnings();
        screen.printWarnings();

        assertThat(terminal.toString().lines()).hasSize(200).first().isEqualTo("waggle: line 0");
    }

    /** The start of a call and a piece of its answer. */
    private static List<Signal> signals() throws Exception {
        List<Signal> signals = new ArrayList<>();
        Harness harness = new WorkHarness("ollama:llama3.2", run -> {
            run.text("a piece that is long enough to be drawn at once");
            return HarnessOutput.of("done");
        });
        harness.run(HarnessInput.of(List.of(Message.user("?"))),
                RunContext.of(RunContext.Caller.of("scout", 1), new ManualWorld(Instant.EPOCH, 1), signals::add));
        return signals;
    }
}
