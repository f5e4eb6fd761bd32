package dev.waggle.server.api.run;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.review.outcome.FinishedRun;
import dev.waggle.review.outcome.ToldOutcome;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.api.run.RunArchive.StoredRun;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.evaluation.OutcomeConflictException;
import dev.waggle.swarm.evaluation.OutcomeRecord;
import dev.waggle.swarm.evaluation.OutcomeSource;
import dev.waggle.swarm.evaluation.OutcomeTracker;
import dev.waggle.swarm.evaluation.OutcomeTracker.OutcomeAnswer;
import dev.waggle.swarm.evaluation.ReliabilityTracker;
import org.jspecify.annotations.Nullable;

/** Outcomes of finished runs: told once each, and kept beside the log. */
public final class OutcomeApi {

    private final RunArchive runs;
    private final OutcomeTracker outcomes;
    private final Consumer<OutcomeRecord> learners;
    private final World world;

    /**
     * @param outcomes the outcomes of the folder
     * @param learners told of each outcome after it is kept, such as the memories of its run
     */
    public OutcomeApi(RunArchive runs, OutcomeTracker outcomes, Consumer<OutcomeRecord> learners, World world) {
        this.runs = runs;
        this.outcomes = outcomes;
        this.learners = learners;
        this.world = world;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("tellOutcome", HttpVerb.POST, "/v1/solves/{run}/outcome",
                        "Tells whether the answer of a finished run was right. The same outcome again changes nothing.",
                        this::tell)
                        .with(RunViewsApi.RUN).taking(BodyForm.json(NewOutcome.class))
                        .answering(AnswerForm.json(200, "The outcome as it is kept.", KnownOutcome.class))
                        .refusing(404, 409, 422, 503).in(RunViewsApi.GROUP).needing(AccessScope.SOLVE),
                Operation.of("getOutcome", HttpVerb.GET, "/v1/solves/{run}/outcome", "Shows the outcome of a run.",
                        this::show)
                        .with(RunViewsApi.RUN)
                        .answering(AnswerForm.json(200, "The outcome as it is kept.", KnownOutcome.class))
                        .refusing(404).in(RunViewsApi.GROUP).needing(AccessScope.READ));
    }

    /** Verdict on the answers of a run, as the command {@code waggle outcome} takes them. */
    public enum ToldVerdict {
        CORRECT, WRONG, PARTIAL
    }

    /** Outcome to tell: a verdict on the leading answer, or the right answer. */
    public record NewOutcome(@ApiDoc("Verdict on the leading answer.") @Nullable ToldVerdict verdict,
            @ApiDoc("The right answer, by its text or its label.") @Nullable String answer,
            @ApiDoc("Reasons, kept beside the outcome.") @Nullable String details,
            @ApiDoc("The kind of task; that of the run by default.") @Nullable String type,
            @ApiDoc("True takes the place of another outcome of the run.") @Nullable Boolean replace) {

        public NewOutcome {
            if ((verdict == null) == (answer == null)) {
                throw new IllegalArgumentException("an outcome has either a verdict or the right answer, got "
                        + (verdict == null ? "none" : "both"));
            }
            if (answer != null && answer.isBlank()) {
                throw new IllegalArgumentException("the right answer must not be blank");
            }
        }

        /** A right answer whose text is a verdict is a right answer. */
        ToldOutcome told() {
            String reasons = details == null ? "" : details;
            return verdict == null
                    ? new ToldOutcome(null, answer, reasons, OutcomeSource.PERSON)
                    : ToldOutcome.of(verdict.name().toLowerCase(Locale.ROOT), reasons, OutcomeSource.PERSON);
        }
    }

    /** Outcome of a run as it is kept. */
    public record KnownOutcome(@ApiDoc("The id of the run.") String run,
            @ApiDoc("correct, partial or incorrect.") String verdict,
            @ApiDoc("The right answer, if it was told.") @Nullable String answer,
            @ApiDoc("The proposal with the right answer, if an agent proposed it.") @Nullable String proposalId,
            @ApiDoc("The kind of task.") String type, @ApiDoc("Reasons; may be empty.") String details,
            @ApiDoc("The source of the outcome.") String source, @ApiDoc("The time of the judgement.") Instant time,
            @ApiDoc("told, again or replaced; absent in answers to GET.") @Nullable String standing,
            @ApiDoc("Whether weights of agents can learn from it.") boolean teachesWeights) {

        static KnownOutcome of(OutcomeRecord outcome, @Nullable String standing) {
            OutcomeRecord.Judgement judged = outcome.judgement();
            OutcomeRecord.RightAnswer right = judged.right();
            return new KnownOutcome(outcome.run(), judged.verdict().wireName(), right == null ? null : right.text(),
                    right == null ? null : right.id(), outcome.taskType(), judged.details(),
                    judged.source().inWords(), outcome.time(), standing, ReliabilityTracker.canLearn(outcome));
        }
    }

    private ApiAnswer tell(ApiCall call) {
        NewOutcome told = call.body(NewOutcome.class);
        OutcomeRecord outcome = outcome(call, told);
        OutcomeAnswer answer;
        try {
            answer = Boolean.TRUE.equals(told.replace()) ? outcomes.replace(outcome) : outcomes.tell(outcome);
        } catch (OutcomeConflictException other) {
            throw ProblemException.of(409, String.valueOf(other.getMessage()).lines().findFirst().orElse("")
                    + "\nMaybe send replace: true, which takes back everything that was learned from it.");
        }
        learners.accept(answer.outcome());
        return ApiAnswer.ofRecord(KnownOutcome.of(answer.outcome(),
                answer.standing().name().toLowerCase(Locale.ROOT)));
    }

    private OutcomeRecord outcome(ApiCall call, NewOutcome told) {
        try (WorkLimit.WorkSlot _ = runs.enter()) {
            StoredRun run = runs.read(call.path("run"), call.caller());
            if (!run.isFinished()) {
                throw ProblemException.of(409, "the run " + QuotedValue.of(run.id())
                        + " has not ended, so it has no outcome yet\nMaybe tell it when it has.");
            }
            return told.told().of(FinishedRun.of(run.id(), run.entries()), told.type(), world.now());
        }
    }

    private ApiAnswer show(ApiCall call) {
        String run = call.path("run");
        runs.require(run, call.caller());
        Optional<OutcomeRecord> known = outcomes.find(run);
        return ApiAnswer.ofRecord(KnownOutcome.of(known.orElseThrow(() -> ProblemException.of(404,
                "no outcome of the run " + QuotedValue.of(run) + " was told\nMaybe tell one with POST.")), null));
    }
}
