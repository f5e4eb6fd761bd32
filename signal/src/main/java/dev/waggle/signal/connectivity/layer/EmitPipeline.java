package dev.waggle.signal.connectivity.layer;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Audience;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ConnectivitySignal;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.SignalCallback;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import dev.waggle.signal.connectivity.layer.CallbackDispatcher.Announcement;
import dev.waggle.signal.connectivity.thread.LoggedSignal;
import dev.waggle.signal.connectivity.thread.ThreadFact;
import dev.waggle.signal.connectivity.thread.ThreadLog;
import dev.waggle.signal.connectivity.thread.ValidatedEmit;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/** Pipeline of an emit: under the lock of its thread until it is stored, then without a lock to its recipients. */
final class EmitPipeline {

    private final ThreadRegistry threads;
    private final FactWriter writer;
    private final CallbackDispatcher callbacks;
    private final ReentrancyLimit reentrancy;

    EmitPipeline(ThreadRegistry logs, FactWriter writer, CallbackDispatcher announcements, ReentrancyLimit nesting) {
        this.threads = logs;
        this.writer = writer;
        this.callbacks = announcements;
        this.reentrancy = nesting;
    }

    EmitReceipt emit(ValidatedEmit emit) {
        requireTargetOfThread(emit);
        reentrancy.requireRoom("emit");
        writer.awaitRoom();
        return switch (threads.withThread(emit.threadId(), log -> store(log, emit))) {
            case StoreOutcome.SuppressedRepeat swallowed -> new EmitReceipt(swallowed.by(), true, List.of());
            case StoreOutcome.StoredSignal stored -> reentrancy.enter(() -> announce(emit, stored));
        };
    }

    private EmitReceipt announce(ValidatedEmit emit, StoreOutcome.StoredSignal stored) {
        List<String> recipients;
        try {
            recipients = notifyCallbacks(emit, stored);
        } finally {
            stored.log().endEmission(stored.signal(), !stored.audience().isEmpty())
                    .ifPresent(Runnable::run);
        }
        return new EmitReceipt(stored.signal().current(), false, recipients);
    }

    private void requireTargetOfThread(ValidatedEmit emit) {
        String replaces = emit.replaces();
        if (replaces != null) {
            String thread = threads.require("replaces", replaces).current().threadId();
            if (!thread.equals(emit.threadId())) {
                throw new SignalValidationException("replaces: signal " + QuotedValue.of(replaces) + " is of thread "
                        + QuotedValue.of(thread) + ", not of " + QuotedValue.of(emit.threadId()));
            }
        }
    }

    private StoreOutcome store(ThreadLog log, ValidatedEmit emit) {
        Instant now = writer.now();
        LoggedSignal replaced = emit.replaces() == null ? null : log.requireReplaceable(emit.replaces());
        LoggedSignal repeated = replaced == null ? log.findRepeated(emit, now) : null;
        if (repeated != null) {
            log.counters().countSuppressed(repeated);
            return new StoreOutcome.SuppressedRepeat(repeated.current());
        }
        LoggedSignal evicted = log.evictionCandidate(emit, replaced);
        List<SignalCallback> audience = callbacks.snapshot();
        String id = writer.claimId(log);
        try {
            ThreadFact.Emitted fact = new ThreadFact.Emitted(id, now, emit, log.step(), !audience.isEmpty(),
                    evicted == null ? null : evicted.id());
            writer.append(log, fact);
            LoggedSignal stored = log.add(fact);
            stored.beginEmission();
            List<Announcement> ends = new ArrayList<>(2);
            ends.addAll(callbacks.announcementsOf(listOf(evicted), SignalEvent.EXPIRED));
            ends.addAll(callbacks.announcementsOf(listOf(replaced), SignalEvent.SUPERSEDED));
            return new StoreOutcome.StoredSignal(log, stored, ends, audience, log.recipients(stored.current()));
        } finally {
            writer.releaseId(id);
        }
    }

    /** Announces the signals that it closed, then itself; returns the recipients. */
    private List<String> notifyCallbacks(ValidatedEmit emit, StoreOutcome.StoredSignal stored) {
        LoggedSignal signal = stored.signal();
        callbacks.releaseFacts();
        stored.ends().forEach(callbacks::announce);
        List<String> recipients = emit.audience() == Audience.RoleName.SELECTED ? select(stored.log(), signal)
                : stored.recipients();
        signal.beginCallbacks();
        if (emit.isUrgent()) {
            callbacks.notifyHook(signal);
        }
        callbacks.announce(new Announcement(stored.audience(), signal, SignalEvent.EMITTED));
        return recipients;
    }

    /** Returns the ids that the resolver names, and logs them: they cannot be derived from the log otherwise. */
    private List<String> select(ThreadLog thread, LoggedSignal signal) {
        List<String> recipients = callbacks.select(signal);
        if (!recipients.isEmpty()) {
            try {
                writer.awaitRoom();
                thread.underLock(log -> writeSelected(log, signal, recipients));
                callbacks.releaseFacts();
            } catch (Throwable notWritten) {
                callbacks.reportFailure(notWritten, "the ledger, for the recipients of " + signal.id());
            }
        }
        return recipients;
    }

    private void writeSelected(ThreadLog log, LoggedSignal signal, List<String> recipients) {
        if (!log.isClosed()) {
            writer.append(log, new ThreadFact.Selected(log.threadId(), signal.id(), recipients));
        }
    }

    private static List<LoggedSignal> listOf(@Nullable LoggedSignal signal) {
        return signal == null ? List.of() : List.of(signal);
    }

    /** Result of storing an emit in its thread. */
    private sealed interface StoreOutcome {

        record SuppressedRepeat(ConnectivitySignal by) implements StoreOutcome {}

        /** @param ends the ends that its thread announces of the signals that it closed */
        record StoredSignal(ThreadLog log, LoggedSignal signal, List<Announcement> ends,
                List<SignalCallback> audience, List<String> recipients) implements StoreOutcome {}
    }
}
