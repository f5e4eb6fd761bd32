package dev.waggle.swarm.equivalence;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Clauses of a sentence while it is read, and their canonical form. Owned by its parser. */
@SuppressWarnings("ReferenceEquality") // Parts are places: two with equal words are not the same.
final class SentenceForm {

    private static final String OF = "of";
    /** Mark of the begin of a noun phrase; it is in no canonical form. */
    private static final String ARTICLE = "'";
    /** Words of a verb and an object that is one of a pair. */
    private static final int MAX_PAIRED = 2;
    private static final String REASON = "because";
    private static final Set<String> GIVING = Set.of("administer", "offer", "send", "show", "grant", "lend", "award");
    private static final Set<String> REPLACING = Set.of("replac", "substitut");
    private static final String NO = "no";
    /** Flag of a past, also of one in a noun phrase. */
    static final String PAST = "past";
    private static final String BE = "be";
    private static final String BY = "by";
    private static final String TO = "to";
    private static final String WITH = "with";
    private static final String USE = EnglishWords.INSTALLED.keyOf("use");

    private static final Set<String> TENSES = Set.of(PAST, "done", "state");
    private static final Set<String> STEPS = Set.of("after", "before", "once", "until");

    private final List<ClauseForm> clauses = new ArrayList<>();
    private boolean isOrdered;
    private boolean isTold;
    private ClauseForm clause = new ClauseForm("");
    private ClauseForm current = clause;
    private List<String> chunk = clause.main;
    private int lastWordAt = -1;

    SentenceForm() {
        clauses.add(clause);
    }

    /** A clause, or a condition of one. */
    private static final class ClauseForm {

        private final String begin;
        private final List<String> flags = new ArrayList<>();
        private final List<String> main = new ArrayList<>();
        private final List<String> agent = new ArrayList<>();
        private final Map<String, List<List<String>>> parts = new TreeMap<>();
        private final List<ClauseForm> conditions = new ArrayList<>();
        private boolean isPassive;
        private boolean isThing;
        private boolean isIdentity;

        ClauseForm(String begin) {
            this.begin = begin;
        }

        boolean isEmpty() {
            return main.isEmpty() && parts.isEmpty() && conditions.isEmpty() && flags.isEmpty();
        }
    }

    void add(String key, int at) {
        chunk.add(key);
        lastWordAt = at;
    }

    /** Marks the begin of a noun phrase. */
    void article() {
        if (isAtBegin()) {
            current.isThing = true;
        }
        if (!chunk.isEmpty()) {
            chunk.add(ARTICLE);
        }
    }

    /** Ends the subject: "the price of the product should" is "the product price should". */
    void endSubject() {
        if (current.isThing && !current.isPassive && chunk == current.main && chunk.contains(OF)) {
            List<String> owned = flipped(List.copyOf(chunk), 0);
            chunk.clear();
            chunk.addAll(owned);
        }
    }

    void flag(String key) {
        current.flags.add(key);
    }

    /** True at the begin of a clause behind a passive: "it should be written and shared". */
    boolean isBehindPassive() {
        return clauses.size() > 1 && current == clause && clause.isEmpty()
                && clauses.get(clauses.size() - 2).isPassive;
    }

    /** Flags a tense, once. */
    void state(String key) {
        if (!current.flags.contains(key)) {
            current.flags.add(key);
        }
    }

    void adverb(String key) {
        current.flags.add("~" + key);
    }

    /** True if no word of the clause was read yet. */
    boolean isAtBegin() {
        return chunk == current.main && chunk.isEmpty();
    }

    /** Begins a prepositional part; "of" stays in the part that it belongs to. */
    void part(String preposition, int at) {
        if (preposition.equals(OF) && !chunk.isEmpty()) {
            add(OF, at);
            return;
        }
        chunk = new ArrayList<>();
        current.parts.computeIfAbsent(preposition, _ -> new ArrayList<>()).add(chunk);
    }

    /** Begins the complement behind a form of be; of an identity the two sides may change places. */
    void complement(boolean isIdentity, int at) {
        current.isIdentity = isIdentity;
        part(BE, at);
    }

    /** Begins the actor of a passive, or a part with "by". */
    void agent() {
        if (current.isPassive) {
            chunk = current.agent;
        } else {
            part(BY, -1);
        }
    }

    /** True if the words being read are the subject or object of the clause. */
    boolean isInMain() {
        return chunk == current.main && !chunk.isEmpty();
    }

    /** True if the words being read are a part with that preposition. */
    boolean isInPart(String preposition) {
        return !preposition.isEmpty() && current.parts.getOrDefault(preposition, List.of()).stream()
                .anyMatch(part -> part == chunk);
    }

    /** Begins a condition or comparison of the clause. */
    void condition(String conjunction) {
        current = new ClauseForm(conjunction);
        clause.conditions.add(current);
        chunk = current.main;
    }

    /** Ends parts and conditions that stand before their clause. */
    void endFronted() {
        if (clause.main.isEmpty() && !clause.isEmpty()) {
            current = clause;
            chunk = clause.main;
        }
    }

    /** Makes the verb of a passive the first word of its clause; more words follow the subject. */
    void passive(String verb) {
        current.main.addFirst(verb);
        current.isPassive = true;
        chunk = current.main;
    }

    void passive() {
        chunk = current.main;
    }

    /** True if the word before the conjunction at that place is a whole object or subject. */
    boolean canPair(int at, boolean isSubject) {
        long words = chunk.size() > 2 * MAX_PAIRED ? chunk.size()
                : chunk.stream().filter(word -> !word.equals(ARTICLE)).count();
        boolean isObject = words == 1 || (chunk == current.main && words == MAX_PAIRED && !isSubject);
        return isObject && lastWordAt == at - 1;
    }

    /** Joins the last word and that one to a pair. */
    void pair(String word, String conjunction) {
        String left = chunk.removeLast();
        chunk.add(left.compareTo(word) <= 0 ? left + ' ' + conjunction + '+' + word
                : word + ' ' + conjunction + '+' + left);
    }

    /** Begins another clause, unless the first one is still to come. */
    void coordinate(String conjunction) {
        if (clause.main.isEmpty()) {
            chunk.add(conjunction + '+');
        } else {
            begin(conjunction.equals("or") ? conjunction : "");
        }
    }

    /** Says whether the sentence tells what is, so that its reason is a part of it. */
    void tell(boolean isStatement) {
        isTold = isStatement;
    }

    /** Begins a later step; the order of the clauses then matters. */
    void then() {
        isOrdered = true;
        if (!clause.isEmpty()) {
            begin("");
        }
    }

    String canonical() {
        List<String> forms = new ArrayList<>();
        for (ClauseForm form : clauses) {
            if (!form.isEmpty()) {
                forms.add(canonical(form));
            }
        }
        if (!isOrdered) {
            Collections.sort(forms);
        }
        return String.join(" ; ", forms);
    }

    private void begin(String conjunction) {
        clause = new ClauseForm(conjunction);
        clauses.add(clause);
        current = clause;
        chunk = clause.main;
    }

    private String canonical(ClauseForm form) {
        if (form.main.indexOf(NO) == 1) { // "Pay no dividend" and "no dividend should be paid" deny the verb.
            form.main.remove(1);
            form.flags.add("not");
        }
        List<String> owned = flipped(List.copyOf(form.main),
                form.isThing && !form.isPassive && form.parts.containsKey(BE) ? 0 : 1);
        form.main.clear();
        form.main.addAll(owned);
        if (!form.main.isEmpty() && REPLACING.contains(form.main.getFirst()) && !form.agent.isEmpty()) {
            form.parts.computeIfAbsent(WITH, _ -> new ArrayList<>()).add(form.agent);
        } else {
            form.main.addAll(0, flipped(form.agent, 0));
        }
        List<List<String>> receivers = form.parts.getOrDefault(TO, List.of());
        if (receivers.size() == 1 && form.main.size() > 1 && GIVING.contains(form.main.getFirst())) {
            form.main.addAll(1, flipped(receivers.getFirst(), 0));
            form.parts.remove(TO);
        }
        if (STEPS.contains(form.begin)) { // "Once it is removed" and "once it has been removed" name one moment.
            form.flags.removeIf(flag -> TENSES.contains(flag));
        }
        rephrase(form);
        Collections.sort(form.flags);
        boolean isReasonAlone = form.main.isEmpty() && form.parts.isEmpty(); // No comma parts it from its clause.
        List<String> conditions = new ArrayList<>(form.conditions.stream()
                .filter(condition -> isTold || isReasonAlone || !condition.begin.equals(REASON))
                .map(condition -> canonical(condition)).toList());
        Collections.sort(conditions);
        StringBuilder text = new StringBuilder(form.begin).append(form.flags);
        text.append(form.main);
        form.parts.forEach((preposition, parts) -> parts
                .forEach(
                        part -> text.append('(').append(preposition).append(' ').append(flipped(part, 0)).append(')')));
        return text.append(conditions).toString();
    }

    /** "Use X to do Y" is "do Y with X"; the sides of an identity are in order of their words. */
    private static void rephrase(ClauseForm form) {
        List<List<String>> goals = form.parts.getOrDefault(TO, List.of());
        if (form.main.size() > 1 && form.main.getFirst().equals(USE) && goals.size() == 1
                && !form.parts.containsKey(WITH)) {
            List<String> means = form.main.stream().skip(1).filter(word -> !word.equals(ARTICLE)).toList();
            form.main.clear();
            form.main.addAll(flipped(goals.getFirst(), 1));
            form.parts.remove(TO);
            form.parts.put(WITH, List.of(means));
        }
        List<List<String>> complements = form.parts.getOrDefault(BE, List.of());
        if (form.isIdentity && complements.size() == 1 && form.parts.size() == 1 && form.conditions.isEmpty()
                && form.flags.stream().allMatch(PAST::equals)) {
            List<String> left = flipped(List.copyOf(form.main), 0);
            List<String> right = flipped(complements.getFirst(), 0);
            if (String.join(" ", left).compareTo(String.join(" ", right)) > 0) {
                form.main.clear();
                form.main.addAll(right);
                form.parts.put(BE, List.of(left));
            }
        }
    }

    /**
     * The words with {@code X of Y} as {@code Y X}; an amount stays before its thing. X is the noun phrase from its
     * article on, or from that index.
     */
    private static List<String> flipped(List<String> words, int from) {
        if (!words.contains(OF)) {
            return words.contains(ARTICLE) ? words.stream().filter(word -> !word.equals(ARTICLE)).toList() : words;
        }
        int of = words.indexOf(OF);
        int start = Math.max(words.subList(0, of).lastIndexOf(ARTICLE), Math.min(from, of) - 1) + 1;
        List<String> head = words.subList(start, of);
        List<List<String>> owners = new ArrayList<>();
        int begin = of + 1;
        for (int i = begin; i <= words.size(); i++) {
            if (i == words.size() || words.get(i).equals(OF)) {
                owners.add(words.subList(begin, i));
                begin = i + 1;
            }
        }
        boolean isAmount = head.size() <= 2 && head.stream().anyMatch(word -> Character.isDigit(word.charAt(0)));
        List<String> result = new ArrayList<>(words.subList(0, start));
        result.addAll(isAmount ? head : List.of());
        owners.reversed().forEach(result::addAll);
        result.addAll(isAmount ? List.of() : head);
        result.removeIf(ARTICLE::equals);
        return result;
    }
}
