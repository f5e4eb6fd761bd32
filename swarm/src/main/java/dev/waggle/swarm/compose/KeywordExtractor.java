package dev.waggle.swarm.compose;

import java.util.List;
import java.util.Set;

import dev.waggle.swarm.Task;

/** Extractor of the keywords of a task. */
@FunctionalInterface
public interface KeywordExtractor {

    /** Maximum number of keywords; more would match every candidate. */
    int MAX_KEYWORDS = 40;

    /** Extracts the keywords of a task; none when it finds none. */
    TaskKeywords extract(Task task) throws InterruptedException;

    /** The words of the task itself, without those that every text has. */
    static KeywordExtractor ofTaskWords() {
        return task -> new TaskKeywords(
                WordStemmer.words(task.text()).stream().filter(word -> !StopWords.WORDS.contains(word))
                        .limit(MAX_KEYWORDS).toList(),
                "the words of the task");
    }

    /** Always these. */
    static KeywordExtractor fixed(List<String> words) {
        TaskKeywords found = new TaskKeywords(words, "given");
        return task -> found;
    }

    /**
     * Keywords of a task.
     *
     * @param words the keywords, at most {@value KeywordExtractor#MAX_KEYWORDS}
     * @param origin source of the keywords, and the reason why no better source was used, for people
     */
    record TaskKeywords(List<String> words, String origin) {
        public TaskKeywords {
            words = words.stream().limit(MAX_KEYWORDS).toList();
        }
    }

    /** Words without information about a subject. */
    final class StopWords {

        private static final Set<String> WORDS = Set.of("a", "about", "all", "an", "and", "any", "are", "as", "at",
                "be", "been", "but", "by", "can", "could", "do", "does", "for", "from", "had", "has", "have", "how",
                "i", "if", "in", "into", "is", "it", "its", "more", "most", "my", "no", "not", "of", "on", "or", "our",
                "out", "should", "so", "than", "that", "the", "their", "them", "then", "there", "these", "they",
                "this", "those", "to", "up", "us", "was", "we", "were", "what", "when", "where", "which", "who", "why",
                "will", "with", "would", "you", "your");

        private StopWords() {}
    }
}
