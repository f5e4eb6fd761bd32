package dev.waggle.swarm.fact;

import java.util.LinkedHashMap;
import java.util.Map;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;

/** The words for what stands in a log and what came when the solve was done again. */
final class Difference {

    private Difference() {}

    static String between(String run, int number, LogEntry there, Signal now, Emission by) {
        FirstDifference first = FirstDifference.of("", parts(there.signal(), there.emission()), parts(now, by));
        return "the log of " + run + " and the solve that is done again part at entry " + number + " ("
                + there.signal().type().text() + " by " + there.emission().by() + ", log number " + there.sequence()
                + "): " + first.path() + ": was " + first.was() + ", would now be " + first.is()
                + "\nMaybe the version, the agents or the configuration changed since, or an agent is not"
                + " deterministic. Nothing was appended.";
    }

    /** What matters most comes first. */
    private static Map<String, Object> parts(Signal signal, Emission by) {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("type", signal.type());
        parts.put("emission", by);
        parts.put("payload", signal.payload());
        parts.put("id", signal.id());
        parts.put("source", signal.source());
        parts.put("time", signal.time());
        parts.put("scope", signal.scope());
        parts.put("links", signal.links());
        parts.put("grading", signal.grading());
        parts.put("lifetime", signal.lifetime());
        parts.put("audience", signal.audience());
        parts.put("extensions", signal.extensions());
        return parts;
    }
}
