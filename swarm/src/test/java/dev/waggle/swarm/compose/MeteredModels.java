package dev.waggle.swarm.compose;

import java.util.function.Consumer;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.ScriptedHarness;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.swarm.harness.call.MeteredHarness;

/** Models that answer everything and whose usage is known. */
final class MeteredModels {

    static final TokenUsage USAGE = ScriptedHarness.usage(100, 20);

    private MeteredModels() {}

    static Harness model() {
        return model(_ -> {});
    }

    /** Model that passes each question to {@code asked} before it answers; if that throws, it does not answer. */
    static Harness model(Consumer<String> asked) {
        return new MeteredHarness(ScriptedHarness.playing((input, _, run) -> {
            asked.accept(input.messages().getFirst().content());
            run.text("hm");
            return ScriptedHarness.output("hm", USAGE);
        }));
    }
}
