package dev.waggle.swarm.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.waggle.signal.Signal;

/**
 * An agent's chance to speak.
 *
 * @param round the round, from 1
 * @param invocation how many turns this participant has had, this one included
 * @param stimuli what others said since its last turn that it listens to, in order
 * @param history what the bus retains of the whole solve, as it stood when the round began
 * @param now the date when the round began
 * @param remaining how much time the solve has left
 */
public record Turn(int round, int invocation, List<Signal> stimuli, HistoryView history, Instant now,
        Duration remaining) {

    public Turn {
        stimuli = List.copyOf(stimuli);
    }
}
