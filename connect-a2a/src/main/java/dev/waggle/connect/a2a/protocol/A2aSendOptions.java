package dev.waggle.connect.a2a.protocol;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Options of a message to an agent.
 *
 * @param acceptedOutputModes media types that the client understands; empty for all
 * @param historyLength maximum number of messages in the answer; absent for the default of the agent
 * @param isBlocking true if the answer comes when the task ends or waits for its client
 * @param pushTarget receiver of updates
 */
public record A2aSendOptions(List<String> acceptedOutputModes, @Nullable Integer historyLength, boolean isBlocking,
        @Nullable A2aPushTarget pushTarget) {

    /** Options of a request that states none: it blocks, as both versions of the published server do. */
    public static final A2aSendOptions DEFAULTS = new A2aSendOptions(List.of(), null, true, null);

    public A2aSendOptions {
        acceptedOutputModes = List.copyOf(acceptedOutputModes);
        if (historyLength != null && historyLength < 0) {
            throw new IllegalArgumentException("historyLength must be at least 0, got " + historyLength);
        }
    }
}
