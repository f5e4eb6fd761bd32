package dev.waggle.review.whatif;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.VoteRecord;

/**
 * Search for the smallest set of votes that changes the decision when all of them are changed in one way.
 *
 * <pre>
 *   all sets of one vote, all of two, all of three, ...   while they can be afforded: what is found is the smallest
 *   the heaviest votes first, until it changes            beyond: a set that does change it, perhaps not the smallest
 * </pre>
 * A full search of all smaller sets proves that none of them changes it, for every strategy.
 */
final class FlipSearch {

    /** Maximum number of votes examined in the trial of all sets of three and more: some tenths of a second. */
    static final long MAX_LOOKS = 600_000;

    /** Factor of the limit for single votes and pairs: enough for all votes of 2,000, and all pairs of 200. */
    private static final int FEW = 8;

    /** Maximum number of listed sets of the smallest size. */
    static final int MAX_SETS = 8;

    /** Proposals, the leader first, for which the heaviest votes are tried. */
    private static final int TARGETS = 4;

    /** Number of the heaviest votes tried one after the other; more of them are tried by halving. */
    private static final int ONE_BY_ONE = 64;

    private final VoteRecount recount;
    private final VoteChange change;
    private final int[] candidates;
    private final long fewLooks;
    private final int maxSets;
    private long looksLeft;

    private FlipSearch(VoteRecount recount, VoteChange change, long maxLooks, int maxSets) {
        this.recount = recount;
        this.change = change;
        this.maxSets = maxSets;
        this.looksLeft = maxLooks;
        this.fewLooks = maxLooks * FEW;
        candidates = IntStream.range(0, recount.counted().size())
                .filter(i -> change.fits(recount.counted().get(i))).toArray();
    }

    static DecisionFlip smallest(VoteRecount recount, VoteChange change) {
        return smallest(recount, change, MAX_LOOKS);
    }

    static DecisionFlip smallest(VoteRecount recount, VoteChange change, long maxLooks) {
        return new FlipSearch(recount, change, maxLooks, MAX_SETS).search();
    }

    /** The search that lists more sets of the smallest size. */
    static DecisionFlip smallestOfMany(VoteRecount recount, VoteChange change, int maxSets) {
        return new FlipSearch(recount, change, MAX_LOOKS, maxSets).search();
    }

    private DecisionFlip search() {
        for (int size = 1; size <= candidates.length; size++) {
            if (!isAffordable(size)) {
                return greedily(size);
            }
            SetSearch sets = new SetSearch(size);
            sets.tryAll();
            if (sets.count > 0) {
                return new DecisionFlip.Found(change, sets.rest, sets.count, true, size);
            }
        }
        return new DecisionFlip.NotFound(change, candidates.length + 1, true);
    }

    /** True if all sets of that size can be tried; their cost is then deducted. */
    private boolean isAffordable(int size) {
        double sets = 1;
        for (int i = 0; i < size; i++) {
            sets = sets * (candidates.length - i) / (i + 1);
        }
        double looks = sets * recount.size();
        if (size <= 2) {
            return looks <= fewLooks;
        }
        if (!(looks <= looksLeft)) {
            return false;
        }
        looksLeft -= (long) Math.ceil(looks);
        return true;
    }

    private boolean flips(BitSet votes) {
        return !recount.with(change, votes).decidesLike(recount.outcome());
    }

    private DecisionFlip.VoteSet named(BitSet votes) {
        return new DecisionFlip.VoteSet(votes.stream().mapToObj(recount.counted()::get).toList(),
                recount.with(change, votes));
    }

    private DecisionFlip greedily(int atLeast) {
        Optional<BitSet> best = Optional.empty();
        for (int[] order : orders()) {
            Optional<BitSet> found = prefix(order).map(this::thinned);
            if (found.isPresent() && best.filter(set -> set.cardinality() <= found.get().cardinality()).isEmpty()) {
                best = found;
            }
        }
        return best.<DecisionFlip>map(set -> new DecisionFlip.Found(change, List.of(named(set)), 1, false, atLeast))
                .orElseGet(() -> new DecisionFlip.NotFound(change, atLeast, false));
    }

    /** The votes to begin with: those that carry the winner, or those that stand in the way of another proposal. */
    private List<int[]> orders() {
        List<int[]> orders = new ArrayList<>();
        String winner = recount.outcome().winner();
        if (winner != null) {
            orders.add(heaviestFirst(vote -> vote.proposalId().equals(winner)
                    && vote.vote().stance() == Stance.AGREE));
        }
        for (ProposalStanding standing : recount.result().standings().stream().limit(TARGETS).toList()) {
            String target = standing.proposal().id();
            if (!target.equals(winner)) {
                orders.add(heaviestFirst(vote -> vote.proposalId().equals(target)
                        && vote.vote().stance() != Stance.AGREE));
                orders.add(heaviestFirst(vote -> vote.proposalId().equals(target)
                        == (vote.vote().stance() != Stance.AGREE)));
            }
        }
        return orders;
    }

    private int[] heaviestFirst(Predicate<VoteRecord> filter) {
        List<VoteRecord> counted = recount.counted();
        return IntStream.of(candidates).filter(i -> filter.test(counted.get(i))).boxed()
                .sorted(Comparator.comparingDouble(i -> -counted.get(i).vote().weight()))
                .mapToInt(Integer::intValue).toArray();
    }

    /** The shortest beginning of that order that changes the decision, as far as it is looked for. */
    private Optional<BitSet> prefix(int[] order) {
        int few = Math.min(order.length, ONE_BY_ONE);
        for (int length = 1; length <= few; length++) {
            if (flips(first(order, length))) {
                return Optional.of(first(order, length));
            }
        }
        if (order.length == few || !flips(first(order, order.length))) {
            return Optional.empty();
        }
        int not = few;
        int does = order.length;
        while (does - not > 1) {
            int middle = (not + does) >>> 1;
            if (flips(first(order, middle))) {
                does = middle;
            } else {
                not = middle;
            }
        }
        return Optional.of(first(order, does));
    }

    private static BitSet first(int[] order, int length) {
        BitSet votes = new BitSet();
        for (int i = 0; i < length; i++) {
            votes.set(order[i]);
        }
        return votes;
    }

    /** The same without votes that it does not need, if it is small enough to compute. */
    private BitSet thinned(BitSet votes) {
        if (votes.cardinality() > ONE_BY_ONE) {
            return votes;
        }
        BitSet rest = (BitSet) votes.clone();
        votes.stream().forEach(vote -> {
            rest.clear(vote);
            if (rest.isEmpty() || !flips(rest)) {
                rest.set(vote);
            }
        });
        return rest;
    }

    /** All sets of a size, in the order of casting. */
    private final class SetSearch {

        private final int size;
        private final BitSet chosen = new BitSet();
        private final List<DecisionFlip.VoteSet> rest = new ArrayList<>();
        private int count;

        SetSearch(int size) {
            this.size = size;
        }

        void tryAll() {
            choose(0, size);
        }

        /** Chooses a set recursively, as deep as its size; larger sets exceed the limit. */
        private void choose(int from, int left) {
            if (left == 0) {
                if (flips(chosen)) {
                    count++;
                    if (rest.size() < maxSets) {
                        rest.add(named(chosen));
                    }
                }
                return;
            }
            for (int i = from; i <= candidates.length - left; i++) {
                chosen.set(candidates[i]);
                choose(i + 1, left - 1);
                chosen.clear(candidates[i]);
            }
        }
    }
}
