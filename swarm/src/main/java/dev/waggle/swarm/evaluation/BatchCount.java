package dev.waggle.swarm.evaluation;

import dev.waggle.signal.learning.OutcomeLog.OutcomeReceipt;

/**
 * Numbers of outcomes that were told together.
 *
 * @param told the outcomes that are the first of their run
 * @param known the outcomes that were known
 * @param replaced the outcomes that took the place of another one
 * @param droppedBytes bytes of an unfinished outcome that an ended process had left in the log; 0 as a rule
 */
public record BatchCount(long told, long known, long replaced, long droppedBytes) {

    /** Counter of the outcomes of one batch. */
    static final class Counter {

        private long told;
        private long known;
        private long replaced;
        private long droppedBytes;

        void count(OutcomeReceipt receipt) {
            droppedBytes += receipt.droppedBytes();
            if (!receipt.appended()) {
                known++;
            } else if (receipt.entry().replaces()) {
                replaced++;
            } else {
                told++;
            }
        }

        void countKnown() {
            known++;
        }

        BatchCount counted() {
            return new BatchCount(told, known, replaced, droppedBytes);
        }
    }
}
