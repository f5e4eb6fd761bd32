package dev.waggle.swarm.lens.belief;

import java.util.Optional;

import dev.waggle.swarm.lens.data.DeliberationData;
import org.jspecify.annotations.Nullable;

/** Detects the rounds in which the belief of any agent changed. Owned by one thread. */
public final class BeliefTracker {

    private int proposals;
    private @Nullable BeliefMatrix last;

    /** Beliefs after this round; empty when they are unchanged. */
    public Optional<BeliefMatrix> changed(DeliberationData deliberation) {
        boolean hasStatement = deliberation.proposalCount() > proposals || !deliberation.changes().isEmpty();
        proposals = deliberation.proposalCount();
        if (!hasStatement) {
            return Optional.empty();
        }
        BeliefMatrix now = BeliefMatrix.of(deliberation);
        if (last != null && last.isSameAs(now)) {
            return Optional.empty();
        }
        last = now;
        return Optional.of(now);
    }

    /** Beliefs after the last round; empty before the first. */
    public Optional<BeliefMatrix> beliefs() {
        return Optional.ofNullable(last);
    }
}
