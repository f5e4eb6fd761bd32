package dev.waggle.swarm.lens.inference;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.math.inference.DesignEffect;
import dev.waggle.math.inference.DirichletInformation;
import dev.waggle.math.inference.DirichletInformation.Leader;
import dev.waggle.math.inference.FisherInformation;
import dev.waggle.math.inference.VoteCounts;
import dev.waggle.math.information.Entropy;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.belief.VoterCounter;
import dev.waggle.swarm.lens.data.Ballot.BallotChange;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.PosteriorKind;
import org.jspecify.annotations.Nullable;

/**
 * Fisher information of the votes on the shares of agreement of the proposals, and the expected gain of one more vote.
 * A share of agreement is what voters say, and no probability that a proposal is right.
 * The remaining gain falls with the number of votes, nearly however they are split. A confident group of few voters
 * has not learned enough for that.
 */
public final class FisherInformationLens implements Lens<FisherInformationLens.FisherReading> {

    private static final LensCard CARD = new LensCard("fisher-information", "fisher", "What would one more vote teach?",
            "agreements by proposal, together not more than voters; a changed ballot withdraws the earlier one",
            "information that one more agreement is expected to bring on the shares of the proposals", "bits",
            "0..log2 of the number of proposals",
            "I = sum m (digamma(a + 1) - ln a) less the same for the sum of a; a = 1/2 + agreements, m = a / sum a",
            "Fisher 1925; Rao 1945; Cramer 1946; Lindley 1956", Set.of(Finding.Kind.SETTLE),
            "settles when most agents have voted, the leading share has stood still within its own uncertainty for two"
                    + " rounds of votes, the lead is no chance, and one more vote is expected to tell less"
                    + " than a tenth of what it leaves open")
            .withNeeds("two proposals");

    /** Negligible share of the open uncertainty: about seven votes on two proposals, fourteen on three. */
    static final double NEXT_TO_NOTHING = 0.1;

    /** Minimum of voters: with fewer one vote is more than a fifth of all, and the shares are unknown. */
    static final int MIN_VOTERS = 5;

    /** Consecutive rounds with agreements that did not change the leading share; one may be chance. */
    static final int STEADY_ROUNDS = 2;

    /** Lead in standard deviations of the leading share up to which it may be chance, and more votes may turn it. */
    static final double MIN_LEAD = 2;

    /** Efficiency below which votes count less than a quarter of independent ones. */
    static final double POOR_EFFICIENCY = 0.25;

    /** Share of the largest open uncertainty below which voters say nearly the same: 89 % for one of two proposals. */
    static final double ALIKE = 0.5;

    /** Number of rounds behind the trend. */
    static final int TREND_WINDOW = 5;

    /** Advice from the shares of agreement. */
    public enum Advice implements WireConstant {
        /** More votes would still bring information. */
        CONTINUE,
        /** Nearly all say the same, and so many voters of one kind are assumed to count for little. */
        DIVERSIFY_AGENTS,
        /** The shares are known and none is ahead: more votes would not decide. */
        ADD_EXPLORATION,
        /** The shares are known, and one is ahead. */
        STOP_EARLY;
    }

    /**
     * Reading of the lens.
     *
     * @param expectedGain the expected information of one more agreement, in bits
     * @param open the uncertainty of the next agreement, in bits; most of it cannot be removed by votes
     * @param overallEfficiency least variance of the shares by as many independent votes, as a share of the variance
     *        that dependent voters leave, 0..1
     * @param learningStalled whether one more vote would bring almost nothing, with enough votes to know
     * @param recommendation the advice
     * @param leader the proposal with the largest share; empty when several tie
     * @param leaderShare its expected share of agreement, 0..1
     * @param leaderVariance the variance of that share
     * @param information Fisher information of the agreements on the leading share
     * @param cramerRaoBound the least variance of an unbiased estimate of it; empty without an agreement, as the last
     * @param agreements the number of agreements that count
     * @param voters the number of agents with an informative ballot that still counts
     * @param trend mean change of the expected gain in the last rounds with agreements, in bits; empty for one
     * @param history the expected gain after each round with agreements, in bits
     */
    public record FisherReading(double expectedGain, double open, double overallEfficiency, boolean learningStalled,
            Advice recommendation, Optional<String> leader, double leaderShare, double leaderVariance,
            OptionalDouble information, OptionalDouble cramerRaoBound, long agreements, int voters,
            OptionalDouble trend, List<Double> history) implements LensReading {
        public FisherReading {
            history = List.copyOf(history);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(expectedGain);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("expectedGain", expectedGain).with("open", open)
                    .with("overallEfficiency", overallEfficiency).with("learningStalled", learningStalled)
                    .with("recommendation", recommendation.wireName()).with("leader", leader)
                    .with("leaderShare", leaderShare).with("leaderVariance", leaderVariance)
                    .with("information", information).with("cramerRaoBound", cramerRaoBound)
                    .with("agreements", agreements).with("voters", voters).with("trend", trend)
                    .with("history", history.stream().mapToDouble(Double::doubleValue).toArray()).all();
        }
    }

    public FisherInformationLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<FisherReading> open(LensContext context) {
        return new FisherInformationProbe(context.thresholds().dependence(), context.posterior());
    }

    private static final class FisherInformationProbe implements Probe<FisherReading> {

        private final double dependence;
        private final PosteriorKind kind;
        private final VoterCounter voters = new VoterCounter();
        private final List<String> ids = new ArrayList<>();
        private final List<Double> history = new ArrayList<>();
        private @Nullable VoteCounts counts;
        private @Nullable Leader leader;
        private double lead;
        private double gain;
        private double open;
        private int steadyRounds;
        private boolean stalled;
        private Advice advice = Advice.CONTINUE;

        FisherInformationProbe(double dependence, PosteriorKind kind) {
            this.dependence = dependence;
            this.kind = kind;
        }

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            List<BallotChange> changes = deliberation.changes();
            boolean joined = join(deliberation);
            voters.accept(changes);
            if (counts == null) {
                return List.of();
            }
            boolean measured = count(counts, changes);
            if (!measured && !joined) {
                return List.of();
            }
            Leader before = leader;
            measure(counts);
            if (!measured) {
                steadyRounds = 0; // A proposal without votes was added.
                stalled = false;
                advice = advice();
                return List.of();
            }
            steadyRounds = isSteadySince(before) ? steadyRounds + 1 : 0;
            history.add(gain);
            boolean isSupported = leader != null && deliberation.isSupported(leader.options().getFirst());
            stalled = isKnown(deliberation) && steadyRounds >= STEADY_ROUNDS && isAhead() && isSupported;
            advice = stalled ? Advice.STOP_EARLY
                    : isKnown(deliberation) && !isAhead() ? Advice.ADD_EXPLORATION : advice();
            return stalled
                    ? List.of(new Finding.Settle(CARD.name(), MathStopReason.LEARNING_STALLED, because()))
                    : List.of();
        }

        /** Adds new proposals; true if there were any. */
        private boolean join(DeliberationData deliberation) {
            boolean joined = false;
            for (int i = ids.size(); i < deliberation.proposalCount(); i++) {
                ids.add(deliberation.proposal(i).id());
                if (counts == null) {
                    counts = new VoteCounts(1, VoteCounts.JEFFREYS);
                } else {
                    counts.join();
                }
                joined = true;
            }
            return joined;
        }

        /** Counts agreements; true if any was added, removed or changed in strength. */
        private static boolean count(VoteCounts counts, List<BallotChange> changes) {
            boolean any = false;
            for (BallotChange change : changes) {
                if (VoterCounter.isFor(change.before())) {
                    counts.withdraw(change.proposal(), 1);
                    any = true;
                }
                if (VoterCounter.isFor(change.after())) {
                    counts.add(change.proposal(), 1);
                    any = true;
                }
            }
            return any;
        }

        private void measure(VoteCounts now) {
            double[] pseudoCounts = now.pseudoCounts(voice(now));
            gain = DirichletInformation.expectedGainBits(pseudoCounts);
            open = Entropy.bits(pseudoCounts);
            leader = DirichletInformation.leader(pseudoCounts);
            lead = lead(pseudoCounts);
        }

        private boolean isSteadySince(@Nullable Leader before) {
            return before != null && leader != null && !history.isEmpty() && leader.options().equals(before.options())
                    && Math.abs(leader.share() - before.share()) <= Math.sqrt(leader.variance());
        }

        /** Weight of an agreement: an agent that agrees with several proposals has one voice in total. */
        private double voice(VoteCounts now) {
            return Math.min(1, voters.count() / (double) Math.max(1, now.votes()));
        }

        private boolean isAhead() {
            return leader != null && lead > MIN_LEAD * Math.sqrt(leader.variance());
        }

        /** Lead of the first over the second, as a share. */
        private static double lead(double[] counts) {
            double first = Double.NEGATIVE_INFINITY;
            double second = Double.NEGATIVE_INFINITY;
            double sum = 0;
            for (double count : counts) {
                second = Math.max(second, Math.min(first, count));
                first = Math.max(first, count);
                sum += count;
            }
            return counts.length < 2 ? 0 : (first - second) / sum;
        }

        private boolean isKnown(DeliberationData deliberation) {
            return ids.size() > 1 && voters.count() >= MIN_VOTERS && voters.areMost(deliberation)
                    && gain < NEXT_TO_NOTHING * open;
        }

        private Advice advice() {
            return efficiency() < POOR_EFFICIENCY && isAlike() ? Advice.DIVERSIFY_AGENTS : Advice.CONTINUE;
        }

        /**
         * True if the agreements are on one proposal, nearly all. The efficiency follows from the number of voters and
         * the assumed dependence alone. Runs of earlier versions of the loop look at nothing else.
         */
        private boolean isAlike() {
            return kind == PosteriorKind.BY_PROPOSAL || open < ALIKE * Math.log(ids.size()) / Math.log(2);
        }

        private double efficiency() {
            return DesignEffect.exponent(Math.max(1, voters.count()), dependence);
        }

        private String because() {
            return String.format(PlainLocale.NONE,
                    "one more vote is expected to teach %.3f bits of %.2f that are open, and the"
                            + " leading share has stood still for %d rounds of votes by %d voters",
                    gain, open, steadyRounds,
                    voters.count());
        }

        @Override
        public Optional<FisherReading> reading() {
            if (counts == null || leader == null || ids.size() < 2) {
                return Optional.empty();
            }
            boolean isUnique = leader.options().size() == 1;
            Optional<String> ahead = isUnique ? Optional.of(ids.get(leader.options().getFirst())) : Optional.empty();
            long agreements = counts.votes();
            OptionalDouble information = OptionalDouble.empty();
            OptionalDouble bound = OptionalDouble.empty();
            if (agreements > 0) {
                FisherInformation.Scalar scalar = FisherInformation.bernoulli(agreements * voice(counts),
                        leader.share());
                information = OptionalDouble.of(scalar.information());
                bound = OptionalDouble.of(scalar.cramerRaoBound());
            }
            return Optional.of(new FisherReading(gain, open, efficiency(), stalled, advice, ahead, leader.share(),
                    leader.variance(), information, bound, agreements, voters.count(), trend(), history));
        }

        private OptionalDouble trend() {
            int last = history.size() - 1;
            int first = Math.max(0, last - TREND_WINDOW + 1);
            return last <= 0 ? OptionalDouble.empty()
                    : OptionalDouble.of((history.get(last) - history.get(first)) / (last - first));
        }
    }
}
