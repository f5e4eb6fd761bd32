package dev.waggle.swarm.compose;

import java.util.List;
import java.util.function.Consumer;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;

/** A model that answers everything and whose usage is known. */
final class Thinking implements Harness {

    static final TokenUsage USAGE = new TokenUsage(100, 20, 120);

    private final Consumer<String> asked;

    Thinking() {
        this(_ -> {});
    }

    /** Tells each question before it answers; it does not answer where that throws. */
    Thinking(Consumer<String> asked) {
        this.asked = asked;
    }

    @Override
    public String type() {
        return "thinking";
    }

    @Override
    public String displayName() {
        return "a thinking model";
    }

    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true, true, true, true);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        return HarnessRun.of(this, input, context, run -> {
            asked.accept(input.messages().getFirst().content());
            run.text("hm");
            return new HarnessOutput("hm", List.of(), null, USAGE, null);
        });
    }
}
