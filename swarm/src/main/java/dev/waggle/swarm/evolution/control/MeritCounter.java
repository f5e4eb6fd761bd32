package dev.waggle.swarm.evolution.control;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.equivalence.MergeTable;
import org.jspecify.annotations.Nullable;

/**
 * Counts the signals and merits of each agent for its {@link AgentService}. Merged proposals count as one, that of the
 * first author, with the votes on each of them. Records each signal in constant time; a vote on a merged proposal takes
 * time linear in the proposals. Owned by the thread of the solve.
 */
final class MeritCounter {

    private final Map<String, AgentRecord> records = new HashMap<>();
    /** Speakers of signals that wait to be taken up, by signal. */
    private final Map<String, String> waiting = new HashMap<>();
    /** Proposal that a signal made. */
    private final Map<String, String> proposalOf = new HashMap<>();
    /** The votes on each proposal by agent, in the order of the proposals. */
    private final Map<String, Map<String, CastStance>> votes = new LinkedHashMap<>();
    /** Challenges and doubts of each agent on each proposal; those that were not taken up are waiting. */
    private final Map<String, Map<String, Deque<String>>> questions = new HashMap<>();
    private final MergeTable merges = new MergeTable();
    private long number;
    /** Proposals of the round. */
    private final Set<String> newProposals = new LinkedHashSet<>();

    /** Stance of a vote, and the number of the vote. */
    private record CastStance(Stance stance, long number) {}

    /** Record of an agent. */
    private static final class AgentRecord {
        private int signals;
        private int takenUp;
        private final Set<String> proposals = new LinkedHashSet<>();
        private final Set<String> votedOn = new HashSet<>();
    }

    void beginRound() {
        newProposals.clear();
    }

    /** Number of new proposals in the round. */
    int newProposals() {
        return (int) newProposals.stream().filter(proposal -> !merges.isMerged(proposal)).count();
    }

    /** Number of signals of that agent. */
    int signals(String agent) {
        AgentRecord work = records.get(agent);
        return work == null ? 0 : work.signals;
    }

    /** Number of proposals of that agent. */
    int proposals(String agent) {
        AgentRecord work = records.get(agent);
        return work == null ? 0
                : (int) work.proposals.stream().filter(proposal -> !merges.isMerged(proposal)).count();
    }

    /** Records a signal; from outside the agents only proposals. */
    void accept(Signal signal) {
        merges.accept(signal);
        String speaker = signal.source() instanceof Source.Agent agent ? agent.id() : null;
        if (signal.payload() instanceof Payload.Proposal proposal) {
            propose(signal.id(), proposal.proposalId(), speaker);
        }
        if (speaker == null) {
            return;
        }
        AgentRecord work = records.computeIfAbsent(speaker, _ -> new AgentRecord());
        work.signals++;
        String reply = signal.links().replyTo();
        if (reply != null) {
            takeUp(reply, speaker);
        }
        switch (signal.payload()) {
            case Payload.Challenge challenge -> question(signal.id(), challenge.targetSignalId(), speaker);
            case Payload.Doubt doubt -> question(signal.id(), doubt.targetSignalId(), speaker);
            case Payload.Discovery _ -> waiting.put(signal.id(), speaker);
            case Payload.Vote vote -> vote(vote, speaker, work);
            case Payload.Task _, Payload.Proposal _, Payload.Conflict _, Payload.ConsensusReached _ -> {
            }
            case Payload.Escalate _, Payload.SharedMemory _, Payload.ToolResult _, Payload.Open _ -> {
            }
        }
    }

    /** Service of that agent so far. */
    AgentService serviceOf(AgentProfile profile) {
        AgentRecord work = records.get(profile.id());
        boolean votesOnly = profile.mayEmit(SignalType.VOTE) && !profile.mayEmit(SignalType.PROPOSAL)
                && !profile.mayEmit(SignalType.CHALLENGE) && !profile.mayEmit(SignalType.DOUBT);
        int enough = votesOnly ? Math.clamp(hosts(votes.keySet()), 1, AgentService.ENOUGH_MERITS)
                : AgentService.ENOUGH_MERITS;
        if (work == null) {
            return new AgentService(0, 0, enough);
        }
        int standing = (int) work.proposals.stream()
                .filter(proposal -> !merges.isMerged(proposal) && !isRejected(proposal)).count();
        return new AgentService(work.signals, standing + work.takenUp + (votesOnly ? hosts(work.votedOn) : 0), enough);
    }

    private void propose(String signalId, String id, @Nullable String author) {
        proposalOf.put(signalId, id);
        if (votes.putIfAbsent(id, new HashMap<>()) == null) {
            newProposals.add(id);
            if (author != null) {
                records.computeIfAbsent(author, _ -> new AgentRecord()).proposals.add(id);
            }
        }
    }

    /** Records a challenge or doubt, which also takes up the signal that it opposes. */
    private void question(String signalId, String target, String speaker) {
        takeUp(target, speaker);
        waiting.put(signalId, speaker);
        String proposal = proposalOf.get(target);
        if (proposal != null) {
            questions.computeIfAbsent(proposal, _ -> new LinkedHashMap<>())
                    .computeIfAbsent(speaker, _ -> new ArrayDeque<>()).push(signalId);
        }
    }

    private void vote(Payload.Vote vote, String voter, AgentRecord work) {
        Map<String, CastStance> cast = votes.get(vote.proposalId());
        if (cast == null) {
            return;
        }
        CastStance before = standing(vote.proposalId()).get(voter);
        cast.put(voter, new CastStance(vote.stance(), number++));
        if (vote.stance() != Stance.ABSTAIN) {
            work.votedOn.add(vote.proposalId());
        }
        if (before != null && before.stance() != vote.stance()) {
            changeMind(vote.proposalId(), voter);
        }
    }

    /** Takes up the last open question of each agent that asked: one change of a vote takes up no more. */
    private void changeMind(String proposal, String voter) {
        for (String each : group(proposal)) {
            for (Deque<String> open : questions.getOrDefault(each, Map.of()).values()) {
                while (!open.isEmpty() && !waiting.containsKey(open.peek())) {
                    open.pop();
                }
                if (!open.isEmpty()) {
                    takeUp(open.peek(), voter);
                }
            }
        }
    }

    /** The proposals that count as one with this. */
    private List<String> group(String proposal) {
        if (merges.isEmpty()) {
            return List.of(proposal);
        }
        String host = merges.hostOf(proposal);
        return votes.keySet().stream().filter(other -> merges.hostOf(other).equals(host)).toList();
    }

    /** The last vote of each agent on a proposal or one that counts as it. */
    private Map<String, CastStance> standing(String proposal) {
        Map<String, CastStance> last = new HashMap<>();
        for (String each : group(proposal)) {
            votes.getOrDefault(each, Map.of()).forEach((voter, cast) -> last.merge(voter, cast,
                    (one, other) -> one.number() > other.number() ? one : other));
        }
        return last;
    }

    private int hosts(Collection<String> proposals) {
        return merges.isEmpty() ? proposals.size() : (int) proposals.stream().map(merges::hostOf).distinct().count();
    }

    /** Takes up a signal, once, by another agent. */
    private void takeUp(String signalId, String by) {
        String author = waiting.get(signalId);
        if (author != null && !author.equals(by)) {
            waiting.remove(signalId);
            records.computeIfAbsent(author, _ -> new AgentRecord()).takenUp++;
        }
    }

    private boolean isRejected(String proposal) {
        int balance = 0;
        for (CastStance cast : standing(proposal).values()) {
            balance += switch (cast.stance()) {
                case AGREE -> 1;
                case DISAGREE -> -1;
                case ABSTAIN -> 0;
            };
        }
        return balance < 0;
    }
}
