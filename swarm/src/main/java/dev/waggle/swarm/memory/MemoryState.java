package dev.waggle.swarm.memory;

import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** State of a memory in a pool. Not thread-safe. */
final class MemoryState {

    private final NewMemory memory;
    private final MemoryRules rules;
    private final Set<String> reinforcedBy = new LinkedHashSet<>();
    private double strength = MemoryRules.NEW_STRENGTH;
    private MemoryOutcome outcome = MemoryOutcome.UNKNOWN;

    MemoryState(NewMemory memory, MemoryRules rules) {
        this.memory = memory;
        this.rules = rules;
    }

    @Nullable String run() {
        return memory.origin().run();
    }

    /** Strength with the outcome in it. */
    double strength() {
        return strength * outcome.factor();
    }

    /** Reinforces it, once for each agent but its author. */
    void reinforce(String agent) {
        if (!agent.equals(memory.origin().author()) && reinforcedBy.add(agent)) {
            strength = rules.reinforced(strength);
        }
    }

    void decay() {
        strength = rules.decayed(strength, reinforcedBy.size());
    }

    void judge(MemoryOutcome told) {
        outcome = told;
    }

    StoredMemory stored(String id) {
        return new StoredMemory(id, memory.content(), memory.category(), memory.importance(), strength(),
                memory.origin(), reinforcedBy, outcome, memory.metadata());
    }
}
