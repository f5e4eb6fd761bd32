package dev.waggle.swarm.engine.turn;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.InnerSolveHost;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.agent.Turn;
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
    private final List<Signal> pendingSignals = new ArrayList<>();
    private final List<Signal> suspended = new ArrayList<>();
    private int invocations;
    private double expectedReward = ParticipantLearner.UNKNOWN_REWARD;
    private boolean isOpen = true;
    private boolean isAskable = true;
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
        if (isOpen && !signal.source().label().equals(profile.id())) {
            pendingSignals.add(signal);
            receiver.accept(signal);
        }
    }

    /** True if a signal of the solve waits for an answer. */
    public boolean hasMail() {
        return !pendingSignals.isEmpty();
    }

    /** Signals received from the bus since the agent's last turn, in the order in which it will read them. */
    List<Signal> pendingSignals() {
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
    Optional<String> askFailure() {
        return Optional.ofNullable(askFailure);
    }

    /** Begins a turn with the waiting mail. */
    AgentMail takeMail(List<InboxItem> delivered) {
        AgentMail taken = new AgentMail(pendingSignals, delivered);
        pendingSignals.clear();
        invocations++;
        return taken;
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
    Callable<List<Draft>> turnCode(Turn turn, CallMeter payer) {
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
        return () -> List.copyOf(Objects.requireNonNull(participant.react(turn), "it answered null, not a list"));
    }

    /** Clears the recorded failure whose turn ran before the interruption; true if there was one. */
    boolean clearAskFailure() {
        boolean failed = askFailure != null;
        askFailure = null;
        return failed;
    }

    /** Brings the memory of the participant to its state after that turn. */
    TimedCall<Boolean> rememberTurn(Turn turn, List<Draft> drafts, World world) {
        TimedCall<Boolean> remembering = TimedCall.start(profile.id(), world, () -> {
            participant.replay(turn, drafts);
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
