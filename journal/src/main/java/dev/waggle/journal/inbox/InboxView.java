package dev.waggle.journal.inbox;

import java.util.List;

import dev.waggle.signal.inbox.RuntimeBookkeeping;
import dev.waggle.signal.log.LogEntry;

/** View of an inbox, which depends on its reader. */
enum InboxView {

    /** Every entry that a subscription matches. */
    COMPLETE {
        @Override
        List<Subscription> visible(LogEntry entry, List<Subscription> matching) {
            return matching;
        }

        @Override
        boolean shows(LogEntry entry) {
            return true;
        }
    },

    /** Entries for an agent of a solve: without bookkeeping that no subscription asks for or names. */
    SOLVE {
        @Override
        List<Subscription> visible(LogEntry entry, List<Subscription> matching) {
            return matching.isEmpty() || !RuntimeBookkeeping.contains(entry)
                    ? matching
                    : matching.stream().filter(it -> it.bookkeeping() || RuntimeBookkeeping.isNamedBy(it.pattern()))
                            .toList();
        }

        // A solve delivers the signals of solves itself, to agents that may receive them.
        @Override
        boolean shows(LogEntry entry) {
            return entry.signal().scope().run() == null;
        }
    };

    /** The subscriptions, of those that match an entry, by which the reader receives it. */
    abstract List<Subscription> visible(LogEntry entry, List<Subscription> matching);

    /** True if an agent may look at an entry before it is delivered. */
    abstract boolean shows(LogEntry entry);
}
