package dev.waggle.swarm.runlog;

import java.util.Arrays;
import java.util.Optional;

import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.swarm.consensus.BayesianStrategy;
import dev.waggle.swarm.consensus.ConfidenceModel;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.lens.data.LensThresholds;
import dev.waggle.swarm.lens.data.PosteriorKind;
import org.jspecify.annotations.Nullable;

/**
 * Version of the behaviour of the solve loop. A run is resumed and replayed with the version in its first fact.
 * So a log of an earlier version gives the same result.
 */
public enum LoopVersion {
    /** A failed turn ends its mail, and silence ends the solve at once. */
    FIRST(1),
    /**
     * The mail of a failed or deferred turn comes back. An agent that cannot answer at all is dismissed. A closing call
     * asks for missing votes. Challenges of the
     * runtime are heard before a decision, and votes that lead nowhere end the solve. Agreements of one turn are one
     * exclusive ballot. Equal proposals are merged. An agent sees what reached it, and an audience is honoured.
     */
    SECOND(2),
    /** An agent is known by its id. Before, a conflict of the bus was taken for a signal of an agent called "bus". */
    THIRD(3),
    /**
     * There is one posterior: lenses, debates and the result count the ballot of each voter once, with one effective
     * number of voters ({@link dev.waggle.math.inference.AnswerPosterior}). Before, every proposal had its own, and a
     * debate another. Agents that hear each other settle before they decide, and the attention of a voter follows from
     * lasting changes alone.
     */
    FOURTH(4);

    /** Key in {@code run:opened}; absent in the first version. */
    public static final String KEY = "loop";

    /** The version of new runs. */
    public static final LoopVersion CURRENT = FOURTH;

    private static final double EARLIER_DEPENDENCE = 0.2;

    private final int number;

    LoopVersion(int number) {
        this.number = number;
    }

    /** Number in the log, from 1. */
    public int number() {
        return number;
    }

    /** True if the behaviour of that version holds. */
    public boolean isAtLeast(LoopVersion other) {
        return compareTo(other) >= 0;
    }

    /**
     * True if a solve with that resolution of conflicts reacts to objections of the runtime. Those without a turn to
     * answer them are dissent at its end.
     */
    public boolean hearsObjections(ConflictResolution conflicts) {
        return isAtLeast(SECOND) && conflicts != ConflictResolution.NONE;
    }

    /** The default thresholds of that version: before the fourth, the dependence of ballots was 0.2. */
    public LensThresholds thresholds() {
        LensThresholds usual = LensThresholds.defaults();
        return isAtLeast(FOURTH) ? usual : usual.withDependence(EARLIER_DEPENDENCE);
    }

    /** The posterior of that version. */
    public PosteriorKind posterior() {
        return isAtLeast(FOURTH) ? PosteriorKind.BY_VOTER : PosteriorKind.BY_PROPOSAL;
    }

    /**
     * Id of the agent that is the source of a signal; {@code null} for another source. Before the third version every
     * label is such an id.
     */
    public @Nullable String agentOf(Signal signal) {
        if (!isAtLeast(THIRD)) {
            return signal.source().label();
        }
        return signal.source() instanceof Source.Agent(String id) ? id : null;
    }

    /** The strategy as that version evaluates it: before the fourth, {@code bayesian} has only leaders with support. */
    public ConsensusStrategy strategyOf(ConsensusStrategy strategy) {
        return strategy instanceof BayesianStrategy && !isAtLeast(FOURTH)
                ? BayesianStrategy.ofSupportedProposals()
                : strategy;
    }

    /**
     * The assumption by which its votes become a probability; empty before the fourth version, whose confidence is the
     * agreement.
     *
     * @param dependence the correlation of two ballots that its mathematics assumes, 0..1
     */
    public Optional<ConfidenceModel> confidence(double dependence) {
        return isAtLeast(FOURTH)
                ? Optional.of(ConfidenceModel.readers().withDependence(dependence))
                : Optional.empty();
    }

    /**
     * Version of a run with that opening fact.
     *
     * @throws IllegalArgumentException for a number that this program does not know
     */
    public static LoopVersion of(JsonObjectReader opened) {
        if (!opened.has(KEY)) {
            return FIRST;
        }
        int known = opened.int32(KEY);
        return Arrays.stream(values()).filter(version -> version.number == known).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the run has the loop of version " + known
                        + ", and this program knows versions up to " + CURRENT.number
                        + "\nMaybe use a newer release of Waggle."));
    }
}
