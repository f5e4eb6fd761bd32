package dev.waggle.swarm.reaction.reply;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Why something in a reply is not said.
 *
 * @param kind what is wrong
 * @param reason for people and for the model: what, and what would do
 */
public record ReplyError(Kind kind, String reason) {

    /** What can be wrong with a reply. */
    public enum Kind {
        /** It is not in the form that was asked for. */
        UNREADABLE,
        /** An item has a field that is missing, wrong or out of range, or names what is not there. */
        BAD,
        /** The agent may not say such a thing. */
        NOT_ALLOWED,
        /** The model says itself that it has nothing to do with the question. */
        OFF_TOPIC,
        /** The agent has said it before: a reason to be silent, not to be asked again. */
        REPEATED
    }

    /** All reasons in one line. */
    public static String joinReasons(List<ReplyError> faults) {
        return faults.stream().map(ReplyError::reason).collect(Collectors.joining("; "));
    }
}
