package dev.waggle.review.explain;

import java.util.List;

import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Citation of recalled memories by a signal.
 *
 * @param entry the signal
 * @param how the strongest form of the citation
 * @param memories ids of the signals of the cited memories, in the order of the log; not empty
 * @param through id of the signal that cites them, for {@link Form#THROUGH}; else {@code null}
 */
public record MemoryCitation(LogEntry entry, Form how, List<String> memories, @Nullable String through) {

    public MemoryCitation {
        memories = List.copyOf(memories);
    }

    /** Form of a citation, the strongest first. */
    public enum Form implements WireConstant {
        /** A link or a target of the signal is the memory. */
        LINK,
        /** The text has the name or the id of the memory. */
        NAME,
        /** The text has the whole statement of the memory, which the agent may also have found itself. */
        QUOTE,
        /** A link or a target of the signal is one that cites the memory itself. */
        THROUGH;
    }
}
