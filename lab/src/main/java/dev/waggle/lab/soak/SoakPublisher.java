package dev.waggle.lab.soak;

import java.util.List;
import java.util.function.BooleanSupplier;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.PublishReceipt;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;

/**
 * Says its part of the script, number after number. Its receipts must number upwards, and what it said must be in the
 * history at once, unless newer signals of others have pushed it out. Owned by one thread.
 */
final class SoakPublisher {

    /** Interval, in signals, at which it checks that its own signal is there. */
    private static final int LOOK_EVERY = 512;

    private final int index;
    private final SoakScript script;
    private final World world;
    private final SignalBus bus;
    private final SoakVerdict verdict;
    private long lastSequence;

    SoakPublisher(int index, SoakScript script, World world, SignalBus bus, SoakVerdict verdict) {
        this.index = index;
        this.script = script;
        this.world = world;
        this.bus = bus;
        this.verdict = verdict;
    }

    /** Publishes until all is published or the run is stopped. */
    void publish(long count, BooleanSupplier goesOn) {
        long number = 0;
        while (number < count && goesOn.getAsBoolean()) {
            number++;
            Signal signal = publish(number);
            if (number % LOOK_EVERY == 0) {
                checkIsThere(signal);
            }
        }
    }

    /** A brief signal may be over before the bus gets to see it; nothing of it is kept, so it can be said again. */
    private Signal publish(long number) {
        while (true) {
            Signal signal = script.signal(index, number, world.now());
            PublishReceipt receipt = bus.publish(signal);
            if (!(receipt instanceof PublishReceipt.Expired && SoakScript.isBrief(number))) {
                check(signal, receipt);
                return signal;
            }
        }
    }

    private void check(Signal signal, PublishReceipt receipt) {
        if (!(receipt instanceof PublishReceipt.Published published)) {
            verdict.fail(script.name(index) + ": " + signal.id() + " was refused: " + receipt);
            return;
        }
        long sequence = published.entry().sequence();
        if (sequence <= lastSequence || !published.entry().signal().equals(signal)) {
            verdict.fail(script.name(index) + ": receipt " + sequence + " for " + signal.id() + " says "
                    + published.entry().signal().id() + " and follows receipt " + lastSequence);
        }
        lastSequence = sequence;
        LogEntry conflict = published.conflict();
        if (conflict != null && conflict.sequence() != sequence + 1) {
            verdict.fail(script.name(index) + ": the conflict of " + signal.id() + ", number " + sequence
                    + " in the journal, is number " + conflict.sequence());
        }
    }

    private void checkIsThere(Signal signal) {
        List<Signal> own = bus.getHistory(SignalFilter.ALL.withSource(script.name(index)));
        if (!own.isEmpty() && !own.getLast().equals(signal)) {
            verdict.fail(script.name(index) + ": published " + signal.id() + " but its latest in the history is "
                    + own.getLast().id());
        }
    }
}
