package dev.waggle.swarm.engine.loop;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.assist.ProposalJudge;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SignalBatch;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.turn.HelperExecutor;
import dev.waggle.swarm.equivalence.MeaningGuard;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.equivalence.ProposalMerge.MergeReason;
import dev.waggle.swarm.equivalence.TextEquivalence;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Asks the judge of proposals, where one is configured, before the answers of a round are published. It asks about
 * proposals that the rule does not find equal, and offers only open proposals of other agents that no guard forbids.
 * A failure is logged, and the proposals stay apart. Owned by the thread of the solve.
 */
final class JudgePhase {

    /** Maximum number of calls in a round: each costs money and time, and more proposals at once are rare. */
    static final int MAX_CALLS = 4;

    /** Maximum number of open proposals in one call, the newest. */
    static final int MAX_OPEN = 10;

    private final SolveContext context;
    private final HelperExecutor helpers;
    private final SolveBus bus;

    JudgePhase(SolveContext context, HelperExecutor helpers, SolveBus bus) {
        this.context = context;
        this.helpers = helpers;
        this.bus = bus;
    }

    /** Judges the proposals of these answers; their merges take place when they are published. */
    void judge(List<SignalBatch> answers) {
        Optional<ProposalJudge> judge = context.config().services().assistance().proposalJudge();
        if (judge.isEmpty() || !bus.mergesEqualProposals()) {
            return;
        }
        List<Proposal> open = new ArrayList<>(bus.deliberationInput().proposals());
        int calls = 0;
        for (SignalBatch answer : answers) {
            for (Signal signal : answer.signals()) {
                if (answer.emission().invocation() > 0 && signal.payload() instanceof Payload.Proposal proposal
                        && open.stream().noneMatch(known -> known.id().equals(proposal.proposalId()))) {
                    List<Proposal> candidates = candidates(proposal.content(), answer.emission().by(), open);
                    if (!candidates.isEmpty() && calls < MAX_CALLS) {
                        calls++;
                        ask(judge.get(), proposal, candidates);
                    }
                    open.add(new Proposal(proposal.proposalId(), proposal.content(), proposal.reasoning(),
                            answer.emission().by(), signal.id(), signal.confidence(), signal.time()));
                }
            }
        }
    }

    /** Open proposals to compare with; none when the rule finds an equal one. */
    private static List<Proposal> candidates(String content, String author, List<Proposal> open) {
        List<Proposal> others = open.stream().filter(known -> !known.sourceAgentId().equals(author)).toList();
        if (others.stream().anyMatch(known -> TextEquivalence.isSame(content, known.content()))) {
            return List.of();
        }
        List<Proposal> allowed = others.stream()
                .filter(known -> MeaningGuard.difference(content, known.content()).isEmpty()).toList();
        return allowed.subList(Math.max(0, allowed.size() - MAX_OPEN), allowed.size());
    }

    private void ask(ProposalJudge judge, Payload.Proposal proposal, List<Proposal> candidates) {
        ProposalJudge.Question question = new ProposalJudge.Question(context.task(), proposal.content(), candidates);
        HelperExecutor.HelperJob job = call -> verdict(judge, question, call);
        helpers.runWithinTimeout(InfrastructureNames.PROPOSAL_JUDGE, "proposal-judge.judge",
                job.withReader(ProposalJudge.Verdict::of)).map(ProposalJudge.Verdict::of)
                .ifPresent(verdict -> verdict.proposalId().ifPresent(into -> bus.mergeWhenPublished(
                        new ProposalMerge(proposal.proposalId(), into, MergeReason.JUDGE, verdict.evidence()))));
    }

    private static JsonValue verdict(ProposalJudge judge, ProposalJudge.Question question, RunContext call)
            throws Exception {
        ProposalJudge.Verdict verdict = Objects.requireNonNull(judge.judge(question, call),
                "its answer is null, not a verdict");
        verdict.proposalId().ifPresent(id -> {
            if (question.open().stream().noneMatch(known -> known.id().equals(id))) {
                throw new IllegalArgumentException("its verdict must name an open proposal, got \"" + id + "\"");
            }
        });
        return verdict.toJson();
    }
}
