package dev.waggle.swarm.event.json;

import java.util.function.Function;

import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.seat.SeatAnswerJson;
import dev.waggle.swarm.event.SwarmEvent;
import org.jspecify.annotations.Nullable;

/**
 * Events of a solve as JSON for programs: one object for each event, with its {@code type}, its {@code run} and its
 * fields. The names are those of the specification:
 *
 * <pre>
 *   solve:start            task, and context and title where the task has them
 *   round:start            round
 *   inbox:read             agentId, round, items (each: entry, patterns, silent)
 *   agent:reacted          reaction (agentId, round, inResponseTo, signals, processingTimeMs)
 *   signal:emitted         signal
 *   signal:delivered       signal, targetAgentId
 *   signal:expired         signal
 *   signal:refused         signal, reason
 *   consensus:check        result, of the votes
 *   consensus:reached      result, of the votes
 *   consensus:failed       result, of the votes, and reason
 *   math:round-analysis    round, entropy, normalizedEntropy, informationGain, findings, stop, challenge, controls
 *   round:end              round, signalCount
 *   advisor:action         advice (its type is inject-signal, disable-agent or update-topology)
 *   topology:updated       neighbors (by receiver, the authors that it receives), reason
 *   conflict:detected      conflict (signalA, signalB, detectedAt)
 *   proposal:submitted     proposal
 *   vote:cast              vote
 *   debate:start           proposalA, proposalB
 *   debate:round           round, posteriors
 *   debate:end             result, of the debate
 *   evolution:spawned      agentId, domain, reason
 *   evolution:dissolved    agentId, reason
 *   synthesis:start        no field
 *   synthesis:complete     answer
 *   agent:error            agentId, round, signalIds, context, error
 *   tool:called            agentId, toolName, durationMs, isError
 *   seat:asked             request, as {@link SeatRequestJson} makes it
 *   seat:answered          answer (run, seat, round, turn, by, at, lines)
 *   seat:expired           seat, round, turn, deadline
 *   solve:complete         result, as {@link ResultJson} makes it
 *   solve:suspended        result, with its openSeats
 *   harness:start and the other eight types of a harness    agentId, signal
 *   harness:signal         agentId, signal: of a harness, with a type of its own
 *   workflow:start, workflow:end, agent:activated, agent:skipped, state:NAME:changed    fact
 * </pre>
 *
 * <p>The log of a solve holds {@code evolution:spawned} and {@code evolution:dissolved} too. The events of those log
 * entries have the type of the milestone, and {@code fact} in place of its fields. Signals are written by
 * {@link SignalCodec}. The schema {@code event} lists types and ranges; {@code waggle schema event} prints it.
 */
public final class SwarmEventJson {

    /** Type of a signal of a harness outside of the nine types; its own type might be that of another event. */
    private static final String OTHER_HARNESS_TYPE = "harness:signal";

    private SwarmEventJson() {}

    /**
     * The object of an event. It has a {@code run} if the event names its solve: at the start and the end, and with
     * signals. Other fields are in the order of the list above.
     */
    public static JsonValue.Obj of(SwarmEvent event) {
        return of(event, runOf(event));
    }

    /** The object of an event of that run, which it has in any case. */
    public static JsonValue.Obj ofRun(String run, SwarmEvent event) {
        return of(event, run);
    }

    /**
     * Encoder of the events of one solve, in their order. Each object since {@code solve:start} has the run, also those
     * of events that do not name it. It is for one thread and one solve.
     */
    public static Function<SwarmEvent, JsonValue.Obj> ofSolve() {
        return new Function<>() {
            private @Nullable String run;

            @Override
            public JsonValue.Obj apply(SwarmEvent event) {
                if (event instanceof SwarmEvent.SolveStarted started) {
                    run = started.solveId();
                }
                return of(event, run == null ? runOf(event) : run);
            }
        };
    }

    private static JsonValue.Obj of(SwarmEvent event, @Nullable String run) {
        return fields(event, new JsonObjectBuilder().with("type", type(event)).withPresent("run", run)).json();
    }

    private static String type(SwarmEvent event) {
        return event instanceof SwarmEvent.HarnessEmitted emitted
                && HarnessSignals.ALL.stream().noneMatch(known -> known.text().equals(emitted.type()))
                        ? OTHER_HARNESS_TYPE
                        : event.type();
    }

    /** The run that an event names itself; {@code null} for none. */
    private static @Nullable String runOf(SwarmEvent event) {
        return switch (event) {
            case SwarmEvent.SolveStarted started -> started.solveId();
            case SwarmEvent.SolveCompleted completed -> completed.result().solveId();
            case SwarmEvent.SolveSuspended suspended -> suspended.result().solveId();
            case SwarmEvent.SeatAsked asked -> asked.request().turn().run();
            case SwarmEvent.SeatAnswered answered -> answered.answer().turn().run();
            case SwarmEvent.SeatExpired expired -> expired.turn().run();
            case SwarmEvent.SignalEmitted emitted -> emitted.signal().scope().run();
            case SwarmEvent.HarnessEmitted emitted -> emitted.signal().scope().run();
            case SwarmEvent.SignalDelivered delivered -> delivered.signal().scope().run();
            case SwarmEvent.SignalExpired expired -> expired.signal().scope().run();
            case SwarmEvent.LifecycleRecorded recorded -> recorded.fact().scope().run();
            case SwarmEvent.Milestone _, SwarmEvent.Detail _ -> null;
        };
    }

    private static JsonObjectBuilder fields(SwarmEvent event, JsonObjectBuilder json) {
        return switch (event) {
            case SwarmEvent.SolveStarted started -> json.with("task", started.task().text())
                    .withPresent("context", started.task().context())
                    .withPresent("title", started.task().title());
            case SwarmEvent.RoundStarted started -> json.with("round", started.round());
            case SwarmEvent.InboxRead read -> json.with("agentId", read.agentId())
                    .with("round", read.round())
                    .with("items", read.items().stream().map(SwarmEventJson::item).toList());
            case SwarmEvent.AgentReacted reacted -> json.with("reaction", EventPartJson.reaction(reacted.reaction()));
            case SwarmEvent.SignalEmitted emitted -> json.with("signal", SignalCodec.encode(emitted.signal()));
            case SwarmEvent.ConsensusChecked checked -> json.with("result", ConsensusJson.of(checked.result()));
            case SwarmEvent.RoundAnalyzed analyzed -> EventPartJson.analysis(analyzed, json);
            case SwarmEvent.RoundEnded ended -> json.with("round", ended.round())
                    .with("signalCount", ended.signalCount());
            case SwarmEvent.SolveCompleted completed -> json.with("result", ResultJson.of(completed.result()));
            case SwarmEvent.HarnessEmitted emitted -> json.with("agentId", emitted.agentId())
                    .with("signal", SignalCodec.encode(emitted.signal()));
            case SwarmEvent.ToolCalled called -> json.with("agentId", called.agentId())
                    .with("toolName", called.toolName())
                    .with("durationMs", called.durationMs())
                    .with("isError", called.isError());
            case SwarmEvent.SignalDelivered delivered -> json.with("signal", SignalCodec.encode(delivered.signal()))
                    .with("targetAgentId", delivered.targetAgentId());
            case SwarmEvent.SignalExpired expired -> json.with("signal", SignalCodec.encode(expired.signal()));
            case SwarmEvent.SignalRefused refused -> json.with("signal", SignalCodec.encode(refused.refusal().signal()))
                    .with("reason", ConsensusJson.word(refused.refusal().reason()));
            case SwarmEvent.AgentFailed failed -> json.with("agentId", failed.failure().agentId())
                    .with("round", failed.failure().round())
                    .withTexts("signalIds", failed.failure().signalIds())
                    .with("context", failed.failure().context())
                    .with("error", failed.failure().message());
            case SwarmEvent.ConflictDetected detected -> json.with("conflict",
                    EventPartJson.conflict(detected.pair()));
            case SwarmEvent.ProposalSubmitted submitted -> json.with("proposal",
                    EventPartJson.proposal(submitted.proposal()));
            case SwarmEvent.VoteCast cast -> json.with("vote", EventPartJson.vote(cast.vote()));
            case SwarmEvent.ConsensusReached reached -> json.with("result", ConsensusJson.of(reached.result()));
            case SwarmEvent.ConsensusFailed failed -> json.with("result", ConsensusJson.of(failed.result()))
                    .with("reason", ConsensusJson.word(failed.reason()));
            case SwarmEvent.LifecycleRecorded recorded -> json.with("fact", SignalCodec.encode(recorded.fact()));
            case SwarmEvent.AdvisorActed acted -> json.with("advice", EventPartJson.advice(acted.advice()));
            case SwarmEvent.TopologyUpdated updated -> json
                    .with("neighbors", EventPartJson.neighbors(updated.topology()))
                    .with("reason", updated.reason());
            case SwarmEvent.DebateStarted started -> json.with("proposalA", started.proposalA())
                    .with("proposalB", started.proposalB());
            case SwarmEvent.DebateRoundEnded ended -> json.with("round", ended.round())
                    .with("posteriors", EventPartJson.numbers(ended.posteriors()));
            case SwarmEvent.DebateEnded ended -> json.with("result", ResultJson.debate(ended.result()));
            case SwarmEvent.AgentSpawned spawned -> json.with("agentId", spawned.agentId())
                    .with("domain", spawned.domain())
                    .with("reason", spawned.reason());
            case SwarmEvent.AgentDissolved dissolved -> json.with("agentId", dissolved.agentId())
                    .with("reason", dissolved.reason());
            case SwarmEvent.SynthesisStarted _ -> json;
            case SwarmEvent.SynthesisCompleted completed -> json.with("answer", completed.answer());
            case SwarmEvent.SeatAsked asked -> json.with("request", SeatRequestJson.of(asked.request()));
            case SwarmEvent.SeatAnswered answered -> json.with("answer", SeatAnswerJson.of(answered.answer()));
            case SwarmEvent.SeatExpired expired -> json.withAll(SeatAnswerJson.of(expired.turn()))
                    .with("deadline", SeatRequestJson.date(expired.deadline()));
            case SwarmEvent.SolveSuspended suspended -> json.with("result", ResultJson.of(suspended.result()));
        };
    }

    private static JsonValue.Obj item(InboxItem item) {
        return new JsonObjectBuilder().with("entry", EntryCodec.encode(item.entry()))
                .withTexts("patterns", item.patterns())
                .with("silent", item.silent()).json();
    }
}
