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
public record Reply(List<Draft> drafts, List<Fault> faults) {

    public Reply {
        drafts = List.copyOf(drafts);
        faults = List.copyOf(faults);
    }

    /** With one more fault. */
    public Reply with(Fault fault) {
        List<Fault> more = new ArrayList<>(faults);
        more.add(fault);
        return new Reply(drafts, more);
    }

    /** Whether it holds nothing to say although it tried to say something new. */
    public boolean failed() {
        return drafts.isEmpty() && faults.stream().anyMatch(fault -> fault.kind() != Fault.Kind.REPEATED);
    }
}
