package dev.waggle.lab.soak;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.world.World;

/**
 * Checker of the history's snapshots while others publish and it sweeps. Each snapshot must be one moment of the
 * journal. Each publisher's numbers and all positions are consecutive, but for brief signals that are over. The end
 * is never older than the last time, and the size is at most what the bus may retain. Owned by one thread.
 */
final class SnapshotChecker {

    /** Size of a short query of the latest signals. */
    private static final int FEW = 20;

    private final String name;
    private final World world;
    private final SignalBus bus;
    private final OrderJournal ledger;
    private final SoakScript script;
    private final SoakVerdict verdict;

    /** The last number of each publisher that it ever saw. */
    private final long[] seen;

    private int turn;

    SnapshotChecker(String name, World world, SignalBus bus, OrderJournal ledger, SoakScript script,
            SoakVerdict verdict) {
        this.name = name;
        this.world = world;
        this.bus = bus;
        this.ledger = ledger;
        this.script = script;
        this.verdict = verdict;
        seen = new long[script.publishers()];
    }

    /** One query, a different one each time. */
    void look() {
        String source = script.name(turn % script.publishers());
        Instant before = world.now();
        switch (turn++ % 7) {
            case 0 -> {
                List<Signal> all = bus.getHistory();
                check(all, SoakScript.TYPES, before);
                checkPlaces(all);
            }
            case 1 -> check(bus.getHistory(SignalFilter.ofTypes(SignalType.DISCOVERY)), Set.of(SignalType.DISCOVERY),
                    before);
            case 2 -> check(bus.getHistory(SignalFilter.ALL.withSource(source)), SoakScript.TYPES, before);
            case 3 -> check(bus.getHistory(SignalFilter.ofTypes(SignalType.DOUBT).withSource(source)),
                    Set.of(SignalType.DOUBT), before);
            case 4 -> {
                List<Signal> latest = bus.latest(SignalFilter.ofTypes(SignalType.DISCOVERY, SignalType.DOUBT), FEW);
                if (latest.size() > FEW) {
                    verdict.fail(name + ": got " + latest.size() + " signals for the latest " + FEW);
                }
                check(latest.reversed(), Set.of(SignalType.DISCOVERY, SignalType.DOUBT), before);
            }
            case 5 -> resolve();
            default -> sweep();
        }
        int size = bus.historySize();
        if (size > script.plan().history()) {
            verdict.fail(name + ": historySize " + size + ", at most " + script.plan().history() + " may be retained");
        }
    }

    /** @param before a time before the bus was asked: what was over by then must not be shown */
    private void check(List<Signal> snapshot, Set<SignalType> types, Instant before) {
        if (snapshot.size() > script.plan().history()) {
            verdict.fail(name + ": a snapshot of " + snapshot.size() + " signals, at most " + script.plan().history()
                    + " may be retained");
        }
        SequenceChecker follower = SequenceChecker.inSnapshot(script, types);
        for (Signal signal : snapshot) {
            verdict.check(name + " in a snapshot of " + types, follower.follow(signal));
            if (script.publisherOf(signal) >= 0 && SoakScript.isOver(signal, before)) {
                verdict.fail(name + ": " + signal.id() + " is shown at " + before + ", when it was over");
            }
        }
        for (int publisher = 0; publisher < seen.length; publisher++) {
            long end = follower.last(publisher);
            if (end > 0 && end < SoakScript.lastLasting(seen[publisher], types)) {
                verdict.fail(name + ": a snapshot of " + types + " ends at number " + end + " of "
                        + script.name(publisher) + " after one that went to " + seen[publisher]);
            }
            seen[publisher] = Math.max(seen[publisher], end);
        }
    }

    /** Checks the positions of a snapshot; signals of the bus have no numbers, so they fill the gaps between others. */
    private void checkPlaces(List<Signal> snapshot) {
        long next = 0;
        int unplaced = 0;
        for (Signal signal : snapshot) {
            int publisher = script.publisherOf(signal);
            if (publisher < 0) {
                unplaced++;
                continue;
            }
            long place = ledger.placeOf(publisher, SoakScript.numberOf(signal));
            if (next > 0 && place > 0 && place - next - unplaced != countBrief(next, place)) {
                verdict.fail(name + ": " + signal.id() + ", place " + place + " of the journal, follows place "
                        + (next - 1) + " and " + unplaced + " signals of the bus in a snapshot, and "
                        + countBrief(next, place) + " brief ones are between them");
            }
            next = place == 0 ? 0 : place + 1;
            unplaced = 0;
        }
    }

    /** From that place on and before the other: all that is between two signals of a snapshot is brief and over. */
    private long countBrief(long from, long to) {
        return LongStream.range(from, to).filter(ledger::isBrief).count();
    }

    private void resolve() {
        for (ConflictPair pair : bus.getConflicts()) {
            bus.resolveConflict(pair.signalA().id(), pair.signalB().id());
        }
    }

    private void sweep() {
        int swept = bus.sweep();
        if (swept < 0) {
            verdict.fail(name + ": swept " + swept + " signals");
        }
    }
}
