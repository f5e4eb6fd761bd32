package dev.waggle.swarm;

import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.inbox.InboxProvider;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.assist.LogCondenser;
import dev.waggle.swarm.assist.MetaAgent;
import dev.waggle.swarm.assist.ProposalJudge;
import dev.waggle.swarm.assist.Synthesizer;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.reliability.ReliabilitySource;
import dev.waggle.swarm.reputation.ReputationSource;
import dev.waggle.swarm.selection.CalibrationSource;

/**
 * External services of a swarm, in parts. Each is set by a method of {@link SwarmConfig}.
 *
 * @param world date, stopwatch, chance and ids
 * @param eventListener receives every event, on the thread of the solve; a slow listener slows the solve
 * @param persistence stores of solves
 * @param assistance helpers beside the agents
 * @param experience knowledge from other solves
 * @param telemetry systems that observe solves
 */
public record SwarmServices(World world, Consumer<SwarmEvent> eventListener, Persistence persistence,
        Assistance assistance, Experience experience, Telemetry telemetry) {

    /** The system clock and random source, an in-memory log, and no helpers. */
    public static SwarmServices defaults() {
        return new SwarmServices(World.system(), event -> {
        }, new Persistence(run -> new MemoryJournal(), InboxProvider.none(), Optional.empty(), Optional.empty()),
                new Assistance(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(),
                        Optional.empty(), RoutingEscalationHook.SILENT),
                new Experience(SharedMemory.NONE, ReputationSource.unknown(), Optional.empty(),
                        ReliabilitySource.NONE),
                Telemetry.NONE);
    }

    /**
     * Stores of a solve.
     *
     * @param journals provider of the journal of a solve
     * @param inboxes inboxes with the items of an agent's subscriptions. Each inbox has one consumer: use it in one
     *         swarm at a time. In this swarm an agent has its inbox in one solve at a time, the one that began first
     * @param answers store of answers of agents and models as they arrive, before the log of their solve has them
     *     in order. With it, a resumed solve pays for no answer again; without it, the calls that ran when the process
     *         ended are repeated
     * @param checkpoints store of a checkpoint for each resumable running solve, deleted when the solve is over
     */
    public record Persistence(JournalProvider journals, InboxProvider inboxes, Optional<JournalProvider> answers,
            Optional<CheckpointStore> checkpoints) {}

    /**
     * Helpers beside the agents.
     *
     * @param synthesizer writes the answer; without one it is the decision
     * @param metaAgent observes the deliberation from outside, every few rounds, when there is an advisor
     * @param proposalJudge finds proposals that say the same and that the rule does not find equal
     * @param logCondenser summarizes the oldest findings of a long log, which are shortened by rule without it
     * @param agentFactory makes the agents that evolution adds
     * @param escalationHook called when an agent escalates: the model router, whose next call uses a deeper model. A
     *        hook that times out is reported and disabled for the rest of the solve
     */
    public record Assistance(Optional<Synthesizer> synthesizer, Optional<MetaAgent> metaAgent,
            Optional<ProposalJudge> proposalJudge, Optional<LogCondenser> logCondenser,
            Optional<AgentFactory> agentFactory,
            RoutingEscalationHook escalationHook) {}

    /**
     * Knowledge from other solves.
     *
     * @param memory shared memory
     * @param reputation reputation of agents
     * @param calibration calibration of agents' confidences, learned from outcomes; without it stated confidences count
     *         unchanged, and equal solves stay equal
     * @param reliability weights of agents that outcomes taught, for the strategy {@code learned}
     */
    public record Experience(SharedMemory memory, ReputationSource reputation,
            Optional<CalibrationSource> calibration, ReliabilitySource reliability) {}

    /**
     * Systems that observe solves. They change neither a solve nor its log.
     *
     * @param tracer receives the spans of each solve
     * @param metrics receives the metrics of each solve
     */
    public record Telemetry(SpanTracer tracer, MetricSink metrics) {

        /** Observes nothing. */
        public static final Telemetry NONE = new Telemetry(SpanTracer.NONE, MetricSink.NONE);
    }
}
