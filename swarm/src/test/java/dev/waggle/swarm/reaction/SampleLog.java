package dev.waggle.swarm.reaction;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.DebateContext;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.agent.TurnStatus;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.reaction.prompt.TurnView;

/** Log of an invented solve, and turns in it. */
public final class SampleLog {

    private static final List<String> VOTERS = List.of("analyst", "critic", "planner", "skeptic");

    static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    final ManualWorld world = new ManualWorld(START, 42);
    private final List<Signal> all = new ArrayList<>();
    private int round = 1;

    public SampleLog() {
        says("orchestrator", new Payload.Task(ReactionTestBed.TASK.text(), null), 1);
    }

    /** A log that begins with those signals instead of the question. */
    SampleLog(List<Signal> begun) {
        all.addAll(begun);
    }

    /** Begins the next round. */
    public void nextRound() {
        round++;
    }

    public Signal says(String agent, Payload payload, double confidence) {
        return says(agent, Draft.of(payload, confidence));
    }

    public Signal says(String agent, Draft draft) {
        Signal signal = signal(agent, draft);
        all.add(signal);
        return signal;
    }

    /** A signal that is not in the log. */
    public Signal signal(String agent, Draft draft) {
        Source source = InfrastructureNames.contains(agent) ? Source.named(agent) : Source.agent(agent);
        return Signal.of(draft, new Stamp(world.nextId("sig"), source, world.now(), Scope.ofRun("run", round)));
    }

    public Signal finds(String agent, String finding, double relevance) {
        return says(agent, new Payload.Discovery(finding, null, relevance), 0.7);
    }

    public Signal proposes(String agent, String id) {
        return says(agent, new Payload.Proposal(id, "do " + id, "because"), 0.8);
    }

    public Signal votes(String agent, String proposalId, Stance stance) {
        return says(agent, new Payload.Vote(proposalId, stance, null, 0.9), 0.9);
    }

    public List<Signal> all() {
        return List.copyOf(all);
    }

    public InboxItem delivered(Signal signal, boolean silent) {
        return new InboxItem(new LogEntry(1, START, Emission.by("elsewhere"), signal), List.of("**"), silent);
    }

    public Turn turn(Signal... heard) {
        return turn(new AgentMail(List.of(heard), List.of()));
    }

    public Turn turn(AgentMail mail) {
        return turn(mail, Optional.empty());
    }

    public Turn turn(AgentMail mail, Optional<DebateContext> debate) {
        List<Signal> known = all();
        return new Turn(new Turn.TurnPosition(round, 1, debate, new TurnStatus(5, 2, VOTERS), Optional.empty()), mail,
                filter -> known,
                new Turn.TurnTime(START, Duration.ofMinutes(1)), Turn.TurnCalls.UNRECORDED);
    }

    JoinContext briefing() {
        return new JoinContext(ReactionTestBed.TASK, "run", world.random("agent"), world, CallMeter.free());
    }

    /** View of the turn of an agent that answers all of these. */
    public TurnView perception(String agent, Signal... stimuli) {
        return TurnView.of(agent, turn(stimuli), List.of(stimuli));
    }
}
