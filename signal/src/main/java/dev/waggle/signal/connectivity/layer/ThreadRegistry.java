package dev.waggle.signal.connectivity.layer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.thread.EmitValidator;
import dev.waggle.signal.connectivity.thread.LoggedSignal;
import dev.waggle.signal.connectivity.thread.ThreadLog;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * Registry of a layer's threads and of the signals of all of them. It locks one thread at a time, never two.
 *
 * <p>A reader of the ledger may see a signal before its thread has it. Its id is claimed before it is logged. So a
 * look-up meanwhile waits for the lock of the thread, which is held until it is stored or refused.
 */
final class ThreadRegistry {

    private final ConnectivityLayerConfig config;
    private final Map<String, ThreadLog> threads = new ConcurrentHashMap<>();
    private final Map<String, LoggedSignal> signals = new ConcurrentHashMap<>();
    /** The threads of the ids that are being logged. */
    private final Map<String, ThreadLog> claims = new ConcurrentHashMap<>();

    ThreadRegistry(ConnectivityLayerConfig config) {
        this.config = config;
    }

    /** Claims an id for a signal of that thread, under its lock; false when a signal has it already. */
    boolean claim(String signalId, ThreadLog log) {
        if (claims.putIfAbsent(signalId, log) != null) {
            return false;
        }
        // In this order: an id leaves the claims only once its signal is there.
        if (signals.containsKey(signalId)) {
            claims.remove(signalId);
            return false;
        }
        return true;
    }

    /** Releases an id whose signal is stored, or never will be. */
    void release(String signalId) {
        claims.remove(signalId);
    }

    /** Returns the signal of that id; not to be called under the lock of a thread. */
    @Nullable LoggedSignal find(String signalId) {
        LoggedSignal found = signals.get(signalId);
        if (found != null) {
            return found;
        }
        ThreadLog writing = claims.get(signalId);
        if (writing != null) {
            writing.underLock(_ -> {
            });
        }
        return signals.get(signalId);
    }

    /** True if a signal of that id is stored. */
    boolean contains(String signalId) {
        return signals.containsKey(signalId);
    }

    LoggedSignal require(String field, @Nullable String signalId) {
        LoggedSignal found = find(EmitValidator.present(field, signalId));
        if (found == null) {
            throw new SignalNotFoundException(field + ": there is no signal " + QuotedValue.of(signalId));
        }
        return found;
    }

    /** Runs an action on a thread under its lock. A missing thread is created, and stays if anything happened. */
    <T> T withThread(String threadId, Function<ThreadLog, T> action) {
        while (true) {
            ThreadLog log = threads.computeIfAbsent(threadId, id -> new ThreadLog(id, config, signals));
            log.lock();
            try {
                // Closed between look-up and lock: repeat, because the table no longer holds it.
                if (!log.isClosed()) {
                    return action.apply(log);
                }
            } finally {
                if (log.isBlank()) {
                    close(log);
                }
                log.unlock();
            }
        }
    }

    /** Runs an action on the thread of a signal under its lock. */
    <T> T withThreadOf(String field, @Nullable String signalId, Function<ThreadLog, T> action) {
        String threadId = require(field, signalId).current().threadId();
        return ifPresent(threadId, action, () -> {
            throw new SignalNotFoundException(field + ": thread " + QuotedValue.of(threadId) + " of signal "
                    + QuotedValue.of(signalId) + " was closed");
        });
    }

    /** Runs an action on a thread under its lock, if the thread exists. */
    <T> T ifPresent(String threadId, Function<ThreadLog, T> action, Supplier<T> otherwise) {
        ThreadLog log = threads.get(EmitValidator.present("threadId", threadId));
        if (log == null) {
            return otherwise.get();
        }
        log.lock();
        try {
            return log.isClosed() ? otherwise.get() : action.apply(log);
        } finally {
            log.unlock();
        }
    }

    /** Returns the number of threads. */
    int size() {
        return threads.size();
    }

    /** Ends a thread; to be called under its lock. */
    void close(ThreadLog log) {
        log.close();
        threads.remove(log.threadId(), log);
    }
}
