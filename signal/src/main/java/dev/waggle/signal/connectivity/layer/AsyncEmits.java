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

import org.jspecify.annotations.Nullable;
import dev.waggle.signal.connectivity.CapacityException;
import dev.waggle.signal.connectivity.ConnectivityException;
import dev.waggle.signal.connectivity.EmitReceipt;
import dev.waggle.signal.connectivity.EmitSignalInput;

/**
 * Emits that do not keep their caller waiting: one queue and, while it is not empty, one virtual thread per source, so
 * the signals of a source keep their order and a slow callback delays its own source only.
 */
final class AsyncEmits {

    /** Most emits that wait, over all sources; one more is refused at once, so a flood meets its limit where it starts. */
    static final int MAX_WAITING = 10_000;

    private final Function<EmitSignalInput, EmitReceipt> emit;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Queue<Waiting>> bySource = new HashMap<>();
    private int waiting;
    private boolean ended;

    AsyncEmits(Function<EmitSignalInput, EmitReceipt> emit) {
        this.emit = emit;
    }

    CompletionStage<EmitReceipt> offer(String source, EmitSignalInput input) {
        Waiting offered = new Waiting(input, new CompletableFuture<>());
        boolean first;
        lock.lock();
        try {
            if (ended) {
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

    /** Fails what waits; what is being emitted is finished. */
    void end() {
        List<Waiting> left = new ArrayList<>();
        lock.lock();
        try {
            ended = true;
            for (Queue<Waiting> queue : bySource.values()) {
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
        for (Waiting next = take(source); next != null; next = take(source)) {
            try {
                next.receipt.complete(emit.apply(next.input));
            } catch (Throwable failure) {
                next.receipt.completeExceptionally(failure);
            }
        }
    }

    private @Nullable Waiting take(String source) {
        lock.lock();
        try {
            Queue<Waiting> queue = bySource.get(source);
            Waiting next = queue == null ? null : queue.poll();
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

    private record Waiting(EmitSignalInput input, CompletableFuture<EmitReceipt> receipt) {}
}
