package dev.waggle.swarm.consensus.evaluation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.Dissent.Objection;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.identity.AuthorKey;
import dev.waggle.swarm.identity.StatedConfidence;
import dev.waggle.swarm.identity.UnstatedConfidence;

/**
 * Collects the proposals, votes and objections of a deliberation, signal by signal. It does not depend on the
 * retention of a bus, so nothing that a decision needs can be evicted. Owned by the thread of its solve; discarded
 * with it.
 */
public final class ConsensusCollector {

    private final VoteWeights weights;
    private final Map<String, Proposal> proposals = new LinkedHashMap<>();
    private final List<VoteRecord> votes = new ArrayList<>();
    private final Map<String, Objection> objections = new LinkedHashMap<>();
    /** The evidence of each proposal's confidence, by its id. */
    private final Map<String, Double> worths = new HashMap<>();
    /** The stated confidence of each proposal, by its id. */
    private final Map<String, List<Double>> stated = new HashMap<>();
    private final MergeTable merges = new MergeTable();
    private final Set<String> explicitVoters;

    /** Collector in which a merged proposal counts as a vote of its author, whoever that is. */
    public ConsensusCollector(VoteWeights weights) {
        this(weights, Set.of());
    }

    /**
     * Collector of a deliberation.
     *
     * @param explicitVoters agents that agree by a vote only, such as required voters: their merged proposals are none
     */
    public ConsensusCollector(VoteWeights weights, Collection<String> explicitVoters) {
        this.weights = weights;
        this.explicitVoters = Set.copyOf(explicitVoters);
    }

    /** Records a signal of an unknown turn. */
    public void accept(Signal signal) {
        accept(signal, 0);
    }

    /**
     * Records a signal; a proposal with a known id changes nothing.
     *
     * @param turn the number of the turn of its agent that emitted it, from 1; 0 if it is not known
     */
    public void accept(Signal signal, int turn) {
        merges.accept(signal);
        switch (signal.payload()) {
            case Payload.Proposal proposal -> {
                proposals.putIfAbsent(proposal.proposalId(),
                        new Proposal(proposal.proposalId(), proposal.content(), proposal.reasoning(), author(signal),
                                signal.id(), signal.confidence(), signal.time()));
                worths.putIfAbsent(proposal.proposalId(), UnstatedConfidence.evidenceOf(signal));
                stated.putIfAbsent(proposal.proposalId(), StatedConfidence.kinds(signal));
            }
            case Payload.Vote vote -> {
                String voter = author(signal);
                votes.add(weighed(new VoteRecord(voter, vote, signal.time(), signal.grading().causalLevel(),
                        signal.id(), turn), UnstatedConfidence.evidenceOf(signal))
                        .withConfidences(StatedConfidence.kinds(signal)));
            }
            case Payload.Challenge challenge ->
                objections.put(signal.id(), new Objection(Objection.Kind.CHALLENGE, author(signal),
                        signal.id(), challenge.targetSignalId(), challenge.counterArgument(), Set.of()));
            case Payload.Doubt doubt -> objections.put(signal.id(), new Objection(Objection.Kind.DOUBT, author(signal),
                    signal.id(), doubt.targetSignalId(), doubt.concern(), Set.of()));
            case Payload.Task _, Payload.Discovery _, Payload.Conflict _, Payload.ConsensusReached _ -> {}
            case Payload.Escalate _, Payload.SharedMemory _, Payload.ToolResult _, Payload.Open _ -> {}
        }
        if (!(signal.payload() instanceof Payload.Challenge) && !(signal.payload() instanceof Payload.Doubt)) {
            answer(signal);
        }
    }

    /** The proposal with that id, if it was proposed. */
    public Optional<Proposal> proposal(String id) {
        return Optional.ofNullable(proposals.get(id));
    }

    /** True if another agent than that one has proposed something. */
    public boolean hasProposalOfAnother(String agent) {
        return proposals.values().stream().anyMatch(proposal -> !proposal.sourceAgentId().equals(agent));
    }

    /** The most recent vote, on the proposal that it counts for. */
    public Optional<VoteRecord> lastVote() {
        return votes.isEmpty() ? Optional.empty() : Optional.of(counted(votes.getLast()));
    }

    /** The last stance of an agent on a proposal or one that counts as it; empty without a vote. */
    public Optional<Payload.Stance> lastStance(String agent, String proposalId) {
        String host = merges.hostOf(proposalId);
        return votes.reversed().stream()
                .filter(vote -> vote.agentId().equals(agent) && merges.hostOf(vote.proposalId()).equals(host))
                .findFirst().map(vote -> vote.vote().stance());
    }

    /** The merged proposals. */
    public MergeTable merges() {
        return merges;
    }

    /**
     * Everything collected so far. Equal proposals are one: the earliest of them, with the votes and objections of all.
     * The author of a merged one agrees, unless it has voted on one of them.
     */
    public ConsensusInput input() {
        if (merges.isEmpty()) {
            return new ConsensusInput(List.copyOf(proposals.values()), votes, List.copyOf(objections.values()));
        }
        List<Proposal> table = proposals.values().stream().filter(proposal -> !merges.isMerged(proposal.id())).toList();
        List<VoteRecord> cast = new ArrayList<>(votes.stream().map(this::counted).toList());
        for (String merged : merges.merged().keySet().stream().sorted().toList()) {
            proposal(merged).flatMap(this::impliedVote).ifPresent(cast::add);
        }
        return new ConsensusInput(table, cast, objections.values().stream().map(this::counted).toList());
    }

    private VoteRecord counted(VoteRecord cast) {
        String host = merges.hostOf(cast.proposalId());
        return host.equals(cast.proposalId()) ? cast : cast.on(host);
    }

    /** The vote with the weight that counts, and its evidence for a confidence of that worth. */
    private VoteRecord weighed(VoteRecord vote, double worth) {
        double weight = weights.of(vote.agentId(), vote.vote().weight());
        return vote.withWeight(weight).withEvidence(Math.min(weight * worth, VoteRecord.MAX_EVIDENCE));
    }

    private Objection counted(Objection objection) {
        return proposals.values().stream()
                .filter(proposal -> merges.isMerged(proposal.id()) && objection.isAgainst(proposal)).findFirst()
                .map(proposal -> new Objection(objection.kind(), objection.agentId(), objection.signalId(),
                        merges.hostOf(proposal.id()), objection.text(), objection.answeredBy()))
                .orElse(objection);
    }

    /** Agreement of an author that proposed the same and did not vote on it. */
    private Optional<VoteRecord> impliedVote(Proposal merged) {
        String host = merges.hostOf(merged.id());
        String author = merged.sourceAgentId();
        boolean hasVoted = votes.stream()
                .anyMatch(vote -> vote.agentId().equals(author) && merges.hostOf(vote.proposalId()).equals(host));
        Payload.Vote vote = new Payload.Vote(host, Payload.Stance.AGREE, merged.reasoning(), merged.confidence());
        return hasVoted || explicitVoters.contains(author)
                ? Optional.empty()
                : Optional.of(weighed(new VoteRecord(author, vote, merged.time(), null, merged.sourceSignalId()),
                        worths.getOrDefault(merged.id(), 1.0))
                        .withConfidences(stated.getOrDefault(merged.id(), List.of())));
    }

    private void answer(Signal signal) {
        String replyTo = signal.links().replyTo();
        Objection objection = replyTo == null ? null : objections.get(replyTo);
        if (objection != null && !objection.agentId().equals(author(signal))) {
            objections.put(objection.signalId(), objection.answeredAlsoBy(author(signal)));
        }
    }

    private static String author(Signal signal) {
        return AuthorKey.of(signal.source());
    }
}
