package dev.waggle.swarm.solve;

import java.util.Optional;
import java.util.function.Consumer;

import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.inbox.Inboxes;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.consensus.Reputation;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.selection.CalibrationTracker;
import dev.waggle.swarm.solve.SwarmConfig.JournalProvider;

/**
 * What a swarm uses that is not its own.
 *
 * @param world date, stopwatch, chance and ids
 * @param journals where a solve is logged
 * @param inboxes where agents find what they subscribed to. Each inbox has one consumer: hand the same ones to one swarm
 *        at a time. In this swarm an agent has its inbox in one solve at a time, the one that began first
 * @param onlooker told of every event, on the thread of the solve; slow onlookers slow the solve
 * @param synthesizer writes the answer; without one it is the decision
 * @param metaAgent looks at the deliberation from outside, every few rounds, when there is an advisor
 * @param agents makes the agents that a swarm grows by
 * @param memory what is remembered from other solves
 * @param reputation what agents have been worth in other solves
 * @param calibration how well agents know how sure they may be, learned from every decided solve; without it they are
 *        taken at their word, and equal solves stay equal
 * @param escalations hears when an agent asks for a deeper look: the router of models, whose next call is a deeper one. One that
 *        hangs is told of and not called again in the solve
 * @param answers where answers of agents and models are kept as they come, before the log of their solve has them in order:
 *        with it, a solve that is resumed pays for no answer again; without it, the calls under way when the process ended
 *        are made again
 * @param checkpoints a note for each solve under way, which is deleted when the solve is over: what can be resumed
 */
public record Ports(World world, JournalProvider journals, Inboxes inboxes, Consumer<SwarmEvent> onlooker,
        Optional<Synthesizer> synthesizer, Optional<MetaAgent> metaAgent, Optional<AgentFactory> agents,
        SharedMemory memory, Reputation reputation, Optional<CalibrationTracker> calibration,
        RoutingEscalationHook escalations, Optional<JournalProvider> answers,
        Optional<CheckpointStore> checkpoints) {

    /** The real world, logged in memory, and nobody beside the agents. */
    public static Ports defaults() {
        return new Ports(World.system(), run -> new MemoryJournal(), Inboxes.none(), event -> {
        }, Optional.empty(), Optional.empty(), Optional.empty(), SharedMemory.NONE, Reputation.unknown(),
                Optional.empty(), RoutingEscalationHook.SILENT, Optional.empty(), Optional.empty());
    }

    public Ports withWorld(World newWorld) {
        return new Ports(newWorld, journals, inboxes, onlooker, synthesizer, metaAgent, agents, memory, reputation,
                calibration, escalations, answers, checkpoints);
    }

    public Ports withJournals(JournalProvider newJournals) {
        return new Ports(world, newJournals, inboxes, onlooker, synthesizer, metaAgent, agents, memory, reputation,
                calibration, escalations, answers, checkpoints);
    }

    public Ports withInboxes(Inboxes newInboxes) {
        return new Ports(world, journals, newInboxes, onlooker, synthesizer, metaAgent, agents, memory, reputation,
                calibration, escalations, answers, checkpoints);
    }

    public Ports withOnlooker(Consumer<SwarmEvent> newOnlooker) {
        return new Ports(world, journals, inboxes, newOnlooker, synthesizer, metaAgent, agents, memory, reputation,
                calibration, escalations, answers, checkpoints);
    }

    public Ports withSynthesizer(Synthesizer newSynthesizer) {
        return new Ports(world, journals, inboxes, onlooker, Optional.of(newSynthesizer), metaAgent, agents, memory,
                reputation, calibration, escalations, answers, checkpoints);
    }

    public Ports withMetaAgent(MetaAgent newMetaAgent) {
        return new Ports(world, journals, inboxes, onlooker, synthesizer, Optional.of(newMetaAgent), agents, memory,
                reputation, calibration, escalations, answers, checkpoints);
    }

    public Ports withAgents(AgentFactory factory) {
        return new Ports(world, journals, inboxes, onlooker, synthesizer, metaAgent, Optional.of(factory), memory,
                reputation, calibration, escalations, answers, checkpoints);
    }

    public Ports withMemory(SharedMemory newMemory) {
        return new Ports(world, journals, inboxes, onlooker, synthesizer, metaAgent, agents, newMemory, reputation,
                calibration, escalations, answers, checkpoints);
    }

    public Ports withReputation(Reputation newReputation) {
        return new Ports(world, journals, inboxes, onlooker, synthesizer, metaAgent, agents, memory, newReputation,
                calibration, escalations, answers, checkpoints);
    }

    public Ports withCalibration(CalibrationTracker tracker) {
        return new Ports(world, journals, inboxes, onlooker, synthesizer, metaAgent, agents, memory, reputation,
                Optional.of(tracker), escalations, answers, checkpoints);
    }

    public Ports withEscalations(RoutingEscalationHook hook) {
        return new Ports(world, journals, inboxes, onlooker, synthesizer, metaAgent, agents, memory, reputation,
                calibration, hook, answers, checkpoints);
    }

    /** Keeps answers in that journal, which stays open. */
    public Ports withAnswers(Journal journal) {
        return withAnswers(run -> journal);
    }

    public Ports withAnswers(JournalProvider newAnswers) {
        return new Ports(world, journals, inboxes, onlooker, synthesizer, metaAgent, agents, memory, reputation,
                calibration, escalations, Optional.of(newAnswers), checkpoints);
    }

    public Ports withCheckpoints(CheckpointStore store) {
        return new Ports(world, journals, inboxes, onlooker, synthesizer, metaAgent, agents, memory, reputation,
                calibration, escalations, answers, Optional.of(store));
    }
}
