package dev.waggle.signal.transcript;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Persistent sorted map by name whose successors share all but a few nodes with it. It is a balanced search tree
 * (Adelson-Velsky and Landis, 1962) of which {@link #with} copies one path. Reading and putting cost O(log n)
 * comparisons whatever the names are.
 */
final class PersistentMap<V> {

    private final @Nullable Node<V> root;

    private PersistentMap(@Nullable Node<V> root) {
        this.root = root;
    }

    static <V> PersistentMap<V> empty() {
        return new PersistentMap<>(null);
    }

    @Nullable V get(String name) {
        Node<V> at = root;
        while (at != null) {
            int order = name.compareTo(at.name);
            if (order == 0) {
                return at.value;
            }
            at = order < 0 ? at.left : at.right;
        }
        return null;
    }

    PersistentMap<V> with(String name, V value) {
        return new PersistentMap<>(put(root, name, value));
    }

    int size() {
        return root == null ? 0 : root.size;
    }

    /** Returns a copy with other values, in the order of the names. */
    <T> Map<String, T> toMap(Function<V, T> change) {
        Map<String, T> map = LinkedHashMap.newLinkedHashMap(size());
        collect(root, change, map);
        return map;
    }

    private static <V, T> void collect(@Nullable Node<V> node, Function<V, T> change, Map<String, T> map) {
        if (node != null) {
            collect(node.left, change, map);
            map.put(node.name, change.apply(node.value));
            collect(node.right, change, map);
        }
    }

    private static <V> Node<V> put(@Nullable Node<V> node, String name, V value) {
        if (node == null) {
            return new Node<>(name, value, null, null);
        }
        int order = name.compareTo(node.name);
        if (order == 0) {
            return new Node<>(name, value, node.left, node.right);
        }
        return order < 0
                ? balanced(new Node<>(node.name, node.value, put(node.left, name, value), node.right))
                : balanced(new Node<>(node.name, node.value, node.left, put(node.right, name, value)));
    }

    private static <V> Node<V> balanced(Node<V> node) {
        int lean = height(node.left) - height(node.right);
        if (lean > 1) {
            Node<V> left = Objects.requireNonNull(node.left, "the heavier side is there");
            boolean bends = height(left.left) < height(left.right);
            return liftLeft(bends ? new Node<>(node.name, node.value, liftRight(left), node.right) : node);
        }
        if (lean < -1) {
            Node<V> right = Objects.requireNonNull(node.right, "the heavier side is there");
            boolean bends = height(right.right) < height(right.left);
            return liftRight(bends ? new Node<>(node.name, node.value, node.left, liftLeft(right)) : node);
        }
        return node;
    }

    private static <V> Node<V> liftLeft(Node<V> node) {
        Node<V> left = Objects.requireNonNull(node.left, "the lifted side is there");
        return new Node<>(left.name, left.value, left.left, new Node<>(node.name, node.value, left.right, node.right));
    }

    private static <V> Node<V> liftRight(Node<V> node) {
        Node<V> right = Objects.requireNonNull(node.right, "the lifted side is there");
        return new Node<>(right.name, right.value, new Node<>(node.name, node.value, node.left, right.left),
                right.right);
    }

    private static int height(@Nullable Node<?> node) {
        return node == null ? 0 : node.height;
    }

    /** A name, its value and its subtrees before and behind. */
    private static final class Node<V> {

        private final String name;
        private final V value;
        private final @Nullable Node<V> left;
        private final @Nullable Node<V> right;
        private final int height;
        private final int size;

        Node(String name, V value, @Nullable Node<V> left, @Nullable Node<V> right) {
            this.name = name;
            this.value = value;
            this.left = left;
            this.right = right;
            this.height = 1 + Math.max(height(left), height(right));
            this.size = 1 + (left == null ? 0 : left.size) + (right == null ? 0 : right.size);
        }
    }
}
