package dev.waggle.swarm.agent;

import java.util.List;
import java.util.stream.Stream;

import dev.waggle.signal.Signal;
import dev.waggle.signal.inbox.InboxItem;

/**
 * What came for an agent since its last turn. It has two ways in, and no signal comes by both: what is said in its own
 * solve is brought by the bus, everything else by its inbox. What the agent said itself comes by neither.
 *
 * @param heard what others said in this solve that its profile listens to, in the order in which it was said; where
 *        not everybody gets a turn or a workspace is open, what matters most comes first
 * @param delivered items of its inbox, in the order of the log that feeds it
 */
public record AgentMail(List<Signal> heard, List<InboxItem> delivered) {

    /** Nothing came. */
    public static final AgentMail NONE = new AgentMail(List.of(), List.of());

    public AgentMail {
        heard = List.copyOf(heard);
        delivered = List.copyOf(delivered);
    }

    /** What calls for a reaction: all that was heard, then the items of the inbox that are not silent. */
    public List<Signal> stimuli() {
        return Stream.concat(heard.stream(), delivered.stream().filter(item -> !item.silent()).map(InboxItem::signal))
                .toList();
    }

    /** What is only to be known: the silent items of the inbox. */
    public List<Signal> context() {
        return delivered.stream().filter(InboxItem::silent).map(InboxItem::signal).toList();
    }
}
