package dev.waggle.journal.inbox.wake;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.connectivity.FailureHandler;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;

/** Announcer of transitions of agents by signals: one at a time, in order, on a thread of its own. */
public final class TransitionAnnouncer {

    private final TransitionQueue transitions;
    private final BiConsumer<String, Runnable> executor;
    private final World world;
    private final FailureHandler failures;
    private final AtomicInteger requests = new AtomicInteger();
    private volatile BiConsumer<Signal, Emission> generator = (signal, emission) -> {
    };

    /** @param executor starts an operation of that name */
    public TransitionAnnouncer(TransitionQueue transitions, BiConsumer<String, Runnable> executor, World world,
            FailureHandler failures) {
        this.transitions = transitions;
        this.executor = executor;
        this.world = world;
        this.failures = failures;
    }

    /** Starts to announce, with that generator of signals. */
    public void start(BiConsumer<Signal, Emission> newGenerator) {
        generator = newGenerator;
        transitions.open(true);
    }

    /** Announces what is pending, soon. */
    public void announce() {
        if (!transitions.isEmpty() && requests.getAndIncrement() == 0) {
            executor.accept("announcing that agents wake and sleep", this::announceAll);
        }
    }

    /** Ends it; pending transitions are discarded. */
    public void close() {
        transitions.open(false);
    }

    private void announceAll() {
        int seen;
        do {
            seen = requests.get();
            for (AgentTransition next = transitions.poll(); next != null; next = transitions.poll()) {
                try {
                    generator.accept(next.signal(world), AgentTransition.EMISSION);
                } catch (RuntimeException failed) {
                    FailureHandler.report(failures, failed, "announcing " + next.type());
                }
            }
        } while (!requests.compareAndSet(seen, 0));
    }
}
