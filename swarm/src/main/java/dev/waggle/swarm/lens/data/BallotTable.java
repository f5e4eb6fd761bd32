package dev.waggle.swarm.lens.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import org.jspecify.annotations.Nullable;

/**
 * The ballots that count, by agent and proposal, and their changes in a round. It passes each change on to the
 * posterior of the group and to the beliefs of the agents. Owned by one thread.
 */
final class BallotTable {

    private final BallotRule rule;
    private final boolean isSharing;
    private final GroupPosterior group;
    private final AgentBeliefs beliefs;
    private final List<Map<Integer, Ballot>> ballots = new ArrayList<>();
    private final List<SharedBallot> shared = new ArrayList<>();
    private final Map<Long, BallotChange> changes = new LinkedHashMap<>();
    private final Map<Integer, Integer> informing = new HashMap<>();
    private int size;
    private int voters;

    /** Table of ballots; under {@link PosteriorKind#BY_PROPOSAL} the last of several exclusive agreements counts. */
    BallotTable(BallotRule rule, PosteriorKind kind, GroupPosterior group, AgentBeliefs beliefs) {
        this.rule = rule;
        isSharing = rule == BallotRule.EXCLUSIVE && kind == PosteriorKind.BY_VOTER;
        this.group = group;
        this.beliefs = beliefs;
    }

    /** Number of agents with a row. */
    int agents() {
        return ballots.size();
    }

    void addAgent() {
        ballots.add(new LinkedHashMap<>());
        shared.add(new SharedBallot());
    }

    /** Clears the changes of the last round. */
    void beginRound() {
        changes.clear();
    }

    /** The ballots of an agent by proposal, in the order of their first votes. */
    Map<Integer, Ballot> of(int agent) {
        return Collections.unmodifiableMap(ballots.get(agent));
    }

    /** Number of ballots. */
    int size() {
        return size;
    }

    /** Number of agents with an informative ballot. */
    int voters() {
        return voters;
    }

    /** True if the agent has an informative ballot. */
    boolean isInforming(int agent) {
        return informing.getOrDefault(agent, 0) != 0;
    }

    /** Changes of this round, one for each agent and proposal. */
    List<BallotChange> changes() {
        return List.copyOf(changes.values());
    }

    /**
     * Counts a ballot in place of the agent's earlier one on the proposal. An exclusive agreement withdraws others, but
     * for those of the same answer, with which it shares ({@link SharedBallot}).
     */
    void cast(Ballot ballot, AgentAnswer answer) {
        if (!isSharing) {
            replace(ballot);
            return;
        }
        SharedBallot agreements = shared.get(ballot.agent());
        agreements.cast(ballot, answer);
        if (ballot.stance() != Stance.AGREE) {
            put(ballot);
        }
        share(ballot.agent(), agreements);
    }

    /** Brings the agreements of an agent to those that count, with their shares. */
    private void share(int agent, SharedBallot agreements) {
        Map<Integer, Ballot> counting = agreements.counting();
        Map<Integer, Ballot> own = ballots.get(agent);
        List<Ballot> left = own.values().stream().filter(ballot -> !counting.containsKey(ballot.proposal())
                && (ballot.stance() == Stance.AGREE || agreements.contains(ballot.proposal()))).toList();
        left.forEach(this::withdraw);
        counting.values().stream().filter(ballot -> !ballot.equals(own.get(ballot.proposal()))).forEach(this::put);
    }

    private void replace(Ballot ballot) {
        if (rule == BallotRule.EXCLUSIVE && ballot.stance() == Stance.AGREE) {
            List<Ballot> left = ballots.get(ballot.agent()).values().stream()
                    .filter(other -> other.stance() == Stance.AGREE && other.proposal() != ballot.proposal()).toList();
            left.forEach(this::withdraw);
        }
        put(ballot);
    }

    private void put(Ballot ballot) {
        Map<Integer, Ballot> own = ballots.get(ballot.agent());
        count(ballot, 1);
        Ballot before = own.put(ballot.proposal(), ballot);
        size += before == null ? 1 : 0;
        group.replace(before, ballot);
        if (before != null) {
            count(before, -1);
        }
        beliefs.state(ballot.agent(), ballot.proposal(), ballot.strength());
        recordChange(ballot.agent(), ballot.proposal(), before, ballot);
    }

    /** Removes the ballot of an agent on a proposal, if there is one. */
    void withdraw(int agent, int proposal) {
        Ballot ballot = ballots.get(agent).get(proposal);
        if (ballot != null) {
            withdraw(ballot);
        }
        if (isSharing) {
            shared.get(agent).withdraw(proposal);
            share(agent, shared.get(agent));
        }
    }

    private void withdraw(Ballot ballot) {
        Map<Integer, Ballot> own = ballots.get(ballot.agent());
        own.remove(ballot.proposal());
        size--;
        count(ballot, -1);
        group.replace(ballot, null);
        beliefs.state(ballot.agent(), ballot.proposal(), 0);
        recordChange(ballot.agent(), ballot.proposal(), ballot, null);
    }

    /** Counts voters. An agent that abstains everywhere, or votes without weight or confidence, does not count. */
    private void count(Ballot ballot, int more) {
        if (ballot.evidence() != 0) {
            int spoke = informing.merge(ballot.agent(), more, Integer::sum);
            voters += spoke == 1 && more > 0 ? 1 : spoke == 0 ? -1 : 0;
        }
    }

    /** Records a change; several votes of a round on one proposal are one change. */
    private void recordChange(int agent, int proposal, @Nullable Ballot before, @Nullable Ballot after) {
        long key = ((long) agent << Integer.SIZE) | proposal;
        BallotChange known = changes.get(key);
        BallotChange change = new BallotChange(agent, proposal, known == null ? before : known.before(), after);
        if (isEvidenceChange(change.before(), change.after())) {
            changes.put(key, change);
        } else {
            changes.remove(key);
        }
    }

    /** True if the two ballots differ in evidence. */
    private static boolean isEvidenceChange(@Nullable Ballot before, @Nullable Ballot after) {
        double evidenceBefore = before == null ? 0 : before.evidence();
        double evidenceAfter = after == null ? 0 : after.evidence();
        return evidenceBefore != evidenceAfter;
    }
}
