package dev.waggle.swarm.solve;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/** The words for what stands in a log and what came when the solve was done again. */
final class Difference {

    /** Most characters that are quoted of a value. */
    private static final int MOST = 200;

    private Difference() {}

    static String between(String run, int number, LogEntry there, Signal now, Emission by) {
        Map<String, Object> was = parts(there.signal(), there.emission());
        Map<String, Object> is = parts(now, by);
        String parts = was.keySet().stream().filter(part -> !Objects.equals(was.get(part), is.get(part)))
                .map(part -> part + " is " + shown(was.get(part)) + " and would now be " + shown(is.get(part)))
                .collect(Collectors.joining("; "));
        return "the log of " + run + " and the solve that is done again part at entry " + number + " ("
                + there.signal().type().text() + " by " + there.emission().by() + ", log number " + there.sequence()
                + "): " + parts
                + "\nMaybe the version, the agents or the configuration changed since, or an agent is not"
                + " deterministic. Nothing was appended.";
    }

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

    private static String shown(@Nullable Object value) {
        String words = String.valueOf(value);
        return words.length() <= MOST ? words : words.substring(0, MOST) + " ...";
    }
}
