package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class StreamViewTest {

    private static final int WIDTH = 80;

    private final StringWriter written = new StringWriter();

    private StreamView view(boolean interactive) {
        PrintWriter out = new PrintWriter(written);
        return new StreamView(new TerminalScreen(out, out, TextStyle.PLAIN, interactive), WIDTH);
    }

    /** Signals of a real run that answers this text, or fails after it. */
    private static List<Signal> run(String text, boolean fails) throws InterruptedException {
        return run(text, fails, new TokenUsage(1200, 34, 1234));
    }

    private static List<Signal> run(String text, boolean fails, TokenUsage usage) throws InterruptedException {
        List<Signal> told = new ArrayList<>();
        Harness harness = new WorkHarness("ollama:llama3.2", run -> {
            run.text(text);
            if (fails) {
                throw HarnessException.of(HarnessFailure.Kind.OVERLOADED, "too busy");
            }
            return new HarnessOutput(text, List.of(), null, usage, ModelStopReason.END);
        });
        ManualWorld world = new ManualWorld(Instant.EPOCH, 1);
        try {
            harness.run(HarnessInput.of(List.of(Message.user("?"))),
                    RunContext.of(RunContext.Caller.of("scout", 1), world, told::add));
        } catch (HarnessException expected) {
            assertThat(fails).isTrue();
        }
        return told;
    }

    @Test
    void aFinishedCallLeavesOneLineWithItsTokens() throws Exception {
        StreamView view = view(false);

        run("hello", false).forEach(signal -> view.accept("scout", signal));

        assertThat(written.toString())
                .isEqualToIgnoringNewLines("    scout asked ollama:llama3.2: 1,200 tokens in, 34 out, 0.0 s");
    }

    @Test
    void cachedTokensAndThinkingStandBesideTheirWhole() throws Exception {
        StreamView view = view(false);

        run("hello", false, new TokenUsage(12_000, 34, 12_034, 11_000, 500, 30))
                .forEach(signal -> view.accept("scout", signal));

        assertThat(written.toString().replaceAll("\\s+", " "))
                .contains("12,000 tokens in (11,000 cached, 500 written to the cache), 34 out (30 thinking), 0.0 s");
    }

    @Test
    void aFailedCallSaysWhyAndWhetherItMayBeTriedAgain() throws Exception {
        StreamView view = view(false);

        run("hel", true).forEach(signal -> view.accept("scout", signal));

        assertThat(written.toString()).contains("scout's model: overloaded: too busy (may be tried again)");
    }

    @Test
    void onATerminalTheLineOfAnAgentIsRewrittenInPlaceAndNeverWraps() throws Exception {
        StreamView view = view(true);

        run("a long answer ".repeat(20), false).forEach(signal -> view.accept("scout", signal));

        assertThat(written.toString()).contains("scout        writes").contains("\u001b[1A\u001b[J");
        assertThat(written.toString().lines().map(line -> line.replaceAll("\u001b\\[\\d*[AJ]", "")))
                .allMatch(line -> line.length() < WIDTH);
    }

    @Test
    void whatAModelSaysCannotMoveTheCursor() throws Exception {
        StreamView view = view(true);

        run("\u001b[2J\nand a new line, long enough", false)
                .forEach(signal -> view.accept("scout", signal));

        assertThat(written.toString()).doesNotContain("\u001b[2J").contains("and a new line");
    }

    @Test
    void manyAgentsShareAFewLines() throws Exception {
        StreamView view = view(true);
        Signal start = run("x", false).getFirst();

        for (int i = 0; i < 40; i++) {
            view.accept("agent-" + i, start);
        }

        assertThat(written.toString()).contains("and 28 more");
    }
}
