package dev.waggle.signal.connectivity.layer;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.thread.LoggedSignal;
import dev.waggle.signal.connectivity.thread.SignalClassRegistry;
import dev.waggle.signal.connectivity.thread.ThreadFact;
import dev.waggle.signal.connectivity.thread.ThreadFactCodec;
import dev.waggle.signal.connectivity.thread.ThreadLog;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.text.QuotedValue;

/** Restores threads from a log. Contradicting entries are reported and omitted; the rest still counts. */
final class LogRestorer {

    /** Number of entries that are read at once. */
    private static final int PAGE_SIZE = 1_000;

    private final ThreadRegistry threads;
    private final SignalClassRegistry classes;
    private final CallbackDispatcher callbacks;

    LogRestorer(ThreadRegistry logs, SignalClassRegistry classes, CallbackDispatcher announcements) {
        this.threads = logs;
        this.classes = classes;
        this.callbacks = announcements;
    }

    void replay(Journal journal) {
        List<LogEntry> page = journal.read(1, PAGE_SIZE);
        while (!page.isEmpty()) {
            replay(page);
            page = journal.read(page.getLast().sequence() + 1, PAGE_SIZE);
        }
    }

    void replay(List<LogEntry> entries) {
        for (LogEntry entry : entries) {
            try {
                Optional<ThreadFact> fact = ThreadFactCodec.read(entry);
                fact.ifPresent(read -> threads.withThread(read.threadId(), log -> apply(log, read)));
            } catch (RuntimeException contradiction) {
                callbacks.reportFailure(contradiction, "log entry " + entry.sequence() + ", signal "
                        + entry.signal().id() + " of type " + entry.signal().type() + ", was left out");
            }
        }
    }

    private ThreadLog apply(ThreadLog log, ThreadFact fact) {
        switch (fact) {
            case ThreadFact.Emitted emitted ->
                store(log, emitted.withSignalClass(classes.restored(emitted.emit().signalClass())));
            case ThreadFact.Resolved resolved -> log.resolve(log.requireResolvable(resolved.signalId()));
            case ThreadFact.Acknowledged acknowledged -> log.acknowledge(
                    log.requireAcknowledgeable(acknowledged.signalId(), acknowledged.by()));
            case ThreadFact.Advanced advanced -> advance(log, advanced);
            case ThreadFact.Registered registered -> log.members().register(registered.component());
            case ThreadFact.CoordinatorRegistered registered ->
                log.members().registerCoordinator(registered.component());
            case ThreadFact.Unregistered unregistered -> log.members().unregister(unregistered.component());
            case ThreadFact.ThreadClosed _ -> threads.close(log);
            case ThreadFact.Selected _ -> {
            }
        }
        return log;
    }

    private void store(ThreadLog log, ThreadFact.Emitted fact) {
        if (threads.contains(fact.id())) {
            throw new ConnectivityException("there is a signal " + QuotedValue.of(fact.id()) + " already");
        }
        if (fact.step() != log.step()) {
            throw new ConnectivityException("it was emitted at step " + fact.step() + ", but thread "
                    + QuotedValue.of(log.threadId()) + " is at " + log.step());
        }
        LoggedSignal stored = log.add(fact);
        if (fact.delivered()) {
            log.activate(stored);
        }
    }

    private static void advance(ThreadLog log, ThreadFact.Advanced fact) {
        if (fact.step() != log.step() + 1) {
            throw new ConnectivityException("it advances to step " + fact.step() + ", but thread "
                    + QuotedValue.of(log.threadId()) + " is at " + log.step());
        }
        List<LoggedSignal> _ = log.advance();
    }
}
