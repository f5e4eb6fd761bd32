package dev.waggle.swarm.solve;

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
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Learner;
import dev.waggle.swarm.agent.Mail;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import org.jspecify.annotations.Nullable;

/** A participant in its place: what it has not answered yet and how often it has been called. Owned by the solve. */
final class Seat {

    private final AgentProfile profile;
    private final Participant participant;
    private final Mailbox mailbox;
    private final Optional<Learner> learner;
    private final List<Signal> heard = new ArrayList<>();
    private final List<Signal> aside = new ArrayList<>();
    private int invocations;
    private double expectedReward = Learner.UNKNOWN_REWARD;
    private boolean open = true;
    private boolean asks = true;
    private @Nullable String failedAsking;
    private Consumer<Signal> watcher = signal -> {
    };

    Seat(AgentProfile profile, Participant participant, Optional<Learner> learner, Mailbox mailbox) {
        this.profile = profile;
        this.participant = participant;
        this.learner = learner;
        this.mailbox = mailbox;
    }

    String id() {
        return profile.id();
    }

    AgentProfile profile() {
        return profile;
    }

    int invocations() {
        return invocations;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    /** What a turn of it is expected to be worth, 0..1. */
    double expectedReward() {
        return expectedReward;
    }

    /** It has begun, and expects that of its turns. */
    void expect(double reward) {
        expectedReward = reward;
    }

    /** What it takes along from solve to solve. */
    Optional<Learner> learner() {
        return learner;
    }

    /** Tells of every signal that reaches it from now on. */
    void watch(Consumer<Signal> newWatcher) {
        watcher = newWatcher;
    }

    /** It gets no turn any more and hears nothing; what it said stays said. */
    void close() {
        open = false;
        heard.clear();
        aside.clear();
    }

    /** Whether it may still get a turn. */
    boolean isOpen() {
        return open;
    }

    /** The solves that it ran in its turns, if it is a swarm. */
    List<InnerSolve> innerSolves() {
        return participant instanceof InnerSolve.Host host ? host.innerSolves() : List.of();
    }

    /** Takes a signal into the mail; nobody hears itself. */
    void hear(Signal signal) {
        if (open && !signal.source().label().equals(profile.id())) {
            heard.add(signal);
            watcher.accept(signal);
        }
    }

    /** What reached it from the bus since its last turn, in the order in which it will read it. */
    List<Signal> heard() {
        return List.copyOf(heard);
    }

    /** Puts what reached it into another order. */
    void arrange(UnaryOperator<List<Signal>> order) {
        List<Signal> arranged = order.apply(heard());
        heard.clear();
        heard.addAll(arranged);
    }

    /** It has something to answer, or to answer for. */
    boolean isDue() {
        return !heard.isEmpty() || failedAsking != null || mailbox.calls();
    }

    /** Whether it may still want a turn without mail. */
    boolean isAskable() {
        return asks;
    }

    /** Asks whether it wants a turn without mail. */
    Call<Boolean> ask(int round, World world) {
        return Call.start(profile.id(), world, () -> participant.wantsTurn(round));
    }

    /** It failed when it was asked: its next turn fails with these words, and it is not asked again. */
    void failAsking(String message) {
        asks = false;
        failedAsking = message;
    }

    /** What it failed with when it was asked, until the turn that fails with it. */
    Optional<String> failedAsking() {
        return Optional.ofNullable(failedAsking);
    }

    /** Begins a turn with what came for it. A turn that can only fail leaves the inbox alone. */
    Mail takeMail() {
        List<InboxItem> delivered = failedAsking == null ? mailbox.take() : List.of();
        Mail taken = new Mail(heard, delivered);
        heard.clear();
        invocations++;
        return taken;
    }

    /** Puts the mail aside until it {@link #resume resumes}: what comes first is dealt with apart. */
    void setAside() {
        aside.addAll(heard);
        heard.clear();
    }

    /** Takes the mail up again that was put aside, before what has come since. */
    void resume() {
        heard.addAll(0, aside);
        aside.clear();
    }

    /** Whether one of these has come and is not answered. */
    boolean hasHeard(Set<String> signalIds) {
        return heard.stream().anyMatch(signal -> signalIds.contains(signal.id()));
    }

    /** Begins a turn with what was said since the mail was put aside; the inbox waits. */
    Mail takeHeard() {
        Mail taken = new Mail(heard, List.of());
        heard.clear();
        invocations++;
        return taken;
    }

    /** Lets the participant think. */
    Thinking think(Turn turn, CallLog calls, World world) {
        return new Thinking(this, turn, calls, Call.start(profile.id(), world, thought(turn)));
    }

    private Callable<List<Draft>> thought(Turn turn) {
        String failed = failedAsking;
        failedAsking = null;
        return failed == null
                ? () -> List.copyOf(Objects.requireNonNull(participant.react(turn), "it answered null, not a list"))
                : () -> {
                    throw new IllegalStateException("it failed when asked for a turn: " + failed);
                };
    }

    /** A turn under way. */
    record Thinking(Seat seat, Turn turn, CallLog calls, Call<List<Draft>> call) {

        /** What gave it the turn. */
        List<String> stimulusIds() {
            return turn.stimuli().stream().map(Signal::id).toList();
        }
    }
}
