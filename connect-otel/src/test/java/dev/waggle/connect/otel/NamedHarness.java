package dev.waggle.connect.otel;

import java.util.List;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenUsage;

/** Harness of any name that gives one answer, again and again, and reports its tokens. */
record NamedHarness(String model, String answer) implements Harness {

    @Override
    public String type() {
        return "named";
    }

    @Override
    public String displayName() {
        return model;
    }

    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true, true, true, false);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        return HarnessRun.of(this, input, context, run -> {
            run.text(answer);
            return new HarnessOutput(answer, List.of(), null, new TokenUsage(7, 3, 10), ModelStopReason.END);
        });
    }
}
