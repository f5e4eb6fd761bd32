package dev.waggle.swarm.solve;

import java.util.Objects;
import java.util.function.Consumer;

import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.consensus.Tally;
import dev.waggle.swarm.consensus.Verdict;
import dev.waggle.swarm.fact.Outcome.Failed;

/**
 * A strategy that decides nothing where the one behind it fails: a solve that was paid for ends with a result. The first
 * failure is told. Owned by the thread of the solve.
 */
final class SteadyStrategy implements ConsensusStrategy {

    private final ConsensusStrategy behind;
    private final Consumer<String> onFailure;
    private boolean failed;

    SteadyStrategy(ConsensusStrategy behind, Consumer<String> onFailure) {
        this.behind = behind;
        this.onFailure = onFailure;
    }

    @Override
    public String id() {
        return behind.id();
    }

    @Override
    public Verdict evaluate(Tally tally, DecisionRule rule) {
        try {
            Verdict verdict = Objects.requireNonNull(behind.evaluate(tally, rule), "a verdict may be none, not null");
            String leader = verdict.leader();
            if (leader != null && !tally.has(leader)) {
                throw new IllegalStateException("it named \"" + leader + "\" as leader, which is none of the "
                        + tally.size() + " proposals");
            }
            return verdict;
        } catch (InternalError | UnknownError | OutOfMemoryError machine) {
            throw machine;
        } catch (RuntimeException | Error broken) {
            String why = "strategy " + behind.id() + " failed: " + Failed.words(broken);
            if (!failed) {
                failed = true;
                onFailure.accept(why);
            }
            return Verdict.none(why);
        }
    }
}
