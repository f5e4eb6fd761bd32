package dev.waggle.server.api.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import dev.waggle.review.RunParameters;
import dev.waggle.review.explain.Explanation;
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
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusResult;
import org.jspecify.annotations.Nullable;

/** Decision of a finished run under other rules or with other votes. It is counted from the log; no model is asked. */
public final class WhatIfApi {

    private final RunArchive runs;

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
                .refusing(404, 409, 422, 503).in(RunViewsApi.GROUP).needing(AccessScope.READ));
    }

    /** Other rules and votes. Everything that is absent stays as it was. */
    public record WhatIfQuestion(
            @ApiDoc("The id of another strategy.") @Nullable String strategy,
            @ApiDoc("Another agreement that decides.") @ApiRange(min = 0, max = 1) @Nullable Double threshold,
            @ApiDoc("Another number of agents that must have voted.") @ApiRange(min = 1,
                    max = 1_000_000) @Nullable Integer quorum,
            @ApiDoc("Agents whose votes are left out; their proposals stay.") List<String> without,
            @ApiDoc("Votes that are removed or turned.") List<VoteEdit> votes) {

        /** Maximum number of agents and of votes in a question. */
        private static final int MAX_PARTS = 10_000;

        public WhatIfQuestion {
            without = without == null ? List.of() : List.copyOf(without);
            votes = votes == null ? List.of() : List.copyOf(votes);
            if (without.size() > MAX_PARTS || votes.size() > MAX_PARTS) {
                throw new IllegalArgumentException("without and votes must have at most " + MAX_PARTS
                        + " items each, got " + without.size() + " and " + votes.size());
            }
        }

        VoteScenario scenario() {
            return new VoteScenario(strategy, threshold, quorum, new HashSet<>(without),
                    votes.stream().map(VoteEdit::change).toList());
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
            @ApiDoc("Every proposal, the leader first.") List<StandingView> standings) {

        static DecidedVotes of(ConsensusResult result, String strategy, double threshold, int quorum) {
            VoteOutcome outcome = VoteOutcome.of(result);
            List<StandingView> standings = result.standings().stream()
                    .map(one -> new StandingView(one.proposal().id(), one.proposal().content(), one.share(),
                            one.figure(), one.agreeVoters(), one.allVoters()))
                    .toList();
            return new DecidedVotes(outcome.decided(), outcome.winner(), outcome.leader(),
                    standings.stream().filter(one -> one.proposalId().equals(outcome.leader()))
                            .map(StandingView::content).findFirst().orElse(null),
                    outcome.agreement(), outcome.probability(), strategy, threshold, quorum, result.reasoning(),
                    standings);
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
            StoredRun run = runs.read(call.path("run"), call.caller());
            if (!run.isFinished()) {
                throw ProblemException.of(409, "the run " + QuotedValue.of(run.id())
                        + " has not ended, so its votes may still change\nMaybe ask again when it has.");
            }
            return ApiAnswer.ofRecord(answer(run, scenario));
        }
    }

    private static WhatIfAnswer answer(StoredRun run, VoteScenario scenario) {
        Explanation explanation = Explanation.of(run.id(), run.entries(), 0, List.of());
        List<String> agents = explanation.log().opened().map(RunParameters::of).orElseGet(RunParameters::unknown)
                .agents();
        ConsensusConfig rule = explanation.rules().consensus();
        DecidedVotes before = DecidedVotes.of(explanation.recount().result(), rule.strategy().id(), rule.threshold(),
                rule.minVoters());
        DecidedVotes after = DecidedVotes.of(scenario.apply(explanation.recount(), agents),
                Objects.requireNonNullElse(scenario.strategy(), rule.strategy().id()),
                Objects.requireNonNullElse(scenario.threshold(), rule.threshold()),
                Objects.requireNonNullElse(scenario.minVoters(), rule.minVoters()));
        return new WhatIfAnswer(run.id(), !Objects.equals(before.winner(), after.winner()), before, after,
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

    private static String named(@Nullable String proposal) {
        return proposal == null ? "none" : proposal;
    }

    private static void figure(List<String> differences, String name, double before, double after) {
        if (Double.compare(before, after) != 0) {
            differences.add(String.format(Locale.ROOT, "%s is %.3f instead of %.3f", name, after, before));
        }
    }
}
