package dev.waggle.swarm.lens.information;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.math.information.Entropy;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens;
import dev.waggle.swarm.lens.LensCard;
import dev.waggle.swarm.lens.LensReading;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.ReadingFields;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.data.LensThresholds;

/**
 * Entropy (Shannon) of the tempered posterior: the remaining uncertainty over the proposals. A round without new
 * evidence leaves it as it is and is no reason for anything.
 */
public final class EntropyLens implements Lens<EntropyLens.EntropyReading> {

    private static final LensCard CARD = new LensCard("entropy", "entropy",
            "How much uncertainty over the proposals is left?", "the posterior over the proposals, every vote once",
            "entropy of the posterior", "bits", "0..log2 of the number of proposals", "H = -sum p log2 p",
            "Shannon 1948", Set.of(Finding.Kind.SETTLE),
            "settles when little uncertainty is left and the leader is supported, or when three rounds of votes in a"
                    + " row, with the same leader and most agents heard, removed next to none of it")
            .withNeeds("two proposals");

    /**
     * Consecutive voting rounds with negligible information gain before this lens settles. Shorter windows are often
     * reversed by the next round.
     */
    private static final int MIN_STILL = 3;

    /** Share of the agents that must have voted before the lens settles. */
    private static final double MIN_VOTER_SHARE = 2 / 3.0;

    /**
     * Reading of the lens.
     *
     * @param last the entropy in bits
     * @param normalized its share of the largest possible, 0..1
     * @param history the entropy after each round that brought evidence or proposals, in bits
     * @param lastGain its fall in the last of them, in bits; below 0 when it rose
     * @param meanGain the mean fall in bits
     */
    public record EntropyReading(double last, double normalized, List<Double> history, double lastGain,
            double meanGain) implements LensReading {
        public EntropyReading {
            history = List.copyOf(history);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(last);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new ReadingFields().with("final", last).with("normalized", normalized)
                    .with("history", history.stream().mapToDouble(Double::doubleValue).toArray())
                    .with("lastGain", lastGain).with("meanGain", meanGain).all();
        }
    }

    public EntropyLens() {}

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<EntropyReading> open(LensContext context) {
        return new EntropyProbe(context.thresholds());
    }

    static String percent(double share) {
        return String.format(PlainLocale.NONE, "%.0f %%", share * 100);
    }

    private static final class EntropyProbe implements Probe<EntropyReading> {

        private final LensThresholds thresholds;
        private final List<Double> history = new ArrayList<>();
        private int proposals;
        private double normalized;
        private OptionalInt leader = OptionalInt.empty();
        private int still;

        EntropyProbe(LensThresholds thresholds) {
            this.thresholds = thresholds;
        }

        @Override
        public List<Finding> observe(DeliberationData deliberation, RoundResults results) {
            boolean isNew = deliberation.proposalCount() > proposals || !deliberation.changes().isEmpty();
            proposals = deliberation.proposalCount();
            if (!isNew || proposals < 2) {
                return List.of();
            }
            double[] distribution = deliberation.distribution();
            history.add(Entropy.bits(distribution));
            normalized = Entropy.normalized(distribution).orElse(0);
            countStill(deliberation);
            if (deliberation.changes().isEmpty() || leader.isEmpty() || !deliberation.isSupported(leader.getAsInt())) {
                return List.of();
            }
            return settle(deliberation.voters() >= MIN_VOTER_SHARE * deliberation.electorate());
        }

        private void countStill(DeliberationData deliberation) {
            OptionalInt before = leader;
            leader = deliberation.leader();
            boolean moved = history.size() < 2 || change() >= thresholds.minInformationGain()
                    || !leader.equals(before);
            still = moved ? 0 : still + (deliberation.changes().isEmpty() ? 0 : 1);
        }

        /** Change of the entropy as a share of the entropy before; 1 when that was 0 and now it is not. */
        private double change() {
            double before = history.get(history.size() - 2);
            double difference = Math.abs(before - history.getLast());
            return before > 0 ? difference / before : difference > 0 ? 1 : 0;
        }

        private List<Finding> settle(boolean mostVoted) {
            List<Finding> found = new ArrayList<>();
            if (normalized <= thresholds.entropy()) {
                found.add(new Finding.Settle(CARD.name(), MathStopReason.ENTROPY_CONVERGED,
                        percent(normalized) + " of the possible uncertainty is left, threshold "
                                + percent(thresholds.entropy())));
            }
            if (still >= MIN_STILL && mostVoted) {
                found.add(new Finding.Settle(CARD.name(), MathStopReason.INFORMATION_GAIN_EXHAUSTED,
                        still + " rounds of votes in a row each changed less than "
                                + percent(thresholds.minInformationGain()) + " of the uncertainty"));
            }
            return found;
        }

        @Override
        public Optional<EntropyReading> reading() {
            if (history.isEmpty()) {
                return Optional.empty();
            }
            int last = history.size() - 1;
            double lastGain = last == 0 ? 0 : history.get(last - 1) - history.get(last);
            double meanGain = last == 0 ? 0 : (history.getFirst() - history.getLast()) / last;
            return Optional.of(new EntropyReading(history.getLast(), normalized, history, lastGain, meanGain));
        }
    }
}
