package dev.waggle.swarm.advisor.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.swarm.advisor.AdvisorReport.EchoChamber;

/**
 * Detector of agents whose statements nearly repeat recent ones of another agent. The similarity of two statements is
 * the number of words in both over the words in either (Jaccard 1901). Votes always repeat and are omitted. Owned by
 * one thread.
 *
 * <p>A statement is compared with the last {@value #COMPARED} of others, so its cost is bounded. A repetition of an
 * older statement is no echo.
 */
final class EchoDetector {

    /** Similarity of a repetition: four words of five. */
    static final double ALIKE = 0.8;

    /** Minimum of words of a statement: fewer are alike by chance. */
    static final int MIN_WORDS = 4;

    /** Maximum number of words of a statement that are compared, from its beginning. */
    static final int MAX_WORDS = 100;

    /** Number of statements compared: about one round. */
    static final int COMPARED = 32;

    /** Minimum of repetitions: one agreement in the same words is a coincidence. */
    static final int MIN_REPETITIONS = 2;

    private record Statement(String speaker, Set<String> words) {}

    private record Pair(int earlier, int later) {}

    private final Deque<Statement> recent = new ArrayDeque<>();
    private final Map<String, Integer> speakers = new LinkedHashMap<>();
    private final Map<Pair, Integer> repetitions = new LinkedHashMap<>();

    void accept(String speaker, Payload payload) {
        Optional<Set<String>> words = text(payload).map(EchoDetector::words).filter(found -> found.size() >= MIN_WORDS);
        if (words.isEmpty()) {
            return;
        }
        speakers.putIfAbsent(speaker, speakers.size());
        Set<String> repeated = new HashSet<>();
        for (Statement statement : recent) {
            if (!statement.speaker().equals(speaker) && !repeated.contains(statement.speaker())
                    && likeness(words.get(), statement.words()) >= ALIKE) {
                repeated.add(statement.speaker());
                repetitions.merge(pair(speaker, statement.speaker()), 1, Integer::sum);
            }
        }
        recent.addLast(new Statement(speaker, words.get()));
        if (recent.size() > COMPARED) {
            recent.removeFirst();
        }
    }

    /** Groups connected by pairs that repeat each other often enough. */
    List<EchoChamber> chambers() {
        List<String> names = List.copyOf(speakers.keySet());
        int[] group = new int[names.size()];
        for (int agent = 0; agent < group.length; agent++) {
            group[agent] = agent;
        }
        Map<Pair, Integer> often = new LinkedHashMap<>(repetitions);
        often.values().removeIf(times -> times < MIN_REPETITIONS);
        often.keySet().forEach(pair -> {
            int earlier = root(group, pair.earlier());
            int later = root(group, pair.later());
            group[Math.max(earlier, later)] = Math.min(earlier, later);
        });
        Map<Integer, Integer> times = new HashMap<>();
        often.forEach((pair, count) -> times.merge(root(group, pair.earlier()), count, Integer::sum));
        Map<Integer, List<String>> members = new LinkedHashMap<>();
        for (int agent = 0; agent < group.length; agent++) {
            members.computeIfAbsent(root(group, agent), _ -> new ArrayList<>()).add(names.get(agent));
        }
        List<EchoChamber> chambers = new ArrayList<>();
        members.forEach((root, agents) -> {
            if (agents.size() > 1) {
                chambers.add(new EchoChamber(agents, times.getOrDefault(root, 0)));
            }
        });
        return chambers;
    }

    private static int root(int[] group, int agent) {
        int root = agent;
        while (group[root] != root) {
            root = group[root];
        }
        group[agent] = root;
        return root;
    }

    private Pair pair(String one, String other) {
        int first = speakers.getOrDefault(one, 0);
        int second = speakers.getOrDefault(other, 0);
        return new Pair(Math.min(first, second), Math.max(first, second));
    }

    private static Optional<String> text(Payload payload) {
        return switch (payload) {
            case Payload.Discovery discovery -> Optional.of(discovery.finding());
            case Payload.Proposal proposal -> Optional.of(proposal.content());
            case Payload.Doubt doubt -> Optional.of(doubt.concern());
            case Payload.Challenge challenge -> Optional.of(challenge.counterArgument());
            case Payload.Task _, Payload.Vote _, Payload.Conflict _, Payload.ConsensusReached _ -> Optional.empty();
            case Payload.Escalate _, Payload.SharedMemory _, Payload.ToolResult _, Payload.Open _ -> Optional.empty();
        };
    }

    /** Words of a text: runs of letters and digits, or every character in scripts without spaces. */
    private static Set<String> words(String text) {
        Set<String> words = new HashSet<>();
        StringBuilder word = new StringBuilder();
        for (int at = 0; at < text.length() && words.size() < MAX_WORDS;) {
            int letter = text.codePointAt(at);
            at += Character.charCount(letter);
            if (Character.isIdeographic(letter)) {
                words.add(Character.toString(letter));
            } else if (Character.isLetterOrDigit(letter)) {
                word.appendCodePoint(letter);
                continue;
            }
            end(word, words);
        }
        end(word, words);
        return words;
    }

    private static void end(StringBuilder word, Set<String> words) {
        if (!word.isEmpty()) {
            words.add(word.toString().toLowerCase(Locale.ROOT));
            word.setLength(0);
        }
    }

    private static double likeness(Set<String> one, Set<String> other) {
        long both = one.stream().filter(other::contains).count();
        return (double) both / (one.size() + other.size() - both);
    }
}
