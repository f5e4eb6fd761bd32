package dev.waggle.swarm.consensus;

import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload.Stance;

/**
 * The votes that count, added up once for all strategies in O(proposals + votes).
 *
 * <ol>
 * <li>An agent's later vote on a proposal replaces its earlier one: later by time, then by order of casting.
 * <li>Votes on unknown proposals do not count; {@link #rejectedVotes()} is their number.
 * <li>Weights are cut to the maximum.
 * <li>Under {@link BallotRule#EXCLUSIVE} an agent supports the proposal that it agreed with last. It counts
 * against all others with the weight of that ballot unless it voted on them explicitly.
 * <li>Agreements of one answer of an agent are one exclusive ballot. The heaviest of them counts. Equally heavy ones
 * share the ballot: each gets an equal part, and the rest counts against it.
 * </ol>
 *
 * <p>Proposals have indexes from 0 to {@link #size()} - 1, in the order of their ids, so nothing depends on the order
 * of arrival.
 */
public final class VoteTally {

    private final List<Proposal> proposals;
    private final List<VoteRecord> counted;
    private final int[] countedOn;
    private final int[] sharers;
    private final int voters;
    private final int rejectedVotes;
    private final double maxWeight;
    private final double heaviestVote;

    private final ExactAccumulator agreeWeight;
    private final ExactAccumulator allWeight;
    private final ExactAccumulator agreeHeads;
    private final int[] agreeVoters;
    private final int[] allVoters;
    private final int[] firstVoters;

    private VoteTally(List<Proposal> proposals, VoteTable cast, int rejectedVotes, BallotRule ballots,
            double maxWeight) {
        this.proposals = proposals;
        this.rejectedVotes = rejectedVotes;
        this.maxWeight = maxWeight;
        int[] counting = cast.counting(ballots, maxWeight);
        int[] countedBy = Arrays.stream(counting).map(cast::agent).toArray();
        this.counted = Arrays.stream(counting).mapToObj(cast::vote).toList();
        this.countedOn = Arrays.stream(counting).map(cast::proposal).toArray();
        this.voters = cast.voters();
        this.sharers = ballots == BallotRule.EXCLUSIVE ? sharers(counted, countedBy, voters) : ones(counted.size());
        int size = proposals.size();
        agreeWeight = new ExactAccumulator(size);
        allWeight = new ExactAccumulator(size);
        agreeHeads = new ExactAccumulator(size);
        agreeVoters = new int[size];
        allVoters = new int[size];
        firstVoters = cast.firstAgreements();
        addStatedVotes();
        if (ballots == BallotRule.EXCLUSIVE) {
            addImpliedVotes(countedBy);
        }
        heaviestVote = counted.stream().mapToDouble(this::weightOf).max().orElse(0);
    }

    /** The kept proposals of a full tally, by their indexes in it. */
    private VoteTally(VoteTally full, int[] kept) {
        proposals = Arrays.stream(kept).mapToObj(full.proposals::get).toList();
        rejectedVotes = full.rejectedVotes;
        maxWeight = full.maxWeight;
        heaviestVote = full.heaviestVote;
        voters = full.voters;
        int[] indexes = new int[full.size()];
        Arrays.fill(indexes, -1);
        agreeWeight = new ExactAccumulator(kept.length);
        allWeight = new ExactAccumulator(kept.length);
        agreeHeads = new ExactAccumulator(kept.length);
        agreeVoters = new int[kept.length];
        allVoters = new int[kept.length];
        firstVoters = Arrays.stream(kept).map(proposal -> full.firstVoters[proposal]).toArray();
        for (int i = 0; i < kept.length; i++) {
            indexes[kept[i]] = i;
            agreeWeight.addAll(i, full.agreeWeight, kept[i]);
            allWeight.addAll(i, full.allWeight, kept[i]);
            agreeHeads.addAll(i, full.agreeHeads, kept[i]);
            agreeVoters[i] = full.agreeVoters[kept[i]];
            allVoters[i] = full.allVoters[kept[i]];
        }
        int[] votes = IntStream.range(0, full.countedOn.length).filter(i -> indexes[full.countedOn[i]] >= 0).toArray();
        counted = Arrays.stream(votes).mapToObj(full.counted::get).toList();
        countedOn = Arrays.stream(votes).map(i -> indexes[full.countedOn[i]]).toArray();
        sharers = Arrays.stream(votes).map(i -> full.sharers[i]).toArray();
    }

    /**
     * Adds up the votes.
     *
     * @param maxWeight the weight to which heavier votes are cut
     */
    public static VoteTally of(List<Proposal> proposals, List<VoteRecord> votes, BallotRule ballots, double maxWeight) {
        List<Proposal> table = distinctById(proposals);
        VoteTable cast = new VoteTable(inOrderOfTime(votes), table);
        return new VoteTally(table, cast, votes.size() - cast.size(), ballots, maxWeight);
    }

    /**
     * Copy without some proposals and the votes on them. Every other proposal keeps its own sums and voters, the votes
     * of exclusive ballots against it too. The number of voters and the heaviest vote stay those of all proposals. So a
     * quorum is no easier to reach, and no lighter voter becomes the heaviest.
     */
    public VoteTally without(Set<String> proposalIds) {
        return new VoteTally(this,
                IntStream.range(0, size()).filter(i -> !proposalIds.contains(proposal(i).id())).toArray());
    }

    /** Number of proposals. */
    public int size() {
        return proposals.size();
    }

    public Proposal proposal(int index) {
        return proposals.get(index);
    }

    /** True if that proposal is known. */
    public boolean hasProposal(String proposalId) {
        return proposals.stream().anyMatch(proposal -> proposal.id().equals(proposalId));
    }

    /**
     * The votes that count, one for each agent and proposal. They are ordered by agent, in the order of the agents'
     * first votes, then by proposal.
     */
    public List<VoteRecord> votes() {
        return counted;
    }

    /** The index of the proposal that the vote with that index in {@link #votes()} is about. */
    public int proposalOf(int vote) {
        return countedOn[vote];
    }

    /** The weight of a counted vote, 0..maxWeight. */
    public double weightOf(VoteRecord vote) {
        return Math.min(vote.vote().weight(), maxWeight);
    }

    /** The weight with which the vote of that index counts: a shared ballot counts in equal parts. */
    public double countedWeightOf(int vote) {
        return weightOf(counted.get(vote)) / sharers[vote];
    }

    /** The evidence of the vote of that index, cut like its weight: a shared ballot counts in equal parts. */
    public double evidenceOf(int vote) {
        VoteRecord record = counted.get(vote);
        double weight = record.vote().weight();
        double kept = weight > maxWeight ? maxWeight / weight : 1;
        return record.evidence() * kept / sharers[vote];
    }

    /** Number of agreements that share the exclusive ballot of the vote of that index, at least 1. */
    int sharersOf(int vote) {
        return sharers[vote];
    }

    /** True if the vote of that index shares an exclusive ballot with other agreements of its agent. */
    public boolean isShared(int vote) {
        return sharers[vote] > 1;
    }

    /** True if ballots are shared, and another proposal has the same agreeing weight as that one. */
    boolean isTiedInWeight(int index) {
        return hasTwin(index, other -> agreeWeight(other) == agreeWeight(index));
    }

    /** True if ballots are shared, and another proposal has the same votes as that one. Only their ids differ. */
    public boolean isTied(int index) {
        return hasTwin(index, other -> agreeWeight(other) == agreeWeight(index)
                && allWeight(other) == allWeight(index) && agreeHeads.get(other) == agreeHeads.get(index)
                && agreeVoters[other] == agreeVoters[index] && allVoters[other] == allVoters[index]);
    }

    private boolean hasTwin(int index, IntPredicate isLike) {
        return IntStream.range(0, sharers.length).anyMatch(this::isShared)
                && IntStream.range(0, size()).anyMatch(other -> other != index && isLike.test(other));
    }

    /** The largest weight of a vote that counts, 0..maxWeight; 0 without votes. */
    double heaviestVote() {
        return heaviestVote;
    }

    /** Number of different agents with a vote that counts. */
    public int voters() {
        return voters;
    }

    /** Number of votes about unknown proposals. */
    public int rejectedVotes() {
        return rejectedVotes;
    }

    /** Sum of the weights that agree. */
    public double agreeWeight(int index) {
        return agreeWeight.get(index);
    }

    /** Sum of the weights of all voters on it, abstentions too. */
    public double allWeight(int index) {
        return allWeight.get(index);
    }

    public int agreeVoters(int index) {
        return agreeVoters[index];
    }

    /** Number of agents that agreed with it before they agreed with any other. */
    int firstVoters(int index) {
        return firstVoters[index];
    }

    /** Number of different agents that voted on it, abstentions too. */
    public int allVoters(int index) {
        return allVoters[index];
    }

    /** Agreeing weight over all weight, 0..1; 0 when there is no weight. */
    public double weightRatio(int index) {
        double all = allWeight(index);
        return all > 0 ? Math.min(1, agreeWeight(index) / all) : 0;
    }

    /** Agreeing voters over all voters, 0..1; 0 without voters. A shared ballot counts in equal parts. */
    public double headRatio(int index) {
        return allVoters[index] == 0 ? 0 : Math.min(1, agreeHeads.get(index) / allVoters[index]);
    }

    /** Share of all voters that agree with it, 0..1; 0 without voters. A shared ballot counts in equal parts. */
    public double majority(int index) {
        return voters == 0 ? 0 : Math.min(1, agreeHeads.get(index) / voters);
    }

    /** True if enough different agents voted on it and at least one of them agreed. */
    public boolean hasQuorum(int index, int minVoters) {
        return allVoters[index] >= minVoters && agreeVoters[index] >= 1;
    }

    /** True if any agent agrees with anything. */
    public boolean anyAgreement() {
        for (int agreeing : agreeVoters) {
            if (agreeing > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * The leader by score among the proposals with an agreeing voter. Ties: larger agreeing weight, then more agreeing
     * voters, then smaller id. Those with a quorum of {@code minVoters} come before those without; 0 asks for no
     * quorum.
     */
    public OptionalInt leader(IntToDoubleFunction score, int minVoters) {
        int best = -1;
        for (int i = 0; i < size(); i++) {
            if (agreeVoters[i] > 0 && (best < 0 || isAhead(i, best, score, minVoters))) {
                best = i;
            }
        }
        return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
    }

    /** The proposal with the highest score, with or without an agreeing voter; ties as in {@link #leader}. */
    OptionalInt highest(IntToDoubleFunction score) {
        int best = size() == 0 ? -1 : 0;
        for (int i = 1; i < size(); i++) {
            if (isHigher(i, best, score)) {
                best = i;
            }
        }
        return best < 0 ? OptionalInt.empty() : OptionalInt.of(best);
    }

    private boolean isAhead(int challenger, int leader, IntToDoubleFunction score, int minVoters) {
        boolean quorum = hasQuorum(challenger, minVoters);
        if (quorum != hasQuorum(leader, minVoters)) {
            return quorum;
        }
        return isHigher(challenger, leader, score);
    }

    private boolean isHigher(int challenger, int leader, IntToDoubleFunction score) {
        int byScore = Double.compare(score.applyAsDouble(challenger), score.applyAsDouble(leader));
        if (byScore != 0) {
            return byScore > 0;
        }
        int byWeight = Double.compare(agreeWeight(challenger), agreeWeight(leader));
        if (byWeight != 0) {
            return byWeight > 0;
        }
        return agreeVoters[challenger] > agreeVoters[leader];
    }

    private void addStatedVotes() {
        for (int i = 0; i < countedOn.length; i++) {
            int on = countedOn[i];
            VoteRecord vote = counted.get(i);
            double weight = countedWeightOf(i);
            allWeight.add(on, weight);
            allVoters[on]++;
            if (agrees(vote)) {
                agreeWeight.add(on, weight);
                agreeHeads.add(on, 1.0 / sharers[i]);
                agreeVoters[on]++;
            }
        }
    }

    /**
     * Counts every exclusive ballot against all proposals but its own and those that its voter voted on. The rest of a
     * shared ballot counts against its own proposals.
     */
    private void addImpliedVotes(int[] countedBy) {
        VoteRecord[] ballotOf = new VoteRecord[voters];
        ExactAccumulator all = new ExactAccumulator(1);
        int ballots = 0;
        for (int i = 0; i < countedBy.length; i++) {
            VoteRecord vote = counted.get(i);
            if (agrees(vote) && ballotOf[countedBy[i]] == null) {
                ballotOf[countedBy[i]] = vote;
                all.add(0, weightOf(vote));
                ballots++;
            }
        }
        for (int i = 0; i < size(); i++) {
            allWeight.addAll(i, all, 0);
            allVoters[i] += ballots;
        }
        for (int i = 0; i < countedBy.length; i++) {
            VoteRecord ballot = ballotOf[countedBy[i]];
            if (ballot != null) {
                allWeight.subtract(countedOn[i], agrees(counted.get(i)) ? countedWeightOf(i) : weightOf(ballot));
                allVoters[countedOn[i]]--;
            }
        }
    }

    /** Number of proposals among which the ballot of each counted vote is divided; 1 for a vote that does not agree. */
    private static int[] sharers(List<VoteRecord> counted, int[] countedBy, int voters) {
        int[] agreements = new int[voters];
        for (int i = 0; i < countedBy.length; i++) {
            agreements[countedBy[i]] += agrees(counted.get(i)) ? 1 : 0;
        }
        int[] sharers = ones(countedBy.length);
        for (int i = 0; i < countedBy.length; i++) {
            sharers[i] = agrees(counted.get(i)) ? agreements[countedBy[i]] : 1;
        }
        return sharers;
    }

    private static int[] ones(int size) {
        int[] ones = new int[size];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static boolean agrees(VoteRecord vote) {
        return vote.vote().stance() == Stance.AGREE;
    }

    private static List<Proposal> distinctById(List<Proposal> proposals) {
        Map<String, Proposal> first = LinkedHashMap.newLinkedHashMap(proposals.size());
        for (Proposal proposal : proposals) {
            first.putIfAbsent(proposal.id(), proposal);
        }
        return first.values().stream().sorted(Comparator.comparing(Proposal::id)).toList();
    }

    private static List<VoteRecord> inOrderOfTime(List<VoteRecord> votes) {
        for (int i = 1; i < votes.size(); i++) {
            if (votes.get(i).time().isBefore(votes.get(i - 1).time())) {
                return votes.stream().sorted(Comparator.comparing(VoteRecord::time)).toList();
            }
        }
        return votes;
    }
}
