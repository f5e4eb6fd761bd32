package dev.waggle.swarm.lens.inference;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

import dev.waggle.math.inference.causal.BackDoor;
import dev.waggle.math.inference.causal.BackDoorAdjustment;
import dev.waggle.math.inference.causal.CausalGraph;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.ExternalChallenge;
import dev.waggle.swarm.lens.data.PooledProposals;

/**
 * Causal effect of a challenge of the runtime on the probability of its proposal. It is the mean change in the rounds
 * after a challenge, less that without one, by back-door adjustment. The runtime considers the round and the leader
 * before it challenges, and both also affect the change; so both are held fixed.
 *
 * <p>Owned by the probe of the lens.
 */
final class ChallengeEffect {

    /** Rounds in which agents receive and answer a challenge. */
    static final int REACH = 2;

    /** Minimum of challenged proposals, round by round, for an effect. */
    private static final int MIN_TREATED = 2;

    private static final List<String> VARIABLES = List.of("phase", "leading", "challenge", "change");
    private static final int CHALLENGE = 2;
    private static final int CHANGE = 3;
    private static final int[] MEASURED = {0, 1};
    private static final CausalGraph GRAPH = CausalGraph.of(VARIABLES.size(), new int[][] {{0, 1}, {0, CHALLENGE},
        {0, CHANGE}, {1, CHALLENGE}, {1, CHANGE}, {CHALLENGE, CHANGE}});

    private static final int STRATA = 4;

    private final double[] changes = new double[2 * STRATA];
    private final long[] counts = new long[2 * STRATA];
    private final Map<Integer, Integer> challenged = new HashMap<>();
    private int interventions;

    /**
     * Effect of challenges.
     *
     * @param difference of the means with and without, -1..1; empty when fewer than {@value #MIN_TREATED} changes
     *        followed a challenge, or some situation was never seen with, or never without one
     * @param observed the plain difference, without adjustment; empty when one of the two never was
     * @param identifiable whether holding variables fixed gives the effect, if the graph is right
     * @param adjustmentSet the variables held fixed
     * @param supported whether each situation was seen both ways
     * @param treated the number of changes that followed a challenge
     */
    record Effect(OptionalDouble difference, OptionalDouble observed, boolean identifiable, List<String> adjustmentSet,
            boolean supported, long treated) {
        Effect {
            adjustmentSet = List.copyOf(adjustmentSet);
        }
    }

    /** Observes a round. A round without changed votes is no evidence for or against an effect. */
    void observe(DeliberationData deliberation) {
        if (!deliberation.changes().isEmpty()) {
            measure(deliberation);
        }
        List<ExternalChallenge> all = deliberation.externalChallenges();
        for (; interventions < all.size(); interventions++) {
            ExternalChallenge intervention = all.get(interventions);
            intervention.proposal().ifPresent(proposal -> challenged.put(proposal, intervention.round()));
        }
    }

    /** The last round in which that proposal was challenged from outside; 0 when never. */
    int lastChallenge(int proposal) {
        return challenged.getOrDefault(proposal, 0);
    }

    private void measure(DeliberationData deliberation) {
        double[] before = deliberation.distributionBefore();
        PooledProposals options = deliberation.options();
        double max = 0;
        for (double probability : before) {
            max = Math.max(max, probability);
        }
        int late = deliberation.round() * 2 > deliberation.maxRounds() ? 1 : 0;
        int single = options.isPooled() ? options.size() - 1 : options.size();
        for (int option = 0; option < single; option++) {
            int proposal = options.proposal(option);
            if (proposal >= before.length || deliberation.proposal(proposal).round() == deliberation.round()) {
                continue;
            }
            int leading = before[proposal] == max ? 1 : 0;
            Integer last = challenged.get(proposal);
            int treated = last != null && last < deliberation.round() && deliberation.round() - last <= REACH ? 1 : 0;
            int cell = treated * STRATA + late * 2 + leading;
            changes[cell] += deliberation.share(proposal) - before[proposal];
            counts[cell]++;
        }
    }

    Effect effect() {
        int[] set = BackDoor.answer(GRAPH, CHALLENGE, CHANGE, MEASURED) instanceof BackDoor.Answer.Adjust(int[] valid)
                ? valid : null;
        List<String> names = set == null ? List.of() : Arrays.stream(set).mapToObj(VARIABLES::get).toList();
        long treated = Arrays.stream(counts, STRATA, 2 * STRATA).sum();
        long untreated = Arrays.stream(counts, 0, STRATA).sum();
        if (set == null || treated < MIN_TREATED || untreated == 0) {
            return new Effect(OptionalDouble.empty(), OptionalDouble.empty(), set != null, names, false, treated);
        }
        int[] treatments = new int[2 * STRATA];
        double[] means = new double[2 * STRATA];
        int[][] strata = new int[2 * STRATA][];
        double[] weights = new double[2 * STRATA];
        for (int cell = 0; cell < 2 * STRATA; cell++) {
            int stratum = cell % STRATA;
            int[] values = {stratum / 2, stratum % 2};
            treatments[cell] = cell / STRATA;
            means[cell] = counts[cell] == 0 ? 0 : changes[cell] / counts[cell];
            strata[cell] = Arrays.stream(set).map(variable -> values[variable]).toArray();
            weights[cell] = counts[cell];
        }
        BackDoorAdjustment adjusted = BackDoorAdjustment.of(treatments, means, strata, weights);
        BackDoorAdjustment.Arm with = adjusted.arm(1).orElseThrow();
        BackDoorAdjustment.Arm without = adjusted.arm(0).orElseThrow();
        OptionalDouble difference = with
                .intervention() instanceof BackDoorAdjustment.InterventionEffect.Mean(double done)
                && without.intervention() instanceof BackDoorAdjustment.InterventionEffect.Mean(double undone)
                        ? OptionalDouble.of(done - undone) : OptionalDouble.empty();
        return new Effect(difference, OptionalDouble.of(with.observed() - without.observed()), true, names,
                difference.isPresent(), treated);
    }
}
