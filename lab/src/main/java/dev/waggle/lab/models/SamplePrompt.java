package dev.waggle.lab.models;

import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.harness.HarnessInput;

/**
 * What our agents tell their models in a first round, for others to tell it too.
 *
 * @param system who the agent is, its rules and the form of a reply
 * @param user the question and what to do
 */
record SamplePrompt(String system, String user) {

    /** What an agent of a team was heard to ask. */
    static SamplePrompt overheard() {
        CompletableFuture<HarnessInput> asked = new CompletableFuture<>();
        AgentTeam.of(1, new StandIn(asked::complete)).solve();
        HarnessInput question = asked.join();
        String system = question.system();
        if (system == null) {
            throw new IllegalStateException("an agent asks without saying who it is: " + question);
        }
        return new SamplePrompt(system, question.messages().getFirst().content());
    }
}
