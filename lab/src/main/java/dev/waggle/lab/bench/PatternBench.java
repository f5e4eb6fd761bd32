package dev.waggle.lab.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.pattern.Pattern;
import dev.waggle.signal.pattern.PatternIndex;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of finding all subscribers of a type by pattern.
 *
 * <p>Types and patterns have four to six segments of 100 words each. Of ten patterns, nine have one or two {@code *}
 * at random places, and one ends in {@code **}. Of a million, between three and four match a type. The baselines are a
 * check of every pattern and a tree of hash maps. The types take turns: either more than the index caches, or only
 * cached ones.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PatternBench {

    /** Four times as many types as the index remembers. */
    private static final int TYPES = 8192;

    /** Types seen lately. */
    private static final int FEW_TYPES = 256;

    private static final int WORDS = 100;

    @Benchmark
    public List<Integer> scan(Scan by) {
        List<Integer> found = new ArrayList<>();
        SignalType type = by.types.next();
        for (int i = 0; i < by.patterns.size(); i++) {
            if (by.patterns.get(i).matches(type)) {
                found.add(i);
            }
        }
        return found;
    }

    @Benchmark
    public List<Integer> trie(Trie by) {
        List<Integer> found = new ArrayList<>();
        by.root.collect(by.types.next().segments(), 0, found);
        return found;
    }

    @Benchmark
    public List<Integer> index(Index by) {
        return by.index.match(by.types.next());
    }

    @Benchmark
    public List<Integer> indexOfTypesSeenLately(FewTypes by) {
        return by.index.match(by.types.next());
    }

    @Benchmark
    public boolean addAndRemove(Index by) {
        Pattern pattern = by.others.get(by.types.turn());
        return by.index.add(pattern, -1) && by.index.remove(pattern, -1);
    }

    /** Every pattern is checked. */
    @State(Scope.Thread)
    public static class Scan {

        @Param({"10", "1000", "100000", "1000000"})
        public int subscriptions;

        private final Turns types = new Turns(TYPES);
        private List<Pattern> patterns = List.of();

        @Setup
        public void subscribe() {
            patterns = patterns(1, subscriptions);
        }
    }

    /** A tree of hash maps, one level for each segment. */
    @State(Scope.Thread)
    public static class Trie {

        @Param({"10", "1000", "100000", "1000000"})
        public int subscriptions;

        private final Turns types = new Turns(TYPES);
        private final Node root = new Node();

        @Setup
        public void subscribe() {
            List<Pattern> patterns = patterns(1, subscriptions);
            for (int i = 0; i < patterns.size(); i++) {
                root.add(patterns.get(i).text().split(":", -1), i);
            }
        }
    }

    /** Ours. */
    @State(Scope.Thread)
    public static class Index {

        @Param({"10", "1000", "100000", "1000000"})
        public int subscriptions;

        private final PatternIndex<Integer> index = new PatternIndex<>();
        private final Turns types = new Turns(TYPES);
        private final List<Pattern> others = patterns(2, TYPES);

        @Setup
        public void subscribe() {
            List<Pattern> patterns = patterns(1, subscriptions);
            for (int i = 0; i < patterns.size(); i++) {
                index.add(patterns.get(i), i);
            }
        }
    }

    /** Ours, asked for few types. */
    @State(Scope.Thread)
    public static class FewTypes {

        @Param({"10", "1000", "100000", "1000000"})
        public int subscriptions;

        private final PatternIndex<Integer> index = new PatternIndex<>();
        private final Turns types = new Turns(FEW_TYPES);

        @Setup
        public void subscribe() {
            List<Pattern> patterns = patterns(1, subscriptions);
            for (int i = 0; i < patterns.size(); i++) {
                index.add(patterns.get(i), i);
            }
        }
    }

    private static List<Pattern> patterns(long seed, int count) {
        Random random = new Random(seed);
        List<Pattern> patterns = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            patterns.add(Pattern.of(random.nextInt(10) == 0 ? words(random, 3) + ":**" : starred(random)));
        }
        return patterns;
    }

    private static String starred(Random random) {
        String[] segments = words(random, 4).split(":");
        for (int stars = 1 + random.nextInt(2); stars > 0; stars--) {
            segments[random.nextInt(segments.length)] = "*";
        }
        return String.join(":", segments);
    }

    /** Some words, or up to two more. */
    private static String words(Random random, int min) {
        StringJoiner words = new StringJoiner(":");
        for (int i = min + random.nextInt(3); i > 0; i--) {
            words.add("word-" + random.nextInt(WORDS));
        }
        return words.toString();
    }

    /** Types that take turns. Each has a text of its own, as after reading it from somewhere. */
    private static final class Turns {

        private final List<SignalType> types = new ArrayList<>();
        private int turn;

        Turns(int count) {
            Random random = new Random(3);
            for (int i = 0; i < count; i++) {
                types.add(SignalType.custom(words(random, 4)));
            }
        }

        int turn() {
            turn = (turn + 1) & (types.size() - 1);
            return turn;
        }

        SignalType next() {
            return types.get(turn());
        }
    }

    private static final class Node {

        private final Map<String, Node> children = new HashMap<>();
        private final List<Integer> ending = new ArrayList<>();
        private final List<Integer> open = new ArrayList<>();
        private @Nullable Node any;

        void add(String[] segments, int value) {
            Node node = this;
            for (String segment : segments) {
                if (segment.equals("**")) {
                    node.open.add(value);
                    return;
                }
                node = node.child(segment);
            }
            node.ending.add(value);
        }

        void collect(List<String> segments, int depth, List<Integer> found) {
            found.addAll(open);
            if (depth == segments.size()) {
                found.addAll(ending);
                return;
            }
            Node child = children.get(segments.get(depth));
            if (child != null) {
                child.collect(segments, depth + 1, found);
            }
            if (any != null) {
                any.collect(segments, depth + 1, found);
            }
        }

        private Node child(String segment) {
            if (!segment.equals("*")) {
                return children.computeIfAbsent(segment, unknown -> new Node());
            }
            if (any == null) {
                any = new Node();
            }
            return any;
        }
    }
}
