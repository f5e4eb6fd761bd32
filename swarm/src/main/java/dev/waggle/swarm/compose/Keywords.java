package dev.waggle.swarm.compose;

import java.util.List;
import java.util.Set;

import dev.waggle.swarm.Task;

/** Says what a task is about. */
@FunctionalInterface
public interface Keywords {

    /** Most keywords that count; a task about everything is about nothing. */
    int MOST = 40;

    /** The keywords of a task; none when nothing can be said about it. */
    Found of(Task task) throws InterruptedException;

    /** The words of the task itself, without those that every text has. */
    static Keywords plain() {
        return task -> new Found(
                Stems.words(task.text()).stream().filter(word -> !Everyday.WORDS.contains(word)).limit(MOST).toList(),
                "the words of the task");
    }

    /** Always these. */
    static Keywords fixed(List<String> words) {
        Found found = new Found(words, "given");
        return task -> found;
    }

    /**
     * What a task is about.
     *
     * @param words the keywords, at most {@value Keywords#MOST}
     * @param from who says so, and why nobody better could, for people
     */
    record Found(List<String> words, String from) {
        public Found {
            words = words.stream().limit(MOST).toList();
        }
    }

    /** Words that say nothing about a subject. */
    final class Everyday {

        private static final Set<String> WORDS = Set.of("a", "about", "all", "an", "and", "any", "are", "as", "at",
                "be", "been", "but", "by", "can", "could", "do", "does", "for", "from", "had", "has", "have", "how",
                "i", "if", "in", "into", "is", "it", "its", "more", "most", "my", "no", "not", "of", "on", "or", "our",
                "out", "should", "so", "than", "that", "the", "their", "them", "then", "there", "these", "they",
                "this", "those", "to", "up", "us", "was", "we", "were", "what", "when", "where", "which", "who", "why",
                "will", "with", "would", "you", "your");

        private Everyday() {}
    }
}
