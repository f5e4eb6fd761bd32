package dev.waggle.review.outcome;

import java.time.Instant;
import java.util.List;

import dev.waggle.review.explain.DecisionRules;
import dev.waggle.review.explain.Explanation;
import dev.waggle.signal.Payload;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.evaluation.BallotCollector;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.evaluation.SolveBallots;
import org.jspecify.annotations.Nullable;

/**
 * Run of a journal that has ended.
 *
 * @param run its id
 * @param task its question
 * @param votes the votes at its end
 * @param ballots the ballots that its outcome is learned from
 */
public record FinishedRun(String run, Task task, ConsensusResult votes, SolveBallots ballots) {

    /** Question of a log that has lost it. */
    private static final String UNKNOWN_QUESTION = "(not in the log)";

    /**
     * The run of these entries, at least one.
     *
     * @throws IllegalArgumentException when it has not ended
     */
    public static FinishedRun of(String run, List<LogEntry> entries) {
        Explanation explanation = Explanation.of(run, entries, Explanation.DEFAULT_DEPTH, List.of());
        if (!explanation.log().isClosed()) {
            throw new IllegalArgumentException("run " + run + " has not ended, so it has no outcome yet"
                    + "\nContinue it with waggle resume, and tell the outcome then.");
        }
        ConsensusResult votes = explanation.recount().result();
        SolveBallots ballots = BallotCollector.collect(votes, entries.stream().map(LogEntry::signal).toList(),
                explanation.recount().config().ballots())
                .withPanel(DecisionRules.panel(explanation.log().opened()))
                .withPartial(explanation.log().hasSparedTurns());
        Payload.Task asked = explanation.log().task().map(entry -> entry.signal().payload())
                .filter(Payload.Task.class::isInstance).map(Payload.Task.class::cast).orElse(null);
        Task task = asked == null || asked.task().isBlank()
                ? Task.of(UNKNOWN_QUESTION)
                : Task.of(asked.task()).withContext(asked.context());
        return new FinishedRun(run, task.withType(explanation.log().taskType()), votes, ballots);
    }

    /**
     * Outcome of this run.
     *
     * @param type the type of its task; {@code null} for the one in its log
     * @throws IllegalArgumentException when it has no leading answer that could be judged
     */
    public OutcomeRecord outcome(Judgement judgement, @Nullable String type, Instant time) {
        return new OutcomeRecord(run, type == null ? task.type() : type, ballots, votes.estimate().probability(),
                judgement, time);
    }
}
