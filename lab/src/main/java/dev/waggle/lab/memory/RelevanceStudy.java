package dev.waggle.lab.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.lab.memory.TextRanking.Ranked;
import dev.waggle.lab.memory.TextRanking.RankingKind;

/**
 * Relevance of what is recalled for a question, for questions with memories of earlier solves and for others.
 *
 * <p>A memory has the reasons of agents for the even questions, and other statements. The floor is chosen on one set and
 * tried on the other. It is the highest one, in steps of 0.05, that keeps 95 % of the best memories of related questions.
 */
final class RelevanceStudy {

    private static final int SHOWN = 5;
    private static final double STEP = 0.05;
    private static final double KEPT = 0.95;
    private static final double[] SHARES = {0.05, 0.5, 0.95};

    private final Map<RankingKind, Double> floors = new EnumMap<>(RankingKind.class);

    /** Recalled memories of a question, and the ids that belong to it. */
    private record Recall(Set<String> own, Map<RankingKind, List<Ranked>> found) {

        double best(RankingKind kind) {
            List<Ranked> ranked = found.getOrDefault(kind, List.of());
            return ranked.isEmpty() ? 0 : ranked.getFirst().relevance();
        }

        /** Recalled memories from that floor on, those of the question or all others. */
        long shown(RankingKind kind, double floor, boolean isOwn) {
            return found.getOrDefault(kind, List.of()).stream()
                    .filter(each -> each.relevance() >= floor && own.contains(each.id()) == isOwn).count();
        }
    }

    /** Rows of a table; the first set chooses the floors. */
    String table(Map<String, List<RecordedDebate>> sets, List<String> others)
            throws IOException, InterruptedException {
        StringBuilder table = new StringBuilder("""
                | set | ranking | best memory of related questions: 5 % | 50 % | 95 % | of unrelated: 5 % | 50 % | 95 % \
                | floor | related that keep one | unrelated that get none | of five, related: own / others, no floor \
                | with it | unrelated: others, no floor | with it |
                |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|
                """);
        for (Map.Entry<String, List<RecordedDebate>> set : sets.entrySet()) {
            List<Recall> related = new ArrayList<>();
            List<Recall> unrelated = new ArrayList<>();
            recall(set.getValue(), others, related, unrelated);
            for (RankingKind kind : List.of(RankingKind.WORDS, RankingKind.HYBRID)) {
                double floor = floors.computeIfAbsent(kind, _ -> floor(related, kind));
                table.append(row(set.getKey(), kind, floor, related, unrelated));
            }
        }
        return table.toString().strip();
    }

    private static void recall(List<RecordedDebate> questions, List<String> others, List<Recall> related,
            List<Recall> unrelated) throws IOException, InterruptedException {
        try (StudiedMemory memory = StudiedMemory.create()) {
            TextRanking ranking = new TextRanking(memory);
            List<String> _ = ranking.share(others);
            Map<String, Set<String>> stored = new LinkedHashMap<>();
            for (int i = 0; i < questions.size(); i += 2) {
                List<String> reasons = questions.get(i).answers().stream().map(RecordedAnswer::text)
                        .filter(text -> !text.isEmpty()).toList();
                stored.computeIfAbsent(questions.get(i).question(), _ -> new TreeSet<>())
                        .addAll(ranking.share(reasons));
            }
            for (int i = 0; i < questions.size(); i++) {
                String question = questions.get(i).question();
                if (i % 2 == 1 && stored.containsKey(question)) {
                    continue; // The set has it twice.
                }
                (i % 2 == 0 ? related : unrelated).add(new Recall(stored.getOrDefault(question, Set.of()),
                        ranking.rank(question, SHOWN)));
            }
        }
    }

    private static double floor(List<Recall> related, RankingKind kind) {
        double floor = 0;
        while (kept(related, kind, floor + STEP) >= KEPT) {
            floor += STEP;
        }
        return floor;
    }

    private static double kept(List<Recall> recalls, RankingKind kind, double floor) {
        return recalls.stream().filter(recall -> recall.best(kind) >= floor).count() / (double) recalls.size();
    }

    private static double mean(List<Recall> recalls, RankingKind kind, double floor, boolean isOwn) {
        return recalls.stream().mapToLong(recall -> recall.shown(kind, floor, isOwn)).sum() / (double) recalls.size();
    }

    private static String row(String set, RankingKind kind, double floor, List<Recall> related,
            List<Recall> unrelated) {
        StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "| %s | %s |", set, kind.title()));
        for (List<Recall> recalls : List.of(related, unrelated)) {
            double[] best = recalls.stream().mapToDouble(recall -> recall.best(kind)).sorted().toArray();
            for (double share : SHARES) {
                row.append(String.format(Locale.ROOT, " %.2f |", best[(int) (share * (best.length - 1))]));
            }
        }
        return row.append(String.format(Locale.ROOT,
                " %.2f | %.1f %% | %.1f %% | %.1f / %.1f | %.1f / %.1f | %.1f | %.1f |%n", floor,
                100 * kept(related, kind, floor), 100 * (1 - kept(unrelated, kind, floor)),
                mean(related, kind, 0, true), mean(related, kind, 0, false), mean(related, kind, floor, true),
                mean(related, kind, floor, false), mean(unrelated, kind, 0, false),
                mean(unrelated, kind, floor, false))).toString();
    }
}
