package dev.waggle.swarm.engine.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.agent.seat.SeatFacts;
import dev.waggle.swarm.agent.seat.SeatFacts.SeatReply;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.runlog.CallFacts;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.runlog.JoinFacts;
import dev.waggle.swarm.runlog.LensFacts;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.ReplayContext;
import dev.waggle.swarm.runlog.ReplayLog;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.runlog.RunJournal;
import dev.waggle.swarm.runlog.SolveClock;
import dev.waggle.swarm.runlog.StampFactory;
import dev.waggle.swarm.runlog.StopFacts;
import dev.waggle.swarm.runlog.WorkFacts;
import dev.waggle.swarm.runlog.WorkResult;
import org.jspecify.annotations.Nullable;

/**
 * Appends journal entries of a solve that are not on the bus: participants, calls and their reasons, harness signals,
 * readings and findings. Owned by the thread of the solve.
 */
public final class SolveLog {

    private static final Source RUNTIME = Source.named(InfrastructureNames.ORCHESTRATOR);
    private static final Emission BY_RUNTIME = Emission.by(InfrastructureNames.ORCHESTRATOR);

    private final String run;
    private final World world;
    private final RunJournal journal;
    private final ReplayLog replayLog;
    private final SolveClock clock;
    private final StampFactory stamps;
    private final EventDispatcher events;
    private final LoopVersion loop;
    private int round;

    /**
     * @param replay the journal, and its entries of the run
     * @param world the world of the solve, with its dates
     */
    SolveLog(String run, ReplayContext replay, World world, SolveClock clock, EventDispatcher events) {
        this.run = run;
        this.world = world;
        this.clock = clock;
        this.events = events;
        replayLog = replay.log();
        loop = replayLog.isExhausted() ? LoopVersion.CURRENT
                : LoopVersion.of(FactBody.of(replayLog.next().signal()));
        journal = new RunJournal(run, replay, world.fork("refusals"));
        stamps = new StampFactory(run, world, clock);
    }

    /** The world with the dates of the solve. */
    public World world() {
        return world;
    }

    public RunJournal journal() {
        return journal;
    }

    SolveClock clock() {
        return clock;
    }

    public StampFactory stamps() {
        return stamps;
    }

    LoopVersion loop() {
        return loop;
    }

    EventDispatcher events() {
        return events;
    }

    /** The round under way, from 1; 0 before the first. */
    public int round() {
        return round;
    }

    public void beginRound(int number) {
        round = number;
        stamps.beginRound(number);
    }

    public void recordOpened(Task task, SwarmConfig config, Map<String, Double> confidenceFactors) {
        clock.tick();
        record(OpeningFacts.opened(stamps.signalStamp(RUNTIME), run, task, config, loop, confidenceFactors));
    }

    public void recordClosed(SwarmResult result) {
        clock.tick();
        boolean isProbability = result.consensus().estimate().isProbability();
        record(RunFacts.closed(stamps.signalStamp(RUNTIME), run, new RunFacts.Closed(result.ending().wireName(),
                result.consensus().decided(), result.confidence(), isProbability ? result.agreement() : null,
                isProbability ? result.confidenceBasis() : null, result.timing().roundsUsed(),
                result.timing().total(), result.activity().sparedTurns())));
    }

    /**
     * Records a step in the life of the solve and notifies event listeners; returns the id that later steps name as
     * cause.
     */
    public String recordLifecycle(SignalType type, Payload.Open body, @Nullable String cause) {
        clock.tick();
        Signal fact = RunFacts.fact(type, body, stamps.factStamp(RUNTIME), new Links(cause, null, null, List.of()));
        record(fact);
        events.dispatch(new SwarmEvent.LifecycleRecorded(fact));
        return fact.id();
    }

    /**
     * Records the items that an agent read in its inbox, before its turn; returns the failure when no journal can
     * hold them.
     */
    public Optional<AgentFailure> recordInboxRead(Emission reader, List<InboxItem> items) {
        Optional<AgentFailure> unwritten = Optional.empty();
        try {
            recordRead(reader, items);
        } catch (IllegalArgumentException unwritable) {
            List<String> ids = items.stream().map(item -> item.signal().id()).toList();
            unwritten = Optional.of(new AgentFailure(reader.by(), round, ids, "agent." + reader.by() + ".inbox",
                    CallOutcome.Failed.describe(unwritable)));
        }
        events.dispatch(new SwarmEvent.InboxRead(reader.by(), round, items));
        return unwritten;
    }

    /**
     * Records the signals of harnesses that run for an agent or a part; returns messages by id for those that the
     * journal could not hold.
     */
    List<UnwrittenFact> recordHarnessSignals(Emission emission, List<Signal> facts) {
        List<UnwrittenFact> unwritten = new ArrayList<>();
        for (Signal fact : facts) {
            try {
                journal.append(fact, emission, clock.now());
            } catch (IllegalArgumentException unwritable) {
                unwritten.add(new UnwrittenFact(fact.id(), CallOutcome.Failed.describe(unwritable)));
            }
        }
        return unwritten;
    }

    /**
     * Records the outcome of a call and its harness signals; returns messages by id for signals that the journal could
     * not hold.
     */
    public List<UnwrittenFact> recordWork(Emission by, WorkResult done) {
        List<UnwrittenFact> unwritten = recordHarnessSignals(by, done.harnessSignals());
        clock.tick();
        SignalType type = WorkFacts.typeFor(by);
        try {
            record(RunFacts.fact(type, WorkFacts.body(by, done), stamps.factStamp(RUNTIME),
                    Links.NONE));
        } catch (IllegalArgumentException tooLarge) {
            record(RunFacts.fact(type, WorkFacts.unwritten(by, CallOutcome.Failed.describe(tooLarge), done.cost()),
                    stamps.factStamp(RUNTIME), Links.NONE));
        }
        return unwritten;
    }

    /** Records the called agents of a round. */
    public void recordCalled(int number, List<CallFacts.CalledAgent> called) {
        recordExternal(CallFacts.CALLED, CallFacts.body(number, called));
    }

    /** Records the agents whose votes the closing call asks for. */
    public void recordClosing(List<String> agents) {
        recordExternal(CallFacts.CLOSING, CallFacts.closing(round, agents));
    }

    /** Agents of the closing call, if it is the next entry of the log. */
    public Optional<List<String>> loggedClosing() {
        return replayLog.next(CallFacts.CLOSING).map(CallFacts::readClosing);
    }

    /** Records the reason for which the solve stops, and the number of the check that found it. */
    public void recordStop(SolveEnding ending, long look) {
        recordExternal(StopFacts.STOPPING, StopFacts.body(ending.wireName(), look));
    }

    /** Join of that agent, if it is the next entry of the log. */
    public Optional<JoinFacts.JoinedAgent> loggedJoin(String agent) {
        return replayLog.next(JoinFacts.JOINED).filter(fact -> fact.text("agent").equals(agent)).map(JoinFacts::read);
    }

    /** Records the properties of an agent that joined, if they differ from the default. */
    public void recordJoin(String agent, JoinFacts.JoinedAgent joined) {
        if (!joined.equals(JoinFacts.JoinedAgent.DEFAULT)) {
            recordExternal(JoinFacts.JOINED, JoinFacts.body(agent, joined));
        }
    }

    /** Request to the person of that turn, if it is the next entry of the log. */
    public Optional<SeatFacts.AskedSeat> loggedAsked(SeatTurn turn) {
        return replayLog.next(SeatFacts.ASKED).map(SeatFacts::readAsked).filter(asked -> asked.turn().equals(turn));
    }

    /** Records a request to a person who answers later. */
    public void recordAsked(SeatRequest request) {
        recordExternal(SeatFacts.ASKED, SeatFacts.asked(SeatFacts.AskedSeat.of(request)));
    }

    /** End of the request of that turn, if it is the next entry of the log. */
    public Optional<SeatReply> loggedReply(SeatTurn turn) {
        return replayLog.isExhausted() || !SeatFacts.isReply(replayLog.next().signal().type())
                ? Optional.empty()
                : Optional.of(SeatFacts.readReply(replayLog.next().signal().type(),
                        FactBody.of(replayLog.next().signal())))
                        .filter(reply -> reply.turn().equals(turn));
    }

    /** Records the answer of a person who answers later, or the end of the deadline. */
    public void recordReply(SeatReply reply) {
        recordExternal(SeatFacts.typeOf(reply), SeatFacts.body(reply));
    }

    /** Records mail that is given up. */
    public void recordDead(InboxFacts.DeadMail mail) {
        recordExternal(InboxFacts.DEAD, InboxFacts.dead(mail));
    }

    /** Writes down that an inbox failed. */
    public void recordInboxFailure(String agent, String message) {
        recordExternal(InboxFacts.FAILED, InboxFacts.failed(agent, message));
    }

    /** Late or lost cost, if it is the next entry of the log. */
    public Optional<WorkResult.WorkCost> loggedLateCost(SignalType type) {
        return replayLog.next(type).map(WorkFacts::readCost);
    }

    /** Records the payments for work that was over, or for lost calls. */
    public void recordLatePayments(SignalType type, List<BudgetLedger.Payment> payments) {
        clock.tick();
        Stamp stamp = type.equals(WorkFacts.LOST) ? stamps.interruptionStamp(RUNTIME) : stamps.factStamp(RUNTIME);
        record(RunFacts.fact(type, WorkFacts.latePayments(payments), stamp, Links.NONE));
    }

    private void recordExternal(SignalType type, Payload.Open body) {
        clock.tick();
        record(RunFacts.fact(type, body, stamps.factStamp(RUNTIME), Links.NONE));
    }

    /** Records the findings of mathematics in the round. */
    public void recordFindings(List<Finding> findings) {
        for (Finding finding : findings) {
            try {
                record(RunFacts.fact(LensFacts.FOUND, LensFacts.found(finding), stamps.factStamp(RUNTIME), Links.NONE));
            } catch (IllegalArgumentException tooLarge) {
                record(RunFacts.fact(LensFacts.FOUND, LensFacts.foundWithoutDetails(finding), stamps.factStamp(RUNTIME),
                        Links.NONE));
            }
        }
    }

    /** Returns when all entries are as durable as the journal can make them. */
    public void sync() {
        TraceSpan span = events.trace().begin(TraceSpanKind.JOURNAL_SYNC, run);
        try {
            journal.sync();
        } finally {
            span.end();
        }
    }

    /** Operator that puts harness signals from now on into this run and round, in place of any other scope. */
    public UnaryOperator<Signal> runScope() {
        int now = round;
        return fact -> run.equals(fact.scope().run()) ? fact : RunFacts.inScope(run, now, fact);
    }

    private void recordRead(Emission reader, List<InboxItem> items) {
        try {
            recordRead(InboxFacts.read(reader, items));
        } catch (IllegalArgumentException tooLarge) {
            recordRead(InboxFacts.readInShort(reader, items));
        }
    }

    private void recordRead(Payload.Open body) {
        record(RunFacts.fact(InboxFacts.READ, body, stamps.signalStamp(RUNTIME), Links.NONE));
    }

    private void record(Signal fact) {
        journal.append(fact, BY_RUNTIME, fact.time());
    }

    /** A fact that the journal could not hold. */
    public record UnwrittenFact(String factId, String reason) {}
}
