package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Draft;

/**
 * What became of a reply.
 *
 * @param drafts what can be said
 * @param faults why the rest cannot
 */
public record ModelReply(List<Draft> drafts, List<ReplyError> faults) {

    public ModelReply {
        drafts = List.copyOf(drafts);
        faults = List.copyOf(faults);
    }

    /** With one more fault. */
    public ModelReply with(ReplyError fault) {
        List<ReplyError> more = new ArrayList<>(faults);
        more.add(fault);
        return new ModelReply(drafts, more);
    }

    /** Whether it holds nothing to say although it tried to say something new. */
    public boolean failed() {
        return drafts.isEmpty() && faults.stream().anyMatch(fault -> fault.kind() != ReplyError.Kind.REPEATED);
    }
}
