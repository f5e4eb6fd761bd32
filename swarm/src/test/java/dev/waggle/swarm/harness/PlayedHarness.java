package dev.waggle.swarm.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.RunContext;

/** A harness that plays what it was given, call by call, the last for ever; it keeps what it was asked. */
final class PlayedHarness implements Harness {

    private final String model;
    private final List<HarnessRun.Work> plays;
    private final List<HarnessInput> asked = Collections.synchronizedList(new ArrayList<>());

    PlayedHarness(String model, HarnessRun.Work... plays) {
        this.model = model;
        this.plays = List.of(plays);
    }

    static HarnessRun.Work says(String text) {
        return run -> {
            run.text(text);
            return HarnessOutput.of(text);
        };
    }

    static HarnessRun.Work fails(HarnessFailure.Kind kind) {
        return fails(HarnessFailure.of(kind, "no luck"));
    }

    static HarnessRun.Work fails(HarnessFailure failure) {
        return _ -> {
            throw new HarnessException(failure);
        };
    }

    /** All that it was asked. */
    List<HarnessInput> asked() {
        return List.copyOf(asked);
    }

    int calls() {
        return asked.size();
    }

    @Override
    public String type() {
        return "played";
    }

    @Override
    public String displayName() {
        return "Played " + model;
    }

    @Override
    public String model() {
        return "played:" + model;
    }

    @Override
    public HarnessCapabilities capabilities() {
        return new HarnessCapabilities(true, false, true, true);
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        asked.add(input);
        HarnessRun.Work play = plays.get(Math.min(calls(), plays.size()) - 1);
        return HarnessRun.of(this, input, context, play);
    }
}
