package dev.waggle.signal.connectivity;

import java.util.List;
import java.util.Optional;

/**
 * Coordination of many threads in one process: emit, suppress, supersede, expire, resolve, announce. Everything is
 * synchronous and depth first: what a callback emits is announced before the next callback hears of the outer signal.
 */
public interface ConnectivityLayer {

    /**
     * Emits a signal: check, suppress repeats, supersede, store, resolve the audience, call the hook, call back.
     *
     * @throws SignalValidationException when a value is not acceptable
     * @throws SignalNotFoundException when {@code replaces} names no signal
     * @throws ConnectivityException when the replaced signal is already over
     */
    EmitReceipt emit(EmitSignalInput input);

    /**
     * Closes a signal; harmless when it is resolved already.
     *
     * @throws SignalNotFoundException when there is none of that id
     * @throws ConnectivityException when it is superseded or expired, or critical and not acknowledged by the coordinator
     *         of its thread
     * @throws ReentrancyException when callbacks went too far
     */
    ConnectivitySignal resolve(String signalId);

    /** The signal as it stands now. */
    Optional<ConnectivitySignal> get(String signalId);

    /** The signals that pass, in the order asked for. */
    List<ConnectivitySignal> query(SignalQuery query);

    /**
     * Moves a thread one step on; what expires at the new step does.
     *
     * @throws ReentrancyException when callbacks went too far: one operation from outside sets off at most 100,000, so
     *         callbacks cannot answer each signal of a greater expiry
     */
    void advanceStep(String threadId);

    /** Sets the one resolver for the audience of selected; a later one replaces it. */
    void registerSelectedResolver(SelectedAudienceResolver resolver);

    /** Adds a callback for all threads; a second time changes nothing. */
    void onSignal(SignalCallback callback);

    /**
     * Removes a callback; harmless when it is not there. Only the same object is: every {@code this::hear} is a new one,
     * so keep the reference that was given to {@link #onSignal}.
     */
    void offSignal(SignalCallback callback);
}
