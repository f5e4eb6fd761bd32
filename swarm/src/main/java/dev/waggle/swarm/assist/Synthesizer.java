package dev.waggle.swarm.assist;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.consensus.ConsensusResult;

/** Writes a coherent answer when the deliberation is over. Thread-safe: several solves may ask at once. */
@FunctionalInterface
public interface Synthesizer {

    /**
     * Writes the answer; not blank.
     *
     * @param context the caller, the deadline, the payer and the receiver of harness signals
     * @throws Exception when it fails; then the answer is the decision
     */
    String synthesize(Material material, RunContext context) throws Exception;

    /**
     * Material of an answer.
     *
     * @param task the question
     * @param consensus the decision if there is one, with every vote and dissent
     * @param discoveries published discoveries, oldest first
     * @param proposals published proposals, oldest first
     */
    record Material(Task task, ConsensusResult consensus, List<Signal> discoveries, List<Signal> proposals) {
        public Material {
            discoveries = List.copyOf(discoveries);
            proposals = List.copyOf(proposals);
        }
    }
}
