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
import dev.waggle.signal.harness.Meter;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Learner;
import dev.waggle.swarm.agent.Mail;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.fact.Till;
import org.jspecify.annotations.Nullable;

/** A participant in its place: what it has not answered yet and how often it has been called. Owned by the solve. */
final class Seat {

    private final AgentProfile profile;
    private Participant participant;
    private final Mailbox mailbox;
    private final TurnIds ids;
    private final Till.Switch meter;
    private final Optional<Learner> learner;
    private final List<Signal> heard = new ArrayList<>();
    private final List<Signal> aside = new ArrayList<>();
    private int invocations;
    private double expectedReward = Learner.UNKNOWN_REWARD;
    private boolean open = true;
    private boolean asks = true;
    private @Nullable String failedAsking;
    /** What it was asked last outside of its turns: no two calls are in its participant at once. */
    private @Nullable Call<Boolean> earlier;
    private Consumer<Signal> watcher = signal -> {
    };

    Seat(AgentProfile profile, Participant participant, Optional<Learner> learner, Mailbox mailbox, TurnIds ids,
            Till.Switch meter) {
        this.profile = profile;
        this.participant = participant;
        this.learner = learner;
        this.mailbox = mailbox;
        this.ids = ids;
        this.meter = meter;
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

    /** Names the latest of its turns. */
    Emission turn() {
        return new Emission(profile.id(), invocations);
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

    /** It has something to answer that was said in the solve. */
    boolean hasMail() {
        return !heard.isEmpty();
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

    /** Whether it may still want a turn without mail. */
    boolean isAskable() {
        return asks;
    }

    /** Asks whether it wants a turn without mail. */
    Call<Boolean> ask(int round, World world) {
        Call<Boolean> asking = Call.start(profile.id(), world, () -> participant.wantsTurn(round));
        earlier = asking;
        return asking;
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

    /** Begins a turn with what came for it. */
    Mail takeMail(List<InboxItem> delivered) {
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
        return takeMail(List.of());
    }

    /** What its participant does in a turn. */
    Callable<List<Draft>> react(Turn turn, Meter payer) {
        String failed = failedAsking;
        failedAsking = null;
        if (failed != null) {
            return new Call.Failing<>("it failed when asked for a turn: " + failed);
        }
        if (earlier != null && earlier.isStuck()) {
            return new Call.Failing<>("it is still at work on what it was asked earlier");
        }
        if (participant instanceof Absent absent) {
            return new Call.Failing<>(absent.tell());
        }
        ids.beginTurn(turn.invocation());
        meter.to(payer);
        return () -> List.copyOf(Objects.requireNonNull(participant.react(turn), "it answered null, not a list"));
    }

    /** It failed when it was asked, and the turn that fails with that was taken before; whether it was so. */
    boolean clearFailedAsking() {
        boolean failed = failedAsking != null;
        failedAsking = null;
        return failed;
    }

    /** Brings the memory of its participant to where it was after that turn. */
    Call<Boolean> remember(Turn turn, List<Draft> said, World world) {
        Call<Boolean> remembering = Call.start(profile.id(), world, () -> {
            participant.remember(turn, said);
            return true;
        });
        earlier = remembering;
        return remembering;
    }

    /** It does not know what happened before: every turn of it fails from now on. */
    void forget(String message) {
        participant = turn -> {
            throw new IllegalStateException("it could not remember its earlier turns: " + message);
        };
    }
}
