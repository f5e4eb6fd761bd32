package dev.waggle.swarm.lens.information;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.information.AdjustedInformation;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.lens.data.Ballot;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;

/** Mutual information of the stances of agents on proposals; an abstention is no stance. Owned by one thread. */
final class StanceInformation {

    /** Minimum of proposals with stances of both of two compared agents: of fewer, half agree by chance. */
    static final int MIN_COMMON = 6;

    /** Number of agents with enough stances above which a random sample is compared. */
    static final int MAX_COMPARED = 24;

    private final RandomGenerator random;
    private final List<Map<Integer, Stance>> sides = new ArrayList<>();
    private final List<Long> lots = new ArrayList<>();

    /**
     * Mutual information of pairs of agents.
     *
     * @param mean the mean adjusted mutual information of pairs; about 0 for unrelated votes, empty without a pair
     * @param pairs the number of pairs with enough proposals in common and more than one side taken
     * @param exact whether no agent was omitted
     */
    record PairwiseInformation(OptionalDouble mean, int pairs, boolean exact) {}

    StanceInformation(RandomGenerator random) {
        this.random = random;
    }

    void observe(DeliberationData deliberation) {
        while (sides.size() < deliberation.agentCount()) {
            sides.add(new HashMap<>());
            lots.add(random.nextLong());
        }
        for (BallotChange change : deliberation.changes()) {
            Ballot now = change.after();
            if (now == null || now.stance() == Stance.ABSTAIN) {
                sides.get(change.agent()).remove(change.proposal());
            } else {
                sides.get(change.agent()).put(change.proposal(), now.stance());
            }
        }
    }

    /** O({@value #MAX_COMPARED} squared) tables of two by two. */
    PairwiseInformation pairing() {
        List<Integer> candidates = IntStream.range(0, sides.size()).filter(i -> sides.get(i).size() >= MIN_COMMON)
                .boxed().toList();
        List<Integer> looked = candidates.size() <= MAX_COMPARED ? candidates
                : candidates.stream().sorted((left, right) -> Long.compare(lots.get(left), lots.get(right)))
                        .limit(MAX_COMPARED).sorted().toList();
        CompensatedSum sums = new CompensatedSum();
        int pairs = 0;
        for (int left : looked) {
            for (int right : looked) {
                OptionalDouble adjusted = left < right ? adjusted(sides.get(left), sides.get(right))
                        : OptionalDouble.empty();
                if (adjusted.isPresent()) {
                    sums.add(adjusted.getAsDouble());
                    pairs++;
                }
            }
        }
        OptionalDouble mean = pairs == 0 ? OptionalDouble.empty() : OptionalDouble.of(sums.get() / pairs);
        return new PairwiseInformation(mean, pairs, looked.size() == candidates.size());
    }

    private static OptionalDouble adjusted(Map<Integer, Stance> left, Map<Integer, Stance> right) {
        int[][] table = new int[2][2];
        int common = 0;
        for (Map.Entry<Integer, Stance> side : left.entrySet()) {
            Stance other = right.get(side.getKey());
            if (other != null) {
                table[side.getValue() == Stance.AGREE ? 0 : 1][other == Stance.AGREE ? 0 : 1]++;
                common++;
            }
        }
        return common < MIN_COMMON ? OptionalDouble.empty() : AdjustedInformation.of(table).adjusted();
    }
}
