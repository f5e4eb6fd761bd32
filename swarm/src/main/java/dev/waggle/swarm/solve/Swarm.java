package dev.waggle.swarm.solve;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Task;

/**
 * A team of agents that answers questions.
 *
 * <pre>{@code
 * try (Swarm swarm = new Swarm(SwarmConfig.of(agents))) {
 *     SwarmResult result = swarm.solve(Task.of("Shard the database or buy time?"));
 * }
 * }</pre>
 *
 * <p>Solves are independent of each other: each has its own bus, log, chance and participants, so any number may run
 * at once. All they share are the inboxes of the agents: each is read in one solve at a time. Thread-safe.
 */
public final class Swarm implements AutoCloseable {

    private final SwarmConfig config;
    private final Mailboxes mailboxes;
    private final Listeners listeners = new Listeners();
    private final Consumer<SwarmEvent> onlooker;
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock, as is {@code closed}: whatever is in here is run by somebody. */
    private final Set<Solve> running = new HashSet<>();
    private boolean closed;

    /**
     * @throws IllegalArgumentException when the swarm is to grow and nobody makes agents, or nobody sees what is missing
     */
    public Swarm(SwarmConfig config) {
        Growth.check(config);
        this.config = config;
        mailboxes = new Mailboxes(config.inboxes());
        onlooker = listeners.andThen(config.onlooker());
    }

    public SwarmConfig config() {
        return config;
    }

    /**
     * Answers a question; returns when there is an ending. When the calling thread is interrupted the solve is
     * cancelled, the result says so and the thread stays interrupted.
     *
     * @throws IllegalStateException when the swarm is closed
     * @throws IllegalArgumentException when the journal cannot hold the task or the profiles of the agents
     * @throws java.io.UncheckedIOException when the journal cannot take what was said
     */
    public SwarmResult solve(Task task) {
        Solve solve = open(task, onlooker);
        Thread.ofVirtual().name(solve.id()).start(solve);
        return solve.awaitEnd().result();
    }

    /** Answers a question and hands out its milestones as they happen; closing the stream cancels the solve. */
    public SwarmStream stream(Task task) {
        SwarmStream stream = new SwarmStream();
        Consumer<SwarmEvent> reader = stream::offer;
        Solve solve = open(task, reader.andThen(onlooker));
        stream.follow(solve, Thread.ofVirtual().name(solve.id()).unstarted(solve));
        return stream;
    }

    /**
     * Answers a question for a subscriber: the solve begins with the subscription, and cancelling that cancels it. One
     * subscriber for each publisher.
     */
    public Flow.Publisher<SwarmEvent.Milestone> publisher(Task task) {
        return new SwarmPublisher(() -> stream(task));
    }

    /**
     * Tells the handler of every event of that kind in all solves of this swarm from now on, on the thread of the solve:
     * a slow handler slows it. What a handler throws is logged.
     *
     * @param kind for example {@code SwarmEvent.VoteCast.class}
     * @return removes the handler; running it again is harmless
     */
    public <E extends SwarmEvent> Runnable on(Class<E> kind, Consumer<? super E> handler) {
        return listeners.add(kind, handler);
    }

    /** Tells the callback of every signal that is said in any solve of this swarm; see {@link #on}. */
    public Runnable onSignal(Consumer<? super Signal> callback) {
        return on(SwarmEvent.SignalEmitted.class, emitted -> callback.accept(emitted.signal()));
    }

    /**
     * Cancels what is running and waits until nothing is published any more; called by an onlooker, on the thread of a
     * solve, it does not wait. Closing twice is harmless.
     */
    @Override
    public void close() {
        List<Solve> solves = refuseMore();
        solves.forEach(Solve::cancel);
        if (solves.stream().noneMatch(Solve::isOwnThread)) {
            solves.forEach(Solve::awaitEnd);
        }
    }

    private Solve open(Task task, Consumer<SwarmEvent> onlooker) {
        String run = config.world().nextId("solve");
        World world = config.world().fork(run);
        Solve solve = new Solve(config, mailboxes, task, run, world, onlooker, this::forget);
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("the swarm is closed");
            }
            running.add(solve);
        } finally {
            lock.unlock();
        }
        return solve;
    }

    /** Closes the door; who is inside. */
    private List<Solve> refuseMore() {
        lock.lock();
        try {
            closed = true;
            return List.copyOf(running);
        } finally {
            lock.unlock();
        }
    }

    private void forget(Solve ended) {
        lock.lock();
        try {
            running.remove(ended);
        } finally {
            lock.unlock();
        }
    }
}
