package dev.waggle.swarm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.inbox.Inboxes;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.Reputation;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.harness.Spending;
import dev.waggle.swarm.lens.runner.MathConfig;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.selection.CalibrationTracker;
import dev.waggle.swarm.agent.KnownAgent;
import dev.waggle.swarm.assist.MetaAgent;
import dev.waggle.swarm.assist.Synthesizer;
import dev.waggle.swarm.event.SwarmEvent;

/**
 * Everything that a swarm is made of.
 *
 * @param agents who takes part, in the order in which what they say is applied; ids are unique. Each can say
 *        its profile
 * @param consensus how votes become a decision
 * @param math how mathematics takes part
 * @param limits what one solve may use up
 * @param spending what its calls of models may cost
 * @param steering who guides the agents beside mathematics
 * @param ports what it uses that is not its own
 * @param setup what whoever made it wants to find in the log of a solve, to make it again; never a key. A solve that is
 *        resumed has that of its log
 */
public record SwarmConfig(List<Agent> agents, ConsensusConfig consensus, MathConfig math, Limits limits,
        Spending spending, Steering steering, Ports ports, Optional<JsonValue> setup) {

    public SwarmConfig {
        agents = List.copyOf(agents);
        if (agents.isEmpty()) {
            throw new IllegalArgumentException("a swarm needs at least one agent, got none");
        }
        Set<String> ids = new HashSet<>();
        List<Agent> known = known(agents);
        for (Agent agent : known) {
            String id = agent.profile().id();
            if (Infrastructure.isOne(id)) {
                throw new IllegalArgumentException("the id \"" + id + "\" belongs to the runtime");
            }
            if (!ids.add(id)) {
                throw new IllegalArgumentException(
                        "two agents have the id \"" + id + "\"\nMaybe give each its own AgentProfile.");
            }
        }
        double heaviest = heaviestVote(known, consensus);
        if (heaviest > ConsensusConfig.WEIGHT_LIMIT) {
            throw new IllegalArgumentException("maxWeight " + consensus.maxWeight()
                    + " times the weight of the heaviest agent must be at most " + ConsensusConfig.WEIGHT_LIMIT
                    + ", got " + heaviest);
        }
    }

    /**
     * These agents with all defaults, logged in memory, in the real world.
     *
     * @throws IllegalArgumentException when there are none, one cannot say its profile, two have one id, or one has an id
     *         of the runtime
     */
    public static SwarmConfig of(List<? extends Agent> agents) {
        return new SwarmConfig(List.copyOf(agents), ConsensusConfig.defaults(), MathConfig.defaults(),
                Limits.defaults(), Spending.UNLIMITED, Steering.defaults(), Ports.defaults(), Optional.empty());
    }

    public SwarmConfig withConsensus(ConsensusConfig newConsensus) {
        return new SwarmConfig(agents, newConsensus, math, limits, spending, steering, ports, setup);
    }

    public SwarmConfig withMath(MathConfig newMath) {
        return new SwarmConfig(agents, consensus, newMath, limits, spending, steering, ports, setup);
    }

    public SwarmConfig withLimits(Limits newLimits) {
        return new SwarmConfig(agents, consensus, math, newLimits, spending, steering, ports, setup);
    }

    public SwarmConfig withSpending(Spending newSpending) {
        return new SwarmConfig(agents, consensus, math, limits, newSpending, steering, ports, setup);
    }

    public SwarmConfig withSteering(Steering newSteering) {
        return new SwarmConfig(agents, consensus, math, limits, spending, newSteering, ports, setup);
    }

    /** Notes in the log of each solve how the swarm was set up. */
    public SwarmConfig withSetup(JsonValue newSetup) {
        return withSetup(Optional.of(newSetup));
    }

    SwarmConfig withSetup(Optional<JsonValue> newSetup) {
        return new SwarmConfig(agents, consensus, math, limits, spending, steering, ports, newSetup);
    }

    public SwarmConfig withWorld(World world) {
        return with(new Ports(world, ports.onlooker(), ports.persistence(), ports.assistance(),
                ports.experience()));
    }

    /** Tells that onlooker of every event, on the thread of the solve. */
    public SwarmConfig withOnlooker(Consumer<SwarmEvent> listener) {
        return with(new Ports(ports.world(), listener, ports.persistence(), ports.assistance(),
                ports.experience()));
    }

    /** Logs every solve in that journal, which stays open. */
    public SwarmConfig withJournal(Journal journal) {
        return withJournals(run -> journal);
    }

    /** Logs each solve where that says. */
    public SwarmConfig withJournals(JournalProvider journals) {
        Ports.Persistence was = ports.persistence();
        return with(new Ports.Persistence(journals, was.inboxes(), was.answers(), was.checkpoints()));
    }

    /** Lets agents read these inboxes before their turns. */
    public SwarmConfig withInboxes(Inboxes inboxes) {
        Ports.Persistence was = ports.persistence();
        return with(new Ports.Persistence(was.journals(), inboxes, was.answers(), was.checkpoints()));
    }

    /** Keeps answers in that journal, which stays open. */
    public SwarmConfig withAnswers(Journal journal) {
        return withAnswers(run -> journal);
    }

    /** Keeps the answers of each solve where that says, as they come. */
    public SwarmConfig withAnswers(JournalProvider answers) {
        Ports.Persistence was = ports.persistence();
        return with(new Ports.Persistence(was.journals(), was.inboxes(), Optional.of(answers), was.checkpoints()));
    }

    /** Notes there which solves are under way. */
    public SwarmConfig withCheckpoints(CheckpointStore checkpoints) {
        Ports.Persistence was = ports.persistence();
        return with(new Ports.Persistence(was.journals(), was.inboxes(), was.answers(), Optional.of(checkpoints)));
    }

    /** Lets that synthesizer write the answer. */
    public SwarmConfig withSynthesizer(Synthesizer synthesizer) {
        Ports.Assistance was = ports.assistance();
        return with(
                new Ports.Assistance(Optional.of(synthesizer), was.metaAgent(), was.agentFactory(), was.escalations()));
    }

    /** Lets that meta agent look at the deliberation from outside. */
    public SwarmConfig withMetaAgent(MetaAgent metaAgent) {
        Ports.Assistance was = ports.assistance();
        return with(
                new Ports.Assistance(was.synthesizer(), Optional.of(metaAgent), was.agentFactory(), was.escalations()));
    }

    /** Lets that factory make the agents that the swarm grows by. */
    public SwarmConfig withAgentFactory(AgentFactory factory) {
        Ports.Assistance was = ports.assistance();
        return with(new Ports.Assistance(was.synthesizer(), was.metaAgent(), Optional.of(factory), was.escalations()));
    }

    /** Calls that hook when an agent asks for a deeper look. */
    public SwarmConfig withEscalations(RoutingEscalationHook hook) {
        Ports.Assistance was = ports.assistance();
        return with(new Ports.Assistance(was.synthesizer(), was.metaAgent(), was.agentFactory(), hook));
    }

    /** Recalls from that memory, and adds to it. */
    public SwarmConfig withMemory(SharedMemory memory) {
        Ports.Experience was = ports.experience();
        return with(new Ports.Experience(memory, was.reputation(), was.calibration()));
    }

    /** Weighs votes by that reputation, where the advisor is to. */
    public SwarmConfig withReputation(Reputation reputation) {
        Ports.Experience was = ports.experience();
        return with(new Ports.Experience(was.memory(), reputation, was.calibration()));
    }

    /** Learns how well agents know how sure they may be. */
    public SwarmConfig withCalibration(CalibrationTracker calibration) {
        Ports.Experience was = ports.experience();
        return with(new Ports.Experience(was.memory(), was.reputation(), Optional.of(calibration)));
    }

    public World world() {
        return ports.world();
    }

    public JournalProvider journals() {
        return ports.persistence().journals();
    }

    public Inboxes inboxes() {
        return ports.persistence().inboxes();
    }

    public Consumer<SwarmEvent> onlooker() {
        return ports.onlooker();
    }

    /** The same with profiles that are not read again. */
    SwarmConfig withKnownProfiles() {
        return new SwarmConfig(known(agents), consensus, math, limits, spending, steering, ports, setup);
    }

    private static List<Agent> known(List<Agent> agents) {
        List<Agent> known = new ArrayList<>();
        for (Agent agent : agents) {
            known.add(KnownAgent.of(agent, "agent number " + (known.size() + 1)));
        }
        return List.copyOf(known);
    }

    private static double heaviestVote(List<Agent> agents, ConsensusConfig consensus) {
        return agents.stream().mapToDouble(agent -> agent.profile().weight()).max().orElse(1) * consensus.maxWeight();
    }

    private SwarmConfig with(Ports.Persistence persistence) {
        return with(new Ports(ports.world(), ports.onlooker(), persistence, ports.assistance(), ports.experience()));
    }

    private SwarmConfig with(Ports.Assistance assistance) {
        return with(new Ports(ports.world(), ports.onlooker(), ports.persistence(), assistance, ports.experience()));
    }

    private SwarmConfig with(Ports.Experience experience) {
        return with(new Ports(ports.world(), ports.onlooker(), ports.persistence(), ports.assistance(), experience));
    }

    private SwarmConfig with(Ports newPorts) {
        return new SwarmConfig(agents, consensus, math, limits, spending, steering, newPorts, setup);
    }
}
