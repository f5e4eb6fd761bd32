package dev.waggle.signal.connectivity.layer;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import dev.waggle.signal.connectivity.ConnectivityException.CapacityException;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous emitter with one queue and, while it is not empty, one virtual thread per source. So the signals of a
 * source keep their order, and a slow callback delays its own source only.
 */
final class AsyncEmitter {

    /** Maximum number of waiting emits of all sources. One more is refused at once: a flood stops at its origin. */
    static final int MAX_WAITING = 10_000;

    private final Function<EmitSignalInput, EmitReceipt> emit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Queue<QueuedEmit>> bySource = new HashMap<>();
    private int waiting;
    private boolean closed;

    AsyncEmitter(Function<EmitSignalInput, EmitReceipt> emit) {
        this.emit = emit;
    }

    CompletionStage<EmitReceipt> offer(String source, EmitSignalInput input) {
        QueuedEmit offered = new QueuedEmit(input, new CompletableFuture<>());
        boolean first;
        lock.lock();
        try {
            if (closed) {
                return CompletableFuture.failedStage(new ConnectivityException("the layer is closed"));
            }
            if (waiting == MAX_WAITING) {
                return CompletableFuture.failedStage(new CapacityException(
                        MAX_WAITING + " emits wait already\nMaybe a callback blocks."));
            }
            waiting++;
            first = !bySource.containsKey(source);
            bySource.computeIfAbsent(source, _ -> new ArrayDeque<>()).add(offered);
        } finally {
            lock.unlock();
        }
        if (first) {
            Thread.ofVirtual().name("connectivity-emit-" + source).start(() -> emitAll(source));
        }
        return offered.receipt.minimalCompletionStage();
    }

    /** Fails the waiting emits; a running one is finished. */
    void close() {
        List<QueuedEmit> left = new ArrayList<>();
        lock.lock();
        try {
            closed = true;
            for (Queue<QueuedEmit> queue : bySource.values()) {
                left.addAll(queue);
                queue.clear();
            }
            waiting = 0;
        } finally {
            lock.unlock();
        }
        left.forEach(one -> one.receipt.completeExceptionally(
                new ConnectivityException("the layer was closed before its turn")));
    }

    private void emitAll(String source) {
        for (QueuedEmit next = poll(source); next != null; next = poll(source)) {
            try {
                next.receipt.complete(emit.apply(next.input));
            } catch (Throwable failure) {
                next.receipt.completeExceptionally(failure);
            }
        }
    }

    private @Nullable QueuedEmit poll(String source) {
        lock.lock();
        try {
            Queue<QueuedEmit> queue = bySource.get(source);
            QueuedEmit next = queue == null ? null : queue.poll();
            if (next == null) {
                bySource.remove(source);
            } else {
                waiting--;
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    private record QueuedEmit(EmitSignalInput input, CompletableFuture<EmitReceipt> receipt) {}
}
