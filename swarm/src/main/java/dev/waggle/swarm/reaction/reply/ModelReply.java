package dev.waggle.swarm.reaction.reply;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.Draft;

/**
 * Parsed reply of a model.
 *
 * @param drafts the valid signals
 * @param faults errors of the rest
 * @param mends corrections of its form, in the order in which they were made
 */
public record ModelReply(List<Draft> drafts, List<ReplyError> faults, List<ReplyMend> mends) {

    public ModelReply {
        drafts = List.copyOf(drafts);
        faults = List.copyOf(faults);
        mends = List.copyOf(mends);
    }

    /** Adds one fault. */
    public ModelReply with(ReplyError fault) {
        List<ReplyError> more = new ArrayList<>(faults);
        more.add(fault);
        return new ModelReply(drafts, more, mends);
    }

    /** True if it has no drafts although its items were new. */
    public boolean failed() {
        return drafts.isEmpty() && faults.stream().anyMatch(fault -> fault.kind() != ReplyError.Kind.REPEATED);
    }
}
