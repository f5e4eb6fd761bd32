package dev.waggle.lab.quality;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.function.Consumer;

import dev.waggle.review.batch.AcceptanceThreshold;
import dev.waggle.review.batch.BatchDecider;
import dev.waggle.review.batch.ItemDecision;
import dev.waggle.review.batch.VoteStore;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.LearnedStrategy;
import org.jspecify.annotations.Nullable;

/**
 * Error of accepted items, as {@code waggle decide --accept-error} accepts them: half of the truths are hidden, and the
 * other half calibrates the threshold. The halves are drawn by seed, several times for each set.
 */
final class AcceptanceStudy {

    private static final double[] ERRORS = {0.05, 0.1};
    private static final int SPLITS = 5;

    private AcceptanceStudy() {}

    /**
     * Recorded votes with all truths.
     *
     * @param rows item, agent, answer and confidence of each vote; an empty confidence for none
     * @param truths right answers by item
     * @param categories kinds of task by item
     */
    record RecordedSet(List<List<String>> rows, Map<String, String> truths, Map<String, String> categories) {}

    /** Result of one bound of the error, as the mean over splits. */
    record Held(double error, double accepted, double wrong) {}

    /** The table by name. */
    static Map<String, String> figures(Path data, Consumer<String> progress) throws IOException {
        StringBuilder table = new StringBuilder("""
                | set | items without a truth | right leaders | accepted at 5 % | wrong of them | accepted at 10 % | wrong of \
                them |
                |---|---:|---:|---:|---:|---:|---:|
                """);
        for (Map.Entry<String, RecordedSet> set : sets(data).entrySet()) {
            progress.accept("acceptance: " + set.getKey());
            List<Split> splits = splits(set.getValue(), SPLITS);
            table.append(String.format(Locale.ROOT, "| %s | %,d | %.1f %% |", set.getKey(),
                    splits.getFirst().hidden.size(),
                    100 * splits.stream().mapToDouble(Split::accuracy).sum() / SPLITS));
            for (double error : ERRORS) {
                Held held = held(splits, error);
                table.append(String.format(Locale.ROOT, " %.1f %% | %s |", 100 * held.accepted(),
                        held.accepted() == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * held.wrong())));
            }
            table.append('\n');
        }
        return Map.of("acceptance", table.toString().strip());
    }

    /** Accepted share and wrong share of the accepted, over all splits. */
    static Held held(List<Split> splits, double error) {
        long accepted = 0;
        long wrong = 0;
        long all = 0;
        for (Split split : splits) {
            AcceptanceThreshold threshold = new AcceptanceThreshold(error);
            split.known.forEach(item -> threshold.add(item.probability(), item.isRight()));
            OptionalDouble smallest = threshold.smallest();
            for (Leader item : split.hidden) {
                all++;
                if (smallest.isPresent() && item.probability() >= smallest.getAsDouble()) {
                    accepted++;
                    wrong += item.isRight() ? 0 : 1;
                }
            }
        }
        return new Held(error, (double) accepted / all, accepted == 0 ? 0 : (double) wrong / accepted);
    }

    /** A leader with its probability. */
    private record Leader(double probability, boolean isRight) {}

    /** One split: leaders of items with a known truth, and of items with a hidden one. */
    record Split(List<Leader> known, List<Leader> hidden) {

        double accuracy() {
            return (double) hidden.stream().filter(Leader::isRight).count() / hidden.size();
        }
    }

    /** Splits with the seeds 1 and up. */
    static List<Split> splits(RecordedSet set, int count) {
        List<Split> splits = new ArrayList<>();
        for (int seed = 1; seed <= count; seed++) {
            splits.add(split(set, new Random(seed)));
        }
        return splits;
    }

    private static Split split(RecordedSet set, Random random) {
        VoteStore votes = new VoteStore();
        for (List<String> row : set.rows()) {
            String confidence = row.get(3);
            votes.add(row.get(0), row.get(1), row.get(2),
                    confidence.isEmpty() ? Double.NaN : Math.clamp(Double.parseDouble(confidence), 0, 1));
        }
        set.categories().forEach(votes::addCategory);
        set.truths().forEach((item, truth) -> {
            if (random.nextBoolean()) {
                var _ = votes.addTruth(item, truth);
            }
        });
        ConsensusConfig config = ConsensusConfig.defaults().withStrategy(LearnedStrategy.untaught())
                .withBallots(BallotRule.EXCLUSIVE);
        Split split = new Split(new ArrayList<>(), new ArrayList<>());
        var _ = new BatchDecider(config, votes).decide(item -> add(split, item, set.truths().get(item.item())));
        return split;
    }

    private static void add(Split split, ItemDecision item, @Nullable String truth) {
        String leader = item.leader();
        if (leader != null && truth != null) {
            (item.truth() == null ? split.hidden : split.known)
                    .add(new Leader(item.confidence(), leader.equals(truth)));
        }
    }

    /** The five panels with their stated confidence, and the crowds. */
    static Map<String, RecordedSet> sets(Path data) throws IOException {
        RecordedVotes recorded = new RecordedVotes(data);
        Map<String, RecordedSet> sets = new LinkedHashMap<>();
        Map<String, String> truths = new LinkedHashMap<>();
        Map<String, String> categories = new LinkedHashMap<>();
        for (Map<String, String> row : recorded.rows("llm-panel-mmlupro/items.csv.gz")) {
            truths.put(RecordedVotes.cell(row, "item"), RecordedVotes.cell(row, "gold"));
            categories.put(RecordedVotes.cell(row, "item"), RecordedVotes.cell(row, "category"));
        }
        Map<String, List<List<String>>> byAgent = new HashMap<>();
        for (Map<String, String> row : recorded.rows("llm-panel-mmlupro/votes.csv.gz")) {
            byAgent.computeIfAbsent(RecordedVotes.cell(row, "agent"), _ -> new ArrayList<>()).add(
                    List.of(RecordedVotes.cell(row, "item"), RecordedVotes.cell(row, "agent"),
                            row.getOrDefault("answer", ""), row.getOrDefault("verbal", "")));
        }
        recorded.panelAgents().forEach((panel, agents) -> {
            List<List<String>> rows = new ArrayList<>();
            agents.forEach(agent -> rows.addAll(Objects.requireNonNull(byAgent.get(agent))));
            sets.put(panel, new RecordedSet(rows, truths, categories));
        });
        for (String crowd : RecordedVotes.CROWDS) {
            sets.put(crowd, crowd(recorded, crowd));
        }
        return sets;
    }

    static RecordedSet crowd(RecordedVotes recorded, String crowd) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        for (Map<String, String> row : recorded.rows("crowd/" + crowd + "/label.csv")) {
            rows.add(List.of(RecordedVotes.cell(row, "item"), RecordedVotes.cell(row, "worker"),
                    RecordedVotes.cell(row, "label"), ""));
        }
        Map<String, String> truths = new LinkedHashMap<>();
        for (Map<String, String> row : recorded.rows("crowd/" + crowd + "/truth.csv")) {
            truths.put(RecordedVotes.cell(row, "item"), RecordedVotes.cell(row, "truth"));
        }
        return new RecordedSet(rows, truths, Map.of());
    }
}
