package dev.waggle.signal.inbox;

import java.util.Collection;
import java.util.Set;

import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.DeletionFact;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.RedactionFact;

/**
 * Bookkeeping of the runtime in a log: entries about the course of solves, which no agent said to another.
 *
 * <pre>
 *   emitter              types
 *   orchestrator         run:* round:* turn:* part:* call:* cost:* workflow:* agent:* evolution:* journal:* inbox:*
 *                        lens:*, and harness:* text:* thinking:* tool:*
 *   an agent or a part   harness:* text:* thinking:* tool:* of the harness family, recorded during one of its calls
 *   connectivity         every type of the connectivity family in a run
 *   redaction            journal:*
 *   server               server:*
 * </pre>
 *
 * <p>The authenticated emitter and the type decide together, and the claimed source never does. A product's own signal
 * {@code run:finished} is no bookkeeping, because another emitter recorded it. The questions and decisions of the
 * runtime ({@code task:new}, {@code consensus:reached}) are statements.
 *
 * <p>An agent of a solve receives bookkeeping only by a subscription that asks for it, or by a pattern whose first
 * segment is no wildcard. This is a rule of delivery to agents of a solve. Patterns, queries, buses and all other
 * readers of an inbox match bookkeeping like every other entry.
 */
public final class RuntimeBookkeeping {

    /** Emitter of the facts of a solve. */
    private static final String ORCHESTRATOR = "orchestrator";

    /** Emitter of the facts of coordination threads. */
    private static final String CONNECTIVITY = "connectivity";

    private static final Set<String> FACTS = Set.of("run", "round", "turn", "part", "call", "cost", "workflow", "agent",
            "evolution", "journal", "inbox", "lens");

    private static final Set<String> TRANSCRIPTS = Set.of("harness", "text", "thinking", "tool");

    private static final char SEPARATOR = ':';
    private static final Set<String> WILDCARDS = Set.of("*", "**");

    private RuntimeBookkeeping() {}

    /** True if an entry is bookkeeping. */
    public static boolean contains(LogEntry entry) {
        Signal signal = entry.signal();
        String family = firstSegment(signal.type().text());
        return switch (entry.emission().by()) {
            case ORCHESTRATOR -> FACTS.contains(family) || TRANSCRIPTS.contains(family);
            case CONNECTIVITY -> signal.type().profile() == Profile.CONNECTIVITY && signal.scope().run() != null;
            case Emission.REDACTOR -> RedactionFact.isFact(entry) || DeletionFact.isFact(entry);
            case Emission.SERVER -> entry.emission().invocation() == 0
                    ? family.equals(Emission.SERVER)
                    : isTranscript(signal.type(), family);
            default -> isTranscript(signal.type(), family) && entry.emission().invocation() > 0;
        };
    }

    /** True if a pattern names the first segment of the types that it matches. */
    public static boolean isNamedBy(String pattern) {
        return !WILDCARDS.contains(firstSegment(pattern));
    }

    /**
     * True if an agent of a solve receives an entry.
     *
     * @param isAsked whether a subscription that matches it asks for bookkeeping
     * @param patterns the patterns that match it
     */
    public static boolean isDelivered(LogEntry entry, boolean isAsked, Collection<String> patterns) {
        return isAsked || !contains(entry) || patterns.stream().anyMatch(RuntimeBookkeeping::isNamedBy);
    }

    private static boolean isTranscript(SignalType type, String family) {
        return type.profile() == Profile.HARNESS && TRANSCRIPTS.contains(family);
    }

    private static String firstSegment(String text) {
        int end = text.indexOf(SEPARATOR);
        return end < 0 ? text : text.substring(0, end);
    }
}
