package dev.waggle.swarm.evaluation;

/**
 * Two different outcomes of one run.
 *
 * @param known the one that counts
 * @param told the other one
 */
public record OutcomeConflict(OutcomeRecord known, OutcomeRecord told) {

    public OutcomeConflict {
        if (!known.run().equals(told.run())) {
            throw new IllegalArgumentException(
                    "a conflict is about one run, got " + known.run() + " and " + told.run());
        }
    }

    /** Both outcomes, for people, with the source and the date of the known one. */
    public String inWords() {
        return "the outcome of run " + known.run() + " is " + known.inWords() + ", by "
                + known.judgement().source().inWords() + " on " + known.time() + ", and not " + told.inWords();
    }
}
