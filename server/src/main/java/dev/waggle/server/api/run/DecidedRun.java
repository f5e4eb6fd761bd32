package dev.waggle.server.api.run;

import java.util.function.Supplier;

import dev.waggle.review.explain.RunDecision;
import dev.waggle.review.whatif.FlipList;
import dev.waggle.server.http.WorkLimit;
import org.jspecify.annotations.Nullable;

/** Decision of a finished run with its list of flips, which the first question for it computes. Thread-safe. */
final class DecidedRun {

    /** Bytes of a list of flips, whose sets of votes are few or small. */
    private static final long FLIP_BYTES = 100_000;

    private final RunDecision decision;
    private volatile @Nullable FlipList flips;

    DecidedRun(RunDecision decision) {
        this.decision = decision;
    }

    RunDecision decision() {
        return decision;
    }

    /**
     * The list of flips.
     *
     * @param searches begins the search, which takes seconds for a large run
     */
    FlipList flips(Supplier<WorkLimit.WorkSlot> searches) {
        FlipList known = flips;
        if (known != null) {
            return known;
        }
        try (WorkLimit.WorkSlot _ = searches.get()) {
            return searched();
        }
    }

    private synchronized FlipList searched() {
        FlipList known = flips;
        if (known == null) {
            known = FlipList.of(decision.recount());
            flips = known;
        }
        return known;
    }

    /** Number of bytes that it takes in memory, estimated. */
    long bytes() {
        return decision.bytes() + FLIP_BYTES;
    }
}
