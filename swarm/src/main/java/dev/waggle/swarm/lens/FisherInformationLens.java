package dev.waggle.swarm.lens;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

import dev.waggle.signal.JsonValue;

/**
 * How much one more vote would teach: the information that the votes carry on how the agents' agreement is shared among
 * the proposals. What is left to learn falls with the number of votes, nearly however they are split; a sure group of
 * few voters has not learned enough for that.
 */
public final class FisherInformationLens implements Lens<FisherInformationLens.FisherReading> {

    static final LensCard CARD = new LensCard("fisher-information", "fisher", "What would one more vote teach?",
            "agreements by proposal, together not more than voters; a changed ballot withdraws the earlier one",
            "information that one more agreement is expected to bring on the shares of the proposals", "bits",
            "0..log2 of the number of proposals",
            "I = sum m (digamma(a + 1) - ln a) less the same for the sum of a; a = 1/2 + agreements, m = a / sum a",
            "Fisher 1925; Rao 1945; Cramer 1946; Lindley 1956", Set.of(Finding.Kind.SETTLE),
            "settles when most agents have voted, the leading share has stood still within its own uncertainty for two"
                    + " rounds of votes, the lead is no chance, and one more vote is expected to tell less"
                    + " than a tenth of what it leaves open");

    /** What the shares of agreement call for. */
    public enum Advice {
        /** There is something to learn from more votes. */
        CONTINUE,
        /** Voters depend on each other so much that more of the same kind count for little. */
        DIVERSIFY_AGENTS,
        /** The shares are known and none is ahead: more votes would not decide. */
        ADD_EXPLORATION,
        /** The shares are known, and one is ahead. */
        STOP_EARLY;

        /** The name in logs and results. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * What the lens sees.
     *
     * @param expectedGain what one more agreement is expected to teach, in bits
     * @param open how uncertain it is whom the next agreement goes to, in bits; most of that no vote can teach
     * @param overallEfficiency least variance of the shares by as many independent votes, as a share of the variance
     *        that dependent voters leave, 0..1
     * @param learningStalled whether one more vote would teach next to nothing, with enough behind it to say so
     * @param recommendation what to do about it
     * @param leader the proposal with the largest share; empty when several tie
     * @param leaderShare its expected share of agreement, 0..1
     * @param leaderVariance how far that may be wrong, the variance of the share
     * @param information Fisher information of the agreements on the leading share
     * @param cramerRaoBound the least variance of an unbiased estimate of it; empty without an agreement, as the last
     * @param agreements how many agreements count
     * @param voters how many agents have said something by vote that still counts
     * @param trend mean change of the expected gain in the last rounds with agreements, in bits; empty for one
     * @param history the expected gain after each round with agreements, in bits
     */
    public record FisherReading(double expectedGain, double open, double overallEfficiency, boolean learningStalled,
            Advice recommendation, Optional<String> leader, double leaderShare, double leaderVariance,
            OptionalDouble information, OptionalDouble cramerRaoBound, long agreements, int voters,
            OptionalDouble trend, List<Double> history) implements Reading {
        public FisherReading {
            history = List.copyOf(history);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(expectedGain);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new Figures().with("expectedGain", expectedGain).with("open", open)
                    .with("overallEfficiency", overallEfficiency).with("learningStalled", learningStalled)
                    .with("recommendation", recommendation.word()).with("leader", leader)
                    .with("leaderShare", leaderShare).with("leaderVariance", leaderVariance)
                    .with("information", information).with("cramerRaoBound", cramerRaoBound)
                    .with("agreements", agreements).with("voters", voters).with("trend", trend)
                    .with("history", history.stream().mapToDouble(Double::doubleValue).toArray()).all();
        }
    }

    FisherInformationLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<FisherReading> open(Setting setting) {
        return new FisherWatch(setting.thresholds().dependence());
    }
}
