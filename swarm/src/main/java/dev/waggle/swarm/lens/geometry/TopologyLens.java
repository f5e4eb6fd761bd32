package dev.waggle.swarm.lens.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.math.geometry.PersistentHomology;
import dev.waggle.math.geometry.PersistentHomology.Cover;
import dev.waggle.math.geometry.PersistentHomology.Pair;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.belief.BeliefMatrix;
import dev.waggle.swarm.lens.belief.BeliefTracker;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;

/**
 * Topology of the beliefs at all scales: groups, the gaps between them, and rings with an empty middle. Findings use
 * at most {@value #FEW} representatives a round. The reading uses up to {@value #ALL} beliefs one by one, and seeks
 * loops among up to {@value #LOOPS}.
 */
public final class TopologyLens implements Lens<TopologyLens.TopologyReading> {

    private static final LensCard CARD = new LensCard("topology", "topology",
            "Do beliefs form groups with gaps, or a ring without a middle?",
            "each agent's own belief over the proposals; distance: total variation",
            "the widest gap between two groups of beliefs", "share of belief", "0..1",
            "the longest life of a component that dies, in the Vietoris-Rips filtration",
            "Edelsbrunner, Letscher and Zomorodian 2002", Set.of(Finding.Kind.REWIRE, Finding.Kind.GAP),
            "connects the nearest two across a gap that stands out twice in a row among at least eight agents; misses a"
                    + " bridge-connector where beliefs go round in a ring")
            .withNeeds("two proposals and two agents that voted or proposed");

    /** Number of representatives for findings. */
    static final int FEW = 32;

    /**
     * Number of beliefs that a reading compares, as many as its time allows; of more, {@value #LOOPS} represent all.
     */
    static final int ALL = 512;

    /** Number of points among which a reading seeks loops. */
    static final int LOOPS = 96;

    /** Scale at which clusters are counted; the same as for the belief distance. */
    private static final double THRESHOLD = 0.3;

    /** Minimum of believers: fewer points make gaps and squares by chance in every debate. */
    private static final int MIN_BELIEVERS = 8;

    /** Minimum of agents of a side: one or two are none. */
    private static final int MIN_SIDE = 3;

    /** Minimum of measured rounds that a shape must last. */
    private static final int MIN_MEASURED = 2;

    /** Width of a gap across which the nearest two share less than half of their beliefs. */
    private static final double WIDE = 0.5;

    /** Ratio to the next widest gap from which a gap counts as distinct. */
    private static final double STANDS_OUT = 2;

    /** Least lifetime of a loop, the step that separates clusters; four coalitions in a ring make one of 0.5. */
    private static final double LONG_LIVED = 0.3;

    /** Lifetime in radii above which loops among representatives are real (PersistentHomology). */
    private static final double RADII = 4;

    /**
     * A ring of beliefs.
     *
     * @param birth the distance at which it closes, 0..1
     * @param death the distance at which it is filled
     */
    public record Loop(double birth, double death) {}

    /**
     * Reading of the lens.
     *
     * @param believers the number of agents that stated a belief
     * @param clusterCount chains of beliefs with no step above 0.3
     * @param clusterSizes agents in each
     * @param largestGap the width of the widest gap between two parts, 0..1; empty when all believe the same
     * @param acrossGap the ids of the two nearest agents across it; none when there is no gap
     * @param components the scales at which two groups become one, falling; the one that stays is not among them
     * @param loops rings of beliefs, the longest-lived first
     * @param points the number of beliefs used
     * @param exact whether groups and gaps are computed from all beliefs
     * @param loopsExact whether loops are, too; otherwise loops that live shorter than four radii may be missed
     * @param radius the distance within which each belief has one of the beliefs used for loops
     */
    public record TopologyReading(int believers, int clusterCount, List<Integer> clusterSizes,
            OptionalDouble largestGap, List<String> acrossGap, List<Double> components, List<Loop> loops, int points,
            boolean exact, boolean loopsExact, double radius) implements LensReading {
        public TopologyReading {
            clusterSizes = List.copyOf(clusterSizes);
            acrossGap = List.copyOf(acrossGap);
            components = List.copyOf(components);
            loops = List.copyOf(loops);
        }

        @Override
        public OptionalDouble headline() {
            return largestGap;
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("clusterCount", clusterCount)
                    .with("clusterSizes", clusterSizes.stream().mapToDouble(Integer::doubleValue).toArray())
                    .with("largestGap", largestGap).withTexts("acrossGap", acrossGap)
                    .with("components", components.stream().mapToDouble(Double::doubleValue).toArray())
                    .with("loops", JsonValue.of(loops.stream().map(TopologyReading::figures).toList()))
                    .with("believers", believers).with("points", points).with("exact", exact)
                    .with("loopsExact", loopsExact).with("radius", radius).all();
        }

        private static JsonValue figures(Loop loop) {
            return JsonValue.of(new ReadingFields().with("birth", loop.birth()).with("death", loop.death()).all());
        }
    }

    public TopologyLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<TopologyReading> open(LensContext context) {
        return new TopologyProbe();
    }

    private static final class TopologyProbe implements Probe<TopologyReading> {

        private final BeliefTracker beliefs = new BeliefTracker();
        private int gaps;
        private int rings;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            BeliefMatrix now = beliefs.changed(deliberation).orElse(null);
            if (now == null) {
                return List.of();
            }
            boolean counts = now.size() >= MIN_BELIEVERS && 2 * now.size() > deliberation.electorate();
            BeliefShape shape = counts ? BeliefShape.withinRadius(1 / RADII, now.rows(), FEW).orElse(null) : null;
            if (shape == null) { // Few believe, or so differently that no gap could be told from chance, and no loop.
                gaps = 0;
                rings = 0;
                return List.of();
            }
            List<Finding> found = new ArrayList<>();
            connect(shape, now, found);
            fill(shape, found);
            return found;
        }

        /**
         * Connection of the nearest agents across a wide gap. The heights of representatives are within two radii of
         * the heights of all beliefs.
         */
        private void connect(BeliefShape shape, BeliefMatrix now, List<Finding> found) {
            BeliefShape.Gap gap = shape.widestGap().orElse(null);
            boolean standsOut = gap != null && gap.smallerSide() >= MIN_SIDE
                    && gap.width() - 2 * shape.radius() >= Math.max(WIDE,
                            STANDS_OUT * Math.max(gap.next(), shape.radius()));
            gaps = standsOut ? gaps + 1 : 0;
            if (gap != null && gaps >= MIN_MEASURED) {
                found.add(new Finding.Rewire(CARD.name(), Finding.Rewire.Change.CONNECT,
                        now.ids(new int[] {gap.from(), gap.to()}),
                        text("a gap of %.2f parts the beliefs of %d agents from the rest, the next widest is %.2f",
                                gap.width(), gap.smallerSide(), gap.next())));
            }
        }

        private void fill(BeliefShape shape, List<Finding> found) {
            Pair longest = null;
            for (Pair pair : shape.persistence(FEW).pairs(1)) {
                longest = longest == null || pair.length() > longest.length() ? pair : longest;
            }
            rings = longest != null && longest.length() >= LONG_LIVED && longest.length() > RADII * shape.radius()
                    ? rings + 1
                    : 0;
            if (longest != null && rings >= MIN_MEASURED) {
                found.add(new Finding.Gap(CARD.name(), "bridge-connector", Math.min(1, longest.length()),
                        text("beliefs go round in a ring that closes at %.2f and nobody fills below %.2f",
                                longest.birth(), longest.death())));
            }
        }

        @Override
        public Optional<TopologyReading> reading() {
            return beliefs.beliefs().filter(now -> now.size() > 1 && now.options().size() > 1).map(TopologyProbe::read);
        }

        private static TopologyReading read(BeliefMatrix now) {
            BeliefShape shape = BeliefShape.of(now.rows(), now.size() <= ALL ? ALL : LOOPS);
            PersistentHomology persistence = shape.persistence(LOOPS);
            double radius = persistence.cover() instanceof Cover.Landmarks landmarks
                    ? Math.max(landmarks.radius(), shape.radius())
                    : shape.radius();
            List<Integer> sizes = new ArrayList<>();
            for (int[] cluster : shape.clusters(THRESHOLD)) {
                sizes.add(cluster.length);
            }
            BeliefShape.Gap gap = shape.widestGap().filter(widest -> widest.width() > 0).orElse(null);
            return new TopologyReading(now.size(), sizes.size(), sizes,
                    gap == null ? OptionalDouble.empty() : OptionalDouble.of(gap.width()),
                    gap == null ? List.of() : now.ids(new int[] {gap.from(), gap.to()}),
                    persistence.pairs(0).stream().filter(pair -> !pair.essential()).map(Pair::death).toList()
                            .reversed(),
                    persistence.pairs(1).stream()
                            .sorted((left, right) -> Double.compare(right.length(), left.length()))
                            .map(pair -> new Loop(pair.birth(), pair.death())).toList(),
                    shape.points(), shape.isExact(), radius == 0, radius);
        }

        private static String text(String format, Object... figures) {
            return String.format(PlainLocale.NONE, format, figures);
        }
    }
}
