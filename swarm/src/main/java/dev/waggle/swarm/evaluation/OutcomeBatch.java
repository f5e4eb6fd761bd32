package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;

import dev.waggle.signal.learning.OutcomeLog.OutcomeReceipt;

/**
 * Outcomes of several runs that are told together. All of them are compared with the known ones first. So a batch with
 * a conflict tells nothing. A process that ends midway leaves the outcomes before it told, and telling the batch again
 * completes it. The counts are the same as those of telling one by one. Owned by one thread.
 */
public final class OutcomeBatch {

    private final OutcomeTracker tracker;
    private final List<OutcomeRecord> outcomes;
    private final Map<String, OutcomeRecord> known = new HashMap<>();

    /**
     * Batch for that tracker, compared with its outcomes now.
     *
     * @param outcomes one for each run, in the order of telling
     * @throws IllegalArgumentException when two of them are of one run
     */
    public OutcomeBatch(OutcomeTracker tracker, List<OutcomeRecord> outcomes) {
        this.tracker = tracker;
        this.outcomes = List.copyOf(outcomes);
        Set<String> runs = new HashSet<>();
        for (OutcomeRecord outcome : outcomes) {
            if (!runs.add(outcome.run())) {
                throw new IllegalArgumentException("a batch has one outcome for each run, got two of "
                        + outcome.run());
            }
        }
        tracker.standing(outcome -> {
            if (runs.contains(outcome.run())) {
                known.put(outcome.run(), outcome);
            }
        });
    }

    /** Number of outcomes. */
    public int size() {
        return outcomes.size();
    }

    /** Outcomes whose right answer no agent proposed, so that every vote was wrong; in order. */
    public List<OutcomeRecord> unproposed() {
        return outcomes.stream().filter(outcome -> {
            OutcomeRecord.RightAnswer right = outcome.judgement().right();
            return right != null && right.id() == null;
        }).toList();
    }

    /** Outcomes that differ from the known one of their run, in order. */
    public List<OutcomeConflict> conflicts() {
        List<OutcomeConflict> conflicts = new ArrayList<>();
        for (OutcomeRecord outcome : outcomes) {
            OutcomeRecord first = known.get(outcome.run());
            if (first != null && !first.isSameOutcome(outcome)) {
                conflicts.add(new OutcomeConflict(first, outcome));
            }
        }
        return conflicts;
    }

    /**
     * Tells the outcomes.
     *
     * @param progress receives the number of outcomes that were told so far
     * @throws OutcomeConflictException when there is a conflict, before anything is told
     */
    public BatchCount tell(LongConsumer progress) {
        OutcomeConflictException.refuse(conflicts());
        return tellAll(progress);
    }

    /** Tells the outcomes; in a conflict the one of this batch takes the place of the known one. */
    public BatchCount replace(LongConsumer progress) {
        return tellAll(progress);
    }

    private BatchCount tellAll(LongConsumer progress) {
        BatchCount.Counter counter = new BatchCount.Counter();
        for (int i = 0; i < outcomes.size(); i++) {
            OutcomeRecord outcome = outcomes.get(i);
            OutcomeRecord first = known.get(outcome.run());
            if (first != null && first.isSameOutcome(outcome)) {
                counter.countKnown();
            } else {
                counter.count(first == null ? tracker.append(outcome) : tracker.appendReplacement(outcome));
            }
            progress.accept(i + 1L);
        }
        tracker.refresh();
        return counter.counted();
    }

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
}
