package dev.waggle.cli.ask;

/**
 * Answer of a model to a question.
 *
 * @param status whether there is an answer
 * @param answer the answer; empty for none
 * @param confidence stated confidence 0..1; NaN for none
 */
record PanelReply(Status status, String answer, double confidence) {

    /** Status of a reply. */
    enum Status {
        /** An answer, and one of the options where there are any. */
        ANSWERED,
        /** A reply that names no option. */
        OUTSIDE,
        /** A reply that cannot be read. */
        UNREADABLE,
        /** No reply: the call failed. */
        FAILED,
        /** No call: the recording has none, or the budget was spent. */
        NOT_ASKED
    }

    /** No answer, for that reason. */
    static PanelReply none(Status status) {
        return new PanelReply(status, "", Double.NaN);
    }
}
