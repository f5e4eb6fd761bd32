package dev.waggle.server.api.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.review.explain.RunDecision;
import dev.waggle.review.explain.RunDecision.ScenarioResult;
import dev.waggle.review.json.FlipListJson;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.review.whatif.VoteScenario;
import dev.waggle.review.whatif.VoteScenario.ChangedVote;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.api.run.RunArchive.StoredRun;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.ApiRange;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.ContentTag;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusResult;
import org.jspecify.annotations.Nullable;

import static dev.waggle.server.http.JsonShape.ANY;
import static dev.waggle.server.http.JsonShape.NUMBER;
import static dev.waggle.server.http.JsonShape.OBJECT;
import static dev.waggle.server.http.JsonShape.TEXT;
import static dev.waggle.server.http.JsonShape.WHOLE;
import static dev.waggle.server.http.JsonShape.list;

/** Decision of a finished run under other rules or with other votes. It is counted from the log; no model is asked. */
public final class WhatIfApi {

    private final RunArchive runs;
    private final DecisionCache cache = new DecisionCache(DecisionCache.MAX_RUNS, DecisionCache.MAX_BYTES);

    public WhatIfApi(RunArchive runs) {
        this.runs = runs;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(Operation.of("whatIf", HttpVerb.POST, "/v1/solves/{run}/what-if",
                "Decides a finished run again under other rules or with other votes, without asking a model.",
                this::whatIf)
                .with(RunViewsApi.RUN).taking(BodyForm.json(WhatIfQuestion.class))
                .answering(AnswerForm.json(200, "Both decisions, and what changed.", WhatIfAnswer.class))
                .refusing(404, 409, 422, 503).in(RunViewsApi.GROUP).needing(AccessScope.READ),
                Operation.of("listFlips", HttpVerb.GET, "/v1/solves/{run}/flips",
                        "Lists changes that would have flipped the decision of a finished run, the smallest first.",
                        this::flips)
                        .with(RunViewsApi.RUN)
                        .answering(AnswerForm.json(200, "The changes, each with the what-if question that shows it.",
                                flipList()), AnswerForm.UNCHANGED)
                        .refusing(404, 409, 422, 503).in(RunViewsApi.GROUP).needing(AccessScope.READ));
    }

    /** Other rules and votes. Everything that is absent stays as it was. */
    public record WhatIfQuestion(
            @ApiDoc("The id of another strategy.") @Nullable String strategy,
            @ApiDoc("Another agreement that decides.") @ApiRange(min = 0, max = 1) @Nullable Double threshold,
            @ApiDoc("Another number of agents that must have voted.") @ApiRange(min = 1,
                    max = 1_000_000) @Nullable Integer quorum,
            @ApiDoc("Agents whose votes are left out; their proposals stay.") List<String> without,
            @ApiDoc("Votes that are removed or turned.") List<VoteEdit> votes,
            @ApiDoc("Factors of the votes of agents, 0 to 10; 1 changes nothing.") Map<String, Double> weights) {

        /** Maximum number of agents and of votes in a question. */
        private static final int MAX_PARTS = 10_000;

        public WhatIfQuestion {
            without = without == null ? List.of() : List.copyOf(without);
            votes = votes == null ? List.of() : List.copyOf(votes);
            weights = weights == null ? Map.of() : Map.copyOf(weights);
            if (Math.max(without.size(), Math.max(votes.size(), weights.size())) > MAX_PARTS) {
                throw new IllegalArgumentException("without, votes and weights must have at most " + MAX_PARTS
                        + " items each, got " + without.size() + ", " + votes.size() + " and " + weights.size());
            }
        }

        VoteScenario scenario() {
            return new VoteScenario(strategy, threshold, quorum, new HashSet<>(without),
                    votes.stream().map(VoteEdit::change).toList(), weights);
        }
    }

    /** Change of one vote that counts: its removal, or another stance. */
    public record VoteEdit(@ApiDoc("The voter.") String agent,
            @ApiDoc("The id of the proposal that it voted on.") String proposal,
            @ApiDoc("True removes the vote.") @Nullable Boolean remove,
            @ApiDoc("The other stance.") @Nullable Stance stance) {

        ChangedVote change() {
            if (Boolean.TRUE.equals(remove) == (stance != null)) {
                throw new IllegalArgumentException("the vote of " + QuotedValue.of(agent) + " on "
                        + QuotedValue.of(proposal) + " must have either a stance or remove: true");
            }
            return new ChangedVote(agent, proposal, stance);
        }
    }

    /** Decision of some votes. */
    public record DecidedVotes(@ApiDoc("Whether the votes decide.") boolean decided,
            @ApiDoc("The proposal that won; absent without a decision.") @Nullable String winner,
            @ApiDoc("The leading proposal; absent without an agreeing vote.") @Nullable String leader,
            @ApiDoc("The text of the leading proposal.") @Nullable String answer,
            @ApiDoc("Agreement with the leader as the strategy defines it.") double agreement,
            @ApiDoc("Probability that the leader is right.") double confidence,
            @ApiDoc("The rule.") String strategy, @ApiDoc("The agreement that decides.") double threshold,
            @ApiDoc("The number of agents that must have voted.") int quorum,
            @ApiDoc("The reason in words.") String reasoning,
            @ApiDoc("The ending of the run then; open if the log cannot tell.") String ending,
            @ApiDoc("The reason for an open ending.") @Nullable String endingReason,
            @ApiDoc("Every proposal, the leader first.") List<StandingView> standings) {

        static DecidedVotes of(ScenarioResult counted, String strategy, double threshold, int quorum) {
            ConsensusResult result = counted.result();
            VoteOutcome outcome = VoteOutcome.of(result);
            List<StandingView> standings = result.standings().stream()
                    .map(one -> new StandingView(one.proposal().id(), one.proposal().content(), one.share(),
                            one.figure(), one.agreeVoters(), one.allVoters()))
                    .toList();
            return new DecidedVotes(outcome.decided(), outcome.winner(), outcome.leader(),
                    standings.stream().filter(one -> one.proposalId().equals(outcome.leader()))
                            .map(StandingView::content).findFirst().orElse(null),
                    outcome.agreement(), outcome.probability(), strategy, threshold, quorum, result.reasoning(),
                    counted.ending().word(), counted.ending().reason(), standings);
        }
    }

    /** Standing of a proposal. */
    public record StandingView(@ApiDoc("Its id.") String proposalId, @ApiDoc("Its text.") String content,
            @ApiDoc("Its part of all weight.") double share,
            @ApiDoc("The figure of the strategy for it.") double figure,
            @ApiDoc("Agents that agree with it.") int agreeVoters,
            @ApiDoc("Agents that voted on it.") int allVoters) {}

    /** Decision of the run, decision of the question, and the difference. */
    public record WhatIfAnswer(@ApiDoc("The id of the run.") String run,
            @ApiDoc("Whether another proposal wins, or a decision comes or goes.") boolean changes,
            @ApiDoc("The votes as they were.") DecidedVotes before,
            @ApiDoc("The votes and rules of the question.") DecidedVotes after,
            @ApiDoc("Differences, each a sentence.") List<String> differences) {}

    private ApiAnswer whatIf(ApiCall call) {
        VoteScenario scenario = call.body(WhatIfQuestion.class).scenario();
        try (WorkLimit.WorkSlot _ = runs.enter()) {
            return ApiAnswer.ofRecord(answer(decided(call).decision(), scenario));
        }
    }

    private ApiAnswer flips(ApiCall call) {
        try (WorkLimit.WorkSlot _ = runs.enter()) {
            DecidedRun run = decided(call);
            ApiAnswer.Json answer = ApiAnswer.of(FlipListJson.of(run.decision(), run.flips(runs::enterLong)));
            return answer.withEtag(ContentTag.of(answer.body()));
        }
    }

    private DecidedRun decided(ApiCall call) {
        String id = call.path("run");
        runs.require(id, call.caller());
        return cache.find(id).orElseGet(() -> read(id, call));
    }

    private DecidedRun read(String id, ApiCall call) {
        StoredRun run = runs.read(id, call.caller());
        if (!run.isFinished()) {
            throw ProblemException.of(409, "the run " + QuotedValue.of(run.id())
                    + " has not ended, so its votes may still change\nMaybe ask again when it has.");
        }
        DecidedRun decided = new DecidedRun(RunDecision.of(run.id(), run.entries()));
        cache.add(decided);
        return decided;
    }

    private static WhatIfAnswer answer(RunDecision decision, VoteScenario scenario) {
        ConsensusConfig rule = decision.rules().consensus();
        DecidedVotes before = DecidedVotes.of(decision.asItWas(), rule.strategy().id(), rule.threshold(),
                rule.minVoters());
        DecidedVotes after = DecidedVotes.of(decision.in(scenario),
                Objects.requireNonNullElse(scenario.strategy(), rule.strategy().id()),
                Objects.requireNonNullElse(scenario.threshold(), rule.threshold()),
                Objects.requireNonNullElse(scenario.minVoters(), rule.minVoters()));
        return new WhatIfAnswer(decision.run(), !Objects.equals(before.winner(), after.winner()), before, after,
                differences(before, after));
    }

    private static List<String> differences(DecidedVotes before, DecidedVotes after) {
        List<String> differences = new ArrayList<>();
        if (!Objects.equals(before.winner(), after.winner())) {
            differences.add("the decision is " + named(after.winner()) + " instead of " + named(before.winner()));
        }
        if (!Objects.equals(before.leader(), after.leader())) {
            differences.add("the leader is " + named(after.leader()) + " instead of " + named(before.leader()));
        }
        figure(differences, "the agreement", before.agreement(), after.agreement());
        figure(differences, "the confidence", before.confidence(), after.confidence());
        return differences;
    }

    private static JsonValue.Obj flipList() {
        return new JsonShape().with("run", TEXT).with("before", OBJECT)
                .with("flips", list(new JsonShape().with("kind", TEXT).with("size", WHOLE).with("distance", NUMBER)
                        .with("scenario", OBJECT).with("outcome", OBJECT).withOptional("votes", list(OBJECT))
                        .withOptional("agent", TEXT).withOptional("from", ANY).withOptional("to", ANY).json()))
                .with("omittedSets", WHOLE).with("skippedAgents", WHOLE).json();
    }

    private static String named(@Nullable String proposal) {
        return proposal == null ? "none" : proposal;
    }

    private static void figure(List<String> differences, String name, double before, double after) {
        if (Double.compare(before, after) != 0) {
            differences.add(String.format(PlainLocale.NONE, "%s is %.3f instead of %.3f", name, after, before));
        }
    }
}
