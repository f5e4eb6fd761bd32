package dev.waggle.signal.bus;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.signal.Signal;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Table of the requests that wait for a reply, by the id of the request. A request leaves when its future is done, in
 * whatever way: by a reply, its deadline, a cancellation or the end of the bus. The lock of the bus guards the table,
 * and futures are completed without it, because their dependents are code of users.
 */
final class RequestTable {

    /** Maximum number of open requests: each has a virtual thread that watches its deadline. */
    static final int MAX_OPEN = 10_000;

    private static final System.Logger LOGGER = System.getLogger(RequestTable.class.getName());

    private final World world;
    private final ReentrantLock lock;
    private final Map<String, CompletableFuture<Signal>> open = new HashMap<>();

    RequestTable(World world, ReentrantLock lock) {
        this.world = world;
        this.lock = lock;
    }

    /** Opens a request before its signal is published, so that no reply can be missed. */
    CompletableFuture<Signal> open(Signal request) {
        CompletableFuture<Signal> reply = new CompletableFuture<>();
        lock.lock();
        try {
            if (open.size() >= MAX_OPEN) {
                throw new IllegalStateException("request " + request.id() + " would be number " + (MAX_OPEN + 1)
                        + " that waits for a reply\nMaybe a shorter deadline, or cancel requests that do not matter.");
            }
            if (open.putIfAbsent(request.id(), reply) != null) {
                throw new IllegalArgumentException("a request with the id " + request.id() + " waits for a reply"
                        + "\nMaybe a draft without an id, which gets a new one.");
            }
        } finally {
            lock.unlock();
        }
        var _ = reply.whenComplete((signal, failure) -> remove(request.id()));
        return reply;
    }

    /** Fails the request when there is no reply in that time by the stopwatch of the world. */
    void watch(Signal request, CompletableFuture<Signal> reply, Duration deadline) {
        long end = world.nanos() + TimeUnit.NANOSECONDS.convert(deadline);
        if (!reply.isDone()) {
            Thread _ = world.start("waggle-request", () -> awaitReply(request, reply, end, deadline));
        }
    }

    /** <i>Locked.</i> Returns the request that this signal answers, or {@code null}. */
    @Nullable CompletableFuture<Signal> answeredBy(Signal signal) {
        String replyTo = signal.links().replyTo();
        return replyTo == null || open.isEmpty() ? null : open.get(replyTo);
    }

    /** Returns the number of requests that wait for a reply. */
    int size() {
        lock.lock();
        try {
            return open.size();
        } finally {
            lock.unlock();
        }
    }

    /** Fails all requests, because the bus is closed. */
    void close() {
        List<CompletableFuture<Signal>> abandoned;
        lock.lock();
        try {
            abandoned = List.copyOf(open.values());
        } finally {
            lock.unlock();
        }
        abandoned.forEach(reply -> reply.completeExceptionally(
                new IllegalStateException("the bus was closed before a reply")));
    }

    private void remove(String id) {
        lock.lock();
        try {
            open.remove(id);
        } finally {
            lock.unlock();
        }
    }

    private void awaitReply(Signal request, CompletableFuture<Signal> reply, long end, Duration deadline) {
        while (!reply.isDone()) {
            if (world.nanos() - end >= 0) {
                reply.completeExceptionally(new TimeoutException(
                        "no reply to signal " + request.id() + " of type " + request.type() + " within " + deadline));
                return;
            }
            try {
                var _ = world.awaitUntil(reply, end);
            } catch (InterruptedException interruption) {
                LOGGER.log(System.Logger.Level.DEBUG, "interrupted while waiting for a reply, going on", interruption);
            }
        }
    }
}
