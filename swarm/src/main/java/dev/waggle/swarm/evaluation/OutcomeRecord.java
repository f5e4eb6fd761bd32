package dev.waggle.swarm.evaluation;

import java.time.Instant;

import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.learning.OutcomeLog;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.reaction.reply.TextExcerpt;
import dev.waggle.swarm.reputation.ReputationSource;
import org.jspecify.annotations.Nullable;

/**
 * Outcome of one run: the judgement of its answer, and the ballots that it is learned from.
 *
 * @param run the id of the run, 1 to {@value OutcomeLog#MAX_RUN} characters
 * @param taskType the type of its task, at most {@value #MAX_TYPE} characters
 * @param ballots the ballots at its end
 * @param predicted the reported probability of its leading answer, 0..1
 * @param judgement the judgement of its leading answer
 * @param time the date of the judgement
 */
public record OutcomeRecord(String run, String taskType, SolveBallots ballots, double predicted, Judgement judgement,
        Instant time) {

    /** Maximum number of characters of a type of task. */
    public static final int MAX_TYPE = 200;

    /** Maximum number of characters of a right answer in a message. */
    private static final int MAX_WORDS = 100;

    public OutcomeRecord {
        String _ = OutcomeLog.requireRun(run);
        if (taskType.isBlank() || taskType.length() > MAX_TYPE) {
            throw new IllegalArgumentException("the type of a task must have 1 to " + MAX_TYPE
                    + " characters and no blanks only, got " + taskType.length());
        }
        if (!(predicted >= 0 && predicted <= 1)) {
            throw new IllegalArgumentException("the confidence of run " + run + " must be between 0 and 1, got "
                    + predicted);
        }
        if (ballots.leader() == null && judgement.right() == null) {
            throw new IllegalArgumentException("run " + run + " has no leading answer that could be "
                    + judgement.verdict().wireName() + "\nMaybe tell the right answer instead.");
        }
    }

    /**
     * Outcome of a solve of the task type {@value ReputationSource#GENERAL}.
     *
     * @param rule the rule of its ballots
     */
    public static OutcomeRecord of(SwarmResult result, BallotRule rule, Judgement judgement, Instant time) {
        return new OutcomeRecord(result.solveId(), ReputationSource.GENERAL,
                ballots(result, rule), result.confidence(), judgement, time);
    }

    /**
     * Outcome of a solve of the task type {@value ReputationSource#GENERAL} whose right answer is known. The verdict is
     * correct if the solve led to it, and incorrect otherwise.
     *
     * @param answer the right answer, see {@link SolveBallots#find}
     */
    public static OutcomeRecord ofAnswer(SwarmResult result, BallotRule rule, String answer, OutcomeSource source,
            Instant time) {
        SolveBallots ballots = ballots(result, rule);
        return new OutcomeRecord(result.solveId(), ReputationSource.GENERAL, ballots, result.confidence(),
                Judgement.ofAnswer(answer, ballots, source), time);
    }

    private static SolveBallots ballots(SwarmResult result, BallotRule rule) {
        return BallotCollector.collect(result.consensus(), result.signalLog(), rule)
                .withPartial(result.activity().sparedTurns() > 0);
    }

    /** Copy with that type of task. */
    public OutcomeRecord withTaskType(String newTaskType) {
        return new OutcomeRecord(run, newTaskType, ballots, predicted, judgement, time);
    }

    /** True if the other outcome is of the same run and says the same; source, details and time may differ. */
    public boolean isSameOutcome(OutcomeRecord other) {
        return run.equals(other.run) && content().equals(other.content());
    }

    /** Content by which two outcomes of a run are compared. */
    OutcomeContent content() {
        return new OutcomeContent(judgement.verdict(), taskType, rightId(judgement.right()));
    }

    /** Verdict and type of task, for people, for example {@code incorrect (math), right is "42"}. */
    public String inWords() {
        RightAnswer right = judgement.right();
        return judgement.verdict().wireName() + " (" + taskType + ')'
                + (right == null ? "" : ", right is " + JsonLine.quoted(TextExcerpt.of(right.text(), MAX_WORDS)));
    }

    private static String rightId(@Nullable RightAnswer right) {
        if (right == null) {
            return "";
        }
        return right.id() == null ? "text " + right.text() : "id " + right.id();
    }

    /**
     * Content of an outcome without its source, its details and its date.
     *
     * @param right the id or the text of the right answer; empty if none was told
     */
    record OutcomeContent(OutcomeVerdict verdict, String taskType, String right) {}

    /**
     * Judgement of the leading answer of a run.
     *
     * @param verdict correct, partial or incorrect
     * @param right the right answer, if it is known
     * @param details reasons, at most {@value #MAX_DETAILS} characters; may be empty
     * @param certainty the confidence of the source in its verdict, 0..1
     * @param source the source of the verdict
     */
    public record Judgement(OutcomeVerdict verdict, @Nullable RightAnswer right, String details, double certainty,
            OutcomeSource source) {

        /** Maximum number of characters of details. */
        public static final int MAX_DETAILS = 10_000;

        public Judgement {
            if (details.length() > MAX_DETAILS) {
                throw new IllegalArgumentException("the details of an outcome must have at most " + MAX_DETAILS
                        + " characters, got " + details.length() + "\nMaybe give a summary and the place of the rest.");
            }
            if (!(certainty >= 0 && certainty <= 1)) {
                throw new IllegalArgumentException("the confidence of " + source.inWords()
                        + " in a verdict must be between 0 and 1, got " + certainty);
            }
        }

        /** Certain judgement without details. */
        public static Judgement of(OutcomeVerdict verdict, OutcomeSource source) {
            return new Judgement(verdict, null, "", 1, source);
        }

        /** Certain judgement by the right answer: correct if it leads, else incorrect. */
        public static Judgement ofAnswer(String answer, SolveBallots ballots, OutcomeSource source) {
            RightAnswer right = new RightAnswer(answer,
                    ballots.find(answer).map(SolveBallots.VoicedAnswer::id).orElse(null));
            boolean isLeader = right.id() != null && right.id().equals(ballots.leader());
            return new Judgement(isLeader ? OutcomeVerdict.CORRECT : OutcomeVerdict.INCORRECT, right, "", 1, source);
        }

        /** Copy with these details. */
        public Judgement withDetails(String newDetails) {
            return new Judgement(verdict, right, newDetails, certainty, source);
        }
    }

    /**
     * Right answer of a run.
     *
     * @param text the answer as it was told, at most {@value Judgement#MAX_DETAILS} characters
     * @param id the id of the voiced answer that it means; {@code null} if no agent proposed it
     */
    public record RightAnswer(String text, @Nullable String id) {

        public RightAnswer {
            if (text.isBlank() || text.length() > Judgement.MAX_DETAILS) {
                throw new IllegalArgumentException("a right answer must have 1 to " + Judgement.MAX_DETAILS
                        + " characters and no blanks only, got " + text.length());
            }
        }
    }
}
