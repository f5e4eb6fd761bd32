package dev.waggle.testing;

import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;

/**
 * Request to a {@link ScriptedModel}, as its script sees it and as the model records it.
 *
 * @param number the number of the request to this model, from 1, in the order of arrival
 * @param agent the id of the agent that asks
 * @param turn the number of the agent's turn in its solve, from 1; several requests may belong to one turn
 * @param input the whole request
 */
public record ModelRequest(int number, String agent, int turn, HarnessInput input) {

    /** Returns the text of the last message of a user; empty when there is none. */
    public String prompt() {
        for (Message message : input.messages().reversed()) {
            if (message.role() == Message.Role.USER) {
                return message.content();
            }
        }
        return "";
    }

    /** True if the system prompt or a message holds that text. */
    public boolean contains(String text) {
        String system = input.system();
        return (system != null && system.contains(text))
                || input.messages().stream().anyMatch(message -> message.content().contains(text));
    }
}
