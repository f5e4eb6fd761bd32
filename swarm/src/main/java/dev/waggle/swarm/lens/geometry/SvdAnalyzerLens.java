package dev.waggle.swarm.lens.geometry;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.math.geometry.StanceSpectrum;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import org.jspecify.annotations.Nullable;

/**
 * Number of axes of a debate: the singular values of the matrix of agents by proposals. Its entries are the strengths
 * of votes; an abstention or a missing vote is 0. Making a proposal is no vote. An axis on which all lean the same way
 * counts as one. Differences along it show in the matrix without the means of the proposals.
 */
public final class SvdAnalyzerLens implements Lens<SvdAnalyzerLens.SvdReading> {

    private static final LensCard CARD = new LensCard("svd-analyzer", "svd", "How many axes does the debate have?",
            "the strength of each agent's vote on each proposal; what was not voted on is 0",
            "share of the first axis", "share", "0..1", "s1^2 / sum s^2 of the singular values s",
            "Golub and Van Loan 2013; Roy and Vetterli 2007",
            Set.of(Finding.Kind.PROVOKE, Finding.Kind.GAP),
            "provokes when three proposals or more are argued as one yes or no for two measured rounds without a new"
                    + " one; misses a lateral-thinker after four")
            .withNeeds("votes of two agents and votes on two proposals");

    /** Minimum of voters: two against two are the least opposition. */
    private static final int MIN_VOTERS = 4;

    /** Minimum of proposals: two have one axis of opposition, which is no false dichotomy. */
    private static final int MIN_PROPOSALS = 3;

    /** Measured rounds without a new proposal before a third way is requested, and before a role counts as missing. */
    private static final int PROVOKED = 2;
    private static final int STUCK = 4;

    /**
     * Least share of the stances that must be difference. Two camps that approve of their own and reject nothing have
     * about a half, and may still be won. Four against one have 0.64.
     */
    private static final double CONTESTED = 2.0 / 3;

    /**
     * Reading of the lens.
     *
     * @param voters agents with a stance
     * @param proposals on which there is one
     * @param singularValues all of them, falling
     * @param explainedVariance the share of each
     * @param effectiveRank the fewest axes that hold 95 %
     * @param oneDimensional whether that is one, or the first holds more than 80 %
     * @param disagreementRank the fewest axes that hold 95 % of the differences of agents from their mean; 0 when
     *        they do not differ
     * @param disagreementFirst the share of the first of them
     * @param contested the share of all stances that is difference from the mean, 0..1
     * @param pooled whether proposals beyond the 64 first are taken together
     * @param diagnostic the same as text
     */
    public record SvdReading(int voters, int proposals, List<Double> singularValues, List<Double> explainedVariance,
            int effectiveRank, boolean oneDimensional, int disagreementRank, double disagreementFirst,
            double contested, boolean pooled, String diagnostic) implements LensReading {
        public SvdReading {
            singularValues = List.copyOf(singularValues);
            explainedVariance = List.copyOf(explainedVariance);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(explainedVariance.getFirst());
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields()
                    .with("singularValues", singularValues.stream().mapToDouble(Double::doubleValue).toArray())
                    .with("explainedVariance", explainedVariance.getFirst()).with("effectiveRank", effectiveRank)
                    .with("oneDimensional", oneDimensional).with("diagnostic", diagnostic)
                    .with("shares", explainedVariance.stream().mapToDouble(Double::doubleValue).toArray())
                    .with("disagreementRank", disagreementRank).with("disagreementFirst", disagreementFirst)
                    .with("contested", contested).with("voters", voters).with("proposals", proposals)
                    .with("pooled", pooled).all();
        }
    }

    public SvdAnalyzerLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<SvdReading> open(LensContext context) {
        return new SvdAnalyzerProbe();
    }

    private static final class SvdAnalyzerProbe implements Probe<SvdReading> {

        private @Nullable StanceTable stances;
        private int proposals;
        private int stuck;

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            boolean grew = deliberation.proposalCount() > proposals;
            proposals = deliberation.proposalCount();
            List<BallotChange> changes = deliberation.changes();
            if (proposals == 0 || (!grew && changes.isEmpty())) {
                return List.of();
            }
            StanceTable table = updated(deliberation, changes);
            stuck = grew ? 0 : stuck;
            if (changes.stream().noneMatch(StanceTable::isChange)) {
                return List.of();
            }
            boolean counts = !grew && proposals >= MIN_PROPOSALS && !table.isPooled()
                    && table.voters() >= MIN_VOTERS && 2 * table.voters() > deliberation.electorate();
            StanceSpectrum difference = counts ? table.oneAxisOfDifference().orElse(null) : null;
            stuck = difference != null && table.contested() > CONTESTED ? stuck + 1 : 0;
            return difference == null || stuck < PROVOKED ? List.of() : found(difference.explained()[0], table);
        }

        private StanceTable updated(DeliberationData deliberation, List<BallotChange> changes) {
            StanceTable table = stances;
            if (table == null || !table.hasRoomFor(deliberation)) {
                table = StanceTable.of(deliberation);
                stances = table;
            } else {
                changes.forEach(table::apply);
            }
            return table;
        }

        private List<Finding> found(double first, StanceTable table) {
            String because = String.format(PlainLocale.NONE,
                    "%.0f %% of how %d agents differ over %d proposals is one yes or no", first * 100, table.voters(),
                    proposals);
            List<Finding> found = new ArrayList<>();
            found.add(new Finding.Provoke(CARD.name(), null, because));
            if (stuck >= STUCK) {
                found.add(new Finding.Gap(CARD.name(), "lateral-thinker", Math.min(1, first),
                        because + ", for " + stuck + " rounds"));
            }
            return found;
        }

        @Override
        public Optional<SvdReading> reading() {
            if (stances == null || stances.voters() < 2 || stances.votedOn() < 2) {
                return Optional.empty();
            }
            StanceTable table = stances;
            StanceSpectrum all = table.spectrum();
            StanceSpectrum difference = table.centredSpectrum();
            double contested = table.contested();
            return Optional.of(new SvdReading(table.voters(), table.votedOn(), list(all.singularValues()),
                    list(all.explained()), all.rank95(), all.oneDimensional(), difference.rank95(),
                    difference.explained()[0], contested, table.isPooled(),
                    diagnostic(all, difference, contested)));
        }

        private static String diagnostic(StanceSpectrum all, StanceSpectrum difference, double contested) {
            if (difference.numericalRank() == 0) {
                return "all who voted lean the same way";
            }
            String axes = all.oneDimensional() ? "one axis holds" : all.rank95() + " axes hold";
            return String.format(PlainLocale.NONE, "%s the stances, %.0f %% of them is difference along %d", axes,
                    contested * 100, difference.rank95());
        }

        private static List<Double> list(double[] values) {
            return Arrays.stream(values).boxed().toList();
        }
    }
}
