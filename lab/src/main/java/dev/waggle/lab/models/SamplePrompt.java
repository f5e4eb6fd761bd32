package dev.waggle.lab.models;

import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.harness.HarnessInput;

/**
 * Prompt of our agents in a first round, for the rivals to use too.
 *
 * @param system the agent's identity, its rules and the form of a reply
 * @param user the question and the instructions
 */
record SamplePrompt(String system, String user) {

    /** Records the prompt of an agent of a team. */
    static SamplePrompt overheard() {
        CompletableFuture<HarnessInput> input = new CompletableFuture<>();
        AgentTeam.of(1, new StandIn(input::complete)).solve();
        HarnessInput question = input.join();
        String system = question.system();
        if (system == null) {
            throw new IllegalStateException("an agent asks without saying who it is: " + question);
        }
        return new SamplePrompt(system, question.messages().getFirst().content());
    }
}
