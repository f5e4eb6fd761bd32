package dev.waggle.swarm.consensus;

/**
 * A rule that finds the leading proposal and says how sure the group is of it. Pure: the same tally gives the same
 * verdict, and nothing is changed.
 */
public interface ConsensusStrategy {

    /** The name in configurations and reports, for example {@code voting}. */
    String id();

    Verdict evaluate(Tally tally, ConsensusConfig config);
}
