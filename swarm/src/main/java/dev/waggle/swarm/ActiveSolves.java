package dev.waggle.swarm;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.swarm.engine.loop.Solve;

/**
 * The running solves of a swarm, and the resources that are closed when no solve runs or can begin. Thread-safe.
 */
final class ActiveSolves {

    private final SwarmResources resources;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock, as are the flags: each solve in here is running on some thread. */
    private final Set<Solve> running = new HashSet<>();
    private boolean closed;
    /** True if the last solve closes the resources, because {@link #close} was called on the thread of a solve. */
    private boolean isReleasedByLastSolve;
    private boolean released;

    ActiveSolves(SwarmResources resources) {
        this.resources = resources;
    }

    /**
     * Registers a solve until its end.
     *
     * @throws IllegalStateException when the swarm is closed, or a solve with that id is running
     */
    Solve register(Solve solve) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the swarm is closed");
            }
            if (running.stream().anyMatch(other -> other.id().equals(solve.id()))) {
                throw new IllegalStateException("the run " + solve.id() + " is being solved");
            }
            running.add(solve);
            solve.whenEnded(() -> unregister(solve));
        } finally {
            lock.unlock();
        }
        return solve;
    }

    /** Cancels the solves and waits for their ends, but on the thread of one of them. Idempotent. */
    void close() {
        List<Solve> solves = rejectNewSolves();
        solves.forEach(Solve::cancel);
        if (solves.stream().noneMatch(Solve::isOwnThread)) {
            solves.forEach(Solve::awaitEnd);
            if (mayRelease(true)) {
                resources.close();
            }
        }
    }

    /** Rejects new solves; returns the running ones. On the thread of a solve, the last one has to release. */
    private List<Solve> rejectNewSolves() {
        lock.lock();
        try {
            closed = true;
            isReleasedByLastSolve |= running.stream().anyMatch(Solve::isOwnThread);
            return List.copyOf(running);
        } finally {
            lock.unlock();
        }
    }

    private void unregister(Solve ended) {
        lock.lock();
        try {
            running.remove(ended);
        } finally {
            lock.unlock();
        }
        if (mayRelease(false)) {
            try {
                resources.close();
            } catch (RuntimeException failed) { // There is no caller: close() has returned.
                System.getLogger(ActiveSolves.class.getName()).log(System.Logger.Level.WARNING,
                        "a resource of the swarm could not be closed", failed);
            }
        }
    }

    /** True once: when no solve runs or can begin. A solve may release only what no caller of close waits to. */
    private boolean mayRelease(boolean isCloser) {
        lock.lock();
        try {
            boolean may = closed && !released && running.isEmpty() && (isCloser || isReleasedByLastSolve);
            released |= may;
            return may;
        } finally {
            lock.unlock();
        }
    }
}
