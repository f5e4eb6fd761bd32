package dev.waggle.lab.memory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

import dev.waggle.swarm.memory.FoundMemory;
import dev.waggle.swarm.memory.NewMemory;

/**
 * False memories among the five that are recalled, over time. Every day each question is solved once, and the solve stores
 * the recorded reasons of an agent. In a share of the solves they are for a wrong answer. Its outcome is told or not.
 */
final class FalseMemoryStudy {

    private static final int DAYS = 8;
    private static final int SHOWN = 5;
    private static final List<Integer> REPORTED = List.of(1, 3, 5, 8);
    private static final double[] FALSE_SHARES = {0.1, 0.3, 0.5};
    private static final long SEED = 23;

    private final List<Topic> topics;

    /** Question with reasons of agents for the right answer and for wrong ones. */
    private record Topic(String question, List<String> right, List<String> wrong) {}

    /** A study of the questions that have a reason of both kinds for every day. */
    FalseMemoryStudy(List<RecordedDebate> debates) {
        Map<String, Set<String>> right = new LinkedHashMap<>();
        Map<String, Set<String>> wrong = new LinkedHashMap<>();
        for (RecordedDebate debate : debates) {
            right.computeIfAbsent(debate.question(), _ -> new LinkedHashSet<>()).addAll(debate.reasons(true));
            wrong.computeIfAbsent(debate.question(), _ -> new LinkedHashSet<>()).addAll(debate.reasons(false));
        }
        topics = right.entrySet().stream()
                .map(entry -> new Topic(entry.getKey(), List.copyOf(entry.getValue()),
                        List.copyOf(wrong.getOrDefault(entry.getKey(), Set.of()))))
                .filter(topic -> topic.right().size() + topic.wrong().size() >= DAYS && topic.right().size() >= 3
                        && topic.wrong().size() >= 3)
                .toList();
    }

    String table() throws IOException, InterruptedException {
        StringBuilder table = new StringBuilder("| false solves | questions | outcomes |");
        StringBuilder line = new StringBuilder("|---:|---:|---|");
        for (int day : REPORTED) {
            table.append(" after ").append(day).append(day == 1 ? " day" : " days").append(": stored | recalled |");
            line.append("---:|---:|");
        }
        table.append('\n').append(line).append('\n');
        for (double share : FALSE_SHARES) {
            for (boolean isTold : new boolean[] {false, true}) {
                table.append(String.format(Locale.ROOT, "| %.0f %% | %d | %s |", 100 * share, topics.size(),
                        isTold ? "told" : "not told")).append(run(share, isTold)).append('\n');
            }
        }
        return table.toString().strip();
    }

    private String run(double share, boolean isTold) throws IOException, InterruptedException {
        SplittableRandom chance = new SplittableRandom(SEED);
        StringBuilder cells = new StringBuilder();
        Map<String, Boolean> isFalse = new LinkedHashMap<>();
        try (StudiedMemory memory = StudiedMemory.create()) {
            for (int day = 1; day <= DAYS; day++) {
                solveAll(day, share, chance, memory, isFalse, isTold);
                memory.decay();
                if (REPORTED.contains(day)) {
                    cells.append(recall(memory, isFalse));
                }
            }
        }
        return cells.toString();
    }

    private void solveAll(int day, double share, SplittableRandom chance, StudiedMemory memory,
            Map<String, Boolean> isFalse, boolean isTold) throws IOException {
        List<NewMemory> notes = new ArrayList<>();
        Map<String, Boolean> outcomes = new LinkedHashMap<>();
        for (int i = 0; i < topics.size(); i++) {
            boolean isWrong = chance.nextDouble() < share;
            List<String> left = (isWrong ? topics.get(i).wrong() : topics.get(i).right()).stream()
                    .filter(text -> !isFalse.containsKey(text)).toList();
            if (!left.isEmpty()) {
                String run = "day " + day + " question " + i;
                notes.add(StudiedMemory.note(left.getFirst(), run));
                isFalse.put(left.getFirst(), isWrong);
                outcomes.put(run, !isWrong);
            }
        }
        List<String> _ = memory.shareAll(notes);
        for (Map.Entry<String, Boolean> outcome : isTold ? outcomes.entrySet() : Set.<Map.Entry<String, Boolean>>of()) {
            memory.judge(outcome.getKey(), outcome.getValue());
        }
    }

    /** Share of false ones among all memories, and among those that are recalled for a question. */
    private String recall(StudiedMemory memory, Map<String, Boolean> isFalse)
            throws IOException, InterruptedException {
        int all = 0;
        int wrong = 0;
        for (Topic topic : topics) {
            for (FoundMemory found : memory.search(topic.question(), SHOWN)) {
                all++;
                wrong += isFalse.getOrDefault(found.memory().content(), false) ? 1 : 0;
            }
        }
        long stored = isFalse.values().stream().filter(is -> is).count();
        return String.format(Locale.ROOT, " %.1f %% | %.1f %% |", 100.0 * stored / isFalse.size(), 100.0 * wrong / all);
    }
}
