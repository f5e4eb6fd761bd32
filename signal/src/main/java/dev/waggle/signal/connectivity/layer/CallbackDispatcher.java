package dev.waggle.signal.connectivity.layer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.connectivity.ConnectivityException.SignalValidationException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.FailureHandler;
import dev.waggle.signal.connectivity.RequestedRoutingMode;
import dev.waggle.signal.connectivity.SelectedAudienceResolver;
import dev.waggle.signal.connectivity.SignalCallback;
import dev.waggle.signal.connectivity.SignalCallback.SignalEvent;
import dev.waggle.signal.connectivity.thread.EmitValidator;
import dev.waggle.signal.connectivity.thread.LoggedSignal;
import dev.waggle.signal.connectivity.thread.ThreadFactCodec;
import org.jspecify.annotations.Nullable;

/**
 * Calls all foreign code of the layer: ledger, resolver, hook, callbacks. Their exceptions and errors go to the
 * failure handler, and the others are called all the same.
 */
final class CallbackDispatcher {

    private final ConnectivityLayerConfig config;
    private volatile List<SignalCallback> callbacks = List.of();
    private volatile @Nullable SelectedAudienceResolver resolver;

    CallbackDispatcher(ConnectivityLayerConfig config) {
        this.config = config;
    }

    synchronized void add(SignalCallback callback) {
        if (callbacks.stream().noneMatch(known -> isSame(known, callback))) {
            List<SignalCallback> more = new ArrayList<>(callbacks);
            more.add(callback);
            callbacks = List.copyOf(more);
        }
    }

    synchronized void remove(SignalCallback callback) {
        callbacks = callbacks.stream().filter(known -> !isSame(known, callback)).toList();
    }

    void setResolver(SelectedAudienceResolver newResolver) {
        resolver = newResolver;
    }

    /** Returns the callbacks registered now. */
    List<SignalCallback> snapshot() {
        return callbacks;
    }

    /**
     * Returns what the calling thread has to announce of signals that were closed now; called under the lock of their
     * thread. What is missing is announced by the thread that announces the emission of the signal, after that.
     */
    List<Announcement> announcementsOf(List<LoggedSignal> closed, SignalEvent event) {
        List<SignalCallback> audience = callbacks;
        return closed.stream().map(signal -> new Announcement(audience, signal, event))
                .filter(end -> !end.signal().deferToEmission(() -> announceLater(end))).toList();
    }

    private void announceLater(Announcement end) {
        releaseFacts();
        announce(end);
    }

    void announce(Announcement announcement) {
        LoggedSignal signal = announcement.signal();
        SignalEvent event = announcement.event();
        for (SignalCallback callback : announcement.audience()) {
            guarded(() -> callback.onSignal(signal.current(), event), "a callback", signal, event.wireName());
        }
    }

    void notifyHook(LoggedSignal signal) {
        guarded(() -> {
            Optional<RequestedRoutingMode> _ = config.hook().onEscalation(signal.current());
        }, "the escalation hook", signal, "emitted");
    }

    /** Returns the acceptable ids that the resolver names; none when there is no resolver or it fails. */
    List<String> select(LoggedSignal signal) {
        SelectedAudienceResolver audienceResolver = resolver;
        if (audienceResolver == null) {
            return List.of();
        }
        try {
            List<String> named = audienceResolver.resolve(signal.current()).stream().distinct()
                    .filter(id -> isAcceptable(id, signal)).toList();
            if (named.size() > ThreadFactCodec.MAX_ABOUT) {
                throw new SignalValidationException(
                        "recipients must be at most " + ThreadFactCodec.MAX_ABOUT + ", got " + named.size());
            }
            return named;
        } catch (Throwable failure) {
            reportFailure(failure, "the audience resolver, for " + signal.id());
            return List.of();
        }
    }

    private boolean isAcceptable(@Nullable String id, LoggedSignal signal) {
        try {
            EmitValidator.name("recipient", id);
            return true;
        } catch (SignalValidationException refused) {
            reportFailure(refused, "a recipient that the audience resolver named for " + signal.id());
            return false;
        }
    }

    void releaseFacts() {
        try {
            config.ledger().settled();
        } catch (Throwable failure) {
            reportFailure(failure, "the ledger, when facts were settled");
        }
    }

    void reportFailure(Throwable failure, String context) {
        FailureHandler.report(config.failures(), failure, context);
    }

    private void guarded(Runnable call, String whose, LoggedSignal signal, String event) {
        try {
            call.run();
        } catch (Throwable failure) {
            reportFailure(failure, whose + ", for " + signal.id() + " " + event);
        }
    }

    /** An event of a signal and the callbacks to notify. */
    record Announcement(List<SignalCallback> audience, LoggedSignal signal, SignalEvent event) {}

    @SuppressWarnings("ReferenceEquality") // The same callback, not an equal one, is registered once.
    private static boolean isSame(SignalCallback one, SignalCallback other) {
        return one == other;
    }
}
