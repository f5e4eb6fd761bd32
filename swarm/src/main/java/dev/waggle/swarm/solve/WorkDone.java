package dev.waggle.swarm.solve;

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
record WorkDone(Call.Outcome<JsonValue> outcome, List<Signal> told, Bill bill) {

    WorkDone {
        told = List.copyOf(told);
    }
}
