package dev.waggle.swarm.lens.dynamics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.math.TieComparison;
import dev.waggle.math.dynamics.OpinionRun.Cluster;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.belief.BeliefMatrix;
import dev.waggle.swarm.lens.belief.BeliefTracker;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.PooledProposals;
import org.jspecify.annotations.Nullable;

/**
 * Forecast of opinions under bounded confidence, in which agents ignore views too far from their own. It runs the
 * model of Hegselmann and Krause from the current beliefs in the leading proposal. Confidence in another proposal is
 * no opinion on that axis, so two agents equally sure of opposite proposals are far apart.
 */
public final class OpinionDynamicsLens implements Lens<OpinionDynamicsLens.OpinionReading> {

    private static final LensCard CARD = new LensCard("opinion-dynamics", "opinionDynamics",
            "Will opinions meet, or drift into camps?",
            "each agent's own belief in the leading proposal; of tied ones in the first",
            "how far opinions are torn apart in the end", "share", "0..1",
            "variance / 0.25 of the rest of x_i' = mean of the x_j with |x_j - x_i| <= 0.3",
            "Hegselmann and Krause 2002", Set.of(Finding.Kind.SETTLE, Finding.Kind.REWIRE),
            "settles when three camps, or two equally large ones far apart, are predicted twice in a row among at least"
                    + " five agents; connects the few who still hear two camps")
            .withNeeds("two proposals and two agents that voted or proposed");

    /** Minimum of believers: of fewer, a camp depends on one vote. */
    private static final int MIN_BELIEVERS = 5;

    /** Minimum of measured rounds, so that the next votes do not overturn the forecast at once. */
    private static final int MIN_MEASURED = 2;

    /** Three can only be parted by their own silence; two may be a majority and its opposition. */
    private static final int MANY_CAMPS = 3;

    /** Twice the bound of confidence: an agent in the middle would not be within the bound of both. */
    private static final double FAR = 2 * OpinionForecast.BOUND;

    /** Share of all agents up to which two camps count as equally large. */
    private static final double EQUAL = 0.1;

    /** Share of agents between camps above which they are no bridge but the crowd. */
    private static final double FEW = 1.0 / 3;

    /** Risk of fragmentation of the group. */
    public enum Risk implements WireConstant {
        /** One opinion will be left. */
        LOW,
        /** Several, but at most two of them of more than one agent, and most agents near each other. */
        MEDIUM,
        /** Three camps of more than one agent, or opinions that tear the group apart. */
        HIGH;

        /** Above this polarisation the risk is high (specification). */
        static final double TORN = 0.5;

        static Risk of(int clusters, int camps, double polarization) {
            if (clusters <= 1) {
                return LOW;
            }
            return camps >= MANY_CAMPS || polarization > TORN ? HIGH : MEDIUM;
        }
    }

    /**
     * Reading of the lens.
     *
     * @param proposal the id of the proposal on which opinions are taken
     * @param believers the number of agents that stated a belief
     * @param clusterCount the forecast number of remaining opinions
     * @param clusterSizes agents in each, from the lowest opinion to the highest
     * @param polarizationIndex the polarization of the group by them, 0..1
     * @param fragmentationRisk the risk of fragmentation
     * @param bridgingAgents the agents now within the bound of two clusters that will part
     * @param frozen whether the forecast reached a fixed point; otherwise it was cut off before
     * @param exact whether opinions were taken as they are, not rounded to hundredths
     */
    public record OpinionReading(String proposal, int believers, int clusterCount, List<Integer> clusterSizes,
            double polarizationIndex, Risk fragmentationRisk, List<String> bridgingAgents, boolean frozen,
            boolean exact) implements LensReading {
        public OpinionReading {
            clusterSizes = List.copyOf(clusterSizes);
            bridgingAgents = List.copyOf(bridgingAgents);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(polarizationIndex);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("clusterCount", clusterCount).with("polarizationIndex", polarizationIndex)
                    .with("fragmentationRisk", fragmentationRisk.wireName())
                    .withTexts("bridgingAgents", bridgingAgents).with("proposal", proposal)
                    .with("believers", believers)
                    .with("clusterSizes", clusterSizes.stream().mapToDouble(Integer::doubleValue).toArray())
                    .with("frozen", frozen).with("exact", exact).all();
        }
    }

    public OpinionDynamicsLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<OpinionReading> open(LensContext context) {
        return new OpinionDynamicsProbe();
    }

    private static final class OpinionDynamicsProbe implements Probe<OpinionReading> {

        private final BeliefTracker beliefs = new BeliefTracker();
        private @Nullable OpinionForecast forecast;
        private String proposal = "";
        private int parted;
        private int bridged;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            BeliefMatrix now = beliefs.changed(deliberation).orElse(null);
            if (now == null) {
                return List.of();
            }
            forecast = null;
            if (now.size() < 2 || deliberation.proposalCount() < 2) {
                parted = 0;
                bridged = 0;
                return List.of();
            }
            int option = leading(deliberation);
            proposal = now.proposalId(option);
            double[] opinions = new double[now.size()];
            for (int i = 0; i < opinions.length; i++) {
                opinions[i] = now.rows()[i][option];
            }
            OpinionForecast next = OpinionForecast.of(opinions);
            forecast = next;
            boolean counts = next.isFrozen() && now.size() >= MIN_BELIEVERS
                    && 2 * deliberation.voters() > deliberation.electorate();
            return found(counts, next, now);
        }

        private List<Finding> found(boolean counts, OpinionForecast next, BeliefMatrix now) {
            List<Finding> found = new ArrayList<>();
            List<Cluster> camps = next.camps();
            parted = counts && isParted(camps, now.size()) ? parted + 1 : 0;
            if (parted >= MIN_MEASURED) {
                found.add(new Finding.Settle(CARD.name(), MathStopReason.FRAGMENTATION_PREDICTED, sentence(camps, "")));
            }
            int[] bridging = counts && camps.size() > 1 ? next.bridging() : new int[0];
            bridged = bridging.length > 0 && bridging.length <= FEW * now.size() ? bridged + 1 : 0;
            if (bridged >= MIN_MEASURED) {
                found.add(new Finding.Rewire(CARD.name(), Finding.Rewire.Change.CONNECT, now.ids(bridging),
                        sentence(camps, bridging.length == 1 ? ", and one agent still hears two"
                                : ", and " + bridging.length + " agents still hear two")));
            }
            return found;
        }

        private String sentence(List<Cluster> camps, String more) {
            return "opinions on " + proposal + " will end in " + camps.size() + " camps of "
                    + camps.stream().map(camp -> String.valueOf(camp.size())).collect(Collectors.joining(", "))
                    + " agents" + more;
        }

        private static boolean isParted(List<Cluster> camps, int agents) {
            if (camps.size() != 2) {
                return camps.size() >= MANY_CAMPS;
            }
            Cluster low = camps.getFirst();
            Cluster high = camps.getLast();
            return high.center() - low.center() >= FAR && Math.abs(low.size() - high.size()) <= EQUAL * agents
                    && agents - low.size() - high.size() <= EQUAL * agents;
        }

        /** Option of the most probable proposal, of tied ones the first; not the pooled one. */
        private static int leading(DeliberationData deliberation) {
            PooledProposals options = deliberation.options();
            int alone = options.isPooled() ? options.size() - 1 : options.size();
            int best = 0;
            double max = deliberation.share(options.proposal(0));
            for (int option = 1; option < alone; option++) {
                double share = deliberation.share(options.proposal(option));
                if (TieComparison.exceeds(share, max)) {
                    best = option;
                    max = share;
                }
            }
            return best;
        }

        @Override
        public Optional<OpinionReading> reading() {
            return beliefs.beliefs().flatMap(now -> Optional.ofNullable(forecast).map(end -> read(now, end)));
        }

        private OpinionReading read(BeliefMatrix now, OpinionForecast end) {
            List<Cluster> clusters = end.run().clusters();
            double polarization = end.polarization();
            return new OpinionReading(proposal, now.size(), clusters.size(),
                    clusters.stream().map(Cluster::size).toList(), polarization,
                    Risk.of(clusters.size(), end.camps().size(), polarization), now.ids(end.bridging()), end.isFrozen(),
                    end.isExact());
        }
    }
}
