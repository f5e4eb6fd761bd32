package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.advisor.GroupShape;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.GameTheoryLens;
import dev.waggle.swarm.lens.Lens.Earlier;
import dev.waggle.swarm.lens.Lenses;
import dev.waggle.swarm.lens.MathAnalysis;
import dev.waggle.swarm.lens.MathBridge;
import dev.waggle.swarm.lens.Provocation;
import dev.waggle.swarm.lens.RoundAnalysis;
import dev.waggle.swarm.lens.Setting;
import dev.waggle.swarm.lens.SwarmControlSignals;
import org.jspecify.annotations.Nullable;

/** The mathematics of a solve and what it says of the round. Owned by the thread of the solve. */
final class Mathematics {

    /** How sure the runtime is of a challenge that mathematics asked for. */
    private static final double CHALLENGE_CONFIDENCE = 0.8;

    private final MathBridge bridge;
    private final boolean looks;
    private final List<Signal> late = new ArrayList<>();
    private @Nullable RoundAnalysis analysis;

    Mathematics(SwarmConfig config, World world) {
        List<String> agents = config.agents().stream().map(agent -> agent.profile().id()).toList();
        Setting setting = new Setting(agents, config.limits().maxRounds(), config.math().thresholds(),
                config.voteWeights(), name -> world.random("lens " + name));
        bridge = new MathBridge(config.math(), setting, config.consensus().ballots(),
                config.consensus().minVoters());
        looks = !config.math().lenses().isEmpty();
    }

    void beginRound(int round) {
        bridge.beginRound(round);
        analysis = null;
        late.forEach(bridge::hear);
        late.clear();
    }

    /** What agents say when the round was looked at, in a debate, is looked at with the next. */
    void hear(Signal signal) {
        if (looks && analysis != null && signal.source() instanceof Source.Agent) {
            late.add(signal);
        } else if (looks) {
            bridge.hear(signal);
        }
    }

    /** An agent takes part from now on, to play that role. */
    void join(String agent, String role) {
        bridge.join(agent, role);
    }

    /** An agent that joined later is gone. */
    void leave(String agent) {
        bridge.leave(agent);
    }

    /** What the lenses saw and found in the last round. */
    Earlier readings() {
        return bridge.readings();
    }

    /** Looks at the round, when there are lenses to look through. */
    Optional<RoundAnalysis> measure() {
        analysis = looks ? bridge.processRound() : null;
        return Optional.ofNullable(analysis);
    }

    /** What the runtime should say against the proposal that mathematics wants challenged. */
    Optional<Draft> challenge() {
        return acted().flatMap(RoundAnalysis::challenge).map(Mathematics::draft);
    }

    /** Why the solve should stop, if mathematics may stop it. */
    Optional<Ending> stop() {
        return acted().flatMap(RoundAnalysis::stop).map(settle -> Ending.of(settle.reason()));
    }

    /** How much attention multiplies the votes of an agent by; empty when mathematics has no say. */
    Optional<VotePipeline.Factor> attention() {
        return bridge.steers()
                ? Optional.of(new VotePipeline.Factor(bridge::attention, MathBridge.MOST_ATTENTION))
                : Optional.empty();
    }

    /** What the lenses found in the round, as far as somebody may act on it. */
    List<Finding> findings() {
        return acting().map(seen -> List.copyOf(seen.findings())).orElse(List.of());
    }

    /** How likely agreement hides an error, as far as somebody may act on it. */
    Optional<GameTheoryLens.Risk> groupthinkRisk() {
        return acting().flatMap(seen -> seen.reading(Lenses.GAME_THEORY))
                .flatMap(GameTheoryLens.GameTheoryReading::groupthinkRisk);
    }

    /** How the group hangs together, as far as somebody may act on it. */
    Optional<GroupShape> shape() {
        return acting().flatMap(GroupShape::of);
    }

    private Optional<Earlier> acting() {
        return looks && bridge.steers() ? Optional.of(bridge.readings()) : Optional.empty();
    }

    MathAnalysis analysis() {
        return looks ? bridge.analysis() : MathAnalysis.none();
    }

    SwarmControlSignals controlSignals() {
        return bridge.controlSignals();
    }

    private Optional<RoundAnalysis> acted() {
        return bridge.steers() ? Optional.ofNullable(analysis) : Optional.empty();
    }

    private static Draft draft(Provocation provocation) {
        String target = provocation.proposal().signalId();
        return Draft.of(new Payload.Challenge(target, "Before this is settled: " + provocation.because()
                + ". What would have to be true for this proposal to be wrong, and has anybody looked?", null),
                CHALLENGE_CONFIDENCE).inReplyTo(target);
    }
}
