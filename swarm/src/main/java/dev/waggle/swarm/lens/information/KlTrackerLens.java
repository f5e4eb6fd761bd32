package dev.waggle.swarm.lens.information;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.TieComparison;
import dev.waggle.math.information.ConsensusDrift;
import dev.waggle.math.information.Divergence;
import dev.waggle.math.information.DivergenceReport;
import dev.waggle.math.information.PairwiseDivergence;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;
import dev.waggle.swarm.lens.data.DeliberationData.ExternalChallenge;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.ProposalEntry;
import org.jspecify.annotations.Nullable;

/**
 * Divergence (Kullback-Leibler) of each agent from the group, and the drift of the group. The belief of an agent is
 * its own statement; an agent without one is neither near nor far.
 */
public final class KlTrackerLens implements Lens<KlTrackerLens.DivergenceReading> {

    private static final LensCard CARD = new LensCard("kl-tracker", "klDivergence",
            "Who is far from what the group holds, and how fast does that move?",
            "the beliefs that agents stated and the tempered posterior, over the options",
            "mean divergence of an agent", "bits", "0..infinity", "D(belief || posterior) = sum b log2(b / p)",
            "Kullback & Leibler 1951; Lin 1991", Set.of(Finding.Kind.PROVOKE, Finding.Kind.REWIRE),
            "provokes against a leading proposal that nobody has challenged while a small minority has voted otherwise;"
                    + " a minority that stays far for three rounds should be connected with the others")
            .withNeeds("two proposals and two agents that voted or proposed");

    /** Minimum of believers: of fewer, one dissenting agent is no small minority. */
    private static final int MIN_BELIEVERS = 4;

    /** Maximum share of outliers among the believers: more are a camp, and no oversight. */
    private static final double FEW = 0.25;

    /** Share of the leader from which the group is about to settle. */
    private static final double ORDERED = 2.0 / 3;

    /** Strength of the vote from which an outlier counts as serious. */
    private static final double MIN_STRENGTH = 0.5;

    /** Rounds with news in which an outlier stays one before it counts as cut off. */
    private static final int STAYS = 3;

    /** Number of agents above which a random sample serves for the mean over all pairs. */
    private static final int MAX_COMPARED = 200;

    /** Maximum number of names in a sentence. */
    private static final int MAX_NAMED = 3;

    /**
     * Reading of the lens.
     *
     * @param meanDivergence the mean of the divergences of agents, in bits; infinite if one is
     * @param outliers ids of those beyond half a bit
     * @param meanPairwiseJSD the mean Jensen-Shannon divergence of two beliefs in bits, 0..1
     * @param sampled the size of the sample of agents, when not all believers were compared
     * @param consensusDrift the movement of the group in the last round with news, in bits; infinite when a
     *        proposal came that was not there before; empty in the first
     * @param driftTrend the mean difference of the last three drifts; empty while one is infinite
     * @param divergences bits by agent, for agents that stated a belief
     */
    public record DivergenceReading(double meanDivergence, List<String> outliers, double meanPairwiseJSD,
            OptionalInt sampled, OptionalDouble consensusDrift, OptionalDouble driftTrend,
            Map<String, Double> divergences) implements LensReading {
        public DivergenceReading {
            outliers = List.copyOf(outliers);
            divergences = Collections.unmodifiableMap(new LinkedHashMap<>(divergences));
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(meanDivergence);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("meanDivergence", meanDivergence).withTexts("outliers", outliers)
                    .with("meanPairwiseJSD", meanPairwiseJSD).with("exact", sampled.isEmpty())
                    .with("sampled", sampled.isEmpty() ? JsonValue.ofNull() : JsonValue.of((long) sampled.getAsInt()))
                    .with("consensusDrift", consensusDrift).with("driftTrend", driftTrend)
                    .withNumbers("divergences", divergences).all();
        }
    }

    public KlTrackerLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<DivergenceReading> open(LensContext context) {
        return new KlTrackerProbe(context.chance().apply(CARD.name()));
    }

    /** At most {@value #MAX_NAMED} agents by name, and how many more there are. */
    static String named(List<String> agents) {
        int more = agents.size() - MAX_NAMED;
        return String.join(", ", agents.subList(0, Math.min(agents.size(), MAX_NAMED)))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static final class KlTrackerProbe implements Probe<DivergenceReading> {

        private final RandomGenerator random;
        private final List<Long> lots = new ArrayList<>();
        private final BitSet contested = new BitSet();
        private int interventions;
        private int proposals;
        private @Nullable ConsensusDrift drift;
        private @Nullable DeliberationData names;
        private int[] believers = new int[0];
        private double[][] beliefs = new double[0][];
        private double[] divergences = new double[0];
        private int[] stays = new int[0];

        KlTrackerProbe(RandomGenerator random) {
            this.random = random;
        }

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            names = deliberation;
            recordContests(deliberation);
            while (lots.size() < deliberation.agentCount()) {
                lots.add(random.nextLong());
            }
            boolean isNew = deliberation.proposalCount() > proposals || !deliberation.changes().isEmpty();
            proposals = deliberation.proposalCount();
            if (!isNew || proposals < 2) {
                return List.of();
            }
            double[] distribution = deliberation.distribution();
            drift = drift == null ? ConsensusDrift.start(distribution) : drift.next(distribution);
            measure(deliberation, deliberation.options().pool(distribution));
            return deliberation.changes().isEmpty() ? List.of() : find(deliberation);
        }

        /** Records the proposals that agents or the runtime doubted or challenged. */
        private void recordContests(DeliberationData deliberation) {
            for (AgentStatement statement : deliberation.statements()) {
                String target = statement.signal().payload() instanceof Payload.Challenge challenge
                        ? challenge.targetSignalId()
                        : statement.signal().payload() instanceof Payload.Doubt doubt ? doubt.targetSignalId() : null;
                if (target != null) {
                    deliberation.proposalOfSignal(target).ifPresent(contested::set);
                }
            }
            List<ExternalChallenge> all = deliberation.externalChallenges();
            all.subList(interventions, all.size()).forEach(one -> one.proposal().ifPresent(contested::set));
            interventions = all.size();
        }

        private void measure(DeliberationData deliberation, double[] group) {
            believers = deliberation.believers();
            beliefs = new double[believers.length][];
            int known = 0;
            for (int agent : believers) {
                double[] belief = deliberation.belief(agent);
                if (belief != null) {
                    believers[known] = agent;
                    beliefs[known++] = belief;
                }
            }
            believers = Arrays.copyOf(believers, known);
            beliefs = Arrays.copyOf(beliefs, known);
            divergences = Divergence.fromEach(beliefs, group);
        }

        private List<Finding> find(DeliberationData deliberation) {
            int[] before = stays;
            stays = new int[deliberation.agentCount()];
            OptionalInt leader = deliberation.leader();
            if (leader.isEmpty() || believers.length < MIN_BELIEVERS
                    || !(deliberation.share(leader.getAsInt()) >= ORDERED)
                    || outliers() > FEW * believers.length) {
                return List.of();
            }
            List<String> dissent = new ArrayList<>();
            List<String> cutOff = new ArrayList<>();
            double farthest = 0;
            for (int i = 0; i < believers.length; i++) {
                if (isOutlier(i) && dissents(deliberation, believers[i], beliefs[i], leader.getAsInt())) {
                    int agent = believers[i];
                    dissent.add(deliberation.agentId(agent));
                    farthest = Math.max(farthest, divergences[i]);
                    stays[agent] = 1 + (agent < before.length ? before[agent] : 0);
                    if (stays[agent] >= STAYS) {
                        cutOff.add(deliberation.agentId(agent));
                    }
                }
            }
            return findings(deliberation.proposal(leader.getAsInt()), dissent, cutOff, farthest);
        }

        private List<Finding> findings(ProposalEntry leader, List<String> dissent, List<String> cutOff,
                double farthest) {
            List<Finding> found = new ArrayList<>();
            if (!dissent.isEmpty() && !contested.get(leader.number())) {
                found.add(new Finding.Provoke(CARD.name(), leader.id(), named(dissent) + " voted otherwise, "
                        + String.format(PlainLocale.NONE, "%.1f bits", farthest)
                        + " from the group, and nobody has challenged the leading proposal"));
            }
            if (!cutOff.isEmpty()) {
                found.add(new Finding.Rewire(CARD.name(), Finding.Rewire.Change.CONNECT, cutOff, named(cutOff)
                        + " stayed more than " + DivergenceReport.OUTLIER_BITS + " bits from the group for " + STAYS
                        + " rounds"));
            }
            return found;
        }

        private boolean isOutlier(int i) {
            return TieComparison.exceeds(divergences[i], DivergenceReport.OUTLIER_BITS);
        }

        private int outliers() {
            return (int) IntStream.range(0, divergences.length).filter(this::isOutlier).count();
        }

        /** True if it believes less in the leader than in the average option, and voted so. */
        private static boolean dissents(DeliberationData deliberation, int agent, double[] belief, int leader) {
            return belief[deliberation.options().of(leader)] < 1.0 / belief.length
                    && deliberation.ballotsOf(agent).values().stream()
                            .anyMatch(ballot -> Math.abs(ballot.strength()) >= MIN_STRENGTH);
        }

        @Override
        public Optional<DivergenceReading> reading() {
            ConsensusDrift now = drift;
            if (now == null || names == null || believers.length < 2) {
                return Optional.empty();
            }
            Map<String, Double> byAgent = new LinkedHashMap<>();
            List<String> outliers = new ArrayList<>();
            CompensatedSum sum = new CompensatedSum();
            for (int i = 0; i < believers.length; i++) {
                String id = names.agentId(believers[i]);
                byAgent.put(id, divergences[i]);
                sum.add(Double.isInfinite(divergences[i]) ? 0 : divergences[i]);
                if (isOutlier(i)) {
                    outliers.add(id);
                }
            }
            boolean infinite = Arrays.stream(divergences).anyMatch(Double::isInfinite);
            double[][] compared = sample();
            return Optional.of(new DivergenceReading(
                    infinite ? Double.POSITIVE_INFINITY : sum.get() / believers.length, outliers,
                    PairwiseDivergence.mean(compared).orElse(0),
                    compared.length < beliefs.length ? OptionalInt.of(compared.length) : OptionalInt.empty(),
                    now.latest(), now.trend(), byAgent));
        }

        private double[][] sample() {
            if (beliefs.length <= MAX_COMPARED) {
                return beliefs;
            }
            return IntStream.range(0, beliefs.length).boxed()
                    .sorted(Comparator.comparing(i -> lots.get(believers[i]))).limit(MAX_COMPARED).sorted()
                    .map(i -> beliefs[i]).toArray(double[][]::new);
        }
    }
}
