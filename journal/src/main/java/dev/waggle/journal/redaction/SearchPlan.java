package dev.waggle.journal.redaction;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.journal.redaction.TextMatcher.SearchedText;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.RedactionFact;
import org.jspecify.annotations.Nullable;

/** The texts of a redaction, with the requested targets to which each belongs. Immutable once built. */
final class SearchPlan {

    private final TextMatcher matcher;
    private final List<Set<Integer>> owners;
    private final Map<String, OwnTexts> ownTexts;

    private SearchPlan(Builder built) {
        List<SearchedText> texts = new ArrayList<>();
        owners = new ArrayList<>();
        built.texts.forEach((key, text) -> {
            texts.add(text);
            owners.add(built.owners.getOrDefault(key, Set.of()));
        });
        matcher = new TextMatcher(texts);
        ownTexts = Map.copyOf(built.ownTexts);
    }

    /**
     * Texts of one signal, which are replaced in its own line whatever their length.
     *
     * @param target number of its target
     * @param isOpen whether its payload is open, and has no fields of names
     */
    record OwnTexts(int target, Set<String> texts, boolean isOpen) {

        OwnTexts {
            texts = Set.copyOf(texts);
        }
    }

    TextMatcher matcher() {
        return matcher;
    }

    /** The targets to which a text belongs. */
    Set<Integer> owners(int text) {
        return owners.get(text);
    }

    /** The texts of a signal that is to be redacted; {@code null} for any other. */
    @Nullable OwnTexts ownTexts(String signalId) {
        return ownTexts.get(signalId);
    }

    /** True if any signal is to be redacted. */
    boolean hasSignals() {
        return !ownTexts.isEmpty();
    }

    /** Collects the texts. Owned by one thread. */
    static final class Builder {

        private static final int NAME_TAIL = 8;

        private final List<RedactionTarget> targets;
        private final Map<String, Set<Integer>> targetsById = new HashMap<>();
        private final Map<String, SearchedText> texts = new LinkedHashMap<>();
        private final Map<String, Set<Integer>> owners = new HashMap<>();
        private final Map<String, OwnTexts> ownTexts = new HashMap<>();

        Builder(List<RedactionTarget> targets) {
            this.targets = targets;
            for (int i = 0; i < targets.size(); i++) {
                String id = targets.get(i).signalId();
                if (id != null) {
                    targetsById.computeIfAbsent(id, _ -> new TreeSet<>()).add(i);
                }
                for (String text : targets.get(i).texts()) {
                    add(text, RedactionFact.MARK, false, Set.of(i));
                }
            }
        }

        /** True if a signal of that id is looked for. */
        boolean isWanted(String id) {
            return targetsById.containsKey(id);
        }

        boolean wantsSignals() {
            return !targetsById.isEmpty();
        }

        /** Adds the texts of a signal that is looked for. */
        void add(Signal signal) {
            Set<Integer> wanting = targetsById.getOrDefault(signal.id(), Set.of());
            SignalTexts found = SignalTexts.of(signal.payload());
            Set<String> own = new TreeSet<>(found.texts());
            own.addAll(found.data());
            OwnTexts earlier = ownTexts.get(signal.id());
            if (earlier != null) {
                own.addAll(earlier.texts());
            }
            ownTexts.put(signal.id(),
                    new OwnTexts(wanting.iterator().next(), own, signal.payload() instanceof Payload.Open));
            found.texts().forEach(text -> add(text, RedactionFact.MARK, false, wanting));
            found.data().stream().filter(text -> LenientText.trimmed(text).length() >= TextMatcher.WINDOW)
                    .forEach(text -> add(text, RedactionFact.MARK, false, wanting));
            if (found.name() != null) {
                String id = signal.id();
                add(found.name(), "redacted-" + id.substring(Math.max(0, id.length() - NAME_TAIL)), true, wanting);
            }
        }

        /** Adds a name that was made of a redacted text, and is replaced wherever it stands. */
        void addName(String name, String replacement, Set<Integer> wanting) {
            add(name, replacement, true, wanting);
        }

        private void add(String text, String replacement, boolean isName, Set<Integer> wanting) {
            LenientText units = LenientText.trimmed(text);
            if (units.length() == 0 || text.strip().equals(RedactionFact.MARK)) {
                return;
            }
            String key = units.toString();
            texts.putIfAbsent(key, new SearchedText(units, replacement, isName));
            owners.computeIfAbsent(key, _ -> new TreeSet<>()).addAll(wanting);
        }

        /** True if a target has an entry or a text. */
        boolean isKnown(int target) {
            String id = targets.get(target).signalId();
            return !targets.get(target).texts().isEmpty() || !targets.get(target).names().isEmpty()
                    || (id != null && ownTexts.containsKey(id));
        }

        SearchPlan build() {
            return new SearchPlan(this);
        }
    }
}
