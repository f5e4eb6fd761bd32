package dev.waggle.swarm.lens.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.equivalence.MergeTable;

/**
 * Ballots on merged proposals: all count for the earliest of a group of equal ones. It stores on which of them each was
 * cast, so that a split returns it. Owned by one thread.
 */
final class MergedBallots {

    private final MergeTable merges = new MergeTable();
    private final BallotRule rule;
    private final BallotTable ballots;
    private final List<CastBallot> casts = new ArrayList<>();
    private final Map<String, Signal> proposals = new HashMap<>();
    private final Map<String, String> formerHosts = new HashMap<>();

    MergedBallots(BallotRule rule, BallotTable ballots) {
        this.rule = rule;
        this.ballots = ballots;
    }

    /**
     * Ballot as it was cast.
     *
     * @param proposalId the proposal that the voter named
     * @param ballot the ballot, on the number of the host at that time
     * @param answer the answer that it is part of
     * @param isImplied true for the agreement of an author that did not vote
     */
    private record CastBallot(String proposalId, Ballot ballot, AgentAnswer answer, boolean isImplied) {}

    /** Records a signal; returns the proposal that it splits from its host. */
    Optional<String> accept(Signal signal) {
        if (signal.payload() instanceof Payload.Proposal proposal) {
            proposals.putIfAbsent(proposal.proposalId(), signal);
        }
        Optional<String> split = merges.splitBy(signal).filter(proposals::containsKey);
        split.ifPresent(id -> formerHosts.put(id, merges.hostOf(id)));
        merges.accept(signal);
        return split;
    }

    boolean isMerged(String proposalId) {
        return merges.isMerged(proposalId);
    }

    String hostOf(String proposalId) {
        return merges.hostOf(proposalId);
    }

    /** Host of a proposal that was split from it. */
    String formerHostOf(String proposalId) {
        return Objects.requireNonNull(formerHosts.get(proposalId), "the proposal was not split");
    }

    /** Signal that made a proposal. */
    Signal signalOf(String proposalId) {
        return Objects.requireNonNull(proposals.get(proposalId), "the proposal is unknown");
    }

    void cast(String proposalId, Ballot ballot, AgentAnswer answer) {
        casts.add(new CastBallot(proposalId, ballot, answer, false));
        ballots.cast(ballot, answer);
    }

    /** Counts the agreement of an author that proposed the same. */
    void imply(String proposalId, Ballot ballot, AgentAnswer answer) {
        casts.add(new CastBallot(proposalId, ballot, answer, true));
        ballots.cast(ballot, answer);
    }

    /** Returns the ballots that were cast on a split proposal to it; the others of the group stay with the host. */
    void move(String proposalId, int host, int number) {
        TreeSet<Integer> voters = new TreeSet<>();
        for (CastBallot cast : casts) {
            if (cast.proposalId().equals(proposalId)
                    && ballots.of(cast.ballot().agent()).containsKey(host)) {
                voters.add(cast.ballot().agent());
            }
        }
        for (int voter : voters) {
            Optional<CastBallot> own = last(voter, cast -> cast.proposalId().equals(proposalId) && !cast.isImplied());
            Optional<CastBallot> other = last(voter, cast -> cast.ballot().proposal() == host
                    && !cast.proposalId().equals(proposalId));
            ballots.withdraw(voter, host);
            other.filter(cast -> mayReturn(cast.ballot(), own))
                    .ifPresent(cast -> ballots.cast(cast.ballot(), cast.answer()));
            own.ifPresent(cast -> ballots.cast(on(number, cast.ballot()), cast.answer()));
        }
    }

    private Optional<CastBallot> last(int voter, Predicate<CastBallot> which) {
        return casts.stream().filter(cast -> cast.ballot().agent() == voter && which.test(cast))
                .reduce((earlier, later) -> later);
    }

    /** True unless an exclusive voter has left that agreement for another one. */
    private boolean mayReturn(Ballot ballot, Optional<CastBallot> own) {
        boolean agreesElsewhere = own.map(cast -> cast.ballot().stance() == Stance.AGREE).orElse(false)
                || ballots.of(ballot.agent()).values().stream().anyMatch(other -> other.stance() == Stance.AGREE);
        return rule == BallotRule.APPROVAL || ballot.stance() != Stance.AGREE || !agreesElsewhere;
    }

    private static Ballot on(int proposal, Ballot ballot) {
        return new Ballot(ballot.agent(), proposal, ballot.stance(), ballot.weight(), ballot.confidence(),
                ballot.worth(), ballot.round());
    }
}
