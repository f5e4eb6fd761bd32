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
     * The answer in its own words; not blank.
     *
     * @param context who asks, until when, who pays and where what harnesses tell goes
     * @throws Exception when it cannot; then the answer is the decision
     */
    String synthesize(Material material, RunContext context) throws Exception;

    /**
     * What an answer is made of.
     *
     * @param task the question
     * @param consensus the decision if there is one, with every vote and dissent
     * @param discoveries what was found, oldest first
     * @param proposals what was proposed, oldest first
     */
    record Material(Task task, ConsensusResult consensus, List<Signal> discoveries, List<Signal> proposals) {
        public Material {
            discoveries = List.copyOf(discoveries);
            proposals = List.copyOf(proposals);
        }
    }
}
