package dev.waggle.swarm.evaluation;

/** Refusal of an outcome, because another one of the same run is known. */
public final class OutcomeConflictException extends IllegalStateException {

    private static final long serialVersionUID = 1;

    private final transient OutcomeRecord first;

    OutcomeConflictException(OutcomeRecord first, OutcomeRecord second) {
        super("the outcome of run " + first.run() + " is " + inWords(first) + ", by "
                + first.judgement().source().inWords() + " on " + first.time() + ", and not " + inWords(second)
                + "\nMaybe replace it, which takes back everything that was learned from it.");
        this.first = first;
    }

    /** The known outcome. */
    public OutcomeRecord first() {
        return first;
    }

    private static String inWords(OutcomeRecord outcome) {
        return outcome.judgement().verdict().wireName() + " (" + outcome.taskType() + ")";
    }
}
