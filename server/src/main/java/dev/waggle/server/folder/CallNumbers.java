package dev.waggle.server.folder;

import java.util.TreeSet;

/** Numbers of the calls of a command. The owner may forget all calls below the lowest open one. Thread-safe. */
final class CallNumbers {

    private final TreeSet<Long> open = new TreeSet<>();
    private long last;

    synchronized long next() {
        last++;
        open.add(last);
        return last;
    }

    /** The answer of that call was received, or is not wanted any more. */
    synchronized void finish(long number) {
        open.remove(number);
    }

    /** The lowest open number. */
    synchronized long lowest() {
        return open.isEmpty() ? last + 1 : open.first();
    }
}
