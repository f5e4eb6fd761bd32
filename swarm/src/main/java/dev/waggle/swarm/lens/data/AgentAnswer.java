package dev.waggle.swarm.lens.data;

import java.time.Instant;

import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Identity of an answer among those of one agent. All signals of an answer have one date and one round. A later answer
 * differs in one of them, unless the clock stands still.
 *
 * @param time the date of its signals
 * @param round the round of its signals, if they state one
 */
record AgentAnswer(Instant time, @Nullable Integer round) {

    static AgentAnswer of(Signal signal) {
        return new AgentAnswer(signal.time(), signal.scope().round());
    }
}
