package dev.waggle.swarm.lens.runner;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

import dev.waggle.math.information.Entropy;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.analysis.ChallengeRequest;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.lens.analysis.SwarmControlSignals;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.ExternalChallenge;
import dev.waggle.swarm.lens.data.LensContext;
import org.jspecify.annotations.Nullable;

/**
 * Bridge between a solve and its mathematics: it accepts signals, and returns advice at the end of a round.
 *
 * <pre>
 *   signals -> DeliberationData -> lenses -> findings -> stop? challenge? weights of votes?
 * </pre>
 *
 * <p>Owned by the thread of the solve.
 */
public final class MathBridge {

    /** Least factor that attention gives to a vote; {@link #MAX_ATTENTION} is the largest. */
    public static final double MIN_ATTENTION = 0.8;
    public static final double MAX_ATTENTION = 1.2;

    /** First round in which attention counts: before, nothing has been compared. */
    private static final int FIRST_WEIGHED_ROUND = 2;

    /** Rounds in which mathematics does not challenge the same proposal again: it has to be answered first. */
    private static final int CHALLENGE_COOLDOWN = 2;

    private final MathConfig config;
    private final int minVoters;
    private final DeliberationData deliberation;
    private final LensRunner runner;
    private final boolean isCarrying;
    private List<Finding> standingReasons = List.of();
    private int proposals;
    private final Map<Integer, Integer> challenged = new HashMap<>();
    private Map<String, Double> attentionOf = Map.of();
    private List<Finding> findings = List.of();
    private SwarmControlSignals controls;
    private double entropy;
    /** The last proposal; it waits for the signal that may merge it, so that it gets no number of its own. */
    private @Nullable Signal waiting;

    /** Bridge for a solve in which any two voters are enough. */
    public MathBridge(MathConfig config, LensContext context, BallotRule rule) {
        this(config, context, rule, 1);
    }

    /**
     * Bridge for a solve that needs that many voters.
     *
     * @param minVoters the number of voters that the consensus needs; with fewer, nothing stops
     */
    public MathBridge(MathConfig config, LensContext context, BallotRule rule, int minVoters) {
        this(config, context, rule, minVoters, false);
    }

    private MathBridge(MathConfig config, LensContext context, BallotRule rule, int minVoters, boolean isCarrying) {
        this.isCarrying = isCarrying;
        this.minVoters = minVoters;
        this.config = config;
        deliberation = new DeliberationData(context, rule);
        runner = new LensRunner(config.lenses(), context);
        controls = ControlDerivation.of(runner, deliberation, findings);
    }

    /**
     * Bridge that carries reasons to stop through rounds without new votes: a reason stands until a vote changes or a
     * proposal is new. So a stop that had to wait for a challenge or an approval comes without further votes.
     *
     * @param minVoters the number of voters that the consensus needs; with fewer, nothing stops
     */
    public static MathBridge carryingReasons(MathConfig config, LensContext context, BallotRule rule, int minVoters) {
        return new MathBridge(config, context, rule, minVoters, true);
    }

    public void beginRound(int round) {
        acceptWaiting();
        deliberation.beginRound(round);
    }

    /** Records a signal. */
    public void accept(Signal signal) {
        Signal before = waiting;
        boolean isMerge = before != null && ProposalMerge.of(signal)
                .filter(merge -> before.payload() instanceof Payload.Proposal proposal
                        && proposal.proposalId().equals(merge.from()))
                .isPresent();
        if (!isMerge) {
            acceptWaiting();
        }
        if (signal.payload() instanceof Payload.Proposal) {
            waiting = signal;
        } else {
            deliberation.accept(signal);
        }
        if (isMerge) {
            acceptWaiting();
        }
    }

    private void acceptWaiting() {
        Signal proposal = waiting;
        waiting = null;
        if (proposal != null) {
            deliberation.accept(proposal);
        }
    }

    /** Adds an agent after the start, to play that role. */
    public void join(String agent, String role) {
        acceptWaiting();
        deliberation.join(agent, role);
    }

    /** Removes an agent that joined later; its statements stand. */
    public void leave(String agent) {
        acceptWaiting();
        deliberation.leave(agent);
    }

    /** Observes the round through all lenses. Called once a round, after its last signal. */
    public RoundAnalysis processRound() {
        acceptWaiting();
        findings = runner.observe(deliberation);
        attentionOf = weights(findings);
        double before = entropy;
        double[] distribution = deliberation.distribution();
        entropy = distribution.length < 2 ? 0 : Entropy.bits(distribution);
        double normalized = distribution.length < 2 ? 0 : Entropy.normalized(distribution).orElse(0);
        controls = ControlDerivation.of(runner, deliberation, findings);
        List<Finding> reasons = reasons();
        Optional<Finding.Settle> stop = isAnswering()
                ? Optional.empty()
                : StopRule.reason(reasons, controls.phase(), deliberation, minVoters, config.stops());
        stop.ifPresent(settle -> runner.recordStop(settle.reason()));
        Optional<Finding.Settle> withheld = isAnswering() || stop.isPresent()
                ? Optional.empty()
                : StopRule.reason(reasons, controls.phase(), deliberation, minVoters);
        withheld.ifPresent(settle -> runner.recordWithheldStop(settle.reason()));
        Optional<ChallengeRequest> challenge = stop.isPresent() ? Optional.empty() : challenge();
        double gain = deliberation.round() == 1 ? 0 : before - entropy;
        return new RoundAnalysis(deliberation.round(), entropy, normalized, gain, runner.newFindings(), stop,
                challenge, withheld);
    }

    /**
     * Factor of the votes of that agent in this round, {@value #MIN_ATTENTION}..{@value #MAX_ATTENTION}; 1 if
     * mathematics may not act.
     */
    public double attentionOf(String agent) {
        return config.isSteering() ? Math.clamp(attentionOf.getOrDefault(agent, 1.0), MIN_ATTENTION, MAX_ATTENTION) : 1;
    }

    /** True if the loop acts on the findings. */
    public boolean isSteering() {
        return config.isSteering();
    }

    /** Control signals for the loop after the last round. */
    public SwarmControlSignals controlSignals() {
        return controls;
    }

    /** Readings and findings of the last round, lens by lens. */
    public RoundResults results() {
        return runner;
    }

    /** Current readings of all lenses. */
    public MathAnalysis analysis() {
        return runner.analysis();
    }

    /** The proposal that a lens names, else the leading one; not one that was challenged a moment ago. */
    private Optional<ChallengeRequest> challenge() {
        for (Finding finding : findings) {
            if (finding instanceof Finding.Provoke provoke) {
                OptionalInt target = ControlDerivation.targetOf(provoke, deliberation);
                if (target.isPresent() && isOverdue(target.getAsInt())) {
                    challenged.put(target.getAsInt(), deliberation.round());
                    return Optional
                            .of(new ChallengeRequest(deliberation.proposal(target.getAsInt()), provoke.explanation()));
                }
            }
        }
        return Optional.empty();
    }

    /** The findings of the round and, in a round without new evidence, the reasons to stop that stand. */
    private List<Finding> reasons() {
        boolean isNew = !deliberation.changes().isEmpty() || deliberation.proposalCount() > proposals;
        proposals = deliberation.proposalCount();
        List<Finding> reasons = findings.stream().filter(Finding.Settle.class::isInstance)
                .collect(Collectors.toCollection(ArrayList::new));
        if (isCarrying && !isNew) {
            Set<List<Object>> known = reasons.stream().map(Finding::subject).collect(Collectors.toSet());
            standingReasons.stream().filter(reason -> !known.contains(reason.subject())).forEach(reasons::add);
        }
        standingReasons = reasons;
        return reasons;
    }

    /** True in the round after a challenge: it has to be answered, and not cut off. */
    private boolean isAnswering() {
        List<ExternalChallenge> challenges = deliberation.externalChallenges();
        return !challenges.isEmpty() && challenges.getLast().round() == deliberation.round() - 1;
    }

    private boolean isOverdue(int proposal) {
        Integer last = challenged.get(proposal);
        return last == null || deliberation.round() - last > CHALLENGE_COOLDOWN;
    }

    /** Weights by agent; the weights of several lenses for one agent are multiplied. */
    private Map<String, Double> weights(List<Finding> found) {
        Map<String, Double> weights = new HashMap<>();
        if (deliberation.round() >= FIRST_WEIGHED_ROUND) {
            for (Finding finding : found) {
                if (finding instanceof Finding.Weigh weigh) {
                    weigh.weights().forEach((agent, weight) -> weights.merge(agent, weight, (a, b) -> a * b));
                }
            }
        }
        return weights;
    }
}
