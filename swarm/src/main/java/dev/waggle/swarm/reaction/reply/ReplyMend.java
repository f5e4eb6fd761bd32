package dev.waggle.swarm.reaction.reply;

/**
 * Correction of the form of a reply, without a second call of the model. It never changes what a valid reply says.
 *
 * @param cause what was wrong with the form
 * @param detail for people: the field or the text, and its value afterwards
 */
public record ReplyMend(Cause cause, String detail) {

    /** Cause of a correction. */
    public enum Cause {
        /** Text, fences or tags around the reply, or thoughts before it. */
        AROUND,
        /** A wrapper around the list of signals, or no list. */
        SHAPE,
        /** The reply is written as a call of a tool. */
        CALL,
        /** The text is not JSON: commas, quotes, brackets, comments and their kin. */
        SYNTAX,
        /** The reply ends before its end. */
        CUT,
        /** A field has another name than the asked one. */
        KEY,
        /** A number in another form than the asked one. */
        NUMBER,
        /** A stance in other words than the asked ones. */
        STANCE,
        /** A proposal or a signal under another name than the shown one. */
        REFERENCE,
        /** A type that is missing, in other words, or not allowed. */
        TYPE,
        /** An optional field without a readable value is omitted. */
        FIELD,
        /** A confidence that the model did not state counts 0.5. */
        UNSTATED,
        /** Several equal replies, or a last one that corrects those before it. */
        SEVERAL;

        /** Detail of a correction that concerns the whole reply. */
        String formDetail() {
            return this == CALL ? "a call written as text" : "another shape than a list \"signals\"";
        }
    }
}
