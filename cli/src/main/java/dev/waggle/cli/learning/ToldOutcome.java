package dev.waggle.cli.learning;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import dev.waggle.cli.journal.RunIndex;
import dev.waggle.cli.journal.RunReader;
import dev.waggle.cli.terminal.TerminalScreen;
import dev.waggle.cli.terminal.UserException;
import dev.waggle.review.explain.DecisionRules;
import dev.waggle.review.explain.Explanation;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.evaluation.BallotCollector;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeRecord.Judgement;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.evaluation.OutcomeVerdict;
import dev.waggle.swarm.evaluation.SolveBallots;
import org.jspecify.annotations.Nullable;

/**
 * Judgement of the answer of a run, as somebody tells it.
 *
 * @param verdict the judgement of its leading answer; {@code null} if the right answer is told instead
 * @param answer the right answer; {@code null} if only a verdict is told
 * @param details reasons; may be empty
 * @param source who says it
 */
public record ToldOutcome(@Nullable OutcomeVerdict verdict, @Nullable String answer, String details,
        OutcomeSource source) {

    /** Judgement of a word: {@code correct}, {@code wrong} or {@code partial}. Any other text is the right answer. */
    public static ToldOutcome of(String word, String details, OutcomeSource source) {
        OutcomeVerdict verdict = switch (word) {
            case "correct", "right" -> OutcomeVerdict.CORRECT;
            case "wrong", "incorrect" -> OutcomeVerdict.INCORRECT;
            case "partial" -> OutcomeVerdict.PARTIAL;
            default -> null;
        };
        return new ToldOutcome(verdict, verdict == null ? word : null, details, source);
    }

    /**
     * The outcome of a run of a journal.
     *
     * @param type the kind of its task; {@code null} for the one in its log
     */
    public OutcomeRecord of(Path journal, String run, @Nullable String type, TerminalScreen screen, Instant now) {
        List<LogEntry> entries = new RunReader(journal, screen).read(run).entries();
        if (entries.isEmpty()) {
            throw RunIndex.read(journal, screen).unknown(run);
        }
        Explanation explanation = Explanation.of(run, entries, Explanation.DEFAULT_DEPTH, List.of());
        if (!explanation.log().isClosed()) {
            throw new UserException("run " + run + " has not ended, so it has no outcome yet",
                    "Continue it with waggle resume, and tell the outcome then.");
        }
        SolveBallots ballots = BallotCollector.collect(explanation.recount().result(),
                entries.stream().map(LogEntry::signal).toList(), explanation.recount().config().ballots())
                .withPanel(DecisionRules.panel(explanation.log().opened()))
                .withPartial(explanation.log().hasSparedTurns());
        double predicted = explanation.recount().result().estimate().probability();
        String taskType = type == null ? explanation.log().taskType() : type;
        return UserException.checked(
                () -> new OutcomeRecord(run, taskType, ballots, predicted, judgement(ballots), now));
    }

    private Judgement judgement(SolveBallots ballots) {
        if (answer != null) {
            return Judgement.ofAnswer(answer, ballots, source).withDetails(details);
        }
        if (verdict == null) {
            throw new IllegalArgumentException("an outcome needs a verdict or the right answer");
        }
        return Judgement.of(verdict, source).withDetails(details);
    }
}
