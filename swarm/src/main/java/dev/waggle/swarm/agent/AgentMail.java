package dev.waggle.swarm.agent;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import dev.waggle.signal.Signal;
import dev.waggle.signal.inbox.InboxItem;

/**
 * Signals that reached an agent since its last turn. The bus delivers signals of its own solve, the inbox all others;
 * no signal comes by both. The agent's own signals come by neither.
 *
 * @param received signals of other agents in this solve that its profile listens to, in the order of the log; with a
 *        limit on turns or an open workspace, the most important first
 * @param delivered items of its inbox, in the order of the log that feeds it
 * @param deferred ids of the signals that the agent deferred in earlier turns of the solve
 */
public record AgentMail(List<Signal> received, List<InboxItem> delivered, Set<String> deferred) {

    /**
     * Maximum number of turns of a signal without an answer. Each attempt may cost a call of a model, and the third
     * comes two rounds after the first, when a short outage is over.
     */
    public static final int MAX_ATTEMPTS = 3;

    /** Empty mail. */
    public static final AgentMail NONE = new AgentMail(List.of(), List.of());

    public AgentMail {
        received = List.copyOf(received);
        delivered = List.copyOf(delivered);
        deferred = Set.copyOf(deferred);
    }

    /** Mail of which nothing was deferred. */
    public AgentMail(List<Signal> received, List<InboxItem> delivered) {
        this(received, delivered, Set.of());
    }

    /** Signals that call for a reaction: all of {@code heard}, then the items of the inbox that are not silent. */
    public List<Signal> stimuli() {
        return Stream
                .concat(received.stream(), delivered.stream().filter(item -> !item.silent()).map(InboxItem::signal))
                .toList();
    }

    /** Signals for information only: the silent items of the inbox. */
    public List<Signal> context() {
        return delivered.stream().filter(InboxItem::silent).map(InboxItem::signal).toList();
    }
}
