package dev.waggle.swarm.engine.turn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.InnerSolveHost;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.DeferredTurnException;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.agent.RemoteSeat;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.agent.call.TurnAnswer;
import dev.waggle.swarm.runlog.PaymentLedger;
import org.jspecify.annotations.Nullable;

/** State of a participant in a solve: unanswered signals, failures and the number of its calls. Owned by the solve. */
public final class AgentSeat {

    private final AgentProfile profile;
    private Participant participant;
    private final SolveInbox inbox;
    private final TurnScopedWorld ids;
    private final PaymentLedger.SwitchableMeter meter;
    private final Optional<ParticipantLearner> learner;
    private final WorkExecutor.WorkSpan span;
    private final List<Signal> pendingSignals = new ArrayList<>();
    private final List<Signal> suspended = new ArrayList<>();
    /** Number of turns without an answer, by the signals that came back. */
    private final Map<String, Integer> attempts = new HashMap<>();
    /** Ids of the signals that came back because the agent deferred them. */
    private final Set<String> deferred = new HashSet<>();
    private int invocations;
    private double expectedReward = ParticipantLearner.UNKNOWN_REWARD;
    private boolean isOpen = true;
    private boolean isAskable = true;
    private boolean takesClosingTurn;
    private boolean isRemote;
    private boolean isUnavailable;
    private @Nullable String askFailure;
    /** Last call outside of the agent's turns: no two calls run in its participant at once. */
    private @Nullable TimedCall<Boolean> previousCall;
    private Consumer<Signal> receiver = signal -> {
    };

    AgentSeat(AgentProfile profile, Participant participant, Optional<ParticipantLearner> learner, SolveInbox inbox,
            TurnScopedWorld ids,
            PaymentLedger.SwitchableMeter meter) {
        this.profile = profile;
        this.participant = participant;
        this.learner = learner;
        this.inbox = inbox;
        this.ids = ids;
        this.meter = meter;
        span = new WorkExecutor.WorkSpan(TraceSpanKind.TURN, profile.name());
    }

    /** Sets whether its participant takes closing turns. */
    AgentSeat withClosingTurns(boolean takes) {
        takesClosingTurn = takes;
        return this;
    }

    /** True if its participant takes closing turns; unknown, and so false, in a replay. */
    public boolean takesClosingTurn() {
        return takesClosingTurn;
    }

    /** Sets whether it is the seat of a person who answers later. */
    AgentSeat withRemote(boolean remote) {
        isRemote = remote;
        return this;
    }

    /** True if it is the seat of a person who answers later. */
    boolean isRemote() {
        return isRemote;
    }

    /** The participant of a person who answers later; empty in a replay, which asks no person. */
    Optional<RemoteSeat.RemoteParticipant> person() {
        return participant instanceof RemoteSeat.RemoteParticipant person ? Optional.of(person) : Optional.empty();
    }

    public String id() {
        return profile.id();
    }

    public AgentProfile profile() {
        return profile;
    }

    int invocations() {
        return invocations;
    }

    /** Names the latest of its turns. */
    Emission turn() {
        return new Emission(profile.id(), invocations);
    }

    /** The span of a turn of this agent. */
    WorkExecutor.WorkSpan span() {
        return span;
    }

    SolveInbox mailbox() {
        return inbox;
    }

    /** Expected reward of a turn of this agent, 0..1. */
    double expectedReward() {
        return expectedReward;
    }

    /** Sets the expected reward of a turn, after the start of the participant's learner. */
    public void setExpectedReward(double reward) {
        expectedReward = reward;
    }

    /** Learner that carries knowledge of the agent from solve to solve. */
    public Optional<ParticipantLearner> learner() {
        return learner;
    }

    /** Registers a watcher of every signal that reaches the agent from now on. */
    void onReceive(Consumer<Signal> newWatcher) {
        receiver = newWatcher;
    }

    /** Closes the seat, without removing published signals: no further turns and signals. */
    void close() {
        isOpen = false;
        pendingSignals.clear();
        suspended.clear();
    }

    /**
     * Closes the seat of an agent whose every later turn would fail.
     *
     * @param mail the mail of the turn that failed
     * @return all signals without an answer, those of that turn first
     */
    List<Signal> closeUnavailable(AgentMail mail) {
        List<Signal> unanswered = new ArrayList<>(mail.received());
        unanswered.addAll(suspended);
        unanswered.addAll(pendingSignals);
        isUnavailable = true;
        close();
        return List.copyOf(unanswered);
    }

    /** True if the seat is closed because the agent cannot answer in this solve. */
    public boolean isUnavailable() {
        return isUnavailable;
    }

    /** True if the agent may still get a turn. */
    boolean isOpen() {
        return isOpen;
    }

    /** The solves that it ran in its turns, if it is a swarm. */
    public List<SwarmResult.InnerSolve> innerSolves() {
        return participant instanceof InnerSolveHost host ? host.innerSolves() : List.of();
    }

    /** Adds a signal to the mail; the agent does not receive its own signals. */
    public void receive(Signal signal) {
        if (isOpen && !signal.source().isAgent(profile.id())) {
            pendingSignals.add(signal);
            receiver.accept(signal);
        }
    }

    /** True if a signal of the solve waits for an answer. */
    public boolean hasMail() {
        return !pendingSignals.isEmpty();
    }

    /** Signals received from the bus since the agent's last turn, in the order in which it will read them. */
    public List<Signal> pendingSignals() {
        return List.copyOf(pendingSignals);
    }

    /** Reorders the pending signals. */
    void reorder(UnaryOperator<List<Signal>> order) {
        List<Signal> arranged = order.apply(pendingSignals());
        pendingSignals.clear();
        pendingSignals.addAll(arranged);
    }

    /** True if the agent may still ask for a turn without mail. */
    boolean isAskable() {
        return isAskable;
    }

    /** Asks the agent whether it requests a turn without mail. */
    TimedCall<Boolean> askForTurn(int round, World world) {
        TimedCall<Boolean> asking = TimedCall.start(profile.id(), world, () -> participant.wantsTurn(round));
        previousCall = asking;
        return asking;
    }

    /** Records a failed call: the next turn fails with this message, and the agent is not asked again. */
    void recordAskFailure(String message) {
        isAskable = false;
        askFailure = message;
    }

    /** Failure of the call that asked the agent, until the turn that fails with it. */
    public Optional<String> askFailure() {
        return Optional.ofNullable(askFailure);
    }

    /** Begins a turn with the waiting mail. */
    AgentMail takeMail(List<InboxItem> delivered) {
        AgentMail taken = new AgentMail(pendingSignals, delivered, deferred);
        pendingSignals.clear();
        invocations++;
        return taken;
    }

    /** Begins a closing turn on these proposals alone; all other mail waits. */
    AgentMail takeClosing(List<Signal> proposals) {
        invocations++;
        return new AgentMail(proposals, List.of());
    }

    /** True if one of these signals is in a turn of the agent for the first time, or none is. */
    boolean isFirstAttempt(AgentMail mail) {
        boolean isWish = mail.received().isEmpty() && mail.delivered().isEmpty();
        return isWish || mail.received().stream().anyMatch(signal -> !attempts.containsKey(signal.id()))
                || mail.delivered().stream().anyMatch(item -> item.attempts() == 0);
    }

    /** Marks the signals of a turn as answered. */
    void markAnswered(AgentMail mail) {
        mail.received().forEach(signal -> forget(signal.id()));
        mail.delivered().forEach(item -> forget(item.signal().id()));
    }

    /**
     * Returns the signals of a turn without an answer to the front of the mail, unless they were in that many turns.
     *
     * @return the signals that are given up
     */
    List<Signal> returnMail(AgentMail mail, boolean wasDeferred, int maxAttempts) {
        List<Signal> returned = new ArrayList<>();
        List<Signal> dead = new ArrayList<>();
        for (Signal signal : mail.received()) {
            if (attempts.merge(signal.id(), 1, Integer::sum) < maxAttempts) {
                returned.add(signal);
            } else {
                forget(signal.id());
                dead.add(signal);
            }
        }
        if (isOpen) {
            pendingSignals.addAll(0, returned);
            if (wasDeferred) {
                returned.forEach(signal -> deferred.add(signal.id()));
                mail.delivered().forEach(item -> deferred.add(item.signal().id()));
            }
        }
        return dead;
    }

    private void forget(String signalId) {
        attempts.remove(signalId);
        deferred.remove(signalId);
    }

    /** Puts the mail aside until it {@link #resumeMail resumes}; later signals are processed apart. */
    public void suspendMail() {
        suspended.addAll(pendingSignals);
        pendingSignals.clear();
    }

    /** Restores the mail put aside, before later signals. */
    public void resumeMail() {
        pendingSignals.addAll(0, suspended);
        suspended.clear();
    }

    /** True if one of these signals was received and is not answered. */
    public boolean hasReceived(Set<String> signalIds) {
        return pendingSignals.stream().anyMatch(signal -> signalIds.contains(signal.id()));
    }

    /** Begins a turn with the signals since the mail was put aside; the inbox waits. */
    AgentMail takeSignals() {
        return takeMail(List.of());
    }

    /** Code that runs the participant's turn. */
    Callable<TurnAnswer> turnCode(Turn turn, CallMeter payer) {
        String failed = askFailure;
        askFailure = null;
        if (failed != null) {
            return new TimedCall.FailingCode<>("it failed when asked for a turn: " + failed);
        }
        if (previousCall != null && previousCall.isStuck()) {
            return new TimedCall.FailingCode<>("it is still at work on what it was asked earlier");
        }
        if (participant instanceof AbsentParticipant absent) {
            return new TimedCall.FailingCode<>(absent.failureMessage());
        }
        ids.beginTurn(turn.invocation());
        meter.use(payer);
        return () -> {
            try {
                return new TurnAnswer.Drafted(
                        Objects.requireNonNull(participant.react(turn), "it answered null, not a list"));
            } catch (DeferredTurnException deferral) {
                return new TurnAnswer.Deferred(CallOutcome.Failed.describe(deferral));
            }
        };
    }

    /** Clears the recorded failure whose turn ran before the interruption; true if there was one. */
    boolean clearAskFailure() {
        boolean failed = askFailure != null;
        askFailure = null;
        return failed;
    }

    /** Brings the memory of the participant to its state after that turn. */
    TimedCall<Boolean> rememberTurn(Turn turn, TurnAnswer answer, World world) {
        TimedCall<Boolean> remembering = TimedCall.start(profile.id(), world, () -> {
            switch (answer) {
                case TurnAnswer.Drafted drafted -> participant.replay(turn, drafted.drafts());
                case TurnAnswer.Deferred _ -> participant.replayDeferral(turn);
            }
            return true;
        });
        previousCall = remembering;
        return remembering;
    }

    /** Makes every later turn fail, because the participant lacks the earlier ones. */
    void failEveryTurn(String message) {
        participant = turn -> {
            throw new IllegalStateException("it could not remember its earlier turns: " + message);
        };
    }
}
