package dev.waggle.swarm.evolution.control;

import java.util.Objects;

import dev.waggle.swarm.evolution.AgentVacancy;

/** Step that evolution asks of the loop after a round. */
public sealed interface EvolutionStep {

    /** Id of the agent that joins or leaves. */
    String agentId();

    /** Reason, in one sentence for people. */
    String reason();

    /** An agent joins, and takes turns from the next round on. */
    record Spawn(AgentVacancy vacancy) implements EvolutionStep {
        @Override
        public String agentId() {
            return vacancy.agentId();
        }

        @Override
        public String reason() {
            return vacancy.reason();
        }
    }

    /** An agent that evolution had added leaves, for good. */
    record Dissolve(String agentId, String reason) implements EvolutionStep {
        public Dissolve {
            Objects.requireNonNull(agentId, "agentId");
            Objects.requireNonNull(reason, "reason");
        }
    }
}
