package dev.waggle.swarm.lens.data;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import org.jspecify.annotations.Nullable;

/** Posterior of the group over the proposals from all ballots, now and before the round. Owned by one thread. */
interface GroupPosterior {

    void addProposal();

    void beginRound();

    /**
     * Replaces a ballot by another of the same agent on the same proposal.
     *
     * @param before the ballot that counted until now; {@code null} for none
     * @param after the ballot that counts from now on; {@code null} for none
     */
    void replace(@Nullable Ballot before, @Nullable Ballot after);

    /** Evidence for a proposal, in nats, with votes taken as independent. */
    double nats(int proposal);

    /** Part of the evidence that this round added, in nats. */
    double natsOfRound(int proposal);

    /** Exponent of the evidence on that proposal, because voters depend on each other. */
    double exponent(int proposal);

    /** Probabilities of the proposals, given that one of them is right; sum 1 unless there is none. */
    double[] shares();

    /** The same without the evidence of this round, with the current exponents. */
    double[] sharesBefore();

    /** Probability of each proposal. */
    double[] probabilities();

    /** Probability of each proposal, with votes taken as independent. */
    double[] independent();

    /**
     * The most probable proposal; empty when there is none or several are.
     *
     * @param shares the current {@link #shares}
     */
    OptionalInt leader(double[] shares);

    /** Equivalent number of independent voters of weight 1 for that many agents with an informative ballot. */
    double effectiveVoters(int voters);

    /** Evidence of an agreement of weight 1 with that confidence, in nats. */
    double natsOfAgreement(double confidence);

    /**
     * Changes of evidence in this round.
     *
     * @param changes the changes of ballots in this round
     */
    List<EvidenceChange> changes(List<BallotChange> changes);

    /**
     * Evidence of an agent by proposal, in nats.
     *
     * @param ballots the ballots of the agent that count
     */
    Map<Integer, Double> natsOf(int agent, Map<Integer, Ballot> ballots);
}
