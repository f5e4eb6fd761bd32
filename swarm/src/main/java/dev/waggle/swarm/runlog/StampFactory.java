package dev.waggle.swarm.runlog;

import java.time.Instant;

import dev.waggle.signal.Scope;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.world.World;

/** Factory of ids, authors and dates for signals and facts of a solve. Owned by its thread. */
public final class StampFactory {

    private final String run;
    private final World signalIds;
    /** World of facts, with own ids, so that facts change no id of a published signal. */
    private final World factStamp;
    private final World interruptionStamp;
    private final SolveClock clock;

    private int round;

    /** Begins before the first round. */
    public StampFactory(String run, World world, SolveClock clock) {
        this.run = run;
        signalIds = world;
        factStamp = world.fork("findings");
        interruptionStamp = world.fork("interruptions");
        this.clock = clock;
    }

    /** Begins a round: later stamps are of that round. */
    public void beginRound(int number) {
        round = number;
    }

    /** Stamp of a signal published now. */
    public Stamp signalStamp(Source source) {
        return signalStampAt(source, clock.now());
    }

    /** Stamp of a signal published at that time. */
    public Stamp signalStampAt(Source source, Instant when) {
        return new Stamp(signalIds.nextId("sig"), source, when, Scope.ofRun(run, round));
    }

    /** Stamp of a fact about an interruption. It takes no id of other facts, so they keep theirs. */
    public Stamp interruptionStamp(Source source) {
        return new Stamp(interruptionStamp.nextId("sig"), source, clock.now(), Scope.ofRun(run, round));
    }

    /** Stamp of a fact that is only logged. */
    public Stamp factStamp(Source source) {
        return new Stamp(factStamp.nextId("sig"), source, clock.now(), Scope.ofRun(run, round));
    }
}
