package dev.waggle.swarm.event.json;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.event.AgentReaction;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.lens.analysis.SwarmControlSignals;

/** Values in events as JSON for programs. */
final class EventPartJson {

    /** Seconds beyond this have no milliseconds in 64 bits. */
    private static final long MAX_SECONDS = Long.MAX_VALUE / 1_000 - 1;

    private static final int NANOS_PER_MILLI = 1_000_000;

    private EventPartJson() {}

    static JsonValue.Obj reaction(AgentReaction reaction) {
        return new JsonObjectBuilder().with("agentId", reaction.agentId())
                .with("round", reaction.round())
                .withTexts("inResponseTo", reaction.inResponseTo())
                .with("signals", signals(reaction.signals()))
                .with("processingTimeMs", reaction.processingTime().toMillis()).json();
    }

    static JsonValue.Obj conflict(ConflictPair pair) {
        return new JsonObjectBuilder().with("signalA", SignalCodec.encode(pair.signalA()))
                .with("signalB", SignalCodec.encode(pair.signalB()))
                .with("detectedAt", time(pair.detectedAt())).json();
    }

    static JsonValue.Obj proposal(Proposal proposal) {
        return new JsonObjectBuilder().with("proposalId", proposal.id())
                .with("content", proposal.content())
                .with("reasoning", proposal.reasoning())
                .with("agentId", proposal.sourceAgentId())
                .with("signalId", proposal.sourceSignalId())
                .with("confidence", proposal.confidence())
                .with("timestamp", time(proposal.time())).json();
    }

    static JsonValue.Obj vote(VoteRecord vote) {
        CausalLevel level = vote.causalLevel();
        return new JsonObjectBuilder().withAll(ConsensusJson.vote(vote))
                .withPresent("causalLevel", level == null ? null : ConsensusJson.word(level))
                .with("timestamp", time(vote.time())).json();
    }

    /** Adds the fields of an analysis. A figure that is not finite is null, because JSON has no number for it. */
    static JsonObjectBuilder analysis(SwarmEvent.RoundAnalyzed event, JsonObjectBuilder json) {
        RoundAnalysis analysis = event.analysis();
        int round = analysis.round();
        return json.with("round", round)
                .with("entropy", number(analysis.entropy()))
                .with("normalizedEntropy", number(analysis.normalizedEntropy()))
                .with("informationGain", number(analysis.informationGain()))
                .with("findings", findings(round, analysis.findings()))
                .with("stop", analysis.stop().map(settle -> FindingJson.of(round, settle)))
                .with("withheldStop", analysis.withheldStop().map(settle -> FindingJson.of(round, settle)))
                .with("challenge",
                        analysis.challenge()
                                .map(challenge -> new JsonObjectBuilder().with("proposalId", challenge.proposal().id())
                                        .with("because", challenge.explanation()).json()))
                .with("controls", controls(event.controls()));
    }

    private static List<JsonValue.Obj> findings(int round, List<Finding> findings) {
        return findings.stream().map(finding -> FindingJson.of(round, finding)).toList();
    }

    private static JsonValue.Obj controls(SwarmControlSignals controls) {
        return new JsonObjectBuilder().with("shouldInjectChallenge", controls.shouldInjectChallenge())
                .with("challengeTarget", controls.challengeTarget())
                .with("phase", controls.phase().wireName())
                .with("attentionWeights", numbers(controls.attentionWeights()))
                .with("explorationMultiplier", number(controls.explorationMultiplier()))
                .with("freeEnergyAction", controls.freeEnergyAction().wireName())
                .with("learningHealth", controls.learningHealth().wireName()).json();
    }

    static JsonValue.Obj advice(SwarmAdvice advice) {
        return switch (advice) {
            case SwarmAdvice.InjectSignal injected -> new JsonObjectBuilder().with("type", "inject-signal")
                    .with("signal", requested(injected))
                    .with("reason", injected.reason()).json();
            case SwarmAdvice.DisableAgent disabled -> new JsonObjectBuilder().with("type", "disable-agent")
                    .with("agentId", disabled.agentId())
                    .with("reason", disabled.reason()).json();
            case SwarmAdvice.UpdateTopology rewired -> new JsonObjectBuilder().with("type", "update-topology")
                    .with("neighbors", neighbors(rewired.topology()))
                    .with("reason", rewired.reason()).json();
        };
    }

    /** The requested signal without an id and a time, which it gets when it is published. */
    private static JsonValue.Obj requested(SwarmAdvice.InjectSignal injected) {
        Signal signal = Signal.of(injected.draft(),
                new Stamp("requested", Source.agent(injected.from()), Instant.EPOCH, Scope.NONE));
        Map<String, JsonValue> fields = new LinkedHashMap<>(SignalCodec.encode(signal).fields());
        fields.remove("createdAt");
        if (injected.draft().id() == null) {
            fields.remove("id");
        }
        return new JsonValue.Obj(fields);
    }

    static JsonValue.Obj neighbors(Topology topology) {
        JsonObjectBuilder json = new JsonObjectBuilder();
        topology.sourcesOf().forEach((receiver, authors) -> json.withTexts(receiver, List.copyOf(authors)));
        return json.json();
    }

    static JsonValue.Obj numbers(Map<String, Double> values) {
        JsonObjectBuilder json = new JsonObjectBuilder();
        values.forEach((name, value) -> json.with(name, number(value)));
        return json.json();
    }

    static List<JsonValue.Obj> signals(List<Signal> signals) {
        return signals.stream().map(SignalCodec::encode).toList();
    }

    private static JsonValue number(double value) {
        return Double.isFinite(value) ? JsonValue.of(value) : JsonValue.ofNull();
    }

    /** Milliseconds since 1970 if that is exact, else ISO-8601 text: as signals state their time. */
    private static JsonValue time(Instant time) {
        boolean isExact = time.getNano() % NANOS_PER_MILLI == 0 && Math.abs(time.getEpochSecond()) <= MAX_SECONDS;
        return isExact ? JsonValue.of(time.toEpochMilli()) : JsonValue.of(time.toString());
    }
}
