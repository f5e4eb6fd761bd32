package dev.waggle.swarm;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.signal.SignalType;
import dev.waggle.signal.checkpoint.CheckpointStore;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.inbox.InboxProvider;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.text.Suggestions;
import dev.waggle.signal.trace.SpanTracer;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.call.ProfiledAgent;
import dev.waggle.swarm.assist.LogCondenser;
import dev.waggle.swarm.assist.MetaAgent;
import dev.waggle.swarm.assist.ProposalJudge;
import dev.waggle.swarm.assist.Synthesizer;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.LearnedStrategy;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.evolution.AgentFactory;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.memory.SharedMemory;
import dev.waggle.swarm.metric.MetricSink;
import dev.waggle.swarm.reliability.ReliabilitySource;
import dev.waggle.swarm.reputation.ReputationSource;
import dev.waggle.swarm.selection.CalibrationSource;

/**
 * Configuration of a swarm.
 *
 * @param agents participants, in the order in which their answers are applied; ids are unique, and each can return
 *         its profile
 * @param consensus rules that turn votes into a decision; its required voters and vetoers are among the agents
 * @param math mode of mathematics
 * @param limits hard limits of one solve
 * @param spending budget and prices of its model calls
 * @param steering parts that steer the agents beside mathematics
 * @param services external services
 * @param setup data of the creator for the log of a solve, to make the swarm again; never a key. A resumed solve
 *         has the setup of its log
 */
public record SwarmConfig(List<Agent> agents, ConsensusConfig consensus, MathConfig math, Limits limits,
        SpendingPolicy spending, SteeringConfig steering, SwarmServices services, Optional<JsonValue> setup) {

    public SwarmConfig {
        agents = List.copyOf(agents);
        if (agents.isEmpty()) {
            throw new IllegalArgumentException("a swarm needs at least one agent, got none");
        }
        Set<String> ids = new HashSet<>();
        List<Agent> known = known(agents);
        for (Agent agent : known) {
            String id = agent.profile().id();
            if (InfrastructureNames.isReserved(id)) {
                throw new IllegalArgumentException("the id \"" + id + "\" belongs to the runtime");
            }
            if (!ids.add(id)) {
                throw new IllegalArgumentException(
                        "two agents have the id \"" + id + "\"\nMaybe give each its own AgentProfile.");
            }
        }
        requireAble(consensus.approval(), known.stream().map(Agent::profile).toList());
        double heaviest = maxVoteWeight(known, consensus);
        if (heaviest > ConsensusConfig.WEIGHT_LIMIT) {
            throw new IllegalArgumentException("maxWeight " + consensus.maxWeight()
                    + " times the weight of the heaviest agent must be at most " + ConsensusConfig.WEIGHT_LIMIT
                    + ", got " + heaviest);
        }
    }

    /**
     * Creates a configuration of these agents with all defaults: an in-memory log, the system clock and random source.
     *
     * @throws IllegalArgumentException without agents, or when one cannot return its profile, two have one id, or
     *         one has an id of the runtime
     */
    public static SwarmConfig of(List<? extends Agent> agents) {
        return new SwarmConfig(List.copyOf(agents), ConsensusConfig.defaults(), MathConfig.defaults(),
                Limits.defaults(), SpendingPolicy.UNLIMITED, SteeringConfig.defaults(), SwarmServices.defaults(),
                Optional.empty());
    }

    public SwarmConfig withConsensus(ConsensusConfig newConsensus) {
        return new SwarmConfig(agents, newConsensus, math, limits, spending, steering, services, setup);
    }

    public SwarmConfig withMath(MathConfig newMath) {
        return new SwarmConfig(agents, consensus, newMath, limits, spending, steering, services, setup);
    }

    public SwarmConfig withLimits(Limits newLimits) {
        return new SwarmConfig(agents, consensus, math, newLimits, spending, steering, services, setup);
    }

    public SwarmConfig withSpending(SpendingPolicy newSpending) {
        return new SwarmConfig(agents, consensus, math, limits, newSpending, steering, services, setup);
    }

    public SwarmConfig withSteering(SteeringConfig newSteering) {
        return new SwarmConfig(agents, consensus, math, limits, spending, newSteering, services, setup);
    }

    /** Records the setup of the swarm in the log of each solve. */
    public SwarmConfig withSetup(JsonValue newSetup) {
        return withSetup(Optional.of(newSetup));
    }

    SwarmConfig withSetup(Optional<JsonValue> newSetup) {
        return new SwarmConfig(agents, consensus, math, limits, spending, steering, services, newSetup);
    }

    public SwarmConfig withWorld(World world) {
        return with(new SwarmServices(world, services.eventListener(), services.persistence(), services.assistance(),
                services.experience(), services.telemetry()));
    }

    /** Sets the listener of every event, called on the thread of the solve. */
    public SwarmConfig withEventListener(Consumer<SwarmEvent> listener) {
        return with(new SwarmServices(services.world(), listener, services.persistence(), services.assistance(),
                services.experience(), services.telemetry()));
    }

    /** Logs every solve in that journal, which stays open. */
    public SwarmConfig withJournal(Journal journal) {
        return withJournals(run -> journal);
    }

    /** Logs each solve in the journal of that provider. */
    public SwarmConfig withJournals(JournalProvider journals) {
        SwarmServices.Persistence was = services.persistence();
        return with(new SwarmServices.Persistence(journals, was.inboxes(), was.answers(), was.checkpoints()));
    }

    /** Sets the inboxes that agents read before their turns. */
    public SwarmConfig withInboxes(InboxProvider inboxes) {
        SwarmServices.Persistence was = services.persistence();
        return with(new SwarmServices.Persistence(was.journals(), inboxes, was.answers(), was.checkpoints()));
    }

    /** Stores answers in that journal, which stays open. */
    public SwarmConfig withAnswers(Journal journal) {
        return withAnswers(run -> journal);
    }

    /** Stores the answers of each solve in the journal of that provider, as they arrive. */
    public SwarmConfig withAnswers(JournalProvider answers) {
        SwarmServices.Persistence was = services.persistence();
        return with(
                new SwarmServices.Persistence(was.journals(), was.inboxes(), Optional.of(answers), was.checkpoints()));
    }

    /** Saves checkpoints of running solves in that store. */
    public SwarmConfig withCheckpoints(CheckpointStore checkpoints) {
        SwarmServices.Persistence was = services.persistence();
        return with(
                new SwarmServices.Persistence(was.journals(), was.inboxes(), was.answers(), Optional.of(checkpoints)));
    }

    /** Sets the synthesizer of the answer. */
    public SwarmConfig withSynthesizer(Synthesizer synthesizer) {
        SwarmServices.Assistance was = services.assistance();
        return with(
                new SwarmServices.Assistance(Optional.of(synthesizer), was.metaAgent(), was.proposalJudge(),
                        was.logCondenser(),
                        was.agentFactory(),
                        was.escalationHook()));
    }

    /** Sets the meta agent. */
    public SwarmConfig withMetaAgent(MetaAgent metaAgent) {
        SwarmServices.Assistance was = services.assistance();
        return with(
                new SwarmServices.Assistance(was.synthesizer(), Optional.of(metaAgent), was.proposalJudge(),
                        was.logCondenser(),
                        was.agentFactory(),
                        was.escalationHook()));
    }

    /** Sets the judge of proposals that say the same; without one the rule for texts alone finds them. */
    public SwarmConfig withProposalJudge(ProposalJudge judge) {
        SwarmServices.Assistance was = services.assistance();
        return with(
                new SwarmServices.Assistance(was.synthesizer(), was.metaAgent(), Optional.of(judge), was.logCondenser(),
                        was.agentFactory(), was.escalationHook()));
    }

    /** Sets the condenser of long logs; without one the rule alone shortens their oldest findings. */
    public SwarmConfig withLogCondenser(LogCondenser condenser) {
        SwarmServices.Assistance was = services.assistance();
        return with(new SwarmServices.Assistance(was.synthesizer(), was.metaAgent(), was.proposalJudge(),
                Optional.of(condenser), was.agentFactory(), was.escalationHook()));
    }

    /** Sets the factory of the agents that the swarm grows by. */
    public SwarmConfig withAgentFactory(AgentFactory factory) {
        SwarmServices.Assistance was = services.assistance();
        return with(new SwarmServices.Assistance(was.synthesizer(), was.metaAgent(), was.proposalJudge(),
                was.logCondenser(),
                Optional.of(factory),
                was.escalationHook()));
    }

    /** Calls that hook when an agent escalates. */
    public SwarmConfig withEscalationHook(RoutingEscalationHook hook) {
        SwarmServices.Assistance was = services.assistance();
        return with(new SwarmServices.Assistance(was.synthesizer(), was.metaAgent(), was.proposalJudge(),
                was.logCondenser(),
                was.agentFactory(), hook));
    }

    /** Recalls from that memory, and adds to it. */
    public SwarmConfig withMemory(SharedMemory memory) {
        SwarmServices.Experience was = services.experience();
        return with(new SwarmServices.Experience(memory, was.reputation(), was.calibration(), was.reliability()));
    }

    /** Weighs votes by that reputation, if the advisor is configured to. */
    public SwarmConfig withReputation(ReputationSource reputation) {
        SwarmServices.Experience was = services.experience();
        return with(new SwarmServices.Experience(was.memory(), reputation, was.calibration(), was.reliability()));
    }

    /** Corrects the agents' confidences by that calibration, which a solve reads once, before its first round. */
    public SwarmConfig withCalibration(CalibrationSource calibration) {
        SwarmServices.Experience was = services.experience();
        return with(new SwarmServices.Experience(was.memory(), was.reputation(), Optional.of(calibration),
                was.reliability()));
    }

    /**
     * Decides by the weights of that source: the strategy is {@code learned} unless another one was chosen. Without
     * outcomes it decides as the default strategy does.
     */
    public SwarmConfig withReliability(ReliabilitySource reliability) {
        SwarmServices.Experience was = services.experience();
        return with(new SwarmServices.Experience(was.memory(), was.reputation(), was.calibration(), reliability));
    }

    /** Sends a trace of each solve to that tracing system. */
    public SwarmConfig withTracer(SpanTracer tracer) {
        return with(new SwarmServices.Telemetry(tracer, services.telemetry().metrics()));
    }

    /** Sends the metrics of each solve to that metric system. */
    public SwarmConfig withMetrics(MetricSink metrics) {
        return with(new SwarmServices.Telemetry(services.telemetry().tracer(), metrics));
    }

    /** The same with the strategy of a new solve: {@code learned} with a source of weights, if none was chosen. */
    SwarmConfig withDefaultStrategy() {
        boolean isLearned = !services.experience().reliability().equals(ReliabilitySource.NONE);
        return isLearned && !consensus.hasChosenStrategy()
                ? withConsensus(consensus.withStrategy(LearnedStrategy.untaught()))
                : this;
    }

    public World world() {
        return services.world();
    }

    public JournalProvider journals() {
        return services.persistence().journals();
    }

    public InboxProvider inboxes() {
        return services.persistence().inboxes();
    }

    public Consumer<SwarmEvent> eventListener() {
        return services.eventListener();
    }

    /** The same with profiles that are not read again. */
    SwarmConfig withFixedProfiles() {
        return new SwarmConfig(known(agents), consensus, math, limits, spending, steering, services, setup);
    }

    private static List<Agent> known(List<Agent> agents) {
        List<Agent> known = new ArrayList<>();
        for (Agent agent : agents) {
            known.add(ProfiledAgent.of(agent, "agent number " + (known.size() + 1)));
        }
        return List.copyOf(known);
    }

    /** Refuses an approval that no agent can give: the swarm would never decide. */
    private static void requireAble(ApprovalRule approval, List<AgentProfile> profiles) {
        List<String> ids = profiles.stream().map(AgentProfile::id).toList();
        for (String id : approval.agents()) {
            String key = approval.requiredVoters().contains(id) ? "requiredVoters" : "vetoers";
            if (!ids.contains(id)) {
                throw new IllegalArgumentException(key + " must be agents of the swarm, got \"" + id + "\"\nMaybe "
                        + Suggestions.nearest(id, ids).map(near -> '"' + near + "\".")
                                .orElseGet(() -> "one of: " + String.join(", ", ids) + "."));
            }
            if (!profiles.get(ids.indexOf(id)).mayEmit(SignalType.VOTE)) {
                throw new IllegalArgumentException(key + " must be agents that may vote, got \"" + id
                        + "\"\nMaybe a profile whose canEmit has " + SignalType.VOTE + ".");
            }
        }
    }

    private static double maxVoteWeight(List<Agent> agents, ConsensusConfig consensus) {
        return agents.stream().mapToDouble(agent -> agent.profile().weight()).max().orElse(1) * consensus.maxWeight();
    }

    private SwarmConfig with(SwarmServices.Persistence persistence) {
        return with(new SwarmServices(services.world(), services.eventListener(), persistence, services.assistance(),
                services.experience(), services.telemetry()));
    }

    private SwarmConfig with(SwarmServices.Assistance assistance) {
        return with(new SwarmServices(services.world(), services.eventListener(), services.persistence(), assistance,
                services.experience(), services.telemetry()));
    }

    private SwarmConfig with(SwarmServices.Experience experience) {
        return with(new SwarmServices(services.world(), services.eventListener(), services.persistence(),
                services.assistance(), experience, services.telemetry()));
    }

    private SwarmConfig with(SwarmServices.Telemetry telemetry) {
        return with(new SwarmServices(services.world(), services.eventListener(), services.persistence(),
                services.assistance(), services.experience(), telemetry));
    }

    private SwarmConfig with(SwarmServices newServices) {
        return new SwarmConfig(agents, consensus, math, limits, spending, steering, newServices, setup);
    }
}
