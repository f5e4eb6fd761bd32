package dev.waggle.signal.connectivity.layer;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.thread.Fact;
import dev.waggle.signal.connectivity.thread.Facts;
import dev.waggle.signal.connectivity.thread.LoggedSignal;
import dev.waggle.signal.connectivity.thread.ThreadLog;
import dev.waggle.signal.text.Shown;

/** Folds a log back into threads. What cannot be is reported and left out; the rest still counts. */
final class Restoration {

    /** Entries that are read at once. */
    private static final int PAGE = 1_000;

    private final Logs logs;
    private final Announcements announcements;

    Restoration(Logs logs, Announcements announcements) {
        this.logs = logs;
        this.announcements = announcements;
    }

    void fold(Journal journal) {
        List<LogEntry> page = journal.read(1, PAGE);
        while (!page.isEmpty()) {
            fold(page);
            page = journal.read(page.getLast().sequence() + 1, PAGE);
        }
    }

    void fold(List<LogEntry> entries) {
        for (LogEntry entry : entries) {
            try {
                Optional<Fact> fact = Facts.read(entry);
                fact.ifPresent(read -> logs.in(read.threadId(), log -> apply(log, read)));
            } catch (RuntimeException contradiction) {
                announcements.failed(contradiction, "log entry " + entry.sequence() + ", signal "
                        + entry.signal().id() + " of type " + entry.signal().type() + ", was left out");
            }
        }
    }

    private ThreadLog apply(ThreadLog log, Fact fact) {
        switch (fact) {
            case Fact.Emitted emitted -> store(log, emitted);
            case Fact.Resolved resolved -> log.resolve(log.requireResolvable(resolved.signalId()));
            case Fact.Acknowledged acknowledged -> log.acknowledge(
                    log.requireAcknowledgeable(acknowledged.signalId(), acknowledged.by()));
            case Fact.Advanced advanced -> advance(log, advanced);
            case Fact.Registered registered -> log.roster().register(registered.component());
            case Fact.CoordinatorRegistered registered -> log.roster().registerCoordinator(registered.component());
            case Fact.Unregistered unregistered -> log.roster().unregister(unregistered.component());
            case Fact.ThreadClosed _ -> logs.close(log);
            case Fact.Selected _ -> {
            }
        }
        return log;
    }

    private void store(ThreadLog log, Fact.Emitted fact) {
        if (logs.has(fact.id())) {
            throw new ConnectivityException("there is a signal " + Shown.of(fact.id()) + " already");
        }
        if (fact.step() != log.step()) {
            throw new ConnectivityException("it was emitted at step " + fact.step() + ", but thread "
                    + Shown.of(log.threadId()) + " is at " + log.step());
        }
        LoggedSignal stored = log.add(fact);
        if (fact.heard()) {
            log.activate(stored);
        }
    }

    private static void advance(ThreadLog log, Fact.Advanced fact) {
        if (fact.step() != log.step() + 1) {
            throw new ConnectivityException("it advances to step " + fact.step() + ", but thread "
                    + Shown.of(log.threadId()) + " is at " + log.step());
        }
        List<LoggedSignal> _ = log.advance();
    }
}
