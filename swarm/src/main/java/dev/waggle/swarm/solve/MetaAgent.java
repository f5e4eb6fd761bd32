package dev.waggle.swarm.solve;

import java.util.List;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.lens.MathAnalysis;
import org.jspecify.annotations.Nullable;

/** A model that looks at the whole deliberation from outside. Thread-safe: several solves may ask at once. */
@FunctionalInterface
public interface MetaAgent {

    /**
     * What it would do now, as its model wrote it: JSON with {@code action} (REFRAME, CHALLENGE, SYNTHESIZE or NONE),
     * {@code reasoning} and {@code intervention}. What cannot be read does nothing.
     *
     * @param context who asks, until when, who pays and where what harnesses tell goes
     * @throws Exception when it cannot; then nothing is done
     */
    String consider(View view, RunContext context) throws Exception;

    /**
     * What it sees.
     *
     * @param task the question
     * @param round the round that ends, from 1
     * @param signals what was said lately, oldest first
     * @param leading the leading proposal, if there is one
     * @param analysis what mathematics sees
     */
    record View(Task task, int round, List<Signal> signals, @Nullable Proposal leading, MathAnalysis analysis) {
        public View {
            signals = List.copyOf(signals);
        }
    }
}
