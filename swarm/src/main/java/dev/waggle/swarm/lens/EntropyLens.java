package dev.waggle.swarm.lens;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

import dev.waggle.math.information.Entropy;
import dev.waggle.signal.JsonValue;

/**
 * How much uncertainty over the proposals is left: Shannon's entropy of the tempered posterior. A round without new
 * evidence leaves it as it is and is no reason for anything.
 */
public final class EntropyLens implements Lens<EntropyLens.EntropyReading> {

    private static final LensCard CARD = new LensCard("entropy", "entropy",
            "How much uncertainty over the proposals is left?", "the posterior over the proposals, every vote once",
            "entropy of the posterior", "bits", "0..log2 of the number of proposals", "H = -sum p log2 p",
            "Shannon 1948", Set.of(Finding.Kind.SETTLE),
            "settles when little uncertainty is left and the leader is supported, or when the last evidence removed"
                    + " next to none of it");

    /** Rounds with evidence before the last gain says anything. */
    private static final int LEAST_ROUNDS = 3;

    /**
     * What the lens sees.
     *
     * @param last the entropy in bits
     * @param normalized its share of the largest possible, 0..1
     * @param history the entropy after each round that brought evidence or proposals, in bits
     * @param lastGain by how much it fell in the last of them, in bits; below 0 when it rose
     * @param meanGain the mean fall in bits
     */
    public record EntropyReading(double last, double normalized, List<Double> history, double lastGain,
            double meanGain) implements Reading {
        public EntropyReading {
            history = List.copyOf(history);
        }

        @Override
        public OptionalDouble headline() {
            return OptionalDouble.of(last);
        }

        @Override
        public Map<String, JsonValue> figures() {
            return new Figures().with("final", last).with("normalized", normalized)
                    .with("history", history.stream().mapToDouble(Double::doubleValue).toArray())
                    .with("lastGain", lastGain).with("meanGain", meanGain).all();
        }
    }

    @Override
    public LensCard card() {
        return CARD;
    }

    @Override
    public Probe<EntropyReading> open(Setting setting) {
        return new Watch(setting.thresholds());
    }

    private static final class Watch implements Probe<EntropyReading> {

        private final Thresholds thresholds;
        private final List<Double> history = new ArrayList<>();
        private int proposals;
        private double normalized;

        Watch(Thresholds thresholds) {
            this.thresholds = thresholds;
        }

        @Override
        public List<Finding> observe(Chronicle chronicle, Earlier earlier) {
            boolean isNew = chronicle.proposalCount() > proposals || !chronicle.changes().isEmpty();
            proposals = chronicle.proposalCount();
            if (!isNew || proposals < 2) {
                return List.of();
            }
            double[] distribution = chronicle.distribution();
            history.add(Entropy.bits(distribution));
            normalized = Entropy.normalized(distribution).orElse(0);
            OptionalInt leader = chronicle.leader();
            if (chronicle.changes().isEmpty() || leader.isEmpty() || !chronicle.isSupported(leader.getAsInt())) {
                return List.of();
            }
            return settle();
        }

        private List<Finding> settle() {
            List<Finding> found = new ArrayList<>();
            if (normalized <= thresholds.entropy()) {
                found.add(new Finding.Settle(CARD.name(), StopReason.ENTROPY_CONVERGED,
                        percent(normalized) + " of the possible uncertainty is left, threshold "
                                + percent(thresholds.entropy())));
            }
            if (history.size() >= LEAST_ROUNDS) {
                double before = history.get(history.size() - 2);
                double change = Math.abs(before - history.getLast());
                if (change < thresholds.minInformationGain() * before) {
                    found.add(new Finding.Settle(CARD.name(), StopReason.INFORMATION_GAIN_EXHAUSTED,
                            "the last evidence changed " + percent(change / before) + " of the uncertainty, threshold "
                                    + percent(thresholds.minInformationGain())));
                }
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

        private static String percent(double share) {
            return String.format(Locale.ROOT, "%.0f %%", share * 100);
        }
    }
}
