package dev.waggle.cli.ask;

/**
 * Answer of a model to a question, and its cost.
 *
 * @param reply the answer
 * @param usd cost of all attempts in USD
 * @param reason reason for no answer; empty with one
 */
record AskedAnswer(PanelReply reply, double usd, String reason) {

    /** True if there was a call, with an answer or without. */
    boolean isAsked() {
        return reply.status() != PanelReply.Status.NOT_ASKED;
    }
}
