package dev.waggle.swarm.equivalence;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import dev.waggle.swarm.equivalence.EnglishWords.WordRole;
import dev.waggle.swarm.equivalence.TextToken.TokenKind;

/**
 * Differences that forbid a merge, by the rule or by a model. They are a number or date, a name, a negation, a
 * condition, a modality, a direction, or a word and its opposite. English; negations and number words of German, French, Spanish
 * and Chinese too. It asks what is counted in the two texts, not where. Linear in the texts.
 */
public final class MeaningGuard {

    private static final EnglishWords ENGLISH = EnglishWords.INSTALLED;
    private static final Set<String> NEGATIONS = Set.of("not", "no", "never", "without", "none", "nobody", "nothing",
            "neither", "nor", "nowhere", "avoid", "refuse", "nicht", "nichts", "kein", "keine", "keinen", "keiner",
            "keinem", "keines", "nie", "niemals", "niemand", "ohne", "weder", "ne", "n", "pas", "jamais", "sans",
            "aucun", "aucune", "ni", "rien", "sin", "nunca", "jamás", "ningún", "ninguna", "ninguno", "nada");
    private static final Set<String> HABITS = Set.of("each", "every", "hourly", "daily", "nightly", "weekly",
            "monthly", "yearly", "annually", "always", "whenever");
    /** A question that asks whether something is so; "why not" and "how about" propose. */
    private static final Pattern QUESTION = Pattern
            .compile("(?:^|[.!?]\\s)\\s{0,9}(?:is|are|was|were|do|does|did|has|have"
                    + "|can|could|will|would|should|must|may) [^.!?]{1,400}\\?");
    private static final String AVOID = ENGLISH.keyOf("avoid");
    private static final String CHINESE_NEGATIONS = "不没沒無无未非别勿禁";
    private static final String CHINESE_NUMBERS = "零一二三四五六七八九十百千万億亿两";
    private static final List<String> FOREIGN_NUMBERS = List.of("zwei drei vier fünf sechs sieben acht neun zehn",
            "deux trois quatre cinq six sept huit neuf dix", "dos tres cuatro cinco seis siete ocho nueve diez");
    private static final List<String> NEGATIVE_PREFIXES = List.of("un", "non", "in", "im", "ir", "il", "dis", "de",
            "mis", "anti");
    /** Shorter rests make a prefix a coincidence: {@code index}, {@code unit}. */
    private static final int MIN_REST = 4;

    private MeaningGuard() {}

    /** The first difference that forbids a merge, as words for the log; empty when there is none. */
    public static Optional<String> difference(String one, String other) {
        if (one.length() > TextEquivalence.MAX_LENGTH || other.length() > TextEquivalence.MAX_LENGTH) {
            return one.equals(other) ? Optional.empty() : Optional.of("a text is too long to compare");
        }
        if (TextLiterals.differ(one, other)) {
            return Optional.of("code, a quotation or a formula differs");
        }
        Features a = Features.of(one);
        Features b = Features.of(other);
        if (!a.numbers.equals(b.numbers)) {
            return Optional.of("a number differs");
        }
        if (!a.words.containsAll(b.names) || !b.words.containsAll(a.names)) {
            return Optional.of("a name differs");
        }
        if (!a.negations.equals(b.negations)) {
            return Optional.of("a negation differs");
        }
        if (!a.conditions.equals(b.conditions)) {
            return Optional.of("a condition differs");
        }
        if (a.isOtherNumberOf(b) || b.isOtherNumberOf(a)) {
            return Optional.of("one thing differs from several");
        }
        if (a.isReverseOf(b)) {
            return Optional.of("a direction differs");
        }
        return a.isOpposedTo(b) || b.isOpposedTo(a) ? Optional.of("a word differs from its opposite")
                : Optional.empty();
    }

    /** Features of a text that must not differ. */
    private static final class Features {

        private final TreeMap<String, Integer> numbers = new TreeMap<>();
        private final Set<String> words = new HashSet<>();
        private final Set<String> keys = new HashSet<>();
        private final Set<String> names = new HashSet<>();
        private final TreeMap<String, Integer> negations = new TreeMap<>();
        private final TreeSet<String> conditions = new TreeSet<>();
        private boolean isHabit;
        private final Set<String> single = new HashSet<>();
        private final Set<String> plural = new HashSet<>();
        private final Set<String> others = new HashSet<>();
        private final Set<String> indefinite = new HashSet<>();
        private final Set<String> definite = new HashSet<>();
        private final List<String> routes = new ArrayList<>();

        static Features of(String text) {
            Features features = new Features();
            List<TextToken> tokens = TextScanner.scan(text);
            boolean isGerman = TextLanguage.isGerman(tokens);
            for (int i = 0; i < tokens.size(); i++) {
                features.add(tokens.get(i), i + 1 < tokens.size() ? tokens.get(i + 1) : tokens.get(i), isGerman);
                features.route(tokens, i);
                features.count(tokens, i);
            }
            boolean isAsked = QUESTION.matcher(text.toLowerCase(Locale.ROOT)).find();
            if (isAsked) {
                features.conditions.add("?");
            }
            text.codePoints().forEach(features::addCharacter);
            return features;
        }

        private void add(TextToken token, TextToken next, boolean isGerman) {
            String word = token.word();
            switch (token.kind()) {
                case NUMBER -> {
                    String unit = next.kind() == TokenKind.WORD ? ENGLISH.keyOf(next.word()) : "";
                    count(numbers, ENGLISH.isUnit(unit) ? word + ' ' + unit : word);
                }
                case CODE -> {
                    names.add(token.text());
                    words.add(token.text());
                }
                case WORD -> addWord(token, word, isGerman);
                case COMMA, BREAK -> {}
            }
        }

        private void addWord(TextToken token, String word, boolean isGerman) {
            words.add(word);
            String key = ENGLISH.keyOf(word);
            keys.add(key);
            if (token.isName() && !ENGLISH.isUnit(key)
                    && !(isGerman && !token.text().equals(word.toUpperCase(Locale.ROOT)))) {
                names.add(word);
            }
            if (NEGATIONS.contains(word) || key.equals(AVOID)) {
                count(negations, "not");
            }
            WordRole role = token.isName() ? WordRole.CONTENT : ENGLISH.role(word);
            if (role == WordRole.MODAL || (role == WordRole.STRONG && isCondition(key))) {
                conditions.add(key);
            }
            for (String foreign : FOREIGN_NUMBERS) {
                if (word.length() > 2 && (" " + foreign + " ").contains(" " + word + " ")) {
                    count(numbers, word);
                }
            }
        }

        private void addCharacter(int character) {
            if (CHINESE_NEGATIONS.indexOf(character) >= 0) {
                count(negations, "not");
            } else if (CHINESE_NUMBERS.indexOf(character) >= 0) {
                count(numbers, Character.toString(character));
            }
        }

        /** Records which words are plurals, and which ones an article makes one thing. */
        private void count(List<TextToken> tokens, int at) {
            TextToken token = tokens.get(at);
            if (token.kind() == TokenKind.WORD && !token.isName()) {
                (ENGLISH.isPlural(token.word()) ? plural : others).add(ENGLISH.baseOf(token.word()));
                isHabit |= HABITS.contains(token.word());
            }
            boolean isIndefinite = token.is("a") || token.is("an");
            if (!isIndefinite && !token.is("the")) {
                return;
            }
            int end = at + 1;
            while (end < tokens.size() && tokens.get(end).kind() == TokenKind.WORD
                    && ENGLISH.role(tokens.get(end).word()) == WordRole.CONTENT) {
                end++;
            }
            if (end - 2 > at && ENGLISH.isPlural(tokens.get(end - 1).word())) {
                end--; // "The server restarts" ends with its verb.
            }
            if (end - 1 > at && !ENGLISH.isPlural(tokens.get(end - 1).word())) {
                String head = ENGLISH.baseOf(tokens.get(end - 1).word());
                single.add(head);
                boolean isPart = at > 0 && (ENGLISH.role(tokens.get(at - 1).word()) == WordRole.WEAK
                        || ENGLISH.keyOf(tokens.get(at - 1).word()).equals("have"));
                if (!isPart) {
                    (isIndefinite ? indefinite : definite).add(head);
                }
            }
        }

        /**
         * True if a thing that it has one of is several of the other, or if "a" of a thing is "the" of the other. What
         * happens again and again has no number: "the invoice of each month".
         */
        boolean isOtherNumberOf(Features other) {
            boolean isSeveral = !(isHabit && other.isHabit) && single.stream().anyMatch(
                    key -> !plural.contains(key) && other.plural.contains(key) && !other.others.contains(key));
            return isSeveral || indefinite.stream().anyMatch(key -> !definite.contains(key)
                    && other.definite.contains(key) && !other.indefinite.contains(key));
        }

        /** Records the words behind from and to, before and after, over and than. */
        private void route(List<TextToken> tokens, int at) {
            TextToken token = tokens.get(at);
            boolean isRoute = token.is("from") || token.is("to") || token.is("over") || token.is("than")
                    || token.is("before") || token.is("after") || token.is("instead");
            if (!isRoute) {
                return;
            }
            int next = at + 1;
            while (next < tokens.size() && tokens.get(next).kind() == TokenKind.WORD
                    && (ENGLISH.role(tokens.get(next).word()) == WordRole.DROPPED
                            || ENGLISH.role(tokens.get(next).word()) == WordRole.BE || tokens.get(next).is("of"))) {
                next++;
            }
            if (next < tokens.size()) {
                routes.add(token.word() + ' ' + ENGLISH.keyOf(tokens.get(next).word()));
            }
        }

        /** True if a word that one text goes from is the one that the other goes to. */
        boolean isReverseOf(Features other) {
            for (String marker : List.of("over ", "than ", "before ", "after ", "instead ")) {
                List<String> ours = routes.stream().filter(route -> route.startsWith(marker)).sorted().toList();
                List<String> theirs = other.routes.stream().filter(route -> route.startsWith(marker)).sorted().toList();
                if (!ours.isEmpty() && !theirs.isEmpty() && !ours.equals(theirs)) {
                    return true;
                }
            }
            return routes.stream().anyMatch(route -> route.startsWith("from ")
                    && other.routes.contains("to " + route.substring("from ".length()))
                    && !routes.contains("to " + route.substring("from ".length())))
                    || other.routes.stream().anyMatch(route -> route.startsWith("from ")
                            && routes.contains("to " + route.substring("from ".length()))
                            && !other.routes.contains("to " + route.substring("from ".length())));
        }

        /** True if it has a word whose opposite only the other has, or a word that the other has with a prefix. */
        boolean isOpposedTo(Features other) {
            for (String key : keys) {
                if (!other.keys.contains(key)
                        && ENGLISH.oppositesOf(key).stream()
                                .anyMatch(opposite -> other.keys.contains(opposite) && !keys.contains(opposite))) {
                    return true;
                }
                if (!other.keys.contains(key) && NEGATIVE_PREFIXES.stream()
                        .anyMatch(prefix -> key.startsWith(prefix) && key.length() >= prefix.length() + MIN_REST
                                && other.keys.contains(key.substring(prefix.length()))
                                && !keys.contains(key.substring(prefix.length())))) {
                    return true;
                }
            }
            return false;
        }

        private static boolean isCondition(String key) {
            return switch (key) {
                case "if", "unless", "until", "whether" -> true;
                default -> false;
            };
        }

        private static void count(Map<String, Integer> counts, String key) {
            counts.merge(key, 1, Integer::sum);
        }
    }
}
