package dev.waggle.swarm.memory;

import java.util.List;

/**
 * Memory that was deleted for good, with what may stand elsewhere, for example in the log of a solve.
 *
 * @param id its id, a digest of its text
 * @param texts its text, in each way in which it was written
 * @param signalIds ids of the signals that stated it; none for a memory by hand
 */
public record ForgottenMemory(String id, List<String> texts, List<String> signalIds) {

    public ForgottenMemory {
        texts = List.copyOf(texts);
        signalIds = List.copyOf(signalIds);
    }
}
