package dev.waggle.lab.journal;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.journal.LineCodec;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;

/** Source of sample events: votes of ten agents with a reason, lines of about 350 bytes. Safe for many threads. */
public final class SampleEvents {

    /** Entries of one solve. */
    static final int RUN = 1_000;

    private static final int AGENTS = 10;

    private final Instant time;
    private final List<Signal> signals;

    public SampleEvents(World world, int count) {
        time = world.now();
        signals = IntStream.range(0, count).mapToObj(i -> signal(world, i)).toList();
    }

    /** One of them, over and over. */
    public Signal get(long number) {
        return signals.get((int) (number % signals.size()));
    }

    /** Returns the time at which the log takes each event. */
    public Instant time() {
        return time;
    }

    public Emission emission(long number) {
        return new Emission(agent(number), 1 + (int) (number % RUN));
    }

    /** The whole line of one. */
    byte[] line(long number) {
        return LineCodec.line(number, LineCodec.body(get(number), emission(number), time));
    }

    /** The same signal as of another solve. */
    public static Signal ofRun(Signal signal, String run) {
        Stamp stamp = new Stamp(signal.id(), signal.source(), signal.time(), Scope.ofRun(run, 1));
        return Signal.of(signal.toDraft(), stamp);
    }

    private Signal signal(World world, int number) {
        Payload vote = new Payload.Vote("prop-" + number % AGENTS, Payload.Stance.AGREE,
                "It fits sample " + number + " better than the rival does.", 0.8);
        return Signal.of(Draft.of(vote, 0.75),
                new Stamp(world.nextId("sig"), Source.agent(agent(number)), time, Scope.ofRun("solve-0", 1)));
    }

    private static String agent(long number) {
        return "scout-" + number % AGENTS;
    }
}
