package dev.waggle.swarm.engine.loop;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.engine.record.LoggedValue;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.record.SolveLog;
import dev.waggle.swarm.engine.record.SolveTrace;
import dev.waggle.swarm.engine.speech.ConfidenceScaler;
import dev.waggle.swarm.engine.speech.CoordinationTracker;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.engine.speech.SolveSummary;
import dev.waggle.swarm.engine.turn.AgentRoster;
import dev.waggle.swarm.engine.turn.AgentSeat;
import dev.waggle.swarm.engine.turn.CondenserExecutor;
import dev.waggle.swarm.engine.turn.HarnessEventQueue;
import dev.waggle.swarm.engine.turn.HelperExecutor;
import dev.waggle.swarm.engine.turn.SolveInboxPool;
import dev.waggle.swarm.engine.turn.StopGuard;
import dev.waggle.swarm.engine.turn.TimedEscalationHook;
import dev.waggle.swarm.engine.turn.TurnRunner;
import dev.waggle.swarm.engine.turn.TurnSelector;
import dev.waggle.swarm.engine.turn.WorkExecutor;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.call.BudgetLedger;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.lens.analysis.RoundAnalysis;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.runlog.PaymentLedger;
import org.jspecify.annotations.Nullable;

/**
 * Mutable state of one solve: the bus, the participants and the current round. Owned by the thread of the solve and
 * thrown away with it; only {@code cancelled} is shared.
 */
final class SolveState implements AutoCloseable {

    private final SolveContext context;
    private final BudgetLedger budget;
    private final StopGuard guard;
    private final SolveMathematics math;
    private final CoordinationTracker conference;
    private final ConfidenceScaler confidences;
    private final CheckpointWriter checkpoints;
    private final SolveBus bus;
    private final TurnSelector attention;
    private final AgentRoster seats;
    private final TurnRunner turns;
    private final WorkExecutor executor;
    private final AdvicePhase advice;
    private final EvolutionPhase growth;
    private final ReliabilityPhase reliability;
    private final MemoryPhase memories;
    private final LearningPhase learning;
    private final SynthesisPhase synthesis;
    private final JudgePhase judges;
    private final VoteEvaluator votes;
    private final DebateRunner debates;
    private final ConflictResolver conflicts;
    private final ApprovalTracker approvals;
    private final DecisionHold hold;
    private final ChallengePhase challenges;
    private final StagnationPhase stagnation;
    private final ClosingCall closing;
    private final TurnWaves waves;
    private final LoggedValue phase = new LoggedValue("phase",
            JsonValue.of(dev.waggle.swarm.lens.SwarmPhase.DISORDERED.wireName()));
    private final LoggedValue converged = new LoggedValue("converged", JsonValue.of(true));
    private List<AgentSeat> called = List.of();
    private int skipped;
    private int round;
    private @Nullable String began;
    private Optional<RoundAnalysis> measured = Optional.empty();
    private boolean hasPaidCalls;
    private boolean settled;
    private @Nullable SolveEnding ending;

    SolveState(SolveContext context, SolveInboxPool inboxes, CompletableFuture<Void> cancelled) {
        this.context = context;
        SwarmConfig config = context.config();
        math = new SolveMathematics(context);
        budget = new BudgetLedger(config.spending());
        HarnessEventQueue harnessEvents = new HarnessEventQueue();
        PaymentLedger payments = new PaymentLedger(budget);
        guard = new StopGuard(context, harnessEvents, budget, cancelled);
        executor = new WorkExecutor(context, guard, harnessEvents, payments);
        conference = new CoordinationTracker(context,
                context.replayContext().unheeded(new TimedEscalationHook(context, guard)));
        confidences = new ConfidenceScaler(context);
        checkpoints = new CheckpointWriter(context, guard);
        bus = new SolveBus(context, conference, confidences, math::receive);
        attention = new TurnSelector(context, bus.contributions());
        seats = new AgentRoster(context, guard, payments, inboxes, bus, attention);
        HelperExecutor helpers = new HelperExecutor(context, guard, executor, bus);
        turns = new TurnRunner(context, guard, executor, bus, conference, seats,
                new CondenserExecutor(context, guard, helpers, bus));
        advice = new AdvicePhase(context, math, bus, seats, helpers);
        growth = new EvolutionPhase(context, guard, helpers, math, bus, seats);
        reliability = new ReliabilityPhase(context, helpers);
        memories = new MemoryPhase(context, helpers, bus);
        learning = new LearningPhase(context, guard, helpers, bus);
        synthesis = new SynthesisPhase(context, guard, helpers);
        judges = new JudgePhase(context, helpers, bus);
        VoteWeighting pipeline = new VoteWeighting(config,
                Stream.concat(math.attention().stream(), Stream.of(advice.reputation())).toList());
        hold = new DecisionHold(context, guard, bus, seats, new SettlingTracker(context, bus, seats));
        votes = new VoteEvaluator(context, pipeline, guard, bus, hold);
        debates = new DebateRunner(context, guard, bus, seats, turns, votes);
        waves = new TurnWaves(context, bus, votes);
        closing = new ClosingCall(context, guard, bus, seats, turns, votes, hold);
        conflicts = new ConflictResolver(config, votes, debates, bus, seats, closing);
        approvals = new ApprovalTracker(config.consensus().approval(), votes, seats);
        stagnation = new StagnationPhase(bus, conference, seats, turns, votes, debates, hold);
        challenges = new ChallengePhase(context, math, bus, seats, votes, hold, stagnation);
    }

    void open() {
        SolveLog log = context.log();
        log.recordOpened(context.task(), context.config(), confidences.factors());
        seats.joinAll();
        context.events().dispatch(new SwarmEvent.SolveStarted(context.run(), context.task()));
        began = log.recordLifecycle(LifecycleFacts.WORKFLOW_START, LifecycleFacts.started(context.run(), context.task(),
                seats.all().stream().map(AgentSeat::id).toList()), null);
        bus.publishTask(context.task());
        memories.recall(context.task());
        advice.open();
        reliability.recall().ifPresent(votes::use);
    }

    void beginRound() {
        round++;
        Instant start = context.clock().now();
        guard.beginRound();
        context.log().beginRound(round);
        waves.beginRound();
        bus.beginRound();
        hold.beginRound();
        math.beginRound(round);
        conference.beginRound();
        turns.beginRound(start);
        context.events().dispatch(new SwarmEvent.RoundStarted(round));
        learning.begin(seats.all());
    }

    void endRound() {
        context.events().dispatch(new SwarmEvent.RoundEnded(round, bus.publishedThisRound()));
        checkpoints.save();
    }

    /** Predicts the round for every agent; the called agents with the most relevant mail get a turn. */
    void predict() {
        attention.predict();
        int due = called.size();
        called = attention.choose(round, called, bus.summary().log());
        skipped = due - called.size();
        hold.observeSkipped(skipped);
    }

    /** Compares the signals that reached each agent with its prediction. */
    void compare() {
        attention.compare();
    }

    /** Runs the advisor on the round and applies its advice. */
    void advise() {
        if (ending == null) {
            advice.advise(votes::leader);
        }
    }

    /** Grows and shrinks the swarm, while a round is left. */
    void evolve() {
        if (ending == null && round < context.config().limits().maxRounds() && math.stopReason().isEmpty()) {
            measured.ifPresent(growth::evolve);
        }
    }

    /** Stores the signals of the round in the shared memory. */
    void remember() {
        memories.remember();
    }

    /** The agents that were called take their turns, until the votes decide if the effort is adaptive. */
    void react() {
        int paid = budget.cost().total().calls();
        called = waves.run(called, this::takeTurns);
        hasPaidCalls = budget.cost().total().calls() > paid;
    }

    /** Takes the turns of a wave and publishes the answers, unless the round does because it is the last. */
    private boolean takeTurns(List<AgentSeat> wave, boolean isLast) {
        approvals.onTurns(wave);
        turns.run(wave);
        turns.collectInboxFailures();
        guard.stopReason().ifPresent(this::end);
        if (ending == null && !isLast) {
            publish();
        }
        return ending == null && (isLast || !guard.isSpent());
    }

    /** Publishes the answers to the log and to all subscribers. */
    void publish() {
        judges.judge(turns.pending());
        turns.publish();
        if (bus.isOverfull()) {
            end(failureOr(LoopStop.MAX_SIGNALS));
        }
    }

    /** Analyses the round by mathematics and logs the findings. */
    void measure() {
        measured = math.measure();
        measured.ifPresent(analysis -> {
            context.log().recordFindings(analysis.findings());
            phase.set(JsonValue.of(math.controlSignals().phase().wireName()), "mathematics", null,
                    context.log());
        });
    }

    /** Publishes the challenge of the round, if any, and the readings of the round. */
    void challenge() {
        if (ending == null) {
            challenges.challenge();
        }
        measured.ifPresent(analysis -> context.events()
                .dispatch(new SwarmEvent.RoundAnalyzed(analysis, math.controlSignals())));
    }

    /**
     * Ends the solve when mathematics requires it; the votes are checked after the round. The solve continues while
     * coordination has not converged and still can: an escalation is not answered yet, or open rivals can still be
     * debated. It continues, too, while a required voter is still to be asked for its approval. For an objection of the
     * runtime that no agent has answered yet it continues for one round, and while the votes that decide still move.
     */
    void settle() {
        Convergence coordination = conference.convergence();
        converged.set(JsonValue.of(coordination.converged()), InfrastructureNames.ORCHESTRATOR, null,
                context.log());
        boolean waits = !coordination.converged() && (conference.isEscalated()
                || (!coordination.openConflicts().isEmpty() && conflicts.canBeDebated()));
        if (ending == null && !waits && !awaitsApproval() && !(math.stopReason().isPresent() && votes.holdsEnd())) {
            settled = math.stopReason().isPresent();
            if (settled) {
                votes.requireRecheck();
            }
            math.stopReason().ifPresent(this::end);
        }
    }

    /**
     * Evaluates the votes when enough agents have voted; a decision ends the solve. If they leave a conflict and the
     * solve continues, the conflict is resolved, unless they only await an approval. If mathematics has ended the
     * solve, they are evaluated after the round. Votes that lead nowhere end the solve, after a closing call. The
     * end is held for one round while an objection of the runtime awaits its first turn, and while votes move.
     */
    void decide() {
        if (settled) {
            return;
        }
        votes.checkWhenReady();
        if (ending == null && !votes.isDecided() && !hold.isHolding() && !awaitsApproval()) {
            conflicts.resolve(round).ifPresent(this::end);
        }
        if (votes.isDecided()) {
            end(LoopStop.CONSENSUS);
        } else if (ending == null && !hold.isHolding()) {
            stagnation.observe(called.size(), skipped).ifPresent(this::end);
        }
    }

    /** True if the next round is there and asks a required voter for the only thing that the decision lacks. */
    private boolean awaitsApproval() {
        return round < context.config().limits().maxRounds() && approvals.isPending();
    }

    /** Sets the reason for the end; later reasons are ignored. */
    void end(SolveEnding reason) {
        if (ending == null) {
            ending = reason;
        }
    }

    SwarmResult conclude() {
        turns.acknowledgeInboxes();
        turns.reportPendingFailures();
        SolveEnding reached = Objects.requireNonNull(ending, "a solve concludes only when it has ended");
        memories.finish();
        ConsensusResult result = votes.finalResult(reached);
        Optional<String> answer = synthesis.of(result, bus.summary().log());
        learning.finish(result, bus.summary().contributions());
        budget.close();
        executor.recordLatePayments();
        SwarmResult outcome = result(reached, answer, result);
        context.log().recordLifecycle(LifecycleFacts.WORKFLOW_END,
                LifecycleFacts.ended(reached.wireName(), round, turns.activationCount()),
                began);
        context.log().recordClosed(outcome);
        checkpoints.delete();
        context.events().dispatch(new SwarmEvent.SolveCompleted(outcome));
        return outcome;
    }

    /** The result for now of a solve that waits for people. Nothing is written, so that the run can be resumed. */
    SwarmResult suspend(List<SeatRequest> requests) {
        SwarmResult outcome = result(LoopStop.SUSPENDED, Optional.empty(), votes.standing()).withOpenSeats(requests);
        context.events().dispatch(new SwarmEvent.SolveSuspended(outcome));
        return outcome;
    }

    @Override
    public void close() {
        executor.close();
        seats.releaseInboxes();
        bus.close();
    }

    int round() {
        return round;
    }

    SwarmConfig config() {
        return context.config();
    }

    SolveTrace trace() {
        return context.trace();
    }

    /** Reason to stop the solve at this moment, even within a round. */
    Optional<SolveEnding> stopReason() {
        return guard.stopReason();
    }

    boolean hasEnded() {
        return ending != null;
    }

    /** Decides by the votes as they stand, if a decision waits for them to settle; true if decided. */
    boolean decideSettled() {
        return votes.decideSettled();
    }

    /** Calls the agents of the next round. */
    void callAgents() {
        called = seats.callAgents(round + 1);
    }

    List<AgentSeat> calledAgents() {
        return called;
    }

    /**
     * The failure of the round, if there were turns in it and none of them brought an answer; else that reason. A log
     * of an earlier version, in which the reason was the ending, is replayed with it.
     */
    LoopStop failureOr(LoopStop reason) {
        boolean hasFailed = round > 0 && turns.hasFailed();
        return hasFailed && !context.replayLog().ending().equals(Optional.of(reason.wireName()))
                ? LoopStop.FAILURE
                : reason;
    }

    /** Asks for missing votes before the ending, which they may change. */
    void callMissingVotes() {
        ending = closing.endingAfter(Objects.requireNonNull(ending, "missing votes are asked for at the end"));
    }

    /** True if a call of a model was paid in the turns of the round, so that not every turn failed for the budget. */
    boolean hasPaidCalls() {
        return hasPaidCalls;
    }

    /** True if no further call of a model will be paid. */
    boolean isBudgetSpent() {
        return guard.isSpent();
    }

    boolean isSignalLimitReached() {
        return bus.signalsLeft() == 0;
    }

    private SwarmResult result(SolveEnding ending, Optional<String> answer, ConsensusResult result) {
        SolveSummary summary = bus.summary();
        return new SwarmResult(context.run(), new SwarmResult.Conclusion(answer, result),
                new SwarmResult.Activity(summary.contributions(), summary.refusals(), summary.failures(),
                        innerSolves(), executor.replies(), waves.spared()),
                new SwarmResult.Coordination(bus.conflicts(), bus.resolvedConflicts(), debates.results(),
                        conference.convergence()),
                new SwarmResult.Guidance(math.analysis(), advice.report(), growth.report()),
                new SwarmResult.Execution(ending, detail(ending), summary.log(), budget.cost(),
                        new SwarmResult.Timing(context.clock().total(), round)));
    }

    private List<SwarmResult.InnerSolve> innerSolves() {
        return seats.all().stream().flatMap(seat -> seat.innerSolves().stream()).toList();
    }

    private String detail(SolveEnding ending) {
        List<String> unavailable = seats.all().stream().filter(AgentSeat::isUnavailable).map(AgentSeat::id).toList();
        return ending.sentence() + " (round " + round + " of at most " + context.config().limits().maxRounds() + ", "
                + bus.signalCount() + " of at most " + context.config().limits().maxSignals() + " signals)"
                + (waves.spared() == 0 ? "" : "; adaptive effort spared " + waves.spared()
                        + (waves.spared() == 1 ? " turn" : " turns"))
                + (unavailable.isEmpty() ? "" : "; unavailable: " + String.join(", ", unavailable));
    }
}
