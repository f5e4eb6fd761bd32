package dev.waggle.signal.transcript;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;

/**
 * The model calls of one run, found in its log by authenticated emitter and call number. So concurrent calls are
 * separated however their signals are mixed, and signals of others in between do not cut them. Immutable.
 */
public final class Transcript {

    private final Map<Emission, ModelCall> calls;

    private Transcript(Map<Emission, ModelCall> calls) {
        this.calls = calls;
    }

    /**
     * Returns the transcript of entries in the order of their log. Signals outside an agent's call, and calls without
     * harness signals, are omitted.
     *
     * @throws IllegalArgumentException when the same call of an agent was made in two runs
     */
    public static Transcript of(List<LogEntry> entries) {
        Map<Emission, List<LogEntry>> entriesByCall = new LinkedHashMap<>();
        for (LogEntry entry : entries) {
            if (entry.emission().invocation() > 0) {
                List<LogEntry> call = entriesByCall.computeIfAbsent(entry.emission(), _ -> new ArrayList<>());
                if (!call.isEmpty()) {
                    requireSameRun(call.getFirst(), entry);
                }
                call.add(entry);
            }
        }
        Map<Emission, ModelCall> calls = new LinkedHashMap<>();
        entriesByCall.forEach((emission, ownEntries) -> {
            if (ownEntries.stream().anyMatch(entry -> HarnessEventType.isHarnessType(entry.signal().type()))) {
                calls.put(emission, new ModelCall(emission.by(), emission.invocation(), ownEntries));
            }
        });
        return new Transcript(calls);
    }

    /** Returns the transcript of one run of a log that may hold several. */
    public static Transcript ofRun(List<LogEntry> entries, String run) {
        return of(entries.stream().filter(entry -> run.equals(entry.signal().scope().run())).toList());
    }

    /** Returns all calls, in the order of their first signal. */
    public List<ModelCall> calls() {
        return List.copyOf(calls.values());
    }

    /** Returns a call of an agent, counted from 1. */
    public Optional<ModelCall> call(String agent, int invocation) {
        return Optional.ofNullable(calls.get(new Emission(agent, invocation)));
    }

    private static void requireSameRun(LogEntry first, LogEntry other) {
        String run = first.signal().scope().run();
        String another = other.signal().scope().run();
        if (run != null && another != null && !run.equals(another)) {
            throw new IllegalArgumentException("call " + other.emission().invocation() + " of "
                    + other.emission().by() + " was made in two runs, " + run + " at " + first.sequence() + " and "
                    + another + " at " + other.sequence() + "\nMaybe Transcript.ofRun(entries, \"" + run
                    + "\") is meant.");
        }
    }
}
