package dev.waggle.signal.pattern;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.signal.SignalType;
import org.jspecify.annotations.Nullable;

/**
 * Index of values by type that answers patterns: a tree of segments. A query descends along the pattern: a word to
 * one child, {@code *} to all children, {@code **} to all below. So its cost is about the types that match, plus
 * those that share the part in front of a {@code **}. A pattern that begins with a word never visits all types.
 *
 * <p>Not thread-safe: its owner calls it under a lock.
 *
 * @param <V> the value of a type
 */
public final class TypeIndex<V> {

    /** Maximum number of words for the tree walk, whose states fit into a long; longer patterns check every type. */
    private static final int MAX_WALKED = 63;

    private final Map<SignalType, Leaf<V>> leaves = new HashMap<>();
    private final Node<V> colonRoot = new Node<>();
    private final Node<V> dotRoot = new Node<>();

    /** Types with surrounding white space, which the durable dialect ignores. */
    private final Set<Leaf<V>> padded = new HashSet<>();

    private long added;

    public TypeIndex() {}

    /** Stores a value for a type, in place of the one before. */
    public void put(SignalType type, V value) {
        Leaf<V> leaf = leaves.get(type);
        if (leaf != null) {
            leaf.value = value;
            return;
        }
        leaf = new Leaf<>(type, value, ++added);
        leaves.put(type, leaf);
        if (isPadded(type)) {
            padded.add(leaf);
        }
        Node<V> node = root(type);
        for (String segment : type.segments()) {
            node = node.children.computeIfAbsent(segment, unknown -> new Node<>());
        }
        node.leaves.add(leaf);
    }

    /** Returns the value of a type. */
    public Optional<V> get(SignalType type) {
        Leaf<V> leaf = leaves.get(type);
        return leaf == null ? Optional.empty() : Optional.of(leaf.value);
    }

    /** Removes a type and returns its value. */
    public Optional<V> remove(SignalType type) {
        Leaf<V> leaf = leaves.remove(type);
        if (leaf == null) {
            return Optional.empty();
        }
        padded.remove(leaf);
        cut(root(type), type.segments(), 0, leaf);
        return Optional.of(leaf.value);
    }

    /** Returns the values of all types that match, in the order of adding the types, as an unmodifiable list. */
    public List<V> select(Pattern pattern) {
        List<Leaf<V>> found = new ArrayList<>();
        Consumer<Leaf<V>> check = leaf -> {
            if (pattern.matches(leaf.type)) {
                found.add(leaf);
            }
        };
        switch (pattern.dialect()) {
            case COMMON -> {
                walk(colonRoot, pattern.form(':'), check);
                walk(dotRoot, pattern.form('.'), check);
            }
            case HARNESS -> {
                walk(colonRoot, pattern.colonForm(), check);
                walk(dotRoot, PatternSegments.EVERYTHING, check);
            }
            case DURABLE -> {
                Consumer<Leaf<V>> checkPlain = leaf -> {
                    if (!padded.contains(leaf)) {
                        check.accept(leaf);
                    }
                };
                walk(colonRoot, pattern.colonForm(), checkPlain);
                walk(dotRoot, PatternSegments.EVERYTHING, checkPlain);
                padded.forEach(check);
            }
        }
        found.sort(Comparator.comparingLong(leaf -> leaf.sequence));
        return found.stream().map(leaf -> leaf.value).toList();
    }

    /** Returns the number of types. */
    public int size() {
        return leaves.size();
    }

    /** Returns the number of nodes of the trees below their roots. */
    int nodes() {
        return colonRoot.below() + dotRoot.below();
    }

    private Node<V> root(SignalType type) {
        return type.profile().separator() == ':' ? colonRoot : dotRoot;
    }

    private static boolean isPadded(SignalType type) {
        return SegmentedText.trim(type.text()).length() < type.text().length();
    }

    private static <V> void cut(Node<V> node, List<String> segments, int depth, Leaf<V> leaf) {
        if (depth == segments.size()) {
            node.leaves.remove(leaf);
            return;
        }
        Node<V> child = node.children.get(segments.get(depth));
        if (child != null) {
            cut(child, segments, depth + 1, leaf);
            if (child.leaves.isEmpty() && child.children.isEmpty()) {
                node.children.remove(segments.get(depth));
            }
        }
    }

    private static <V> void walk(Node<V> root, @Nullable PatternSegments form, Consumer<Leaf<V>> check) {
        if (form != null) {
            new TreeWalk<>(form.length() > MAX_WALKED ? PatternSegments.EVERYTHING : form, check).descend(root, 1);
        }
    }

    /** Walk down the tree; each node has the set, as bits, of the possible numbers of words read. */
    private static final class TreeWalk<V> {

        private final PatternSegments form;
        private final Consumer<Leaf<V>> check;

        /** The positions of the gaps, as numbers of words before them. */
        private final long gaps;

        TreeWalk(PatternSegments form, Consumer<Leaf<V>> check) {
            this.form = form;
            this.check = check;
            long places = 0;
            for (int i = 0; i <= form.length(); i++) {
                places |= form.hasGapAt(i) ? 1L << i : 0;
            }
            this.gaps = places;
        }

        void descend(Node<V> node, long read) {
            if ((read >>> form.length() & 1) != 0) {
                node.leaves.forEach(check);
            }
            int first = Long.numberOfTrailingZeros(read);
            if ((read & gaps) != 0 || (first < form.length() && form.word(first) == null)) {
                node.children.forEach((segment, child) -> {
                    long next = next(read, segment);
                    if (next != 0) {
                        descend(child, next);
                    }
                });
            } else if (first < form.length()) {
                // Before any gap there is one way to read: this word comes next.
                Node<V> child = node.children.get(form.wordAt(first));
                if (child != null) {
                    descend(child, read << 1);
                }
            }
        }

        private long next(long read, String segment) {
            long next = read & gaps;
            for (long left = read; left != 0; left &= left - 1) {
                int word = Long.numberOfTrailingZeros(left);
                if (word < form.length() && (form.word(word) == null || segment.equals(form.word(word)))) {
                    next |= 1L << (word + 1);
                }
            }
            return next;
        }
    }

    private static final class Node<V> {

        private final Map<String, Node<V>> children = new HashMap<>();
        private final List<Leaf<V>> leaves = new ArrayList<>(1);

        int below() {
            return children.values().stream().mapToInt(child -> 1 + child.below()).sum();
        }
    }

    private static final class Leaf<V> {

        private final SignalType type;
        private final long sequence;
        private V value;

        Leaf(SignalType type, V value, long sequence) {
            this.type = type;
            this.value = value;
            this.sequence = sequence;
        }
    }
}
