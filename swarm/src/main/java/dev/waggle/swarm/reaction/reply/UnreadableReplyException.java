package dev.waggle.swarm.reaction.reply;

/** A text without one reply. The message is for people and for the model. */
final class UnreadableReplyException extends Exception {

    private static final long serialVersionUID = 1;

    UnreadableReplyException(String message) {
        super(message);
    }
}
