package dev.waggle.lab.models;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RunContext;

/**
 * Stand-in model with a constant answer after a delay.
 *
 * @param pause what passes before the answer
 */
record StandIn(Pause pause) implements Harness {

    /** The least that a decision can come of: a vote, and an answer, which is the same of all and so one proposal. */
    static final String REPLY = """
            {"signals": [{"type": "proposal", "confidence": 0.7, "proposalId": "mine", "content": "Buy time with a \
            replica", "reasoning": "A replica takes a day and sharding a quarter."}, {"type": "vote", "confidence": \
            0.9, "proposalId": "mine", "stance": "agree", "reasoning": "It can be undone."}]}""";

    /** Delay between a question and the answer. */
    @FunctionalInterface
    interface Pause {

        Pause NONE = _ -> {
        };

        void pass(HarnessInput question) throws InterruptedException;
    }

    @Override
    public String type() {
        return "standin";
    }

    @Override
    public String displayName() {
        return "a stand-in for a model";
    }

    @Override
    public String model() {
        return "standin:fixed";
    }

    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true, false, false, false);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        return HarnessRun.of(this, input, context, run -> {
            pause.pass(input);
            run.text(REPLY);
            return HarnessOutput.of(REPLY);
        });
    }
}
