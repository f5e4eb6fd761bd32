package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.agent.Agent;

/** What came of a solve so far: what was said, what was refused and who failed. Owned by the thread of the solve. */
final class Minutes {

    private final List<Signal> log = new ArrayList<>();
    private final Map<String, List<Signal>> saidBy = new HashMap<>();
    private final List<Refusal> refusals = new ArrayList<>();
    private final List<AgentFailure> failures = new ArrayList<>();

    void said(Signal signal, Words words) {
        log.add(signal);
        if (words.isOfAgent()) {
            saidBy.computeIfAbsent(words.emission().by(), agent -> new ArrayList<>()).add(signal);
        }
    }

    void refused(Refusal refusal) {
        refusals.add(refusal);
    }

    void failed(AgentFailure failure) {
        failures.add(failure);
    }

    List<Signal> log() {
        return log;
    }

    List<Refusal> refusals() {
        return refusals;
    }

    List<AgentFailure> failures() {
        return failures;
    }

    /** What each of these agents brought, silent ones too, in their order. */
    Map<String, AgentContribution> contributions(List<Agent> agents) {
        Map<String, AgentContribution> rows = new LinkedHashMap<>();
        for (Agent agent : agents) {
            String id = agent.profile().id();
            rows.put(id, AgentContribution.of(id, saidBy.getOrDefault(id, List.of())));
        }
        return rows;
    }
}
