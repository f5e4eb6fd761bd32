package dev.waggle.server.api.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.review.CallUsage;
import dev.waggle.review.explain.Explanation;
import dev.waggle.review.explain.RunComparison;
import dev.waggle.review.json.StanceJson;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.api.run.RunArchive.StoredRun;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.ContentTag;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.RecordJson;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.signal.Payload;
import org.jspecify.annotations.Nullable;

/** Comparison of two runs side by side. */
public final class CompareApi {

    private final RunArchive runs;
    private final RunSetups setups;

    public CompareApi(RunArchive runs, RunSetups setups) {
        this.runs = runs;
        this.setups = setups;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(Operation.of("compareSolves", HttpVerb.GET, "/v1/compare",
                "Compares two runs: questions, decisions, votes by agent, cost and endings.", this::compare)
                .with(Parameter.query("run", "The id of the first run.").asRequired(),
                        Parameter.query("with", "The id of the second run.").asRequired())
                .answering(AnswerForm.json(200, "Both runs and their differences.", ComparedRuns.class),
                        AnswerForm.UNCHANGED)
                .refusing(404, 422, 503).in(RunViewsApi.GROUP).needing(AccessScope.READ));
    }

    /** Two runs. Votes are compared by the texts of the answers, as ids differ. */
    public record ComparedRuns(
            @ApiDoc("Whether both have the same question, but for case and blanks.") boolean sameQuestion,
            @ApiDoc("Whether both decided on the same answer, or neither decided.") boolean sameDecision,
            @ApiDoc("The first run.") RunFigures run, @ApiDoc("The second run.") RunFigures with,
            @ApiDoc("Agents whose votes at the end differ.") List<VoterChange> votes,
            @ApiDoc("Remarks for the reader, each a sentence.") List<String> notes) {}

    /** Figures of one run. */
    public record RunFigures(@ApiDoc("Its id.") String id,
            @ApiDoc("Its question; absent when the log does not hold it.") @Nullable String question,
            @ApiDoc("Whether it came to its end.") boolean finished,
            @ApiDoc("Whether it decided.") boolean decided,
            @ApiDoc("The winning answer; absent without a decision.") @Nullable String decision,
            @ApiDoc("Probability that the leading answer is right.") double confidence,
            @ApiDoc("Agreement with the leader as the strategy defines it.") double agreement,
            @ApiDoc("The rule of the decision.") String strategy,
            @ApiDoc("The name of its ending; absent without an end.") @Nullable String ending,
            @ApiDoc("Number of its last round.") int rounds,
            @ApiDoc("Number of agents whose votes count.") int voters,
            @ApiDoc("Its duration in milliseconds; absent without an end.") @Nullable Long totalMs,
            @ApiDoc("Calls of models.") long calls, @ApiDoc("Tokens read by models.") double inputTokens,
            @ApiDoc("Tokens written by models.") double outputTokens,
            @ApiDoc("Estimated cost in USD; absent without prices.") @Nullable Double estimatedUsd) {}

    /** Agent whose votes differ. Without a vote in a run its list there is empty. */
    public record VoterChange(@ApiDoc("The agent.") String agent, @ApiDoc("Votes in the first run.") List<VoteView> run,
            @ApiDoc("Votes in the second run.") List<VoteView> with) {}

    /** Vote on an answer. */
    public record VoteView(@ApiDoc("agree, disagree or abstain.") String stance,
            @ApiDoc("The text of the answer.") String answer) {}

    private ApiAnswer compare(ApiCall call) {
        try (WorkLimit.WorkSlot _ = runs.enter()) {
            StoredRun first = runs.read(call.query("run").orElseThrow(), call.caller());
            StoredRun second = runs.read(call.query("with").orElseThrow(), call.caller());
            ApiAnswer.Json answer = ApiAnswer.of(RecordJson.write(compared(first, second)));
            return first.isFinished() && second.isFinished()
                    ? answer.withEtag(ContentTag.of(answer.body()))
                    : answer;
        }
    }

    private ComparedRuns compared(StoredRun first, StoredRun second) {
        Explanation one = Explanation.of(first.id(), first.entries(), 0, List.of());
        Explanation other = Explanation.of(second.id(), second.entries(), 0, List.of());
        RunComparison comparison = RunComparison.of(one, other);
        List<String> notes = new ArrayList<>();
        if (!comparison.sameQuestion()) {
            notes.add("the questions differ, so the answers can hardly be compared");
        }
        for (StoredRun run : List.of(first, second)) {
            if (!run.isFinished()) {
                notes.add("the run " + run.id() + " has not ended; it is compared as far as it goes");
            }
        }
        return new ComparedRuns(comparison.sameQuestion(), comparison.sameDecision(), figures(first, one),
                figures(second, other), comparison.differences().stream().map(CompareApi::change).toList(), notes);
    }

    private RunFigures figures(StoredRun run, Explanation explanation) {
        CallUsage.TokenCount spent = explanation.log().spendings().total();
        Optional<CallUsage.MoneySpent> money = explanation.log().spendings()
                .money(setups.prices(explanation.log()));
        return new RunFigures(run.id(), RunComparison.task(explanation).map(Payload.Task::task).orElse(null),
                run.isFinished(), explanation.log().decision().isPresent(),
                explanation.log().decided().map(Payload.ConsensusReached::decision).orElse(null),
                explanation.recount().result().estimate().probability(), explanation.recount().result().agreement(),
                explanation.rules().consensus().strategy().id(), explanation.log().ending().orElse(null),
                explanation.log().rounds(),
                (int) explanation.recount().counted().stream().map(vote -> vote.agentId()).distinct().count(),
                explanation.log().totalMs().orElse(null), spent.calls(), spent.usage().inputTokens(),
                spent.usage().outputTokens(), money.map(it -> it.total().usd()).orElse(null));
    }

    private static VoterChange change(RunComparison.VoterDifference difference) {
        return new VoterChange(difference.agent(), votes(difference.first()), votes(difference.second()));
    }

    private static List<VoteView> votes(List<RunComparison.AnswerVote> votes) {
        return votes.stream().map(vote -> new VoteView(StanceJson.word(vote.stance()), vote.answer())).toList();
    }
}
