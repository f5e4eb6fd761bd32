package dev.waggle.swarm.engine.speech;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.evaluation.ConsensusCollector;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.event.SignalRefusal.Reason;
import dev.waggle.swarm.identity.CanonicalAnswer;
import dev.waggle.swarm.runlog.RunFacts;

/** Admission rules for signals of a solve, except its limits. Owned by the thread of the solve. */
final class SignalAdmission {

    private final Map<String, AgentProfile> profiles = new HashMap<>();
    private final ConsensusCollector deliberation;
    private final boolean isMerging;
    private final Set<String> ids = new HashSet<>();
    private boolean takesVotesOnly;

    /** @param isMerging true if equal proposals are merged, so that the types of merges have a meaning */
    SignalAdmission(List<Agent> agents, ConsensusCollector deliberation, boolean isMerging) {
        this.isMerging = isMerging;
        agents.forEach(agent -> admit(agent.profile()));
        this.deliberation = deliberation;
    }

    /** Admits an agent with that profile as an author. */
    void admit(AgentProfile profile) {
        profiles.put(profile.id(), profile);
    }

    /** Refuses, from now on, all signals of agents but votes. */
    void takeVotesOnly() {
        takesVotesOnly = true;
    }

    /** The id is used from now on. */
    void recordId(Signal signal) {
        ids.add(signal.id());
    }

    /** Reason to refuse one signal of a batch. */
    Optional<Reason> refusalReason(Signal signal, SignalBatch words) {
        if (words.isFromAgent() && !mayEmit(signal, words)) {
            return Optional.of(Reason.NOT_ALLOWED);
        }
        if (takesVotesOnly && words.isFromAgent() && !(signal.payload() instanceof Payload.Vote)) {
            return Optional.of(Reason.VOTES_ONLY);
        }
        Optional<Reason> against = switch (signal.payload()) {
            case Payload.Open _ when words.isFromAgent() && signal.type().equals(ProposalMerge.SPLIT) ->
                refusalOfSplit(signal);
            case Payload.Proposal proposal -> refusalReason(proposal);
            case Payload.Vote vote -> refusalReason(vote, words);
            case Payload other -> Optional.empty();
        };
        return against.isEmpty() && ids.contains(signal.id()) ? Optional.of(Reason.DUPLICATE_ID) : against;
    }

    /** An agent publishes only the types that its profile allows, and never the types of the runtime or a harness. */
    private boolean mayEmit(Signal signal, SignalBatch words) {
        boolean runtimeOnly = signal.payload() instanceof Payload.Task
                || signal.payload() instanceof Payload.ConsensusReached
                || (isMerging && signal.type().equals(ProposalMerge.MERGED)) || RunFacts.isRuntimeFact(signal.type())
                || signal.type().profile() == Profile.HARNESS;
        return !runtimeOnly && mayEmit(signal.type(), words);
    }

    /** True if the profile of the batch's author allows that type. */
    boolean mayEmit(SignalType type, SignalBatch words) {
        AgentProfile profile = profiles.get(words.emission().by());
        return profile != null && profile.mayEmit(type);
    }

    /** Only the author of a merged proposal splits it. */
    private Optional<Reason> refusalOfSplit(Signal signal) {
        return isMerging && deliberation.merges().splitBy(signal).isEmpty()
                ? Optional.of(Reason.NOT_ALLOWED)
                : Optional.empty();
    }

    private Optional<Reason> refusalReason(Payload.Proposal proposal) {
        return deliberation.proposal(proposal.proposalId())
                .map(known -> isSame(proposal, known) ? Reason.SAME_PROPOSAL : Reason.NAME_TAKEN);
    }

    /** A vote refers to the proposal of its own turn under that id, and must not count for another's. */
    private Optional<Reason> refusalReason(Payload.Vote vote, SignalBatch words) {
        return deliberation.proposal(vote.proposalId())
                .filter(known -> words.proposals(known.id()).stream().anyMatch(own -> !isSame(own, known)))
                .map(known -> Reason.NAME_TAKEN);
    }

    private static boolean isSame(Payload.Proposal proposal, Proposal known) {
        return CanonicalAnswer.key(proposal.content()).equals(CanonicalAnswer.key(known.content()));
    }
}
