package dev.waggle.review.outcome;

import java.time.Instant;
import java.util.Locale;

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

    /** Judgement of a word: {@code correct}, {@code wrong} or {@code partial} in any case. Any other text is the right answer. */
    public static ToldOutcome of(String word, String details, OutcomeSource source) {
        OutcomeVerdict verdict = switch (word.strip().toLowerCase(Locale.ROOT)) {
            case "correct", "right" -> OutcomeVerdict.CORRECT;
            case "wrong", "incorrect" -> OutcomeVerdict.INCORRECT;
            case "partial" -> OutcomeVerdict.PARTIAL;
            default -> null;
        };
        return new ToldOutcome(verdict, verdict == null ? word : null, details, source);
    }

    /**
     * The outcome of a run.
     *
     * @param type the type of its task; {@code null} for the one in its log
     * @throws IllegalArgumentException when it has no leading answer that a verdict could judge
     */
    public OutcomeRecord of(FinishedRun run, @Nullable String type, Instant now) {
        return run.outcome(judgement(run.ballots()), type, now);
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
