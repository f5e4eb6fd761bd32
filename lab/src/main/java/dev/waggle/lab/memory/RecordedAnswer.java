package dev.waggle.lab.memory;

/**
 * Last answer of an agent to a question, with its reasons.
 *
 * @param agent the agent
 * @param option place of the answer among the options; -1 if it is none of them
 * @param text reasons, without line breaks; may be empty
 */
record RecordedAnswer(String agent, int option, String text) {}
