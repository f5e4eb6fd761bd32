package dev.waggle.cli.decide;

import dev.waggle.swarm.review.batch.Decider;
import dev.waggle.swarm.review.batch.Outcome;
import dev.waggle.swarm.review.batch.Summary;

/** Writes the outcomes of a batch one by one, then the summary. */
public sealed interface Report permits TableReport, JsonReport, CsvReport {

    void item(Outcome outcome);

    /** After the last item. */
    void end(Summary summary);

    /** Decides everything and writes it. */
    default void write(Decider decider) {
        end(decider.decide(this::item));
    }
}
