package dev.waggle.swarm.fact;

import java.util.List;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Signal;

/**
 * What came of a turn of an agent, or of a piece of work for a part of the runtime, as a log holds it.
 *
 * @param outcome what it brought, as JSON, or why it failed
 * @param told what harnesses told in it
 * @param bill what it cost
 */
public record WorkDone(Outcome<JsonValue> outcome, List<Signal> told, Bill bill) {

    public WorkDone {
        told = List.copyOf(told);
    }
}
