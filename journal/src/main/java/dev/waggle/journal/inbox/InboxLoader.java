package dev.waggle.journal.inbox;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.waggle.signal.log.LogEntry;

/**
 * Loader of the entries that wait in inboxes: routes the log again from the first entry that some agent has not
 * settled. The facts that this adds go to a sink, which applies them to the router, and records them if it may write.
 *
 * @param log the log of signals
 * @param router the router, to which all known facts were applied
 * @param facts receives further facts
 * @param clock the time of dead letters
 */
record InboxLoader(LogPages log, InboxRouter router, Consumer<DeliveryFact> facts, Supplier<Instant> clock) {

    /** Entries of the log that are read at a time. */
    private static final int CHUNK = 1_000;

    /** Reading of a log, page by page. */
    @FunctionalInterface
    interface LogPages {

        /** At most so many entries in order, from that number on. */
        List<LogEntry> read(long fromSequence, int limit);

        /** The entry of that number, if the log still holds it. */
        default Optional<LogEntry> entry(long sequence) {
            return read(sequence, 1).stream().filter(entry -> entry.sequence() == sequence).findFirst();
        }
    }

    /** Puts unacknowledged entries up to the last one into the queues, in one pass over the log for all agents. */
    void load(long last) {
        if (router.maxPlace() > last) {
            facts.accept(new DeliveryFact.Rewound(last));
        }
        long from = Math.min(router.settledTo(), last) + 1;
        router.startAt(from - 1);
        List<LogEntry> oldest = log.read(from, 1);
        long first = oldest.isEmpty() ? last + 1 : oldest.getFirst().sequence();
        if (first > from) {
            router.expireBefore(first).forEach(facts);
        }
        for (List<LogEntry> read = log.read(from, CHUNK); !read.isEmpty(); read = log.read(from, CHUNK)) {
            var _ = router.route(read);
            from = read.getLast().sequence() + 1;
        }
        router.startAt(Math.max(last, from - 1));
        loadRequeued();
    }

    /** Puts requeued entries into the queues again; those that the log no longer holds are dead letters. */
    private void loadRequeued() {
        router.requeuedOnDisk().forEach((agentId, sequences) -> sequences.forEach(
                sequence -> log.entry(sequence).ifPresentOrElse(entry -> router.deliverAgain(agentId, entry),
                        () -> {
                            facts.accept(new DeliveryFact.DeadLettered(new DeadLetter(agentId, sequence, sequence, 1,
                                    DeadLetter.Reason.GONE, "the log does not hold this entry any more", clock.get()),
                                    0));
                            facts.accept(new DeliveryFact.Settled(agentId, Set.of(sequence)));
                        })));
    }
}
