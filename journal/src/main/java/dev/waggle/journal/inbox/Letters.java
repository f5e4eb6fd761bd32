package dev.waggle.journal.inbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Dead letters on their way: noticed at a box, waiting to be written down, and a fact. Whatever stage they are in, they
 * are told. Owned by the {@link Desk}.
 */
final class Letters {

    /** Most dead letters that are told one by one; older ones are only counted. */
    static final int MAX = 1_000;

    private final Set<Box> losing = new LinkedHashSet<>();
    private final List<Fact.Dead> unwritten = new ArrayList<>();
    private final Deque<Fact.Dead> written = new ArrayDeque<>();
    private long forgotten;

    /** Looks whether a box lost something. */
    void lookAt(Box box) {
        if (box.isLosing()) {
            losing.add(box);
        }
    }

    /** Whether something was lost that nobody writes down yet. */
    boolean isSomethingLost() {
        return !losing.isEmpty();
    }

    /** What is to be written down. */
    List<Fact> toWrite() {
        losing.forEach(box -> unwritten.addAll(box.takeUnwritten()));
        losing.clear();
        return List.copyOf(unwritten);
    }

    void written(Fact.Dead dead) {
        unwritten.remove(dead);
        written.add(dead);
        if (written.size() > MAX) {
            written.remove();
            forgotten++;
        }
    }

    /** There were so many before. */
    void forgotten(long count) {
        forgotten = count;
    }

    long forgotten() {
        return forgotten;
    }

    List<Fact.Dead> facts() {
        return List.copyOf(written);
    }

    List<DeadLetter> all() {
        return Stream.of(written.stream(), unwritten.stream(), losing.stream().flatMap(box -> box.unwritten().stream()))
                .flatMap(stage -> stage)
                .map(Fact.Dead::letter)
                .toList();
    }
}
