package dev.waggle.swarm.engine.speech;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.ConflictDetector;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.evaluation.ConsensusCollector;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.equivalence.ProposalMerge.MergeReason;
import dev.waggle.swarm.equivalence.TextEquivalence;
import dev.waggle.swarm.runlog.LoopVersion;

/**
 * Finds the earlier proposal of another agent that a new one equals, by the rule or by a verdict.
 * A judge is asked before the publication. It finds none for an author that disagrees with the earlier proposal or has split from
 * it. It merges nothing in runs of the first loop, nor where rivals are ignored, as in recordings. Owned by the thread
 * of the solve.
 */
final class ProposalMerger {

    private final boolean isActive;
    private final ConsensusCollector deliberation;
    private final Map<String, List<String>> proposalsByKey = new HashMap<>();
    private final Map<String, ProposalMerge> judged = new HashMap<>();
    private Optional<ProposalMerge> found = Optional.empty();
    private String merging = "";

    ProposalMerger(SolveContext context, ConsensusCollector deliberation) {
        isActive = isActive(context);
        this.deliberation = deliberation;
    }

    /** True if equal proposals are merged in that solve. */
    static boolean isActive(SolveContext context) {
        return context.loop().isAtLeast(LoopVersion.SECOND)
                && context.config().consensus().conflictResolution() != ConflictResolution.NONE;
    }

    /** Records the verdict of a judge on a proposal that is not published yet. */
    void judge(ProposalMerge verdict) {
        judged.put(verdict.from(), verdict);
    }

    /** Finds the merge of a signal that is about to be published. */
    void begin(Signal signal, SignalBatch words) {
        found = isActive && words.isFromAgent() && signal.payload() instanceof Payload.Proposal proposal
                ? find(proposal, words)
                : Optional.empty();
        merging = found.isPresent() ? signal.id() : "";
    }

    /** The merge of the signal that was just published. */
    Optional<ProposalMerge> take(Signal signal) {
        Optional<ProposalMerge> taken = signal.id().equals(merging) ? found : Optional.empty();
        found = Optional.empty();
        if (isActive && signal.payload() instanceof Payload.Proposal proposal) {
            proposalsByKey.computeIfAbsent(TextEquivalence.keyOf(proposal.content()), _ -> new ArrayList<>())
                    .add(proposal.proposalId());
        }
        return taken;
    }

    /**
     * Merged proposals that an answer splits. Its author agrees with its own and disagrees with another of the group, in
     * votes of the same answer.
     */
    List<String> splits(SignalBatch words) {
        MergeTable merges = deliberation.merges();
        if (merges.isEmpty() || !words.isFromAgent()) {
            return List.of();
        }
        String author = words.emission().by();
        return words.signals().stream().map(Signal::payload).filter(Payload.Vote.class::isInstance)
                .map(Payload.Vote.class::cast)
                .filter(vote -> vote.stance() == Stance.AGREE && merges.isMerged(vote.proposalId())
                        && merges.authorOf(vote.proposalId()).equals(Optional.of(author)))
                .map(Payload.Vote::proposalId).filter(own -> disagreesWithAnother(own, words, merges)).distinct()
                .toList();
    }

    /** Detector that finds no conflict for a proposal that is merged. */
    ConflictDetector detector(ConflictDetector rivals) {
        return new ConflictDetector() {
            @Override
            public Optional<Signal> check(Signal signal, RetainedSignals retained) {
                return signal.id().equals(merging) ? Optional.empty() : rivals.check(signal, retained);
            }

            @Override
            public Optional<Signal> nextRival(Signal signal, RetainedSignals retained) {
                return rivals.nextRival(signal, retained);
            }

            @Override
            public void forget(Signal signal) {
                rivals.forget(signal);
            }
        };
    }

    private Optional<ProposalMerge> find(Payload.Proposal proposal, SignalBatch words) {
        for (String id : proposalsByKey.getOrDefault(TextEquivalence.keyOf(proposal.content()), List.of())) {
            Optional<Proposal> known = deliberation.proposal(id)
                    .filter(earlier -> TextEquivalence.isSame(earlier.content(), proposal.content()))
                    .filter(earlier -> mayMerge(earlier, words));
            if (known.isPresent()) {
                return Optional.of(new ProposalMerge(proposal.proposalId(), id, MergeReason.RULE,
                        "the texts say the same by the rule"));
            }
        }
        return Optional.ofNullable(judged.get(proposal.proposalId()))
                .filter(verdict -> deliberation.proposal(verdict.into())
                        .filter(earlier -> mayMerge(earlier, words)).isPresent());
    }

    /** True unless the author made that proposal, disagrees with it, or has split from it. */
    private boolean mayMerge(Proposal earlier, SignalBatch words) {
        String author = words.emission().by();
        MergeTable merges = deliberation.merges();
        String host = merges.hostOf(earlier.id());
        boolean disagreesNow = words.signals().stream().map(Signal::payload)
                .anyMatch(said -> said instanceof Payload.Vote vote && vote.stance() == Stance.DISAGREE
                        && merges.hostOf(vote.proposalId()).equals(host));
        return !earlier.sourceAgentId().equals(author) && !disagreesNow && !merges.hasSplit(author, host)
                && deliberation.lastStance(author, host).filter(stance -> stance == Stance.DISAGREE).isEmpty();
    }

    private static boolean disagreesWithAnother(String own, SignalBatch words, MergeTable merges) {
        return words.signals().stream().map(Signal::payload)
                .anyMatch(said -> said instanceof Payload.Vote vote && vote.stance() == Stance.DISAGREE
                        && !vote.proposalId().equals(own)
                        && merges.hostOf(vote.proposalId()).equals(merges.hostOf(own)));
    }
}
