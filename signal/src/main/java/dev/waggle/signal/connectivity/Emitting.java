package dev.waggle.signal.connectivity;

import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Audience;
import org.jspecify.annotations.Nullable;

/** The way of an emit: under the lock of its thread until it is stored, then without any to those who hear of it. */
final class Emitting {

    private final Logs logs;
    private final Scribe scribe;
    private final Announcements announcements;
    private final Nesting nesting;

    Emitting(Logs logs, Scribe scribe, Announcements announcements, Nesting nesting) {
        this.logs = logs;
        this.scribe = scribe;
        this.announcements = announcements;
        this.nesting = nesting;
    }

    EmitReceipt emit(Emit emit) {
        requireTargetOfThread(emit);
        nesting.requireRoom("emit");
        scribe.ready();
        return switch (logs.in(emit.threadId(), log -> store(log, emit))) {
            case Outcome.Swallowed swallowed -> new EmitReceipt(swallowed.by(), true, List.of());
            case Outcome.Stored stored -> nesting.inside(() -> tell(emit, stored));
        };
    }

    private void requireTargetOfThread(Emit emit) {
        String replaces = emit.replaces();
        if (replaces != null) {
            String thread = logs.require("replaces", replaces).now().threadId();
            if (!thread.equals(emit.threadId())) {
                throw new SignalValidationException("replaces: signal " + Shown.of(replaces) + " is of thread "
                        + Shown.of(thread) + ", not of " + Shown.of(emit.threadId()));
            }
        }
    }

    private Outcome store(ThreadLog log, Emit emit) {
        Instant now = scribe.now();
        LoggedSignal replaced = emit.replaces() == null ? null : log.requireReplaceable(emit.replaces());
        LoggedSignal repeated = replaced == null ? log.repeated(emit, now) : null;
        if (repeated != null) {
            log.tally().countSwallowed(repeated);
            return new Outcome.Swallowed(repeated.now());
        }
        LoggedSignal evicted = replaced == null ? log.toEvict(emit.priority()) : null;
        List<SignalCallback> audience = announcements.audience();
        String id = scribe.claimId(log);
        try {
            Fact.Emitted fact = new Fact.Emitted(id, now, emit, log.step(), !audience.isEmpty(),
                    evicted == null ? null : evicted.id());
            scribe.append(log, fact);
            LoggedSignal stored = log.add(fact);
            return new Outcome.Stored(log, stored, replaced, evicted, audience, log.recipients(stored.now()));
        } finally {
            scribe.releaseId(id);
        }
    }

    private EmitReceipt tell(Emit emit, Outcome.Stored stored) {
        LoggedSignal signal = stored.signal();
        announcements.settle();
        tellIfAny(stored.audience(), stored.evicted(), SignalEvent.EXPIRED);
        tellIfAny(stored.audience(), stored.replaced(), SignalEvent.SUPERSEDED);
        List<String> recipients = emit.audience() == Audience.Word.SELECTED ? select(stored.log(), signal)
                : stored.recipients();
        if (emit.isUrgent()) {
            announcements.tellRouting(signal);
        }
        announcements.tell(stored.audience(), signal, SignalEvent.EMITTED);
        if (!stored.audience().isEmpty()) {
            stored.log().underLock(log -> log.activate(signal));
        }
        return new EmitReceipt(signal.now(), false, recipients);
    }

    /** Whom the resolver names, which nobody could tell from the log otherwise. */
    private List<String> select(ThreadLog thread, LoggedSignal signal) {
        List<String> recipients = announcements.select(signal);
        if (!recipients.isEmpty()) {
            try {
                scribe.ready();
                thread.underLock(log -> writeSelected(log, signal, recipients));
                announcements.settle();
            } catch (Throwable notWritten) {
                announcements.failed(notWritten, "the ledger, for the recipients of " + signal.id());
            }
        }
        return recipients;
    }

    private void writeSelected(ThreadLog log, LoggedSignal signal, List<String> recipients) {
        if (!log.isClosed()) {
            scribe.append(log, new Fact.Selected(log.threadId(), signal.id(), recipients));
        }
    }

    private void tellIfAny(List<SignalCallback> audience, @Nullable LoggedSignal signal, SignalEvent event) {
        if (signal != null) {
            announcements.tell(audience, signal, event);
        }
    }

    /** What a thread made of an emit. */
    private sealed interface Outcome {

        record Swallowed(ConnectivitySignal by) implements Outcome {}

        record Stored(ThreadLog log, LoggedSignal signal, @Nullable LoggedSignal replaced,
                @Nullable LoggedSignal evicted,
                List<SignalCallback> audience, List<String> recipients) implements Outcome {}
    }
}
