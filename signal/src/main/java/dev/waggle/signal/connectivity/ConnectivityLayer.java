package dev.waggle.signal.connectivity;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.connectivity.ConnectivityException.ReentrancyException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;

/**
 * Coordination of many threads in one process: emit, suppress, supersede, expire, resolve, announce. All is
 * synchronous and depth first: a callback's signal is announced before the next callback receives the outer one.
 */
public interface ConnectivityLayer {

    /**
     * Emits a signal: check, suppress repeats, supersede, store, resolve the audience, call the hook, call back.
     *
     * @throws SignalValidationException when a value is not acceptable
     * @throws SignalNotFoundException when {@code replaces} names no signal
     * @throws ConnectivityException when the replaced signal is already closed
     */
    EmitReceipt emit(EmitSignalInput input);

    /**
     * Closes a signal; harmless when it is resolved already.
     *
     * @throws SignalNotFoundException when there is none of that id
     * @throws ConnectivityException when it is superseded or expired, or critical and not acknowledged by the
     *     coordinator of its thread
     * @throws ReentrancyException when a limit of callbacks is exceeded
     */
    ConnectivitySignal resolve(String signalId);

    /**
     * Acknowledges a signal for the coordinator. A critical signal, or an unacknowledged one's successor, may be
     * closed from now on. If its step has passed meanwhile it expires with the next. A second time changes nothing.
     *
     * @param by the coordinator of the thread, the only component that may acknowledge
     * @throws SignalNotFoundException when there is none of that id
     * @throws ConnectivityException when another component asks or the signal is closed
     * @throws ReentrancyException when a limit of callbacks is exceeded
     */
    ConnectivitySignal acknowledge(String signalId, String by);

    /** Returns the current snapshot of a signal. */
    Optional<ConnectivitySignal> get(String signalId);

    /** Returns the signals that pass, in the requested order. */
    List<ConnectivitySignal> query(SignalQuery query);

    /**
     * Advances a thread by one step; signals due at the new step expire.
     *
     * @throws ReentrancyException when a limit of callbacks is exceeded: one outside operation causes at most
     *     100,000, so callbacks cannot answer each signal of a greater expiry
     */
    void advanceStep(String threadId);

    /** Sets the one resolver for the audience {@code selected}; a later one replaces it. */
    void registerSelectedResolver(SelectedAudienceResolver resolver);

    /**
     * Adds a callback for all threads; adding it again changes nothing. Between Java threads, it hears of a signal in
     * the order of its states: the emission first. Nested calls are depth first. So when a callback closes the signal
     * of its own notification, later callbacks receive the end before the emission.
     */
    void onSignal(SignalCallback callback);

    /**
     * Removes a callback; harmless when it is absent. Callbacks are compared by identity, and every
     * {@code this::hear} is a new object. So keep the reference that was given to {@link #onSignal}.
     */
    void offSignal(SignalCallback callback);
}
