package dev.waggle.swarm.engine.loop;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.advisor.analysis.GroupStructure;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.Lens.RoundResults;
import dev.waggle.swarm.lens.analysis.ChallengeRequest;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.lens.analysis.SwarmControlSignals;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.lens.data.LensContext;
import dev.waggle.swarm.lens.game.GameTheoryLens;
import dev.waggle.swarm.lens.runner.MathBridge;
import dev.waggle.swarm.runlog.LoopVersion;
import org.jspecify.annotations.Nullable;

/** The mathematics of a solve and its result for the round. Owned by the thread of the solve. */
final class SolveMathematics {

    /** Confidence of the runtime in a challenge that mathematics requested. */
    private static final double CHALLENGE_CONFIDENCE = 0.8;

    private final MathBridge bridge;
    private final boolean hasLenses;
    /** Ids of agents that a label counts as, in runs of the first two versions of the loop; else none. */
    private final Set<String> labels = new HashSet<>();
    private final LoopVersion loop;
    private final List<Signal> late = new ArrayList<>();
    private @Nullable RoundAnalysis analysis;

    SolveMathematics(SolveContext context) {
        SwarmConfig config = context.config();
        List<String> agents = config.agents().stream().map(agent -> agent.profile().id()).toList();
        LensContext setting = new LensContext(agents, config.limits().maxRounds(), config.math().thresholds(),
                context.voteWeights(), name -> context.world().random("lens " + name), context.loop().posterior());
        MathConfig math = context.loop().isAtLeast(LoopVersion.FOURTH) ? config.math() : config.math().withAllStops();
        bridge = context.loop().isAtLeast(LoopVersion.SECOND)
                ? MathBridge.carryingReasons(math, setting, config.consensus().ballots(),
                        config.consensus().minVoters())
                : new MathBridge(math, setting, config.consensus().ballots(), config.consensus().minVoters());
        hasLenses = !config.math().lenses().isEmpty();
        loop = context.loop();
        if (!loop.isAtLeast(LoopVersion.THIRD)) {
            labels.addAll(agents);
        }
    }

    void beginRound(int round) {
        bridge.beginRound(round);
        analysis = null;
        late.forEach(bridge::accept);
        late.clear();
    }

    /** Receives a signal; signals published after the analysis of a round, in a debate, count for the next. */
    void receive(Signal signal) {
        if (hasLenses && analysis != null && signal.source() instanceof Source.Agent) {
            late.add(signal);
        } else if (hasLenses) {
            bridge.accept(labels.contains(signal.source().label()) ? asAgent(signal) : signal);
        }
    }

    /** The signal as one of the agent with its label. */
    private static Signal asAgent(Signal signal) {
        return new Signal(signal.id(), signal.type(), Source.agent(signal.source().label()), signal.time(),
                signal.payload(), signal.scope(), signal.links(), signal.grading(), signal.lifetime(),
                signal.audience(), signal.extensions());
    }

    /** An agent takes part from now on, to play that role. */
    void join(String agent, String role) {
        bridge.join(agent, role);
        if (!loop.isAtLeast(LoopVersion.THIRD)) {
            labels.add(agent);
        }
    }

    /** Removes an agent that joined later. */
    void leave(String agent) {
        bridge.leave(agent);
    }

    /** Readings and findings of the lenses in the last round. */
    RoundResults readings() {
        return bridge.results();
    }

    /** Analyses the round, when there are lenses. */
    Optional<RoundAnalysis> measure() {
        analysis = hasLenses ? bridge.processRound() : null;
        return Optional.ofNullable(analysis);
    }

    /** Challenge by the runtime of the proposal that mathematics wants challenged. */
    Optional<Draft> challenge() {
        return actingAnalysis().flatMap(RoundAnalysis::challenge).map(SolveMathematics::draft);
    }

    /** Reason to stop the solve, if mathematics may stop it. */
    Optional<SolveEnding> stopReason() {
        return actingAnalysis().flatMap(RoundAnalysis::stop).map(settle -> new SolveEnding.MathStop(settle.reason()));
    }

    /** Attention factor of an agent's votes; empty when mathematics has no influence on votes. */
    Optional<VoteWeighting.Factor> attention() {
        return bridge.isSteering()
                ? Optional.of(new VoteWeighting.Factor(bridge::attentionOf, MathBridge.MAX_ATTENTION))
                : Optional.empty();
    }

    /** Findings of the lenses in the round, as far as the runtime may act on them. */
    List<Finding> findings() {
        return actingReadings().map(results -> List.copyOf(results.findings())).orElse(List.of());
    }

    /** Groupthink risk (probability that agreement hides an error), as far as the runtime may act on it. */
    Optional<GameTheoryLens.Risk> groupthinkRisk() {
        return actingReadings().flatMap(results -> results.reading(LensCatalog.GAME_THEORY))
                .flatMap(GameTheoryLens.GameTheoryReading::groupthinkRisk);
    }

    /** Structure of the group, as far as the runtime may act on it. */
    Optional<GroupStructure> shape() {
        return actingReadings().flatMap(GroupStructure::of);
    }

    private Optional<RoundResults> actingReadings() {
        return hasLenses && bridge.isSteering() ? Optional.of(bridge.results()) : Optional.empty();
    }

    MathAnalysis analysis() {
        return hasLenses ? bridge.analysis() : MathAnalysis.none();
    }

    SwarmControlSignals controlSignals() {
        return bridge.controlSignals();
    }

    private Optional<RoundAnalysis> actingAnalysis() {
        return bridge.isSteering() ? Optional.ofNullable(analysis) : Optional.empty();
    }

    private static Draft draft(ChallengeRequest provocation) {
        return challenge(provocation.proposal().signalId(), provocation.explanation());
    }

    /** Challenge by the runtime of the proposal in that signal, for that reason. */
    static Draft challenge(String target, String reason) {
        return Draft.of(
                new Payload.Challenge(target,
                        "Before this is settled: " + reason
                                + ". What would have to be true for this proposal to be wrong, and has anybody looked?",
                        null),
                CHALLENGE_CONFIDENCE).inReplyTo(target);
    }
}
