package dev.waggle.swarm.reliability;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A decision as learning sees it: its options, and who voted how. One of the options is right, or an answer that nobody
 * named.
 *
 * @param category the kind of the task, empty if none is known
 * @param panel the number of agents that could have voted, at least those that did
 * @param offsets the logarithm of the odds that each named option has without any history, finite
 * @param others the number of answers that nobody named, at least 0; each has the odds 1
 * @param ballots one ballot an agent, in the order of their ids
 * @param answers the answer of each option, for questions that share their answers, such as labels; empty for others
 * @param first of agents that have read each other, the number that named each option first; empty for agents that
 *        answered alone
 */
public record DecisionCase(String category, int panel, List<Double> offsets, int others, List<CaseBallot> ballots,
        List<String> answers, List<Double> first) {

    public DecisionCase {
        offsets = List.copyOf(offsets);
        ballots = ballots.stream().sorted(Comparator.comparing(CaseBallot::agent)).toList();
        answers = List.copyOf(answers);
        first = List.copyOf(first);
        if (!answers.isEmpty() && answers.size() != offsets.size()) {
            throw new IllegalArgumentException(
                    "answers must be one for each of " + offsets.size() + " options, got " + answers.size());
        }
        if (others < 0 || (offsets.isEmpty() && others == 0)) {
            throw new IllegalArgumentException("others must be at least 0, and 1 without an option, got " + others);
        }
        if (panel < ballots.size()) {
            throw new IllegalArgumentException(
                    "the panel has at least the " + ballots.size() + " voters, got " + panel);
        }
        if (!first.isEmpty() && first.size() != offsets.size()) {
            throw new IllegalArgumentException("first answers must be counted for each of " + offsets.size()
                    + " options, got " + first.size());
        }
        for (double offset : offsets) {
            if (!Double.isFinite(offset)) {
                throw new IllegalArgumentException("an offset must be finite, got " + offset);
            }
        }
        Set<String> agents = HashSet.newHashSet(ballots.size());
        for (CaseBallot ballot : ballots) {
            if (!agents.add(ballot.agent())) {
                throw new IllegalArgumentException("agent " + ballot.agent() + " has two ballots");
            }
            for (int option : ballot.stances().keySet()) {
                if (option < 0 || option >= offsets.size()) {
                    throw new IllegalArgumentException("a ballot of agent " + ballot.agent() + " names option " + option
                            + " of " + offsets.size());
                }
            }
        }
    }

    /** Number of named options. */
    public int options() {
        return offsets.size();
    }

    /** True if its agents had read each other. */
    public boolean isDebate() {
        return !first.isEmpty();
    }
}
