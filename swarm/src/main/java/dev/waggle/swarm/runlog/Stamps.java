package dev.waggle.swarm.runlog;

import java.time.Instant;

import dev.waggle.signal.Scope;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.world.World;

/** Gives what is said and what is written down in a solve its id, its author and its date. Owned by its thread. */
public final class Stamps {

    private final String run;
    private final World said;
    /** For what is only written down, so that looking changes no id of what is said. */
    private final World apart;
    private final SolveClock clock;

    private int round;

    /** Begins before the first round. */
    public Stamps(String run, World world, SolveClock clock) {
        this.run = run;
        said = world;
        apart = world.fork("findings");
        this.clock = clock;
    }

    /** What comes is of that round. */
    public void beginRound(int number) {
        round = number;
    }

    /** For something that is said now. */
    public Stamp now(Source source) {
        return at(source, clock.now());
    }

    /** For something that was said at that time. */
    public Stamp at(Source source, Instant when) {
        return new Stamp(said.nextId("sig"), source, when, Scope.ofRun(run, round));
    }

    /** For something that is only written down. */
    public Stamp apart(Source source) {
        return new Stamp(apart.nextId("sig"), source, clock.now(), Scope.ofRun(run, round));
    }
}
