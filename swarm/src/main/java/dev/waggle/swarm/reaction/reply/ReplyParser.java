package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.reaction.reply.text.WorkCounter;

/**
 * Parses a reply into drafts, tolerant of form and strict in meaning. The reply may stand anywhere in the text. Its
 * syntax, names, numbers and words are mended where their meaning is certain, and each correction is named. A value that
 * cannot be read is left out where it is optional, and drops its item where it is needed. The other items stay. The
 * work is linear in the length of the text.
 *
 * <p>All drafts are of types that the agent may emit, and by itself. A proposal, doubt, challenge, escalation or memory
 * that it may not emit becomes a discovery if it may emit those, because the finding is useful. A vote never changes
 * its type. Proposals come first, then the rest in the order of the reply.
 */
public final class ReplyParser {

    /** Maximum number of signals in one reaction; an agent with more gets another turn. */
    public static final int MAX_SIGNALS = 8;

    /** Longest reply that is read, in characters: far more than an answer of the most tokens has. */
    static final int MAX_LENGTH = 200_000;

    private final AgentProfile profile;
    private final SignalReferences references;
    private final String answered;

    /** A parser of that agent's replies; an item without a target answers that signal. */
    public ReplyParser(AgentProfile profile, SignalReferences references, String answered) {
        this.profile = profile;
        this.references = references;
        this.answered = answered;
    }

    /** Reads a reply that the model ended itself. */
    public ModelReply read(String text) {
        return read(text, false);
    }

    /** Reads a reply that a limit ended: its last value may have gone on. */
    public ModelReply readCut(String text) {
        return read(text, true);
    }

    private ModelReply read(String text, boolean isCut) {
        List<ReplyMend> mends = new ArrayList<>();
        try {
            FoundReply found = new ReplyFinder(profile.id(), new WorkCounter(text.length()), mends, 0)
                    .find(checked(text));
            return new DraftBuilder(profile, references, answered, isCut, mends).build(found);
        } catch (UnreadableReplyException unreadable) {
            return new ModelReply(List.of(), List.of(new ReplyError(ReplyError.Kind.UNREADABLE,
                    Objects.toString(unreadable.getMessage(), "unreadable"))), List.of());
        }
    }

    private static String checked(String text) throws UnreadableReplyException {
        if (text.isBlank()) {
            throw new UnreadableReplyException("the reply is empty");
        }
        if (text.length() > MAX_LENGTH) {
            throw new UnreadableReplyException("the reply has " + text.length() + " characters, of at most "
                    + MAX_LENGTH);
        }
        return text;
    }
}
