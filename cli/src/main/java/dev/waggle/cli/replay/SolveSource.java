package dev.waggle.cli.replay;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.waggle.cli.terminal.UserException;
import dev.waggle.journal.cassette.Cassette;
import dev.waggle.signal.Draft;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSeat;
import dev.waggle.swarm.agent.HumanSpeaker;
import dev.waggle.swarm.agent.RecordedAgent;
import dev.waggle.swarm.agent.episode.EpisodeReplay;
import dev.waggle.swarm.agent.episode.RecordedEpisode;
import dev.waggle.swarm.assist.Synthesizer;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.DecisionRule;
import dev.waggle.swarm.harness.SpendingPolicy;

/**
 * Input of a solve: the question, the agents, and the rules that the source prescribes.
 *
 * @param task the question
 * @param agents the participants
 * @param ballots the effect of a vote on other proposals
 * @param conflicts the reaction to rival proposals; a prewritten deliberation cannot answer in a debate
 * @param settleRounds rounds in which no vote may have moved before a decision
 * @param limits the limits that the source sets
 * @param spending the limit on the cost of calls of models
 * @param world date, stopwatch, chance and ids
 * @param synthesizer writes the answer; without one the decision is the answer
 * @param escalations receives the escalations of agents
 */
public record SolveSource(Task task, List<Agent> agents, BallotRule ballots, ConflictResolution conflicts,
        int settleRounds, Limits limits, SpendingPolicy spending, World world, Optional<Synthesizer> synthesizer,
        RoutingEscalationHook escalations) {

    /** People think slower than models. */
    private static final Duration HUMAN_TIMEOUT = Duration.ofDays(1);

    public SolveSource {
        agents = List.copyOf(agents);
    }

    /** A source in the real world with calls without cost. */
    private static SolveSource free(Task task, List<Agent> agents, BallotRule ballots, ConflictResolution conflicts,
            int settleRounds, Limits limits) {
        return new SolveSource(task, agents, ballots, conflicts, settleRounds, limits, SpendingPolicy.UNLIMITED,
                World.system(),
                Optional.empty(), RoutingEscalationHook.SILENT);
    }

    /** Agents backed by models. */
    public static SolveSource ofModels(Task task, List<Agent> agents, SpendingPolicy spending, World world) {
        return priced(task, agents, spending, world, Limits.defaults());
    }

    /** Model-backed agents, with people among them, which need more time. */
    public static SolveSource ofModelsAndPeople(Task task, List<Agent> agents, SpendingPolicy spending, World world) {
        return priced(task, agents, spending, world, Limits.defaults().withTimeout(HUMAN_TIMEOUT));
    }

    private static SolveSource priced(Task task, List<Agent> agents, SpendingPolicy spending, World world,
            Limits limits) {
        return new SolveSource(task, agents, BallotRule.APPROVAL, ConflictResolution.DEBATE, DecisionRule.SETTLE_ROUNDS,
                limits,
                spending, world, Optional.empty(), RoutingEscalationHook.SILENT);
    }

    /** The same with a synthesizer of the answer. */
    public SolveSource withSynthesizer(Synthesizer writer) {
        return new SolveSource(task, agents, ballots, conflicts, settleRounds, limits, spending, world,
                Optional.of(writer), escalations);
    }

    /** The same with a hook that receives the escalations of agents. */
    public SolveSource withEscalations(RoutingEscalationHook hook) {
        return new SolveSource(task, agents, ballots, conflicts, settleRounds, limits, spending, world, synthesizer,
                hook);
    }

    /** The same for another budget and other prices. */
    public SolveSource withSpending(SpendingPolicy newSpending) {
        return new SolveSource(task, agents, ballots, conflicts, settleRounds, limits, newSpending, world, synthesizer,
                escalations);
    }

    /** That configuration with its budget, its world, and its helpers beside the agents. */
    public SwarmConfig staffed(SwarmConfig config) {
        SwarmConfig own = config.withSpending(spending).withWorld(world).withEscalationHook(escalations);
        return synthesizer.map(own::withSynthesizer).orElse(own);
    }

    /**
     * A recorded episode: exclusive ballots, and no more rounds and signals than the recording can fill. A vote has
     * settled when a recorded round has passed without a move. In a chat each event is a round of the solve, so that is
     * as many rounds as the longest recorded one has events.
     */
    public static SolveSource of(RecordedEpisode episode) {
        EpisodeReplay replay = new EpisodeReplay(episode);
        Limits limits = Limits.defaults().withMaxRounds(Math.max(1, replay.rounds()))
                .withMaxSignals(replay.maxSignals());
        int settleRounds = episode.isChat() ? longestRound(episode) : DecisionRule.SETTLE_ROUNDS;
        return free(replay.task(), replay.agents(), BallotRule.EXCLUSIVE, ConflictResolution.NONE, settleRounds,
                limits);
    }

    private static int longestRound(RecordedEpisode episode) {
        Map<Integer, Integer> events = new HashMap<>();
        episode.events().forEach(event -> events.merge(event.round(), 1, Integer::sum));
        return Math.min(DecisionRule.MAX_SETTLE_ROUNDS,
                events.values().stream().mapToInt(Integer::intValue).max().orElse(0));
    }

    /** People in their seats. */
    public static SolveSource of(Task task, List<AgentProfile> seats, HumanSpeaker person) {
        return ofSeats(task, seats, person, ConflictResolution.DEBATE, DecisionRule.SETTLE_ROUNDS);
    }

    /** Seats for which everything is written: no agent can answer what it hears, so a decision does not wait. */
    public static SolveSource of(Task task, List<AgentProfile> seats, ScriptedDeliberation play) {
        return ofSeats(task, seats, play.person(), ConflictResolution.NONE, 0);
    }

    /** People, some of whom answer later. */
    public static SolveSource ofPeople(Task task, List<Agent> people) {
        return free(task, people, BallotRule.APPROVAL, ConflictResolution.DEBATE, DecisionRule.SETTLE_ROUNDS,
                Limits.defaults().withTimeout(HUMAN_TIMEOUT));
    }

    private static SolveSource ofSeats(Task task, List<AgentProfile> seats, HumanSpeaker person,
            ConflictResolution conflicts, int settleRounds) {
        List<Agent> agents = new ArrayList<>();
        seats.forEach(seat -> agents.add(new HumanSeat(seat, person)));
        return free(task, agents, BallotRule.APPROVAL, conflicts, settleRounds,
                Limits.defaults().withTimeout(HUMAN_TIMEOUT));
    }

    /**
     * A cassette: each agent repeats its signals in their recorded rounds. The usual limits, wider if the recording
     * needs more. A decision waits as in its solve.
     */
    public static SolveSource of(Cassette cassette) {
        return UserException.checked(() -> replay(cassette));
    }

    /** All signals, each with a conflict, and a share for each agent that holds the longest turn. */
    private static int room(Cassette cassette, Map<String, Map<Integer, List<RecordedAgent.RecordedLine>>> lines) {
        int longest = lines.values().stream().flatMap(rounds -> rounds.values().stream()).mapToInt(List::size).max()
                .orElse(0);
        return 1 + 2 * (cassette.entries().size() + cassette.roster().size() * longest);
    }

    private static SolveSource replay(Cassette cassette) {
        Map<String, Map<Integer, List<RecordedAgent.RecordedLine>>> lines = new HashMap<>();
        for (LogEntry entry : cassette.entries()) {
            Integer round = entry.signal().scope().round();
            if (round == null || round < 1) {
                throw new UserException("signal " + entry.signal().id() + " of the cassette names no round",
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
        return free(task, agents, BallotRule.of(cassette.ballots()), ConflictResolution.NONE,
                cassette.settleRounds(), limits);
    }

    /** The same with people who answer later beside its agents, and with their time. */
    public SolveSource withPeople(List<Agent> people) {
        return new SolveSource(task, Stream.concat(agents.stream(), people.stream()).toList(), ballots, conflicts,
                settleRounds, limits.withTimeout(HUMAN_TIMEOUT), spending, world, synthesizer, escalations);
    }

    public List<AgentProfile> roster() {
        return agents.stream().map(Agent::profile).toList();
    }
}
