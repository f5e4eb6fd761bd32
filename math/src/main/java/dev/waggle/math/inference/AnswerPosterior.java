package dev.waggle.math.inference;

import java.util.Map;
import java.util.OptionalInt;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.FixedPointSums;

/**
 * Posterior over the answers to one question, from the ballots of voters that depend on each other and of whom nothing is
 * known. Exactly one answer is right: one of those that are named, or none of them.
 *
 * <pre>
 *   p(k) ~ exp(nats(m) S_k)     S_k the weight for answer k, less that of objections to it
 *   p(none) ~ others            answers that nobody named, each with S = 0
 *   nats(m) = gain / (1 + (m - 1) dependence),   m the weight of all voters
 * </pre>
 *
 * <p>There is one effective number of voters for all answers. Therefore:
 *
 * <ul>
 * <li>a voter for an answer never lowers its probability, and an objection never raises it,
 * <li>the same shares with more voters never lower the leader,
 * <li>unanimity rises with every voter, towards the bound of the dependence ({@link VoterModel#bound}),
 * <li>the answer with the most support is the most probable one,
 * <li>the order of ballots does not matter, to the last bit, and a withdrawn ballot leaves no trace.
 * </ul>
 *
 * <p>Casting is O(answers of the ballot), probabilities O(answers). Owned by one thread. Sources: Kish 1965 for the
 * effective number; Good 1950 for the sum of evidence.
 */
public final class AnswerPosterior {

    private static final int VOTERS = 0;

    /** The weight of all voters, then the support of each answer. */
    private final FixedPointSums sums;

    /** A question with that number of named answers, at least 0. */
    public AnswerPosterior(int answers) {
        DomainCheck.atLeast("answers", answers, 0);
        sums = new FixedPointSums(answers + 1);
    }

    /** Adds an answer without support, and returns its place. */
    public int join() {
        return sums.grow() - 1;
    }

    /** Number of named answers. */
    public int size() {
        return sums.size() - 1;
    }

    /** Takes the ballot of a voter into account. */
    public void cast(AnswerBallot ballot) {
        count(ballot, 1);
    }

    /** Removes a ballot that was cast, as if it had never been. */
    public void withdraw(AnswerBallot ballot) {
        count(ballot, -1);
    }

    /** The weight of all voters, at least 0. */
    public double voters() {
        return Math.max(0, sums.get(VOTERS));
    }

    /** The weight for an answer less the weight of objections to it. */
    public double support(int answer) {
        return sums.get(DomainCheck.index("answer", answer, size()) + 1);
    }

    /**
     * Probability of each named answer; a new array. Their sum is below 1 when there may be others.
     *
     * @param others the number of answers that nobody named, at least 0; 1 for "none of them" when it is not known. With 0
     *        there must be a named answer
     */
    public double[] probabilities(VoterModel model, int others) {
        DomainCheck.atLeast("others", others, size() == 0 ? 1 : 0);
        double[] shares = evidence(model);
        double largest = others > 0 ? 0 : Double.NEGATIVE_INFINITY;
        for (int answer = 0; answer < shares.length; answer++) {
            largest = Math.max(largest, shares[answer]);
        }
        double all = others == 0 ? 0 : others * StrictMath.exp(-largest);
        for (int answer = 0; answer < shares.length; answer++) {
            shares[answer] = StrictMath.exp(shares[answer] - largest);
            all += shares[answer];
        }
        for (int answer = 0; answer < shares.length; answer++) {
            shares[answer] /= all;
        }
        return shares;
    }

    /** Evidence for each named answer in nats, nats(m) S_k; a new array. An answer that nobody named has 0. */
    public double[] evidence(VoterModel model) {
        double nats = model.nats(voters());
        double[] evidence = new double[size()];
        for (int answer = 0; answer < evidence.length; answer++) {
            evidence[answer] = nats * sums.get(answer + 1);
        }
        return evidence;
    }

    /** The answer with the most support, the most probable one; empty when several have as much, or none has any. */
    public OptionalInt leader() {
        int leader = -1;
        boolean isTied = true;
        for (int answer = 0; answer < size(); answer++) {
            double more = leader < 0 ? 1 : support(answer) - support(leader);
            isTied = more == 0 || (more < 0 && isTied);
            leader = more > 0 ? answer : leader;
        }
        return leader < 0 || isTied || support(leader) <= 0 ? OptionalInt.empty() : OptionalInt.of(leader);
    }

    private void count(AnswerBallot ballot, int sign) {
        for (int answer : ballot.support().keySet()) {
            DomainCheck.index("answer", answer, size());
        }
        for (Map.Entry<Integer, Double> support : ballot.support().entrySet()) {
            sums.add(support.getKey() + 1, sign * support.getValue());
        }
        sums.add(VOTERS, sign * ballot.weight());
    }
}
