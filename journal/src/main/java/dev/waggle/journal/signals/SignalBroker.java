package dev.waggle.journal.signals;

import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Map;

import dev.waggle.journal.delayed.DelayBroker;
import dev.waggle.journal.file.SearchableJournal;
import dev.waggle.journal.inbox.InboxBroker;
import dev.waggle.signal.json.JsonValue;

/**
 * Durable signals of a data folder. {@link SignalService} owns the folder in this process, and another implementation
 * asks the process that owns it. May be used by many threads.
 */
public interface SignalBroker extends AutoCloseable {

    /**
     * Generates a signal, or schedules it for its time. When this returns, a generated signal is in the log and in the
     * inboxes of its subscribers. A scheduled one is on the disk, and {@link #delayed} can cancel it.
     *
     * @throws IllegalArgumentException when the whole is too large; then nothing is stored
     * @throws dev.waggle.journal.delayed.DelayLimitException when too many signals wait; then nothing is stored
     * @throws UncheckedIOException when it could not be written; then nothing is stored, unless the message states
     *        that it may be in the log nevertheless
     */
    default SignalReceipt submit(SignalRequest request) {
        return submit(request, Map.of());
    }

    /** Submits the request with extensions of its signal. */
    SignalReceipt submit(SignalRequest request, Map<String, JsonValue> extensions);

    /** Generates the signal of a request with extensions, now and for any delay of the request. */
    GeneratedSignal generate(SignalRequest request, Map<String, JsonValue> extensions);

    /** The time now, by the clock of the delays. */
    Instant now();

    /** Signals that wait for their time. */
    DelayBroker delayed();

    /** Subscriptions and inboxes. */
    InboxBroker inboxes();

    /** The log itself; direct appends to it are delivered too. Closed with this. */
    SearchableJournal log();

    /** Ends delivery and writing. Closing twice is harmless. */
    @Override
    void close();
}
