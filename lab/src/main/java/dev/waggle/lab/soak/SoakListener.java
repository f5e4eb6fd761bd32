package dev.waggle.lab.soak;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;

/**
 * Subscriber that checks its signals: exactly those of its types that the journal took, in the journal's order, one
 * at a time.
 */
final class SoakListener implements Consumer<Signal> {

    private final String name;
    private final Set<SignalType> types;
    private final SoakVerdict verdict;
    private final SequenceChecker follower;
    private final Queue<Signal> due = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isListening = new AtomicBoolean();

    SoakListener(String name, Set<SignalType> types, SoakScript script, SoakVerdict verdict) {
        this.name = name;
        this.types = types;
        this.verdict = verdict;
        follower = SequenceChecker.fromStart(script, types);
    }

    String name() {
        return name;
    }

    Set<SignalType> types() {
        return types;
    }

    /** The journal took it, in this order. */
    void expect(Signal signal) {
        if (types.contains(signal.type())) {
            due.add(signal);
        }
    }

    @Override
    public void accept(Signal signal) {
        if (!isListening.compareAndSet(false, true)) {
            verdict.fail(name + ": called for " + signal.id() + " while it was being called");
            return;
        }
        Signal expected = due.poll();
        if (!signal.equals(expected)) {
            verdict.fail(name + ": heard " + signal.id() + " where the journal has "
                    + (expected == null ? "nothing more" : expected.id()));
        }
        verdict.check(name, follower.follow(signal));
        isListening.set(false);
    }

    /** All publishers are done and all has been delivered. */
    void finish() {
        Signal lost = due.peek();
        if (lost != null) {
            verdict.fail(name + ": never heard " + lost.id() + ", which is in the journal");
        }
    }
}
