package dev.waggle.swarm.solve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Signal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;

/** A participant in its place: what it has not answered yet and how often it has been called. Owned by the solve. */
final class Seat {

    private final AgentProfile profile;
    private final Participant participant;
    private final List<Signal> mail = new ArrayList<>();
    private int invocations;

    Seat(AgentProfile profile, Participant participant) {
        this.profile = profile;
        this.participant = participant;
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

    /** Takes a signal into the mail; nobody hears itself. */
    void hear(Signal signal) {
        if (!signal.source().label().equals(profile.id())) {
            mail.add(signal);
        }
    }

    boolean isCalled(int round) {
        return !mail.isEmpty() || participant.wantsTurn(round);
    }

    List<Signal> takeMail() {
        List<Signal> taken = List.copyOf(mail);
        mail.clear();
        invocations++;
        return taken;
    }

    /** Lets the participant think on a thread of its own. */
    Thinking think(Turn turn, World world) {
        CompletableFuture<List<Draft>> answer = new CompletableFuture<>();
        long start = world.nanos();
        Thread thread = Thread.ofVirtual().name("agent " + profile.id()).start(() -> {
            try {
                answer.complete(List.copyOf(participant.react(turn)));
            } catch (Throwable failure) { // Whatever an agent's code throws is its failure, never the solve's.
                answer.completeExceptionally(failure);
            }
        });
        CompletableFuture<Duration> took = answer
                .handle((drafts, failure) -> Duration.ofNanos(world.nanos() - start));
        return new Thinking(this, turn, thread, answer, took);
    }

    /** A turn under way. */
    record Thinking(Seat seat, Turn turn, Thread thread, CompletableFuture<List<Draft>> answer,
            CompletableFuture<Duration> took) {}
}
