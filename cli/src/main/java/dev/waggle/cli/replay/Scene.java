package dev.waggle.cli.replay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.cli.terminal.UserError;
import dev.waggle.journal.cassette.Cassette;
import dev.waggle.signal.Draft;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.EpisodeReplay;
import dev.waggle.swarm.agent.HumanSeat;
import dev.waggle.swarm.agent.Person;
import dev.waggle.swarm.agent.RecordedAgent;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.harness.Spending;
import dev.waggle.swarm.solve.Limits;
import dev.waggle.swarm.solve.Ports;
import dev.waggle.swarm.solve.SwarmConfig;
import dev.waggle.swarm.solve.Synthesizer;

/**
 * What a solve starts from: a question, those who answer it, and what the source says about the rules.
 *
 * @param task the question
 * @param agents who takes part
 * @param ballots what a vote says about other proposals
 * @param conflicts what happens when proposals rival each other; what was written before cannot answer in a debate
 * @param limits what the source allows
 * @param spending what calls of models may cost
 * @param world date, stopwatch, chance and ids
 * @param synthesizer writes the answer; without one it is the decision
 * @param escalations hears when an agent asks for a deeper look
 */
public record Scene(Task task, List<Agent> agents, BallotRule ballots, ConflictResolution conflicts, Limits limits,
        Spending spending, World world, Optional<Synthesizer> synthesizer, RoutingEscalationHook escalations) {

    /** People think slower than models. */
    private static final Duration PATIENCE = Duration.ofDays(1);

    public Scene {
        agents = List.copyOf(agents);
    }

    /** A scene of the real world in which nothing costs. */
    private static Scene free(Task task, List<Agent> agents, BallotRule ballots, ConflictResolution conflicts,
            Limits limits) {
        return new Scene(task, agents, ballots, conflicts, limits, Spending.UNLIMITED, World.system(),
                Optional.empty(), RoutingEscalationHook.SILENT);
    }

    /** Agents that models play. */
    public static Scene ofModels(Task task, List<Agent> agents, Spending spending, World world) {
        return priced(task, agents, spending, world, Limits.defaults());
    }

    /** Agents that models play, and people among them, who need more time. */
    public static Scene ofModelsAndPeople(Task task, List<Agent> agents, Spending spending, World world) {
        return priced(task, agents, spending, world, Limits.defaults().withTimeout(PATIENCE));
    }

    private static Scene priced(Task task, List<Agent> agents, Spending spending, World world, Limits limits) {
        return new Scene(task, agents, BallotRule.APPROVAL, ConflictResolution.DEBATE, limits, spending, world,
                Optional.empty(), RoutingEscalationHook.SILENT);
    }

    /** The same with somebody who writes the answer. */
    public Scene withSynthesizer(Synthesizer writer) {
        return new Scene(task, agents, ballots, conflicts, limits, spending, world, Optional.of(writer), escalations);
    }

    /** The same with somebody who hears when an agent asks for a deeper look. */
    public Scene withEscalations(RoutingEscalationHook hook) {
        return new Scene(task, agents, ballots, conflicts, limits, spending, world, synthesizer, hook);
    }

    /** The same for another budget and other prices. */
    public Scene withSpending(Spending newSpending) {
        return new Scene(task, agents, ballots, conflicts, limits, newSpending, world, synthesizer, escalations);
    }

    /** That configuration with its budget, its world, and those who work beside its agents. */
    public SwarmConfig staffed(SwarmConfig config) {
        SwarmConfig own = config.withSpending(spending).withWorld(world);
        Ports ports = own.ports().withEscalations(escalations);
        return own.withPorts(synthesizer.map(ports::withSynthesizer).orElse(ports));
    }

    /** A recorded episode: exclusive ballots, and no more rounds and signals than the recording can fill. */
    public static Scene of(EpisodeReplay replay) {
        Limits limits = Limits.defaults().withMaxRounds(Math.max(1, replay.rounds()))
                .withMaxSignals(replay.maxSignals());
        return free(replay.task(), replay.agents(), BallotRule.EXCLUSIVE, ConflictResolution.NONE, limits);
    }

    /** People in their seats. */
    public static Scene of(Task task, List<AgentProfile> seats, Person person) {
        return ofSeats(task, seats, person, ConflictResolution.DEBATE);
    }

    /** Seats for which everything is written. */
    public static Scene of(Task task, List<AgentProfile> seats, Play play) {
        return ofSeats(task, seats, play.person(), ConflictResolution.NONE);
    }

    private static Scene ofSeats(Task task, List<AgentProfile> seats, Person person, ConflictResolution conflicts) {
        List<Agent> agents = new ArrayList<>();
        seats.forEach(seat -> agents.add(new HumanSeat(seat, person)));
        return free(task, agents, BallotRule.APPROVAL, conflicts, Limits.defaults().withTimeout(PATIENCE));
    }

    /**
     * A cassette: each agent says what it said, in the rounds in which it said it. The usual limits, wider where the
     * recording needs more.
     */
    public static Scene of(Cassette cassette) {
        try {
            return replay(cassette);
        } catch (IllegalArgumentException refused) {
            throw UserError.of(refused);
        }
    }

    /** All signals, each with a conflict, and a share for each agent that holds the longest turn. */
    private static int room(Cassette cassette, Map<String, Map<Integer, List<RecordedAgent.Line>>> lines) {
        int longest = lines.values().stream().flatMap(rounds -> rounds.values().stream()).mapToInt(List::size).max()
                .orElse(0);
        return 1 + 2 * (cassette.entries().size() + cassette.roster().size() * longest);
    }

    private static Scene replay(Cassette cassette) {
        Map<String, Map<Integer, List<RecordedAgent.Line>>> lines = new HashMap<>();
        for (LogEntry entry : cassette.entries()) {
            Integer round = entry.signal().scope().round();
            if (round == null || round < 1) {
                throw new UserError("signal " + entry.signal().id() + " of the cassette names no round",
                        "Record it again with waggle solve --record.");
            }
            List<Draft> draft = List.of(entry.signal().toDraft());
            lines.computeIfAbsent(entry.emission().by(), agent -> new HashMap<>())
                    .computeIfAbsent(round, of -> new ArrayList<>()).add(turn -> draft);
        }
        List<Agent> agents = new ArrayList<>();
        for (Cassette.Seat member : cassette.roster()) {
            AgentProfile profile = AgentProfile.of(member.id()).withName(member.name()).withRole(member.role())
                    .withWeight(member.weight());
            agents.add(new RecordedAgent(profile, lines.getOrDefault(member.id(), Map.of())));
        }
        Cassette.Question question = cassette.question();
        Task task = new Task(question.text(), question.context(), cassette.title(), question.signalId());
        Limits usual = Limits.defaults();
        int lastRound = lines.values().stream().flatMap(rounds -> rounds.keySet().stream()).mapToInt(round -> round)
                .max().orElse(1);
        Limits limits = usual.withMaxRounds(Math.max(usual.maxRounds(), lastRound))
                .withMaxSignals(Math.max(usual.maxSignals(), room(cassette, lines)));
        return free(task, agents, BallotRule.of(cassette.ballots()), ConflictResolution.NONE, limits);
    }

    public List<AgentProfile> roster() {
        return agents.stream().map(Agent::profile).toList();
    }
}
