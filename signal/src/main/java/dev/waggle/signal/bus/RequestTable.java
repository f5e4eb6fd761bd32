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
 * Table of the requests that wait for a reply, by the id of the request. A request leaves before its future is done by a
 * reply, its deadline or the end of the bus, and after a cancellation. The lock of the bus guards the table,
 * and futures are completed without it, because their dependents are code of users.
 */
final class RequestTable {

    /** Maximum number of open requests: each has a virtual thread that watches its deadline. */
    static final int MAX_OPEN = 10_000;

    private final World world;
    private final ReentrantLock lock;
    private final Map<String, OpenRequest> open = new HashMap<>();

    RequestTable(World world, ReentrantLock lock) {
        this.world = world;
        this.lock = lock;
    }

    /** A signal that waits for a reply until a moment of the stopwatch. */
    final class OpenRequest {

        private final Signal signal;
        private final Duration deadline;
        private final long end;
        private final CompletableFuture<Signal> reply = new CompletableFuture<>();

        private OpenRequest(Signal signal, Duration deadline) {
            this.signal = signal;
            this.deadline = deadline;
            end = world.nanos() + TimeUnit.NANOSECONDS.convert(deadline);
        }

        CompletableFuture<Signal> reply() {
            return reply;
        }

        /** Completes the request with its reply, or fails it when the deadline has passed. */
        void answer(Signal answer) {
            if (!failAtDeadline()) {
                remove(this);
                reply.complete(answer);
            }
        }

        private boolean fail(Exception failure) {
            remove(this);
            return reply.completeExceptionally(failure);
        }

        /** Fails the request when its deadline has passed; returns true if that ended it. */
        private boolean failAtDeadline() {
            return world.nanos() - end >= 0 && fail(new TimeoutException(
                    "no reply to signal " + signal.id() + " of type " + signal.type() + " within " + deadline));
        }

        /** Fails the request at its deadline when there is no reply. */
        void awaitReply() {
            while (!reply.isDone() && !failAtDeadline()) {
                try {
                    var _ = world.awaitUntil(reply, end);
                } catch (InterruptedException interruption) {
                    System.getLogger(RequestTable.class.getName()).log(System.Logger.Level.DEBUG,
                            "interrupted while waiting for a reply, going on",
                            interruption);
                }
            }
        }
    }

    /**
     * Opens a request before its signal is published, so that no reply can be missed. Its deadline, by the stopwatch of
     * the world, counts from now.
     */
    OpenRequest open(Signal request, Duration deadline) {
        OpenRequest opened = new OpenRequest(request, deadline);
        lock.lock();
        try {
            if (open.size() >= MAX_OPEN) {
                throw new IllegalStateException("request " + request.id() + " would be number " + (MAX_OPEN + 1)
                        + " that waits for a reply\nMaybe a shorter deadline, or cancel requests that do not matter.");
            }
            if (open.putIfAbsent(request.id(), opened) != null) {
                throw new IllegalArgumentException("a request with the id " + request.id() + " waits for a reply"
                        + "\nMaybe a draft without an id, which gets a new one.");
            }
        } finally {
            lock.unlock();
        }
        var _ = opened.reply.whenComplete((signal, failure) -> remove(opened));
        return opened;
    }

    /** Starts to watch the deadline of a request. */
    void watch(OpenRequest request) {
        Thread _ = world.start("waggle-request", request::awaitReply);
    }

    /** <i>Locked.</i> Returns the request that this signal answers, or {@code null}. */
    @Nullable OpenRequest answeredBy(Signal signal) {
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
        List<OpenRequest> abandoned;
        lock.lock();
        try {
            abandoned = List.copyOf(open.values());
        } finally {
            lock.unlock();
        }
        abandoned.forEach(request -> request.fail(new IllegalStateException("the bus was closed before a reply")));
    }

    /** Removes a request before it is completed, so that who has the reply finds nothing left. */
    private void remove(OpenRequest request) {
        lock.lock();
        try {
            open.remove(request.signal.id(), request);
        } finally {
            lock.unlock();
        }
    }
}
