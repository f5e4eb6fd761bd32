package dev.waggle.swarm.resume;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.seat.MemorySeatAnswers;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatAnswerJson;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.OpenSeats;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.RemoteSeat;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.agent.seat.SeatFacts;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.testbed.ProcessLife;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;

/**
 * A solve with two people who answer later, and the world, the log and the answers that outlive its processes. Maya must
 * approve; she votes in her second turn, after the others.
 */
final class RemoteSeatTrial {

    static final String RUN = SolveTestBed.RUN;
    static final Duration DEADLINE = Duration.ofDays(4);

    /** The lines of each seat in each of its turns; later turns have nothing to say. */
    static final Map<String, List<List<String>>> LINES = Map.of(
            "maya", List.of(List.of("find 0.8 it fits the budget", "say hello"), List.of("vote P2 agree 0.9 fine")),
            "olu", List.of(List.of("say good morning"), List.of("vote P2 agree 0.8", "doubt P2 0.4 it is late")));

    final ManualWorld world = new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 42);
    final MemoryJournal log = new MemoryJournal();
    final SeatAnswers answers = new MemorySeatAnswers(world);
    final List<SwarmEvent> events = new ArrayList<>();
    final List<ScriptedAgent> asked = new ArrayList<>();

    /** The next process, until it is suspended or done. */
    SwarmResult solve() {
        return solve(new ProcessLife(log, new MemoryJournal()), answers);
    }

    /** People who answer as soon as they are asked. */
    SwarmResult solveAtOnce() {
        return solve(new ProcessLife(log, new MemoryJournal()), new PromptAnswers());
    }

    SwarmResult solve(ProcessLife life, SeatAnswers with) {
        events.clear();
        try (Swarm swarm = new Swarm(config(life, with))) {
            return swarm.solveResumable(SolveTestBed.TASK, RUN);
        }
    }

    SwarmConfig config(ProcessLife life, SeatAnswers with) {
        ScriptedAgent proposer = ScriptedAgent.agent("proposer").listening(SignalType.TASK_NEW).says(1,
                ScriptedAgent.proposes("p1"));
        ScriptedAgent voter = ScriptedAgent.agent("voter").listening(SignalType.PROPOSAL).says(2,
                ScriptedAgent.votes(Stance.AGREE, "p1"));
        asked.addAll(List.of(proposer, voter));
        List<Agent> agents = List.of(proposer, seat("maya", with), seat("olu", with), voter);
        return SwarmConfig.of(agents).withWorld(world).withJournal(life.log()).withEventListener(events::add)
                .withConsensus(SolveTestBed.AT_ONCE.withApproval(ApprovalRule.requiring("maya")));
    }

    private static Agent seat(String id, SeatAnswers with) {
        AgentProfile profile = AgentProfile.of(id);
        return new RemoteSeat(profile, with, DEADLINE);
    }

    /** The requests that the log has, for which no answer is stored. */
    List<SeatRequest> open() {
        return OpenSeats.of(RUN, entries()).requests().stream()
                .filter(request -> answers.find(request.turn()).isEmpty()).toList();
    }

    SeatAnswer answer(SeatRequest request) {
        return request.answer(answers, request.turn().seat(), lines(request.turn()));
    }

    static List<String> lines(SeatTurn turn) {
        List<List<String>> turns = LINES.getOrDefault(turn.seat(), List.of());
        return turn.turn() <= turns.size() ? turns.get(turn.turn() - 1) : List.of("pass");
    }

    List<LogEntry> entries() {
        return log.read(1, Integer.MAX_VALUE);
    }

    /** The log without the facts about people who answer later, which alone have real dates. */
    List<String> written() {
        return entries().stream().filter(entry -> !isSeatFact(entry))
                .map(entry -> entry.emission() + " " + entry.signal()).toList();
    }

    /** The types of the facts about people who answer later, with the seat and the turn. */
    List<String> seatFacts() {
        return entries().stream().filter(RemoteSeatTrial::isSeatFact).map(entry -> {
            SeatTurn turn = SeatAnswerJson
                    .readTurn(FactBody.of(entry.signal()));
            return entry.signal().type() + " " + turn.seat() + " " + turn.turn();
        }).toList();
    }

    boolean isClosed() {
        return entries().getLast().signal().type().equals(RunFacts.CLOSED);
    }

    private static boolean isSeatFact(LogEntry entry) {
        SignalType type = entry.signal().type();
        return type.equals(SeatFacts.ASKED) || SeatFacts.isReply(type);
    }

    /** Answers that are there when they are looked for. */
    private final class PromptAnswers implements SeatAnswers {

        @Override
        public Optional<SeatAnswer> find(SeatTurn turn) {
            if (answers.find(turn).isEmpty()) {
                SeatAnswer _ = answers.store(turn, Instant.MAX, turn.seat(), lines(turn));
            }
            return answers.find(turn);
        }

        @Override
        public SeatAnswer store(SeatTurn turn, Instant deadline, String by, List<String> lines) {
            return answers.store(turn, deadline, by, lines);
        }
    }
}
