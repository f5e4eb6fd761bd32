package dev.waggle.connect.langchain4j;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;

/** A clock, the published signals and the inputs of calls to a scripted chat model. */
final class ChatModelTestBed {

    static final String NAME = "scripted:model";
    static final ToolOffer LOOK = new ToolOffer("look", "Looks around.",
            (JsonValue.Obj) JsonText.read("""
                    {"type": "object", "properties": {"where": {"type": "string", "minLength": 1}},
                     "required": ["where"]}"""));

    final ManualWorld world = new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 7);
    final List<Signal> told = new CopyOnWriteArrayList<>();

    static HarnessInput offering(ToolOffer... tools) {
        return new HarnessInput(null, List.of(Message.user("how?")), List.of(tools), List.of(), null, null, null);
    }

    static HarnessInput results(HarnessOutput answer, ToolResult... results) {
        return new HarnessInput(null, List.of(), List.of(), List.of(results), answer.sessionId(), null, null);
    }

    static HarnessInput next(HarnessOutput answer, String words) {
        return new HarnessInput(null, List.of(Message.user(words)), List.of(), List.of(), answer.sessionId(), null,
                null);
    }

    HarnessFailure failure(ChatModelHarness harness, HarnessInput input) throws InterruptedException {
        try {
            throw new AssertionError("answered: " + harness.run(input, context()));
        } catch (HarnessException failed) {
            return failed.failure();
        }
    }

    RunContext context() {
        return RunContext.of(RunContext.Caller.of("ann", 0), world, told::add);
    }
}
