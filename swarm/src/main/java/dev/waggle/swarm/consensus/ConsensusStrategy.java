package dev.waggle.swarm.consensus;

/**
 * A rule that finds the leading proposal and says how sure the group is of it. Pure: the same tally gives the same
 * verdict, and nothing is changed.
 *
 * <p>It computes, on the thread of the solve, and waits for nothing: no file, socket, lock or model. A solve cannot end
 * while its strategy is at work.
 */
public interface ConsensusStrategy {

    /** The name in configurations and reports, for example {@code voting}. */
    String id();

    /** What the counted votes say of their proposals, and whether that meets the rule. */
    ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule);
}
