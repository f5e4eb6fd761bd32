package dev.waggle.swarm.evaluation;

import java.util.List;

/** Refusal of an outcome, because another one of the same run is known. */
public final class OutcomeConflictException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private final transient OutcomeRecord first;

    OutcomeConflictException(OutcomeRecord first, OutcomeRecord second) {
        super(new OutcomeConflict(first, second).inWords()
                + "\nMaybe replace it, which takes back everything that was learned from it.");
        this.first = first;
    }

    /** Refuses the first of these conflicts, if there is one. */
    static void refuse(List<OutcomeConflict> conflicts) {
        if (!conflicts.isEmpty()) {
            throw new OutcomeConflictException(conflicts.getFirst().known(), conflicts.getFirst().told());
        }
    }

    /** The known outcome. */
    public OutcomeRecord first() {
        return first;
    }
}
