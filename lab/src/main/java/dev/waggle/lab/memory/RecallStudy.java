package dev.waggle.lab.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.lab.memory.TextRanking.Ranked;
import dev.waggle.lab.memory.TextRanking.RankingKind;

/**
 * Recall of planted memories among many others. A planted memory holds the reasons of a language model for its answer to a
 * question. Queries are the question, the reasons of another model, and five words of the memory.
 */
final class RecallStudy {

    private static final int PLANTED = 5;
    private static final int SHOWN = 5;
    private static final int SHORTEST = 80;
    private static final long SEED = 23;

    /** Share of common words above which two reasons are copies of each other. */
    private static final double COPY = 0.5;

    private final List<RecordedDebate> questions;
    private final List<String> others;

    /** A study of those questions, with other texts to tell them from. */
    RecallStudy(List<RecordedDebate> questions, List<String> others) {
        this.questions = List.copyOf(questions);
        this.others = List.copyOf(others);
    }

    /** Planted memories of a question, and queries for them by kind. */
    private record Planted(List<String> ids, Map<String, String> queries) {}

    /** Shares of queries and of planted memories that were found. */
    private static final class Tally {

        private int queries;
        private double first;
        private double shown;

        void add(List<Ranked> found, Set<String> wanted) {
            queries++;
            first += !found.isEmpty() && wanted.contains(found.getFirst().id()) ? 1 : 0;
            shown += (double) found.stream().filter(each -> wanted.contains(each.id())).count() / wanted.size();
        }
    }

    /** A table of the recall with that many other memories. */
    String table(int count, Consumer<String> progress) throws IOException, InterruptedException {
        if (others.size() < count) {
            throw new IllegalArgumentException("there are " + others.size() + " other texts, needed " + count);
        }
        progress.accept("memory: planted among " + count);
        try (StudiedMemory memory = StudiedMemory.create()) {
            TextRanking ranking = new TextRanking(memory);
            List<String> _ = ranking.share(others.subList(0, count));
            List<Planted> planted = plant(ranking);
            Map<Integer, Map<String, Map<RankingKind, Tally>>> tallies = new LinkedHashMap<>();
            for (Planted each : planted) {
                Set<String> wanted = Set.copyOf(each.ids());
                for (Map.Entry<String, String> query : each.queries().entrySet()) {
                    Map<RankingKind, List<Ranked>> found = ranking.rank(query.getValue(), SHOWN);
                    Map<RankingKind, Tally> row = tallies.computeIfAbsent(wanted.size(), _ -> new LinkedHashMap<>())
                            .computeIfAbsent(query.getKey(), _ -> new EnumMap<>(RankingKind.class));
                    found.forEach((kind, hits) -> row.computeIfAbsent(kind, _ -> new Tally()).add(hits, wanted));
                }
            }
            return table(tallies);
        }
    }

    private List<Planted> plant(TextRanking ranking) throws IOException {
        QueryMaker maker = new QueryMaker(SEED);
        List<Planted> planted = new ArrayList<>();
        for (int i = 0; i < questions.size(); i += 2) { // Half of the questions are enough.
            RecordedDebate question = questions.get(i);
            List<String> reasons = new ArrayList<>(new LinkedHashSet<>(question.answers().stream()
                    .map(RecordedAnswer::text).filter(text -> text.length() >= SHORTEST).toList()));
            int wanted = i % 4 == 0 ? 1 : PLANTED;
            if (reasons.size() <= wanted) {
                continue;
            }
            List<String> texts = List.copyOf(reasons.subList(0, wanted));
            Map<String, String> queries = new LinkedHashMap<>();
            queries.put("the question", question.question());
            reasons.subList(wanted, reasons.size()).stream()
                    .filter(text -> texts.stream().allMatch(other -> common(text, other) < COPY)).findFirst()
                    .ifPresent(text -> queries.put("paraphrase (reasons of another model)", text));
            List<String> words = maker.words(texts.getFirst());
            queries.put("five words", String.join(" ", words));
            queries.put("five words, each mistyped", maker.withTypos(words));
            queries.put("five words in other forms", maker.inOtherForms(words));
            planted.add(new Planted(ranking.share(texts), queries));
        }
        return planted;
    }

    /** Words that two texts have in common, as a share of all their words (Jaccard 1901). */
    private static double common(String one, String other) {
        Set<String> first = new LinkedHashSet<>(List.of(one.toLowerCase(Locale.ROOT).split(" ")));
        Set<String> second = new LinkedHashSet<>(List.of(other.toLowerCase(Locale.ROOT).split(" ")));
        int all = first.size() + second.size();
        first.retainAll(second);
        return first.size() / (double) (all - first.size());
    }

    private static String table(Map<Integer, Map<String, Map<RankingKind, Tally>>> tallies) {
        StringBuilder table = new StringBuilder("| planted | query | queries |");
        StringBuilder line = new StringBuilder("|---:|---|---:|");
        for (RankingKind kind : RankingKind.values()) {
            table.append(' ').append(kind.title()).append(": first | among five |");
            line.append("---:|---:|");
        }
        table.append('\n').append(line).append('\n');
        tallies.forEach((planted, rows) -> rows.forEach((query, row) -> {
            table.append(String.format(Locale.ROOT, "| %d | %s | %d |", planted, query,
                    row.values().iterator().next().queries));
            row.values().forEach(tally -> table.append(String.format(Locale.ROOT, " %.1f %% | %.1f %% |",
                    100 * tally.first / tally.queries, 100 * tally.shown / tally.queries)));
            table.append('\n');
        }));
        return table.toString().strip();
    }
}
