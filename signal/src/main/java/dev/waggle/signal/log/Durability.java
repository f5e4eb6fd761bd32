package dev.waggle.signal.log;

import java.time.Duration;

/** Guarantee for an entry when {@code append} returns. */
public sealed interface Durability {

    /** In the memory of the process, and lost with the process. */
    record Memory() implements Durability {
        @Override
        public String description() {
            return "memory";
        }
    }

    /**
     * In the operating system's cache, which writes it to the disk at its own time. It survives the end of the
     * process, however sudden, but not a loss of power in the next seconds.
     */
    record Never() implements Durability {
        @Override
        public String description() {
            return "never synced";
        }
    }

    /** In the operating system's cache, and on the disk within that span. A power loss costs at most that span. */
    record Every(Duration span) implements Durability {
        public Every {
            if (!span.isPositive() || span.compareTo(MAX_SPAN) > 0) {
                throw new IllegalArgumentException(
                        "the span between syncs must be positive and at most " + MAX_SPAN + ", got " + span);
            }
        }

        @Override
        public String description() {
            return "synced every " + span.toMillis() + " ms";
        }
    }

    /** On the disk: it survives a loss of power as well. */
    record EveryAppend() implements Durability {
        @Override
        public String description() {
            return "synced";
        }
    }

    /** Maximum span between two syncs. */
    Duration MAX_SPAN = Duration.ofHours(1);

    /** Returns the words for people and files. */
    String description();

    static Durability memory() {
        return new Memory();
    }

    static Durability never() {
        return new Never();
    }

    static Durability every(Duration span) {
        return new Every(span);
    }

    static Durability everyAppend() {
        return new EveryAppend();
    }
}
