package dev.waggle.swarm;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.swarm.engine.loop.Solve;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/**
 * Iterator over the milestones of a solve, as they happen. Iterate it once, on one thread. The last element is
 * {@code solve:complete}. No event is lost and a slow reader does not slow the solve, since the limits of the solve
 * bound the queue. Closing it early cancels the solve.
 */
public final class SwarmStream implements Iterable<SwarmEvent.Milestone>, AutoCloseable {

    private final BlockingQueue<Optional<SwarmEvent.Milestone>> events = new LinkedBlockingQueue<>();
    private final AtomicBoolean iterated = new AtomicBoolean();
    private @Nullable Solve solve;

    SwarmStream() {}

    /**
     * Returns the milestones from the first on. If the solve cannot continue, for example because its journal is full,
     * the iterator throws as {@link Swarm#solve} would. An interrupt while it waits cancels the solve and ends it.
     *
     * @throws IllegalStateException on a second call, because elements already read are discarded
     */
    @Override
    public Iterator<SwarmEvent.Milestone> iterator() {
        if (iterated.getAndSet(true)) {
            throw new IllegalStateException("the stream is iterated already\nMaybe keep its iterator.");
        }
        return new Iterator<>() {
            private Optional<SwarmEvent.Milestone> next = Optional.empty();
            private boolean ended;

            @Override
            public boolean hasNext() {
                if (!ended && next.isEmpty()) {
                    ended = true; // It stays interrupted when the failure of the solve is thrown.
                    next = awaitNext();
                    ended = next.isEmpty();
                }
                return !ended;
            }

            @Override
            public SwarmEvent.Milestone next() {
                if (!hasNext()) {
                    throw new NoSuchElementException("the solve is complete");
                }
                SwarmEvent.Milestone event = next.orElseThrow();
                next = Optional.empty();
                return event;
            }
        };
    }

    /**
     * Waits for the end and returns the result; throws as {@link Swarm#solve} would. It may be called before, while
     * or after the stream is read. An interrupt cancels the solve, and the thread stays interrupted.
     */
    public SwarmResult result() {
        return requireSolve().awaitEnd().result();
    }

    /** Cancels the solve if it is still running and waits until nothing is published any more. */
    @Override
    public void close() {
        requireSolve().cancel();
        requireSolve().awaitEnd();
    }

    void offer(SwarmEvent event) {
        if (event instanceof SwarmEvent.Milestone milestone) {
            events.add(Optional.of(milestone));
        }
    }

    /** Number of events that wait to be read; the end counts as one. */
    int queueSize() {
        return events.size();
    }

    void attach(Solve followed, Thread owner) {
        this.solve = followed;
        followed.whenEnded(() -> events.add(Optional.empty()));
        owner.start();
    }

    private Solve requireSolve() {
        Solve followed = solve;
        if (followed == null) {
            throw new IllegalStateException("the stream follows no solve");
        }
        return followed;
    }

    /** The next event; empty at the end. A failure of the solve is thrown here. */
    private Optional<SwarmEvent.Milestone> awaitNext() {
        try {
            Optional<SwarmEvent.Milestone> event = events.take();
            if (event.isEmpty()) {
                requireSolve().result();
            }
            return event;
        } catch (InterruptedException interrupted) {
            requireSolve().cancel();
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
