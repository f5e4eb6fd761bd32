package dev.waggle.swarm.solve;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.signal.inbox.Inboxes;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.harness.Spending;
import dev.waggle.swarm.lens.MathConfig;

/**
 * Everything that a swarm is made of.
 *
 * @param agents who takes part, in the order in which what they say is applied; ids are unique
 * @param consensus how votes become a decision
 * @param math how mathematics takes part
 * @param limits what one solve may use up
 * @param spending what its calls of models may cost
 * @param world date, stopwatch, chance and ids
 * @param journals where a solve is logged
 * @param inboxes where agents find what they subscribed to. Each inbox has one consumer: hand the same ones to one swarm
 *        at a time. In this swarm an agent has its inbox in one solve at a time, the one that began first
 * @param onlooker told of every event, on the thread of the solve; slow onlookers slow the solve
 */
public record SwarmConfig(List<Agent> agents, ConsensusConfig consensus, MathConfig math, Limits limits,
        Spending spending, World world, JournalProvider journals, Inboxes inboxes, Consumer<SwarmEvent> onlooker) {

    public SwarmConfig {
        agents = List.copyOf(agents);
        if (agents.isEmpty()) {
            throw new IllegalArgumentException("a swarm needs at least one agent, got none");
        }
        Set<String> ids = new HashSet<>();
        for (Agent agent : agents) {
            String id = agent.profile().id();
            if (id.equals(Podium.ORCHESTRATOR)) {
                throw new IllegalArgumentException("the id \"" + id + "\" belongs to the runtime");
            }
            if (!ids.add(id)) {
                throw new IllegalArgumentException(
                        "two agents have the id \"" + id + "\"\nMaybe give each its own AgentProfile.");
            }
        }
        double heaviest = heaviestVote(agents, consensus);
        if (heaviest > ConsensusConfig.WEIGHT_LIMIT) {
            throw new IllegalArgumentException("maxWeight " + consensus.maxWeight()
                    + " times the weight of the heaviest agent must be at most " + ConsensusConfig.WEIGHT_LIMIT
                    + ", got " + heaviest);
        }
    }

    /** These agents with all defaults, logged in memory, in the real world. */
    public static SwarmConfig of(List<? extends Agent> agents) {
        return new SwarmConfig(List.copyOf(agents), ConsensusConfig.defaults(), MathConfig.defaults(),
                Limits.defaults(), Spending.UNLIMITED, World.system(),
                run -> new MemoryJournal(), Inboxes.none(), event -> {
                });
    }

    public SwarmConfig withConsensus(ConsensusConfig newConsensus) {
        return new SwarmConfig(agents, newConsensus, math, limits, spending, world, journals, inboxes, onlooker);
    }

    public SwarmConfig withMath(MathConfig newMath) {
        return new SwarmConfig(agents, consensus, newMath, limits, spending, world, journals, inboxes, onlooker);
    }

    public SwarmConfig withLimits(Limits newLimits) {
        return new SwarmConfig(agents, consensus, math, newLimits, spending, world, journals, inboxes, onlooker);
    }

    public SwarmConfig withSpending(Spending newSpending) {
        return new SwarmConfig(agents, consensus, math, limits, newSpending, world, journals, inboxes, onlooker);
    }

    public SwarmConfig withWorld(World newWorld) {
        return new SwarmConfig(agents, consensus, math, limits, spending, newWorld, journals, inboxes, onlooker);
    }

    /** Logs every solve in that journal, which stays open. */
    public SwarmConfig withJournal(Journal journal) {
        return new SwarmConfig(agents, consensus, math, limits, spending, world, run -> journal, inboxes, onlooker);
    }

    /** Logs each solve where that says. */
    public SwarmConfig withJournals(JournalProvider newJournals) {
        return new SwarmConfig(agents, consensus, math, limits, spending, world, newJournals, inboxes, onlooker);
    }

    public SwarmConfig withInboxes(Inboxes newInboxes) {
        return new SwarmConfig(agents, consensus, math, limits, spending, world, journals, newInboxes, onlooker);
    }

    public SwarmConfig withOnlooker(Consumer<SwarmEvent> newOnlooker) {
        return new SwarmConfig(agents, consensus, math, limits, spending, world, journals, inboxes, newOnlooker);
    }

    /** How heavily the votes of these agents count. */
    VoteWeights voteWeights() {
        Map<String, Double> weights = new HashMap<>();
        agents.forEach(agent -> weights.put(agent.profile().id(), agent.profile().weight()));
        return new VoteWeights(consensus.maxWeight(), weights);
    }

    /** The heaviest that a vote can become: the largest weight, times that of the heaviest agent. */
    double heaviestVote() {
        return heaviestVote(agents, consensus);
    }

    private static double heaviestVote(List<Agent> agents, ConsensusConfig consensus) {
        return agents.stream().mapToDouble(agent -> agent.profile().weight()).max().orElse(1) * consensus.maxWeight();
    }

    /** Names the journal of a solve; whoever made it closes it. */
    @FunctionalInterface
    public interface JournalProvider {
        Journal journalOf(String run);
    }
}
