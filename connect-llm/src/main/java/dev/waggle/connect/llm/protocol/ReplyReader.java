package dev.waggle.connect.llm.protocol;

import java.util.function.IntFunction;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reader of the events of one streamed reply, in their order. Not thread-safe. */
public interface ReplyReader {

    /** Reads an event. A field of another name or kind counts as absent, and an event of another kind as none. */
    void read(JsonValue event);

    /** The event in which the provider reports that it failed; {@code null} when there was none. */
    @Nullable String error();

    /** True after the last event that matters. Some formats have none; their stream just ends. */
    boolean isComplete();

    /** True after a piece that was not taken whole: nothing more is read, and the rest of the stream is not waited for. */
    boolean isCut();

    /** True while nothing can be expected soon: before the first piece of content, and while the model thinks. */
    boolean isThinking();

    /**
     * The reply.
     *
     * @param callId an id for the call of that number, from 0, where the provider gave none or one that was taken
     */
    ProviderReply reply(IntFunction<String> callId);
}
