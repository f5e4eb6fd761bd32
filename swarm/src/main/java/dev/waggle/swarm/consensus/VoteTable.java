package dev.waggle.swarm.consensus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload.Stance;

/**
 * Table of the votes on known proposals, oldest first, with agents and proposals replaced by numbers. Agents are
 * numbered in the order of their first votes, proposals in the order of the input.
 *
 * <p>It finds the votes that count with two counting sorts, O(proposals + votes). In the order of agent, proposal and
 * time, votes that replace each other are neighbours.
 */
final class VoteTable {

    private final List<VoteRecord> votes;
    private final int[] agents;
    private final int[] proposals;
    private final int voters;
    private final int proposalCount;

    VoteTable(List<VoteRecord> oldestFirst, List<Proposal> table) {
        Map<String, Integer> proposalNumbers = HashMap.newHashMap(table.size());
        for (Proposal proposal : table) {
            proposalNumbers.put(proposal.id(), proposalNumbers.size());
        }
        Map<String, Integer> agentNumbers = new HashMap<>();
        votes = new ArrayList<>(oldestFirst.size());
        agents = new int[oldestFirst.size()];
        proposals = new int[oldestFirst.size()];
        for (VoteRecord vote : oldestFirst) {
            Integer proposal = proposalNumbers.get(vote.proposalId());
            if (proposal != null) {
                proposals[votes.size()] = proposal;
                agents[votes.size()] = agentNumbers.computeIfAbsent(vote.agentId(), id -> agentNumbers.size());
                votes.add(vote);
            }
        }
        voters = agentNumbers.size();
        proposalCount = table.size();
    }

    /** Number of votes. */
    int size() {
        return votes.size();
    }

    /** Number of different voters. */
    int voters() {
        return voters;
    }

    VoteRecord vote(int number) {
        return votes.get(number);
    }

    int agent(int number) {
        return agents[number];
    }

    int proposal(int number) {
        return proposals[number];
    }

    /** Number of agents that agreed with each proposal first, before any other. */
    int[] firstAgreements() {
        int[] first = new int[proposalCount];
        boolean[] hasAgreed = new boolean[voters];
        for (int vote = 0; vote < size(); vote++) {
            if (agrees(vote) && !hasAgreed[agents[vote]]) {
                hasAgreed[agents[vote]] = true;
                first[proposals[vote]]++;
            }
        }
        return first;
    }

    /**
     * Numbers of the votes that count, by agent, then by proposal.
     *
     * @param maxWeight the weight to which heavier votes are cut
     */
    int[] counting(BallotRule rule, double maxWeight) {
        int[] order = inOrderOf(proposals, proposalCount, IntStream.range(0, size()).toArray());
        order = inOrderOf(agents, voters, order);
        int count = 0;
        for (int i = 0; i < order.length; i++) {
            if (i + 1 == order.length || !isReplacedBy(order[i], order[i + 1])) {
                order[count++] = order[i];
            }
        }
        int[] latest = Arrays.copyOf(order, count);
        return rule == BallotRule.APPROVAL ? latest : withoutAbandoned(latest, maxWeight);
    }

    /** The latest votes without agreements that their agent left for a later or a heavier one. */
    private int[] withoutAbandoned(int[] latest, double maxWeight) {
        int[] lastAgreements = lastAgreements();
        double[] heaviest = new double[voters];
        for (int vote : latest) {
            if (isOfLastBallot(vote, lastAgreements)) {
                heaviest[agents[vote]] = Math.max(heaviest[agents[vote]], weight(vote, maxWeight));
            }
        }
        return Arrays.stream(latest).filter(vote -> !agrees(vote) || (isOfLastBallot(vote, lastAgreements)
                && weight(vote, maxWeight) == heaviest[agents[vote]])).toArray();
    }

    /** Counting sort of the votes by key, smallest first. It is stable. */
    private static int[] inOrderOf(int[] keys, int keyCount, int[] order) {
        int[] next = new int[keyCount + 1];
        for (int vote : order) {
            next[keys[vote] + 1]++;
        }
        for (int key = 1; key <= keyCount; key++) {
            next[key] += next[key - 1];
        }
        int[] sorted = new int[order.length];
        for (int vote : order) {
            sorted[next[keys[vote]]++] = vote;
        }
        return sorted;
    }

    private boolean isReplacedBy(int vote, int later) {
        return agents[vote] == agents[later] && proposals[vote] == proposals[later];
    }

    /** True if it agrees and its agent agreed with nothing later: agreements of one answer are one ballot. */
    private boolean isOfLastBallot(int vote, int[] lastAgreements) {
        return agrees(vote) && votes.get(vote).isOfOneAnswer(votes.get(lastAgreements[agents[vote]]));
    }

    /** Number of the last agreeing vote of each agent. */
    private int[] lastAgreements() {
        int[] last = new int[voters];
        for (int vote = 0; vote < size(); vote++) {
            if (agrees(vote)) {
                last[agents[vote]] = vote;
            }
        }
        return last;
    }

    private double weight(int vote, double maxWeight) {
        return Math.min(votes.get(vote).vote().weight(), maxWeight);
    }

    private boolean agrees(int vote) {
        return votes.get(vote).vote().stance() == Stance.AGREE;
    }
}
