package dev.waggle.cli.decide;

import dev.waggle.review.batch.BatchSummary;
import dev.waggle.review.batch.ItemDecider;
import dev.waggle.review.batch.ItemDecision;

/** Writes the outcomes of a batch one by one, then the summary. */
public sealed interface DecisionReport permits TableReport, JsonReport, CsvReport {

    void item(ItemDecision outcome);

    /** After the last item. */
    void end(BatchSummary summary);

    /** Decides everything and writes it. */
    default void write(ItemDecider decider) {
        end(decider.decide(this::item));
    }
}
