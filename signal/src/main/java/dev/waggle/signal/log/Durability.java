package dev.waggle.signal.log;

import java.time.Duration;

/** What has happened to an entry when {@code append} returns. */
public sealed interface Durability {

    /** The process has it, and it ends with the process. */
    record Memory() implements Durability {
        @Override
        public String description() {
            return "memory";
        }
    }

    /**
     * The operating system has it and writes it to the disk when it likes: it survives the end of the process, however
     * sudden, but not a loss of power in the next seconds.
     */
    record Never() implements Durability {
        @Override
        public String description() {
            return "never synced";
        }
    }

    /**
     * The operating system has it, and the disk will have it within that span, so a loss of power costs no more than
     * what was said in it.
     */
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

    /** The disk has it: it survives a loss of power as well. */
    record EveryAppend() implements Durability {
        @Override
        public String description() {
            return "synced";
        }
    }

    /** Longest span between two syncs. */
    Duration MAX_SPAN = Duration.ofHours(1);

    /** The words that people read and files hold. */
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
