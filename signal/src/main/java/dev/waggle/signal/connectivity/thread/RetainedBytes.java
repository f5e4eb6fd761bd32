package dev.waggle.signal.connectivity.thread;

import dev.waggle.signal.connectivity.ConnectivitySignal;
import org.jspecify.annotations.Nullable;

/** Estimate of the memory that a signal of a thread takes, in bytes. A text that is shared counts each time. */
final class RetainedBytes {

    /** The signal with its snapshot and its places in the indexes: 331 measured (ConnectivityMemory in lab). */
    static final long BASE = 350;

    private RetainedBytes() {}

    static long of(ConnectivitySignal signal) {
        return of(signal.source(), signal.summary(), signal.details());
    }

    static long of(ValidatedEmit emit) {
        return of(emit.source(), emit.summary(), emit.details());
    }

    private static long of(String source, String summary, @Nullable String details) {
        return BASE + 2L * (source.length() + summary.length() + (details == null ? 0 : details.length()));
    }
}
