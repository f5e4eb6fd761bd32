package dev.waggle.swarm.solve;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.consensus.ConsensusResult;

/** Writes the answer of a swarm from what the solve brought. Thread-safe. */
@FunctionalInterface
public interface Synthesizer {

    /**
     * The answer; a blank one counts as none.
     *
     * @throws Exception when it cannot; then the decision is the answer
     */
    String synthesize(Material material, RunContext context) throws Exception;

    /**
     * What an answer is made of.
     *
     * @param task the question
     * @param consensus what the votes say, with every dissent
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
