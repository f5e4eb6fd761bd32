package dev.waggle.cli.terminal;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RunContext;

/** Harness whose every run does the same work. */
record WorkHarness(String type, HarnessRun.HarnessCall work) implements Harness {

    @Override
    public String displayName() {
        return type;
    }

    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true, false, false, false);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        return HarnessRun.of(this, input, context, work);
    }
}
