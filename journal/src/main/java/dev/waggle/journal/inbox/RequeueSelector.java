package dev.waggle.journal.inbox;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.journal.inbox.InboxLoader.LogPages;
import dev.waggle.signal.log.LogEntry;

/** Selector of the signals that were given up and can be delivered again. */
final class RequeueSelector {

    /** At most this many numbers of dead letters in a message. */
    private static final int MAX_NAMED = 10;

    private final LogPages log;
    private final InboxRouter router;

    RequeueSelector(LogPages log, InboxRouter router) {
        this.log = log;
        this.router = router;
    }

    /**
     * The entries of these numbers, in their order.
     *
     * @throws IllegalArgumentException when one of them cannot be requeued, or when too many wait
     */
    List<LogEntry> select(String agentId, Set<Long> sequences) {
        Set<Long> letters = givenUp(agentId);
        List<LogEntry> found = new ArrayList<>();
        for (long sequence : sequences) {
            if (!letters.contains(sequence)) {
                throw new IllegalArgumentException("signal " + sequence + " is no dead letter of agent \"" + agentId
                        + "\" that can be requeued\nMaybe " + (letters.isEmpty()
                                ? "it was requeued already: the agent has none."
                                : "one of " + letters.stream().limit(MAX_NAMED).toList() + "."));
            }
            LogEntry entry = log.entry(sequence).orElseThrow(() -> new IllegalArgumentException("signal " + sequence
                    + " cannot be requeued: the log does not hold it any more"));
            if (!router.isSubscribed(agentId, entry)) {
                throw new IllegalArgumentException(
                        "signal " + sequence + " cannot be requeued: no subscription of agent \""
                                + agentId + "\" from before it matches " + entry.signal().type());
            }
            found.add(entry);
        }
        router.requireRequeueLimit(agentId, found.size());
        return found;
    }

    /** Numbers of all signals of that agent that were given up and still can be delivered. */
    List<Long> deliverable(String agentId) {
        return givenUp(agentId).stream()
                .filter(sequence -> log.entry(sequence).filter(it -> router.isSubscribed(agentId, it)).isPresent())
                .toList();
    }

    private Set<Long> givenUp(String agentId) {
        Set<Long> sequences = new TreeSet<>();
        router.deadLetters().stream().filter(letter -> letter.agentId().equals(agentId) && letter.isRequeueable())
                .forEach(letter -> sequences.add(letter.from()));
        return sequences;
    }
}
