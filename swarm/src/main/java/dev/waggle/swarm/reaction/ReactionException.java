package dev.waggle.swarm.reaction;

import java.util.List;

import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.swarm.reaction.reply.ReplyError;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/** A turn of a model agent that failed. Its message names the model and the reason. */
final class ReactionException extends Exception {

    private static final long serialVersionUID = 1;

    /** At most this many characters of the reasons that a message names. */
    private static final int MAX_REASONS = 600;

    private ReactionException(String message, Throwable cause) {
        super(message, cause);
    }

    private ReactionException(String message) {
        super(message);
    }

    /** The model did not answer. */
    static ReactionException unanswered(String model, HarnessException failed) {
        HarnessFailure failure = failed.failure();
        return new ReactionException(model + ": " + failure.kind().wireName() + ": " + failure.message(), failed);
    }

    /** The model answered, and nothing of it could be used. */
    static ReactionException useless(String agentId, String model, List<ReplyError> faults) {
        return new ReactionException("agent " + agentId + ": no reply of " + model + " could be used: "
                + VisibleText.of(TextExcerpt.of(ReplyError.joinReasons(faults), MAX_REASONS)));
    }
}
