package dev.waggle.swarm.engine.speech;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.swarm.engine.record.SolveContext;

/** Conflicts of a solve: those that the bus detects, and those that a split makes. Owned by the thread of the solve. */
final class RivalryTable {

    private final SolveContext context;
    private final SignalBus bus;
    private final CoordinationTracker conference;
    private final Function<String, Signal> signals;
    private final List<ConflictPair> resolved = new ArrayList<>();
    /** Rivals that a split made; the bus detects only those that a new signal makes. */
    private final List<ConflictPair> ofSplits = new ArrayList<>();

    /** @param signals published signals by id */
    RivalryTable(SolveContext context, SignalBus bus, CoordinationTracker conference,
            Function<String, Signal> signals) {
        this.context = context;
        this.bus = bus;
        this.conference = conference;
        this.signals = signals;
    }

    /** Unresolved conflicts. */
    List<ConflictPair> open() {
        return Stream.concat(bus.getConflicts().stream(), ofSplits.stream()).toList();
    }

    /** The conflicts that were resolved, in the order in which they were. */
    List<ConflictPair> resolved() {
        return List.copyOf(resolved);
    }

    /** Records the end of the rivalry of two proposals, even if the bus had detected none. */
    void resolve(String signalA, String signalB) {
        ConflictPair pair = open().stream().filter(rivals -> rivals.joins(signalA, signalB)).findFirst()
                .orElseGet(() -> pair(signalA, signalB));
        bus.resolveConflict(signalA, signalB);
        ofSplits.remove(pair);
        resolved.add(pair);
        conference.onConflictResolved(pair.signalA().id(), pair.signalB().id());
    }

    /** Marks every conflict of this proposal as resolved. */
    void resolveAllOf(String signalId) {
        open().stream()
                .filter(rivals -> rivals.signalA().id().equals(signalId) || rivals.signalB().id().equals(signalId))
                .forEach(rivals -> resolve(rivals.signalA().id(), rivals.signalB().id()));
    }

    /** Records that a split made rivals of two proposals. */
    void addSplit(String earlierSignal, String laterSignal) {
        ofSplits.add(pair(earlierSignal, laterSignal));
    }

    private ConflictPair pair(String signalA, String signalB) {
        return new ConflictPair(signals.apply(signalA), signals.apply(signalB), context.clock().now());
    }
}
