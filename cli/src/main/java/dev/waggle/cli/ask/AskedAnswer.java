package dev.waggle.cli.ask;

/**
 * Answer of a model to a question, and its cost.
 *
 * @param reply the answer
 * @param usd cost of all attempts in USD
 * @param reason reason for no answer; empty with one
 */
record AskedAnswer(ModelReply reply, double usd, String reason) {

    /** True if there was a call, with an answer or without. */
    boolean isAsked() {
        return reply.status() != ModelReply.Status.NOT_ASKED;
    }
}
