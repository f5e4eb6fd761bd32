package dev.waggle.signal.transcript;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.waggle.signal.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Index of causes and effects among the signals of a list, by their positions, from 0. Where an id occurs twice,
 * links to it mean the first.
 */
final class CauseIndex {

    /** Marks no cause, or one that is not in the list. */
    static final int NONE = -1;

    private final Map<String, Integer> places = new HashMap<>();
    private final int[] causes;
    private final int[] firstEffect;
    private final int[] nextEffect;

    CauseIndex(List<Signal> signals, Function<Signal, @Nullable String> causeId) {
        for (int i = 0; i < signals.size(); i++) {
            places.putIfAbsent(signals.get(i).id(), i);
        }
        causes = new int[signals.size()];
        firstEffect = new int[signals.size()];
        nextEffect = new int[signals.size()];
        Arrays.fill(firstEffect, NONE);
        for (int i = signals.size() - 1; i >= 0; i--) {
            String cause = causeId.apply(signals.get(i));
            causes[i] = cause == null ? NONE : position(cause);
            nextEffect[i] = NONE;
            if (causes[i] != NONE) {
                nextEffect[i] = firstEffect[causes[i]];
                firstEffect[causes[i]] = i;
            }
        }
    }

    /** Returns the position of a signal; {@link #NONE} when it is absent. */
    int position(String id) {
        return places.getOrDefault(id, NONE);
    }

    /** Returns the positions from the first cause to that one; a circle of causes is followed once. */
    List<Integer> chain(int place) {
        Deque<Integer> chain = new ArrayDeque<>();
        BitSet visited = new BitSet();
        for (int at = place; at != NONE && !visited.get(at); at = causes[at]) {
            visited.set(at);
            chain.addFirst(at);
        }
        return List.copyOf(chain);
    }

    /** Returns the effects of a signal, in order. */
    List<Integer> effects(int place) {
        List<Integer> effects = new ArrayList<>();
        for (int at = firstEffect[place]; at != NONE; at = nextEffect[at]) {
            effects.add(at);
        }
        return effects;
    }

    /**
     * Returns the roots of the trees, in order: every signal without a known cause, and of every circle of causes the
     * first signal. So each signal hangs below exactly one of them.
     */
    List<Integer> roots() {
        BitSet roots = new BitSet();
        BitSet placed = new BitSet();
        for (int i = 0; i < causes.length; i++) {
            if (causes[i] == NONE) {
                roots.set(i);
            }
        }
        roots.stream().forEach(root -> placeBelow(root, placed));
        for (int i = placed.nextClearBit(0); i < causes.length; i = placed.nextClearBit(i)) {
            int root = firstOfCircle(i);
            roots.set(root);
            placeBelow(root, placed);
        }
        return roots.stream().boxed().toList();
    }

    private void placeBelow(int root, BitSet placed) {
        Deque<Integer> open = new ArrayDeque<>(List.of(root));
        placed.set(root);
        while (!open.isEmpty()) {
            for (int effect : effects(open.pop())) {
                if (!placed.get(effect)) {
                    placed.set(effect);
                    open.push(effect);
                }
            }
        }
    }

    /** Returns the first signal of the circle that is reached by following causes from a position below no root. */
    private int firstOfCircle(int place) {
        BitSet visited = new BitSet();
        int at = place;
        while (!visited.get(at)) {
            visited.set(at);
            at = causes[at];
        }
        int first = at;
        for (int on = causes[at]; on != at; on = causes[on]) {
            first = Math.min(first, on);
        }
        return first;
    }
}
