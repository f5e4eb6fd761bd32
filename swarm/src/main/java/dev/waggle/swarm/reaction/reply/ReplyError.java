package dev.waggle.swarm.reaction.reply;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Reason for an omitted part of a reply.
 *
 * @param kind kind of the error
 * @param reason for people and for the model: the error, and a valid form
 */
public record ReplyError(Kind kind, String reason) {

    /** Kind of an error in a reply. */
    public enum Kind {
        /** The reply is not in the requested form. */
        UNREADABLE,
        /** An item has a field that is missing, wrong or out of range, or an unknown reference. */
        BAD,
        /** The agent may not emit such a signal. */
        NOT_ALLOWED,
        /** The model itself rates it as unrelated to the question. */
        OFF_TOPIC,
        /** The agent has emitted it before: a reason to be silent, not to be asked again. */
        REPEATED
    }

    /** All reasons in one line. */
    public static String joinReasons(List<ReplyError> faults) {
        return faults.stream().map(ReplyError::reason).collect(Collectors.joining("; "));
    }
}
