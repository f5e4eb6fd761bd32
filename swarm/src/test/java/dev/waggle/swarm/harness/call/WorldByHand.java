package dev.waggle.swarm.harness.call;

import java.time.Duration;
import java.time.Instant;

import dev.waggle.signal.world.ForwardingWorld;
import dev.waggle.signal.world.ManualWorld;

/** A world whose clock is moved by hand, for tests that define the effect of a wait. */
abstract class WorldByHand extends ForwardingWorld {

    private final ManualWorld hands;

    WorldByHand() {
        this(new ManualWorld(Instant.EPOCH, 7));
    }

    private WorldByHand(ManualWorld hands) {
        super(hands);
        this.hands = hands;
    }

    final void advance(Duration span) {
        hands.advance(span);
    }
}
