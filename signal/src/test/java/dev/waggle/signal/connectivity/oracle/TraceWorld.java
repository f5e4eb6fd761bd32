package dev.waggle.signal.connectivity.oracle;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;

/** The world of a trace: a manual one whose date may step back. */
final class TraceWorld extends ForwardingWorld {

    private final ManualWorld hands;
    private Duration behind = Duration.ZERO;

    TraceWorld(Instant start) {
        this(new ManualWorld(start, 1));
    }

    private TraceWorld(ManualWorld hands) {
        super(hands);
        this.hands = hands;
    }

    /** Moves the date; the stopwatch never steps back. */
    void tick(Duration span) {
        if (span.isNegative()) {
            behind = behind.minus(span);
        } else {
            hands.advance(span);
        }
    }

    @Override
    public Instant now() {
        return super.now().minus(behind);
    }

    @Override
    public World fork(String name) {
        throw new UnsupportedOperationException("the date of a fork would not step back: " + name);
    }
}
