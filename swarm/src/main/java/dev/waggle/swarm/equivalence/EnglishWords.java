package dev.waggle.swarm.equivalence;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * Word lists of English, from the resource {@code words.txt}: function words by role, phrases, synonyms, irregular
 * forms and opposites. Immutable.
 */
final class EnglishWords {

    /** The lists of the jar. */
    static final EnglishWords INSTALLED = read();

    private static final String HEADING = "## ";
    private static final String GIVES = " = ";

    private final Map<String, List<String>> sections;
    private final Map<String, String> irregular = new HashMap<>();
    private final Set<String> pasts = new HashSet<>();
    private final Map<String, String> synonyms = new HashMap<>();
    private final Map<String, WordRole> roles = new HashMap<>();
    private final Map<String, String> classes = new HashMap<>();
    private final Map<String, List<WordPhrase>> phrases = new HashMap<>();
    private final Map<String, List<WordPhrase>> preambles = new HashMap<>();
    private final Map<String, Set<String>> opposites = new HashMap<>();
    private final Set<String> floating;
    private final Set<String> fixed;
    private final Set<String> particles;
    private final Set<String> times;
    private final Set<String> pronouns;
    private final Set<String> quantities;
    private final Set<String> units;

    /** Roles of words in a clause. */
    enum WordRole {
        /** A word with content. */
        CONTENT,
        /** A word without content, such as an article. */
        DROPPED,
        /** A form of do, have or should. */
        AUXILIARY,
        /** A form of be. */
        BE,
        /** Not, never, avoid. */
        NOT,
        /** Must, may, can. */
        MODAL,
        /** A preposition. */
        WEAK,
        /** A word that begins a condition, a comparison or an order in time. */
        STRONG,
        /** And, but. */
        AND,
        /** Or. */
        OR,
        /** Then. */
        THEN
    }

    /**
     * Words that stand for others.
     *
     * @param keys stems of the words
     * @param replacement the words in their place; none for a preamble
     */
    record WordPhrase(List<String> keys, List<String> replacement) {}

    private EnglishWords(String text) {
        sections = sections(text);
        entries("irregular", (form, base) -> irregular.put(form, base), " ");
        irregular.forEach((form, base) -> {
            if (!form.equals(base) && !form.endsWith("ing")) {
                pasts.add(form);
            }
        });
        entries("plural", (form, base) -> irregular.put(form, base), " ");
        role("dropped", WordRole.DROPPED);
        role("auxiliary", WordRole.AUXILIARY);
        role("be", WordRole.BE);
        role("not", WordRole.NOT);
        role("modal", WordRole.MODAL);
        role("weak", WordRole.WEAK);
        role("strong", WordRole.STRONG);
        role("pronoun", WordRole.CONTENT);
        roles.put("and", WordRole.AND);
        roles.put("but", WordRole.AND);
        roles.put("or", WordRole.OR);
        roles.put("then", WordRole.THEN);
        for (String line : lines("synonym")) {
            String[] words = line.split(" ", -1);
            for (String word : words) {
                synonyms.put(baseOf(word), baseOf(words[0]));
            }
        }
        for (String line : lines("phrase")) {
            int gives = line.indexOf(GIVES);
            put(phrases, line.substring(0, gives), List.of(line.substring(gives + GIVES.length()).split(" ", -1)));
        }
        lines("preamble").forEach(line -> put(preambles, line, List.of()));
        for (String line : lines("opposite")) {
            String[] pair = line.split(" ", -1);
            opposites.computeIfAbsent(keyOf(pair[0]), _ -> new HashSet<>()).add(keyOf(pair[1]));
            opposites.computeIfAbsent(keyOf(pair[1]), _ -> new HashSet<>()).add(keyOf(pair[0]));
        }
        floating = Set.copyOf(lines("floating"));
        fixed = Set.copyOf(lines("fixed"));
        particles = Set.copyOf(lines("particle"));
        quantities = Set.copyOf(lines("quantity"));
        pronouns = Set.copyOf(lines("subject"));
        times = Set.copyOf(lines("time"));
        units = lines("unit").stream().map(this::keyOf).collect(Collectors.toUnmodifiableSet());
    }

    /** The role of a word in lower case. */
    WordRole role(String word) {
        return roles.getOrDefault(word, WordRole.CONTENT);
    }

    /** Key of a word in lower case: equal for its inflections and synonyms. */
    String keyOf(String word) {
        String listed = classes.get(word);
        String base = listed == null ? baseOf(word) : listed;
        return synonyms.getOrDefault(base, base);
    }

    /** True if the word is a past participle by its form. */
    boolean isParticiple(String word) {
        return (word.length() > 3 && word.endsWith("ed")) || (irregular.containsKey(word) && !word.endsWith("s"));
    }

    /** True if the word has the form of a past; "put" and "need" have none. */
    boolean isPast(String word) {
        return pasts.contains(word) || (word.length() > 3 && word.endsWith("ed") && !word.endsWith("eed"));
    }

    /** True if the word has the form of a plural, which a verb such as "runs" has too. */
    boolean isPlural(String word) {
        boolean isEnding = word.length() > 3 && word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us")
                && !word.endsWith("is");
        return isEnding || lines("plural").stream().anyMatch(line -> line.startsWith(word + ' '));
    }

    /** True for an adverb whose place in the clause does not matter. */
    boolean isFloating(String word) {
        return floating.contains(word) || (word.length() > 4 && word.endsWith("ly") && !fixed.contains(word));
    }

    /** True for a pronoun that begins the clause of a reason: "since it leaks". */
    boolean isPronoun(String word) {
        return pronouns.contains(word);
    }

    /** True for a day, a month or a part of the day. */
    boolean isTime(String word) {
        return times.contains(word);
    }

    /** True for the key of a unit of measure or a currency. */
    boolean isUnit(String key) {
        return units.contains(key);
    }

    /** True for a word such as "all", which a negation before it denies alone. */
    boolean isQuantity(String word) {
        return quantities.contains(word);
    }

    /** True for the second word of a verb such as "pay off". */
    boolean isParticle(String word) {
        return particles.contains(word);
    }

    /** Opposites of a key. */
    Set<String> oppositesOf(String key) {
        return opposites.getOrDefault(key, Set.of());
    }

    /** Phrases that begin with that stem, longest first. */
    List<WordPhrase> phrases(String stem) {
        return phrases.getOrDefault(stem, List.of());
    }

    /** Preambles of a proposal that begin with that stem, longest first. */
    List<WordPhrase> preambles(String stem) {
        return preambles.getOrDefault(stem, List.of());
    }

    /** Stem of a word, of its base form when it is irregular. */
    String baseOf(String word) {
        return InflectionStemmer.stem(irregular.getOrDefault(word, word));
    }

    private void role(String section, WordRole role) {
        for (String line : lines(section)) {
            int gives = line.indexOf(GIVES);
            String word = gives < 0 ? line : line.substring(0, gives);
            roles.put(word, role);
            classes.put(word, gives < 0 ? word : line.substring(gives + GIVES.length()));
        }
    }

    private void put(Map<String, List<WordPhrase>> table, String words, List<String> replacement) {
        List<String> keys = Arrays.stream(words.split(" ", -1)).map(this::baseOf).toList();
        List<WordPhrase> known = table.computeIfAbsent(keys.getFirst(), _ -> new ArrayList<>());
        known.add(new WordPhrase(keys, replacement));
        known.sort(Comparator.comparingInt((WordPhrase phrase) -> phrase.keys().size()).reversed());
    }

    private void entries(String section, BiConsumer<String, String> entry, String separator) {
        for (String line : lines(section)) {
            int at = line.indexOf(separator);
            entry.accept(line.substring(0, at), line.substring(at + separator.length()));
        }
    }

    private List<String> lines(String section) {
        List<String> lines = sections.get(section);
        if (lines == null) {
            throw new IllegalStateException("the words of English have no section \"" + section + "\"");
        }
        return lines;
    }

    private static Map<String, List<String>> sections(String text) {
        Map<String, List<String>> sections = new HashMap<>();
        List<String> section = new ArrayList<>();
        for (String line : text.lines().toList()) {
            if (line.startsWith(HEADING)) {
                section = sections.computeIfAbsent(line.substring(HEADING.length()), _ -> new ArrayList<>());
            } else if (!line.isBlank() && !line.startsWith("#")) {
                section.add(line.strip());
            }
        }
        return sections;
    }

    private static EnglishWords read() {
        try (InputStream file = EnglishWords.class.getResourceAsStream("words.txt")) {
            if (file == null) {
                throw new IllegalStateException("the words of English are missing from the jar");
            }
            return new EnglishWords(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the words of English cannot be read", unreadable);
        }
    }
}
