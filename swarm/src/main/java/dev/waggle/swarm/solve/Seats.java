package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Briefing;
import dev.waggle.swarm.agent.Learner;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.harness.Purse;
import dev.waggle.swarm.solve.Call.Answered;
import dev.waggle.swarm.solve.Call.Failed;

/** Who takes part in a solve, in the order in which what they say is applied. Owned by the thread of the solve. */
final class Seats {

    private final SwarmConfig config;
    private final Mailboxes mailboxes;
    private final Task task;
    private final String run;
    private final World world;
    private final World chance;
    private final Purse purse;
    private final Guard guard;
    private final Podium podium;
    private final Attention attention;
    private final Map<String, Seat> seats = new LinkedHashMap<>();

    Seats(SwarmConfig config, Mailboxes mailboxes, Task task, String run, World world, Purse purse, Guard guard,
            Podium podium, Attention attention) {
        this.config = config;
        this.mailboxes = mailboxes;
        this.task = task;
        this.run = run;
        this.world = world;
        chance = config.world().fork("task " + task.text());
        this.purse = purse;
        this.guard = guard;
        this.podium = podium;
        this.attention = attention;
    }

    /** All agents of the swarm take their seats. */
    void fill() {
        config.agents().forEach(this::seat);
    }

    /** An agent takes a seat at the end and hears what is said from now on. */
    Seat seat(Agent agent) {
        Seat seat = join(agent);
        seats.put(seat.id(), seat);
        podium.seat(seat);
        attention.seat(seat);
        return seat;
    }

    /** Everybody, in order; who was sent away too. */
    List<Seat> all() {
        return List.copyOf(seats.values());
    }

    /** Who may still get a turn, in order. */
    List<Seat> active() {
        return seats.values().stream().filter(Seat::isOpen).toList();
    }

    Optional<Seat> find(String agent) {
        return Optional.ofNullable(seats.get(agent));
    }

    /**
     * Who is called in that round: who has mail, and who has none but wants to speak. Silent items of an inbox are no
     * reason for a turn. Asking runs their code, so it is done once a round and ends when the solve has to stop.
     */
    List<Seat> call(int round) {
        List<Seat> called = new ArrayList<>();
        for (Seat seat : active()) {
            if (guard.stop().isEmpty() && isCalled(seat, round)) {
                called.add(seat);
            }
        }
        return called;
    }

    /** The inboxes go back to the swarm. */
    void leave() {
        seats.values().forEach(seat -> mailboxes.takeBack(seat.mailbox()));
    }

    /** Who does not join is there, and every turn of it fails; its inbox waits for a solve that it joins. */
    private Seat join(Agent agent) {
        String id = agent.profile().id();
        Briefing briefing = new Briefing(task, run, chance.random("agent " + id),
                world.fork("agent " + id), purse.account(id));
        Call<Joined> joining = Call.start(id, world, () -> Joined.of(agent, briefing));
        return switch (guard.await(joining)) {
            case Answered<Joined> joined -> new Seat(agent.profile(), joined.answer().participant,
                    joined.answer().learner, mailboxes.lend(id, run), joined.answer().expectedReward);
            case Failed<Joined> absent -> new Seat(agent.profile(), turn -> {
                throw new IllegalStateException("it could not join: " + absent.message());
            }, Optional.empty(), Mailbox.empty(id), 0);
        };
    }

    /** Who came, with what it takes along and what its turns are expected to be worth. */
    private record Joined(Participant participant, Optional<Learner> learner, double expectedReward) {

        static Joined of(Agent agent, Briefing briefing) {
            Participant participant = Objects.requireNonNull(agent.join(briefing), "it sent nobody");
            return new Joined(participant, Objects.requireNonNull(participant.learner(), "its learner is null"),
                    participant.expectedReward());
        }
    }

    private boolean isCalled(Seat seat, int round) {
        boolean due = seat.isDue();
        if (due || !seat.isAskable()) {
            return due;
        }
        return switch (guard.await(seat.ask(round, world))) {
            case Answered<Boolean> asked -> asked.answer();
            case Failed<Boolean> failed -> {
                seat.failAsking(failed.message());
                yield true;
            }
        };
    }
}
