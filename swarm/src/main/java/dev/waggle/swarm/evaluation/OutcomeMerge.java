package dev.waggle.swarm.evaluation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;
import dev.waggle.swarm.evaluation.OutcomeBatch.BatchCount;
import dev.waggle.swarm.evaluation.OutcomeRecord.OutcomeContent;
import org.jspecify.annotations.Nullable;

/**
 * Merge of the outcomes of another log into ours.
 *
 * <pre>
 *   ours  A B C          a merge tells E behind C, as if it had been told there
 *   other A B E          both begin with A: they have a common ancestor
 * </pre>
 *
 * <p>A merge needs a common ancestor, because learning goes by the names of agents. In logs of separate origin, agents
 * of one name may be different agents, and their outcomes would be mixed. So both logs must begin with the same
 * outcome, or ours must be empty. An empty log becomes a copy of the other one.
 *
 * <p>An outcome of the other log that ours has replaced stays replaced. Any other run with different outcomes is a
 * conflict. A merge that is repeated changes nothing. Owned by one thread.
 */
public final class OutcomeMerge {

    private final OutcomeTracker ours;
    private final OutcomeTracker other;
    private final History ourHistory;
    private final History otherHistory;
    private final Map<String, Relation> relations = new LinkedHashMap<>();

    /**
     * Merge of the outcomes that both logs have now.
     *
     * @throws IllegalArgumentException when the logs have no common ancestor
     */
    public OutcomeMerge(OutcomeTracker ours, OutcomeTracker other) {
        this.ours = ours;
        this.other = other;
        ourHistory = History.of(ours);
        otherHistory = History.of(other);
        OutcomeRecord first = ourHistory.first;
        OutcomeRecord otherFirst = otherHistory.first;
        if (first != null && otherFirst != null && !first.equals(otherFirst)) {
            throw new IllegalArgumentException("the outcomes have no common ancestor: ours begin with run "
                    + first.run() + ", told on " + first.time() + ", and the others with run " + otherFirst.run()
                    + ", told on " + otherFirst.time() + "; agents of one name could be different agents"
                    + "\nMaybe merge into a folder without outcomes, or tell the truths of these runs from a file.");
        }
        otherHistory.contents.forEach((run, told) -> relations.put(run, relation(ourHistory.of(run), told)));
    }

    /** Number of runs with outcomes in the other log. */
    public long size() {
        return relations.size();
    }

    /** Runs that have another outcome in the other log, in its order. */
    public List<OutcomeConflict> conflicts() {
        if (!relations.containsValue(Relation.CONFLICT)) {
            return List.of();
        }
        Map<String, OutcomeRecord> known = new HashMap<>();
        ours.standing(outcome -> {
            if (relations.get(outcome.run()) == Relation.CONFLICT) {
                known.put(outcome.run(), outcome);
            }
        });
        List<OutcomeConflict> conflicts = new ArrayList<>();
        other.standing(outcome -> {
            OutcomeRecord first = known.get(outcome.run());
            if (first != null && !first.isSameOutcome(outcome)) {
                conflicts.add(new OutcomeConflict(first, outcome));
            }
        });
        return conflicts;
    }

    /**
     * Tells the outcomes of the other log that ours does not have.
     *
     * @param progress receives the number of outcomes that were merged so far
     * @throws OutcomeConflictException when there is a conflict, before anything is told
     */
    public BatchCount tell(LongConsumer progress) {
        OutcomeConflictException.refuse(conflicts());
        return merge(progress);
    }

    /** The same; in a conflict the outcome of the other log takes the place of ours. */
    public BatchCount replace(LongConsumer progress) {
        return merge(progress);
    }

    private BatchCount merge(LongConsumer progress) {
        BatchCount counted = ourHistory.first == null ? copy(progress) : mergeStanding(progress);
        ours.refresh();
        return counted;
    }

    /** Copies every outcome with its replacements, so that both logs begin alike at the next merge, too. */
    private BatchCount copy(LongConsumer progress) {
        BatchCount.Counter counter = new BatchCount.Counter();
        long[] done = {0};
        other.read(OutcomeMark.START, told -> {
            if (told.end().number() > otherHistory.entries) {
                return; // It was told meanwhile; the next merge takes it.
            }
            if (told.replaces()) {
                ours.appendReplacement(told.outcome());
            } else {
                counter.count(ours.append(told.outcome()));
                done[0]++;
                progress.accept(done[0]);
            }
        });
        return counter.counted();
    }

    private BatchCount mergeStanding(LongConsumer progress) {
        BatchCount.Counter counter = new BatchCount.Counter();
        long[] done = {0};
        other.standing(outcome -> {
            Relation relation = relations.get(outcome.run());
            if (relation == null) {
                return; // It was told meanwhile; the next merge takes it.
            }
            switch (relation) {
                case NEW -> counter.count(ours.append(outcome));
                case KNOWN -> counter.countKnown();
                case OLDER, CONFLICT -> counter.count(ours.appendReplacement(outcome));
            }
            done[0]++;
            progress.accept(done[0]);
        });
        return counter.counted();
    }

    private static Relation relation(List<OutcomeContent> ours, List<OutcomeContent> others) {
        if (ours.isEmpty()) {
            return Relation.NEW;
        }
        boolean isSame = ours.getLast().equals(others.getLast());
        boolean isReplaced = ours.contains(others.getLast()) && !others.contains(ours.getLast());
        if (isSame || isReplaced) {
            return Relation.KNOWN;
        }
        boolean isOlder = others.contains(ours.getLast()) && !ours.contains(others.getLast());
        return isOlder ? Relation.OLDER : Relation.CONFLICT;
    }

    /** Relation of the outcome of a run in the other log to ours. */
    private enum Relation {
        /** Ours has none. */
        NEW,
        /** Ours is the same, or had the same and replaced it. */
        KNOWN,
        /** Ours is one that the other log had and replaced. */
        OLDER,
        /** Ours is different. */
        CONFLICT
    }

    /** Contents of all outcomes of each run of a log, oldest first. */
    private static final class History {

        private final Map<String, List<OutcomeContent>> contents = new LinkedHashMap<>();
        private @Nullable OutcomeRecord first;
        private long entries;

        static History of(OutcomeTracker tracker) {
            History history = new History();
            tracker.read(OutcomeMark.START, told -> {
                OutcomeRecord outcome = told.outcome();
                history.first = history.first == null ? outcome : history.first;
                history.entries = told.end().number();
                history.contents.computeIfAbsent(outcome.run(), _ -> new ArrayList<>(1)).add(outcome.content());
            });
            return history;
        }

        List<OutcomeContent> of(String run) {
            return contents.getOrDefault(run, List.of());
        }
    }
}
