package dev.waggle.signal.history;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * The retained signals that have one thing in common, in the order of publishing. Those whose times ascend are found by
 * time with a binary search; the few that came late, or after one that is dated ahead, stand in a tree of their own.
 */
final class Posting {

    private Strand prompt = new Strand();
    private @Nullable Late late;

    void add(Retained one) {
        if (prompt.isEmpty() || prompt.last().time <= one.time) {
            prompt.add(one);
        } else {
            if (late == null) {
                late = new Late();
            }
            late.add(one);
        }
    }

    void remove(Retained one, boolean read) {
        if (late != null && late.remove(one, read)) {
            late = late.isEmpty() ? null : late;
        } else {
            prompt.noteRemoval(one, read);
        }
    }

    int size() {
        return prompt.size() + (late == null ? 0 : late.size());
    }

    boolean isEmpty() {
        return size() == 0;
    }

    /** The oldest one. */
    Retained first() {
        if (late == null) {
            return prompt.first();
        }
        Retained first = late.strand.first();
        return prompt.isEmpty() || first.place < prompt.first().place ? first : prompt.first();
    }

    void addRuns(List<Run> runs) {
        addRun(runs, prompt.all());
        if (late != null) {
            addRun(runs, late.all());
        }
    }

    void addRuns(List<Run> runs, long since, long until) {
        addRun(runs, prompt.between(since, until));
        if (late != null) {
            addRun(runs, late.between(since, until));
        }
    }

    /** Those who walk it see what they saw. */
    void clear() {
        prompt = new Strand();
        late = null;
    }

    private static void addRun(List<Run> runs, Run run) {
        if (!run.isEmpty()) {
            runs.add(run);
        }
    }

    /** Signals with a time before that of one published earlier. */
    private static final class Late {

        private final Strand strand = new Strand();
        private final TreeMap<Moment, Retained> byTime = new TreeMap<>();

        void add(Retained one) {
            strand.add(one);
            byTime.put(new Moment(one.time, one.place), one);
        }

        boolean remove(Retained one, boolean read) {
            boolean known = byTime.remove(new Moment(one.time, one.place)) != null;
            if (known) {
                strand.noteRemoval(one, read);
            }
            return known;
        }

        int size() {
            return byTime.size();
        }

        boolean isEmpty() {
            return byTime.isEmpty();
        }

        Run all() {
            return strand.all();
        }

        /** Those of that span, both ends included; costs what it returns. */
        Run between(long since, long until) {
            if (since > until) {
                return new Run(new Retained[0], 0, 0);
            }
            Retained[] found = byTime
                    .subMap(new Moment(since, Long.MIN_VALUE), true, new Moment(until, Long.MAX_VALUE), true).values()
                    .toArray(Retained[]::new);
            Arrays.sort(found, Comparator.comparingLong(one -> one.place));
            return new Run(found, 0, found.length);
        }
    }
}
