package dev.waggle.swarm.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import dev.waggle.signal.text.VisibleText;

/**
 * Counts of the answers of models that were read as replies, by model.
 *
 * @param byModel the counts of each model, in the order of its first answer
 */
public record ReplyQuality(Map<String, ModelReplies> byModel) {

    /** Counts of a solve without such answers. */
    public static final ReplyQuality NONE = new ReplyQuality(Map.of());

    public ReplyQuality {
        byModel = Collections.unmodifiableMap(new LinkedHashMap<>(byModel));
    }

    /** Counts these readings. */
    public static ReplyQuality of(Collection<ReplyReading> readings) {
        Map<String, ModelReplies> counts = new LinkedHashMap<>();
        readings.forEach(reading -> counts.merge(reading.model(), ModelReplies.of(reading), ModelReplies::plus));
        return new ReplyQuality(counts);
    }

    /** Counts of all models together. */
    public ModelReplies total() {
        return byModel.values().stream().reduce(ModelReplies.NONE, ModelReplies::plus);
    }

    /**
     * One line for each model of which there is more to tell than the number of answers, for people: {@code 12 read, 3
     * mended (number 2, around 1), 1 asked again, gpt-x}.
     */
    public List<String> inWords() {
        return byModel.entrySet().stream().filter(entry -> !entry.getValue().isClean())
                .map(entry -> VisibleText.of(entry.getValue().inWords() + ", " + entry.getKey())).toList();
    }

    /** True if no answer was mended, lost a part, was asked for again or refused. */
    public boolean isClean() {
        return total().isClean();
    }

    /**
     * Counts of one model.
     *
     * @param answers answers that were read as replies
     * @param mended answers with at least one correction of their form
     * @param repairs answers after which the model was asked once more
     * @param refused answers with which a turn failed
     * @param mends number of corrections by cause, in the order of the alphabet
     * @param drops number of omitted parts by kind, in the order of the alphabet
     */
    public record ModelReplies(int answers, int mended, int repairs, int refused, Map<String, Integer> mends,
            Map<String, Integer> drops) {

        static final ModelReplies NONE = new ModelReplies(0, 0, 0, 0, Map.of(), Map.of());

        public ModelReplies {
            mends = Collections.unmodifiableMap(new TreeMap<>(mends));
            drops = Collections.unmodifiableMap(new TreeMap<>(drops));
        }

        private boolean isClean() {
            return mended == 0 && repairs == 0 && refused == 0 && drops.isEmpty();
        }

        private String inWords() {
            List<String> parts = new ArrayList<>();
            parts.add(answers + " read");
            add(parts, mended, "mended" + inWords(mends));
            add(parts, drops.values().stream().mapToInt(Integer::intValue).sum(), "dropped" + inWords(drops));
            add(parts, repairs, "asked again");
            add(parts, refused, "failed");
            return String.join(", ", parts);
        }

        private static void add(List<String> parts, int count, String words) {
            if (count > 0) {
                parts.add(count + " " + words);
            }
        }

        /** The counts in brackets, the highest first. */
        private static String inWords(Map<String, Integer> counts) {
            return counts.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed()
                    .thenComparing(Map.Entry.comparingByKey()))
                    .map(entry -> entry.getKey() + " " + entry.getValue()).collect(Collectors.joining(", ", " (", ")"));
        }

        private static ModelReplies of(ReplyReading reading) {
            return new ModelReplies(1, reading.mends().isEmpty() ? 0 : 1,
                    reading.outcome() == ReplyReading.Outcome.REPAIR ? 1 : 0,
                    reading.outcome() == ReplyReading.Outcome.REFUSED ? 1 : 0, counts(reading.mends()),
                    counts(reading.drops()));
        }

        private ModelReplies plus(ModelReplies other) {
            return new ModelReplies(answers + other.answers, mended + other.mended, repairs + other.repairs,
                    refused + other.refused, sums(mends, other.mends), sums(drops, other.drops));
        }

        private static Map<String, Integer> counts(Collection<ReplyReading.Note> notes) {
            Map<String, Integer> counts = new TreeMap<>();
            notes.forEach(note -> counts.merge(note.cause(), 1, Integer::sum));
            return counts;
        }

        private static Map<String, Integer> sums(Map<String, Integer> one, Map<String, Integer> other) {
            Map<String, Integer> sums = new TreeMap<>(one);
            other.forEach((cause, count) -> sums.merge(cause, count, Integer::sum));
            return sums;
        }
    }
}
