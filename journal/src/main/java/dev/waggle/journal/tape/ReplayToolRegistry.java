package dev.waggle.journal.tape;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.signal.tool.Tool;
import dev.waggle.signal.tool.ToolCaller;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolOutcome;
import dev.waggle.signal.tool.ToolRegistry;

/**
 * Tools that answer from a tape, by agent, turn, name and input; equal calls get their answers in the order of the
 * recording. Recorded tools never run.
 */
final class ReplayToolRegistry {

    private ReplayToolRegistry() {}

    /** These tools; calls that are not on the tape fail. */
    static ToolRegistry only(TapePosition playhead, ToolRegistry live) {
        return of(playhead, live.definitions(), ReplayToolRegistry::mismatch);
    }

    /** These tools; calls that are not on the tape run. */
    static ToolRegistry elseLive(TapePosition playhead, ToolRegistry live) {
        return of(playhead, live.definitions(), live::call);
    }

    /** The tools that models were offered in the recording; calls that are not on the tape fail. */
    static ToolRegistry offered(TapePosition playhead) {
        List<ToolDefinition> definitions = new ArrayList<>();
        for (ToolOffer offer : playhead.tape().offers()) {
            try {
                definitions.add(new ToolDefinition(offer.name(), offer.description(), offer.inputSchema()));
            } catch (IllegalArgumentException noTool) {
                // A recording of another system may hold names that current models cannot call.
            }
        }
        return of(playhead, definitions, ReplayToolRegistry::mismatch);
    }

    /** Fallback for calls that the tape does not answer. */
    @FunctionalInterface
    private interface ToolFallback {
        ToolOutcome call(String name, ToolCaller caller, JsonValue input) throws InterruptedException;
    }

    private record RecordedToolProxy(ToolDefinition definition, TapePosition playhead, ToolFallback elsewhere)
            implements Tool {
        @Override
        public ToolOutcome call(ToolCaller caller, JsonValue input) throws InterruptedException {
            Optional<ToolOutcome> recorded = playhead.play(caller, definition.name(), input);
            return recorded.isPresent() ? recorded.get() : elsewhere.call(definition.name(), caller, input);
        }
    }

    private static ToolRegistry of(TapePosition playhead, List<ToolDefinition> definitions, ToolFallback elsewhere) {
        return ToolRegistry.of(definitions.stream().map(it -> new RecordedToolProxy(it, playhead, elsewhere)).toList());
    }

    private static ToolOutcome mismatch(String name, ToolCaller caller, JsonValue input) {
        String call = RequestMismatch.call(new Emission(caller.agentId(), caller.invocation()));
        return new ToolOutcome.Failed("the replay departs from its recording at " + call + ": the tool "
                + VisibleText.of(name) + " was not called with this input\nMaybe replay with "
                + TapeMode.REPLAY_ELSE_LIVE.wireName() + '.');
    }
}
