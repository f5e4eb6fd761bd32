package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.inbox.Inboxes;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.harness.Spending;
import dev.waggle.swarm.lens.MathConfig;

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

    public SwarmConfig withPorts(Ports newPorts) {
        return new SwarmConfig(agents, consensus, math, limits, spending, steering, newPorts, setup);
    }

    /** Notes in the log of each solve how the swarm was set up. */
    public SwarmConfig withSetup(JsonValue newSetup) {
        return withSetup(Optional.of(newSetup));
    }

    SwarmConfig withSetup(Optional<JsonValue> newSetup) {
        return new SwarmConfig(agents, consensus, math, limits, spending, steering, ports, newSetup);
    }

    public SwarmConfig withWorld(World newWorld) {
        return withPorts(ports.withWorld(newWorld));
    }

    /** Logs every solve in that journal, which stays open. */
    public SwarmConfig withJournal(Journal journal) {
        return withJournals(run -> journal);
    }

    /** Logs each solve where that says. */
    public SwarmConfig withJournals(JournalProvider newJournals) {
        return withPorts(ports.withJournals(newJournals));
    }

    public SwarmConfig withInboxes(Inboxes newInboxes) {
        return withPorts(ports.withInboxes(newInboxes));
    }

    public SwarmConfig withOnlooker(Consumer<SwarmEvent> newOnlooker) {
        return withPorts(ports.withOnlooker(newOnlooker));
    }

    /** Lets that synthesizer write the answer. */
    public SwarmConfig withSynthesizer(Synthesizer newSynthesizer) {
        return withPorts(ports.withSynthesizer(newSynthesizer));
    }

    public World world() {
        return ports.world();
    }

    public JournalProvider journals() {
        return ports.journals();
    }

    public Inboxes inboxes() {
        return ports.inboxes();
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

    /** Names the journal of a solve; whoever made it closes it. */
    @FunctionalInterface
    public interface JournalProvider {

        /** The journal of the solve with that id, the same whenever it is asked. */
        Journal journalOf(String run);
    }
}
