package dev.waggle.swarm.engine.turn;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.agent.RemoteSeat;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.runlog.CallFacts.CallReason;
import dev.waggle.swarm.runlog.CallFacts.CalledAgent;
import dev.waggle.swarm.runlog.JoinFacts;
import dev.waggle.swarm.runlog.PaymentLedger;
import dev.waggle.swarm.runlog.ReplayContext;
import dev.waggle.swarm.runlog.ReplayEnd;
import dev.waggle.swarm.runlog.ReplayLog;

/** Participants of a solve, in the order in which their answers are applied. Owned by the thread of the solve. */
public final class AgentRoster {

    private final SolveContext context;
    private final StopGuard guard;
    private final PaymentLedger payments;
    private final SolveInboxPool inboxes;
    private final SolveBus bus;
    private final TurnSelector attention;
    private final World random;
    private final Map<String, AgentSeat> seats = new LinkedHashMap<>();

    public AgentRoster(SolveContext context, StopGuard guard, PaymentLedger payments, SolveInboxPool inboxes,
            SolveBus bus, TurnSelector attention) {
        this.context = context;
        this.guard = guard;
        this.payments = payments;
        this.inboxes = inboxes;
        this.bus = bus;
        this.attention = attention;
        random = context.config().world().fork("task " + context.task().text());
    }

    /** Lets all agents join concurrently and seats them in their order. */
    public void joinAll() {
        Deadline end = Deadline.in(guard.helperTimeout(), context.world());
        List<PendingJoin> arrivals = context.config().agents().stream().map(this::startJoining).toList();
        try {
            arrivals.forEach(arrival -> addJoined(arrival, end));
        } finally {
            arrivals.forEach(PendingJoin::abandon);
        }
    }

    /** Seats an agent at the end; it receives the signals published from now on. */
    public AgentSeat join(Agent agent) {
        Deadline end = Deadline.in(guard.helperTimeout(), context.world());
        return addJoined(startJoining(agent), end);
    }

    /** Returns all seats in order, dissolved agents included. */
    public List<AgentSeat> all() {
        return List.copyOf(seats.values());
    }

    /** Seats that may still get a turn, in order. */
    public List<AgentSeat> active() {
        return seats.values().stream().filter(AgentSeat::isOpen).toList();
    }

    Optional<AgentSeat> find(String agent) {
        return Optional.ofNullable(seats.get(agent));
    }

    /** Closes the seat of that agent, without removing its published signals: no further turns and signals. */
    public void dismiss(String agent) {
        find(agent).ifPresent(seat -> {
            bus.leave(agent);
            seat.close();
        });
    }

    /**
     * Closes the seat of an agent whose every later turn would fail, like {@link #dismiss}.
     *
     * @param mail the mail of the turn that failed
     * @return all signals without an answer
     */
    List<Signal> dismissUnavailable(AgentSeat seat, AgentMail mail) {
        bus.leave(seat.id());
        return seat.closeUnavailable(mail);
    }

    /**
     * Selects the agents called in that round: agents with mail, and agents without mail that request a turn. Silent
     * items of an inbox are no reason for a turn. Asking runs the code of agents, so it is done once a round and ends
     * when the solve has to stop. The answers are logged, and a replay takes them from the log.
     */
    public List<AgentSeat> callAgents(int round) {
        ReplayLog replayLog = context.replayLog();
        Optional<Map<String, CalledAgent>> before = replayLog.calledAgents(round);
        boolean isEnd = before.isEmpty() && context.replayContext().mode() == ReplayContext.ReplayMode.REPLAY;
        List<CalledAgent> called = new ArrayList<>();
        for (AgentSeat seat : active()) {
            if (guard.stopReason().isEmpty() && !isEnd) {
                reason(seat, round, before).ifPresent(called::add);
            }
        }
        if (isEnd) {
            throw ReplayEnd.missing(context.run(), replayLog, "who is called in round " + round,
                    replayLog.isExhausted() ? Optional.empty() : Optional.of(replayLog.next()));
        }
        context.log().recordCalled(round, called);
        return called.stream().map(CalledAgent::agent).map(seats::get).filter(Objects::nonNull).toList();
    }

    /** Releases the inboxes of all seats to the swarm. */
    public void releaseInboxes() {
        seats.values().forEach(seat -> inboxes.release(seat.mailbox()));
    }

    /**
     * Pending join of an agent.
     *
     * @param joining the running call; empty when no agent gets a turn any more
     */
    private record PendingJoin(Agent agent, TurnScopedWorld ids, PaymentLedger.SwitchableMeter meter,
            Optional<TimedCall<JoinResult>> joining) {

        String id() {
            return agent.profile().id();
        }

        /** Ends the wait for a join that is still pending. */
        void abandon() {
            joining.ifPresent(call -> call.abandon("the solve was over"));
        }
    }

    /** Starts the join of an agent. */
    private PendingJoin startJoining(Agent agent) {
        String id = agent.profile().id();
        TurnScopedWorld ids = new TurnScopedWorld(context.world().fork("agent " + id));
        PaymentLedger.PaymentRecorder atTheDoor = payments.openRecorder();
        PaymentLedger.SwitchableMeter meter = new PaymentLedger.SwitchableMeter(payments.meter(id, atTheDoor));
        var _ = atTheDoor.close();
        JoinContext briefing = new JoinContext(context.task(), context.run(), random.random("agent " + id), ids, meter);
        return new PendingJoin(agent, ids, meter, context.replayContext().isLive()
                ? Optional.of(TimedCall.start(id, context.world(), () -> JoinResult.of(agent, briefing)))
                : Optional.empty());
    }

    /** Seats an agent as soon as it has joined. */
    private AgentSeat addJoined(PendingJoin arrival, Deadline end) {
        AgentSeat seat = join(arrival, end);
        seats.put(seat.id(), seat);
        bus.join(seat.profile(), signal -> deliver(signal, seat));
        attention.join(seat);
        return seat;
    }

    /** Adds a signal to the mail of an agent, unless it is its own by the rule of the run's version. */
    private void deliver(Signal signal, AgentSeat seat) {
        if (!seat.id().equals(context.loop().agentOf(signal))) {
            seat.receive(signal);
        }
    }

    /**
     * Seats an agent. An agent that does not join in time gets a seat whose every turn fails; its inbox waits for a
     * solve that it joins.
     */
    private AgentSeat join(PendingJoin arrival, Deadline end) {
        Agent agent = arrival.agent();
        String id = arrival.id();
        Optional<JoinFacts.JoinedAgent> before = context.log().loggedJoin(id);
        if (arrival.joining().isEmpty()) {
            JoinFacts.JoinedAgent known = before.orElse(JoinFacts.JoinedAgent.DEFAULT);
            context.log().recordJoin(id, known);
            return new AgentSeat(agent.profile(), _ -> List.of(), known.learns() ? Optional.of(new SilentLearner())
                    : Optional.empty(), SolveInbox.empty(id), arrival.ids(), arrival.meter())
                    .withRemote(known.remote());
        }
        return switch (awaitJoin(arrival.joining().get(), end)) {
            case Answered<JoinResult> joined -> {
                JoinFacts.JoinedAgent facts = known(before, joined.answer().facts());
                context.log().recordJoin(id, facts);
                yield new AgentSeat(agent.profile(), joined.answer().participant,
                        learner(facts, joined.answer().learner),
                        inboxes.lease(id, context.run(), guard, context.world()), arrival.ids(), arrival.meter())
                        .withClosingTurns(joined.answer().takesClosingTurn).withRemote(facts.remote());
            }
            case Failed<JoinResult> absent -> {
                JoinFacts.JoinedAgent facts = known(before, JoinFacts.JoinedAgent.DEFAULT);
                context.log().recordJoin(id, facts);
                yield new AgentSeat(agent.profile(), new AbsentParticipant(absent.message()),
                        learner(facts, Optional.empty()),
                        SolveInbox.empty(id), arrival.ids(), arrival.meter()).withRemote(facts.remote());
            }
        };
    }

    /**
     * Awaits a join. An agent that joined before the solve was interrupted is awaited for a moment even when no time
     * is left.
     */
    private CallOutcome<JoinResult> awaitJoin(TimedCall<JoinResult> joining, Deadline end) {
        return context.replayLog().isExhausted()
                ? guard.await(joining, end.remaining())
                : guard.awaitShortWork(joining, end.remaining());
    }

    /** The learner of an agent, if it learns in this solve according to the log. A join does not change that. */
    private static Optional<ParticipantLearner> learner(JoinFacts.JoinedAgent facts, Optional<ParticipantLearner> now) {
        return facts.learns() ? now.or(() -> Optional.of(new SilentLearner())) : Optional.empty();
    }

    /** The logged fact of a join, or the current result beyond the end of the log. */
    private JoinFacts.JoinedAgent known(Optional<JoinFacts.JoinedAgent> before, JoinFacts.JoinedAgent now) {
        return context.replayLog().isExhausted() ? now : before.orElse(JoinFacts.JoinedAgent.DEFAULT);
    }

    /** Result of a join: the participant and its learner. */
    private record JoinResult(Participant participant, Optional<ParticipantLearner> learner, boolean takesClosingTurn) {

        static JoinResult of(Agent agent, JoinContext briefing) {
            Participant participant = Objects.requireNonNull(agent.join(briefing), "it sent nobody");
            return new JoinResult(participant, Objects.requireNonNull(participant.learner(), "its learner is null"),
                    participant.takesClosingTurn());
        }

        JoinFacts.JoinedAgent facts() {
            return new JoinFacts.JoinedAgent(learner.isPresent(),
                    participant instanceof RemoteSeat.RemoteParticipant);
        }
    }

    /** Placeholder for the learner of an agent that is not asked in a replay. */
    private static final class SilentLearner implements ParticipantLearner {

        @Override
        public JsonValue known() {
            return JsonValue.ofNull();
        }

        @Override
        public void begin(JsonValue known) {}

        @Override
        public void learn(double reward) {}
    }

    private Optional<CalledAgent> reason(AgentSeat seat, int round, Optional<Map<String, CalledAgent>> before) {
        if (seat.hasMail()) {
            return Optional.of(new CalledAgent(seat.id(), CallReason.MAIL, Optional.empty()));
        }
        if (before.isPresent()) {
            Optional<CalledAgent> known = Optional.ofNullable(before.get().get(seat.id()));
            known.flatMap(CalledAgent::failed).ifPresent(seat::recordAskFailure);
            return known;
        }
        Optional<String> failed = seat.askFailure();
        if (failed.isPresent()) {
            return Optional.of(new CalledAgent(seat.id(), CallReason.FAILURE, failed));
        }
        if (seat.mailbox().isCalling()) {
            return Optional.of(new CalledAgent(seat.id(), CallReason.INBOX, Optional.empty()));
        }
        return seat.isAskable() ? askForTurn(seat, round) : Optional.empty();
    }

    private Optional<CalledAgent> askForTurn(AgentSeat seat, int round) {
        return switch (guard.await(seat.askForTurn(round, context.world()),
                guard.helperTimeout(StopGuard.HELPER_TIMEOUT))) {
            case Answered<Boolean> answered -> answered.answer()
                    ? Optional.of(new CalledAgent(seat.id(), CallReason.WISH, Optional.empty()))
                    : Optional.empty();
            case Failed<Boolean> failed -> {
                seat.recordAskFailure(failed.message());
                yield Optional.of(new CalledAgent(seat.id(), CallReason.FAILURE, Optional.of(failed.message())));
            }
        };
    }
}
