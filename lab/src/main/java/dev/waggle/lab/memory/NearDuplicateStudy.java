package dev.waggle.lab.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.lab.memory.TextRanking.Ranked;
import dev.waggle.lab.memory.TextRanking.RankingKind;
import dev.waggle.swarm.equivalence.TextEquivalence;

/** Texts beside which a newer one is stored that differs by a number, a negation or a name. The query is the older text. */
final class NearDuplicateStudy {

    private static final int PAIRS = 200;
    private static final int OTHERS = 2_000;
    private static final Pattern NUMBER = Pattern.compile("\\b[2-9][0-9]?\\b");
    private static final Pattern ASSERTION = Pattern.compile("\\b(is|are|was|can|does|should)\\b(?! not\\b)");
    private static final Pattern NAME = Pattern.compile("(?<=[a-z] )[A-Z][a-z]{4,}\\b");

    private final List<String> texts;

    NearDuplicateStudy(List<String> texts) {
        this.texts = List.copyOf(texts);
    }

    /** Text and one that differs from it. */
    private record Pair(String text, String changed) {}

    String table() throws IOException, InterruptedException {
        StringBuilder table = new StringBuilder("| difference | pairs | taken for the same |");
        StringBuilder line = new StringBuilder("|---|---:|---:|");
        for (RankingKind kind : RankingKind.values()) {
            table.append(' ').append(kind.title()).append(": the right one first |");
            line.append("---:|");
        }
        table.append('\n').append(line).append('\n');
        Map<String, List<Pair>> kinds = new LinkedHashMap<>();
        kinds.put("a number", pairs(NUMBER, found -> Integer.toString(Integer.parseInt(found) + 1)));
        kinds.put("a negation", pairs(ASSERTION, found -> found + " not"));
        kinds.put("a name", pairs(NAME, found -> found.equals("Peterson") ? "Miller" : "Peterson"));
        for (Map.Entry<String, List<Pair>> kind : kinds.entrySet()) {
            table.append(row(kind.getKey(), kind.getValue()));
        }
        return table.toString().strip();
    }

    /** Change of a part of a text. */
    @FunctionalInterface
    private interface Change {
        String of(String found);
    }

    private List<Pair> pairs(Pattern pattern, Change change) {
        List<Pair> pairs = new ArrayList<>();
        for (int i = OTHERS; i < texts.size() && pairs.size() < PAIRS; i += 7) {
            changed(texts.get(i), pattern, change).ifPresent(pairs::add);
        }
        return pairs;
    }

    private static Optional<Pair> changed(String text, Pattern pattern, Change change) {
        Matcher found = pattern.matcher(text);
        return found.find()
                ? Optional.of(new Pair(text, text.substring(0, found.start()) + change.of(found.group())
                        + text.substring(found.end())))
                : Optional.empty();
    }

    private String row(String name, List<Pair> pairs) throws IOException, InterruptedException {
        try (StudiedMemory memory = StudiedMemory.create()) {
            TextRanking ranking = new TextRanking(memory);
            List<String> _ = ranking.share(texts.subList(0, OTHERS));
            List<String> ids = ranking.share(pairs.stream().map(Pair::text).toList());
            List<String> _ = ranking.share(pairs.stream().map(Pair::changed).toList());
            Map<RankingKind, Integer> right = new EnumMap<>(RankingKind.class);
            for (int i = 0; i < pairs.size(); i++) {
                String wanted = ids.get(i);
                Map<RankingKind, List<Ranked>> found = ranking.rank(pairs.get(i).text(), 1);
                for (RankingKind kind : RankingKind.values()) {
                    right.merge(kind, found.getOrDefault(kind, List.of()).stream()
                            .anyMatch(each -> each.id().equals(wanted)) ? 1 : 0, Integer::sum);
                }
            }
            long same = pairs.stream().filter(pair -> TextEquivalence.isSame(pair.text(), pair.changed())).count();
            StringBuilder row = new StringBuilder(String.format(Locale.ROOT, "| %s | %d | %d |", name, pairs.size(),
                    same));
            right.values().forEach(count -> row.append(String.format(Locale.ROOT, " %.1f %% |",
                    100.0 * count / pairs.size())));
            return row.append('\n').toString();
        }
    }
}
