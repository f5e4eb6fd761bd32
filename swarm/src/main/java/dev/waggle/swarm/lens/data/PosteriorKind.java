package dev.waggle.swarm.lens.data;

/** Rule by which ballots become the posterior of the group. It is fixed for a run, so that a log replays. */
public enum PosteriorKind {
    /**
     * One effective number of voters for all proposals, and one ballot for each voter: see
     * {@link dev.waggle.math.inference.AnswerPosterior}.
     */
    BY_VOTER,
    /**
     * An exponent for each proposal, by the number of its own voters. It is not monotone, and serves runs of earlier
     * versions of the loop.
     */
    BY_PROPOSAL;
}
