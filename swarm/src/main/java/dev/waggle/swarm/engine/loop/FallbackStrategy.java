package dev.waggle.swarm.engine.loop;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.consensus.ConfidenceEstimate;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.ConsensusVerdict;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.VoteTally;
import org.jspecify.annotations.Nullable;

/**
 * Consensus strategy that returns no decision when its delegate fails, so that a paid solve ends with a result. The
 * first failure is reported. Owned by the thread of the solve.
 */
final class FallbackStrategy implements ConsensusStrategy {

    private final ConsensusStrategy delegate;
    private final Consumer<String> onFailure;
    private boolean failed;

    FallbackStrategy(ConsensusStrategy behind, Consumer<String> onFailure) {
        this.delegate = behind;
        this.onFailure = onFailure;
    }

    @Override
    public String id() {
        return delegate.id();
    }

    /** Figures of the delegate; of a failing or wrong one, those of a strategy without any. */
    @Override
    public double[] figures(VoteTally tally) {
        if (!failed) {
            try {
                double[] figures = delegate.figures(tally);
                if (figures.length == tally.size()
                        && Arrays.stream(figures).allMatch(figure -> figure >= 0 && figure <= 1)) {
                    return figures;
                }
                throw new IllegalStateException("it must give a figure from 0 to 1 of each of " + tally.size()
                        + " proposals, got " + Arrays.toString(figures));
            } catch (InternalError | UnknownError | OutOfMemoryError machine) {
                throw machine;
            } catch (RuntimeException | Error broken) {
                report(broken);
            }
        }
        return ConsensusStrategy.super.figures(tally);
    }

    /** Estimate of the delegate; of a failing one, none. */
    @Override
    public Optional<ConfidenceEstimate> estimate(VoteTally tally, @Nullable String leader) {
        if (!failed) {
            try {
                return Objects.requireNonNull(delegate.estimate(tally, leader), "an estimate may be empty, not null");
            } catch (InternalError | UnknownError | OutOfMemoryError machine) {
                throw machine;
            } catch (RuntimeException | Error broken) {
                report(broken);
            }
        }
        return Optional.empty();
    }

    @Override
    public ConsensusVerdict evaluate(VoteTally tally, DecisionRule rule) {
        try {
            ConsensusVerdict verdict = Objects.requireNonNull(delegate.evaluate(tally, rule),
                    "a verdict may be none, not null");
            String leader = verdict.leader();
            if (leader != null && !tally.hasProposal(leader)) {
                throw new IllegalStateException("it named \"" + leader + "\" as leader, which is none of the "
                        + tally.size() + " proposals");
            }
            return verdict;
        } catch (InternalError | UnknownError | OutOfMemoryError machine) {
            throw machine;
        } catch (RuntimeException | Error broken) {
            return ConsensusVerdict.none(report(broken));
        }
    }

    /** Reports the first failure; returns the reason. */
    private String report(Throwable broken) {
        String reason = "strategy " + delegate.id() + " failed: " + Failed.describe(broken);
        if (!failed) {
            failed = true;
            onFailure.accept(reason);
        }
        return reason;
    }
}
