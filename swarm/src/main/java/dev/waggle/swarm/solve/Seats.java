package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Briefing;
import dev.waggle.swarm.agent.Learner;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.fact.CallFacts.Called;
import dev.waggle.swarm.fact.CallFacts.Reason;
import dev.waggle.swarm.fact.JoinFacts;
import dev.waggle.swarm.fact.Outcome;
import dev.waggle.swarm.fact.Outcome.Answered;
import dev.waggle.swarm.fact.Outcome.Failed;
import dev.waggle.swarm.fact.Past;
import dev.waggle.swarm.fact.Retrace;
import dev.waggle.swarm.fact.Tab;
import dev.waggle.swarm.fact.Till;

/** Who takes part in a solve, in the order in which what they say is applied. Owned by the thread of the solve. */
final class Seats {

    private final SwarmConfig config;
    private final Mailboxes mailboxes;
    private final Task task;
    private final String run;
    private final World world;
    private final World chance;
    private final Retrace retrace;
    private final Till till;
    private final Records records;
    private final Guard guard;
    private final Podium podium;
    private final Attention attention;
    private final Map<String, Seat> seats = new LinkedHashMap<>();

    Seats(SwarmConfig config, Mailboxes mailboxes, Task task, String run, World world, Retrace retrace, Till till,
            Records records, Guard guard, Podium podium, Attention attention) {
        this.config = config;
        this.mailboxes = mailboxes;
        this.task = task;
        this.run = run;
        this.world = world;
        chance = config.world().fork("task " + task.text());
        this.retrace = retrace;
        this.till = till;
        this.records = records;
        this.guard = guard;
        this.podium = podium;
        this.attention = attention;
    }

    /** All agents of the swarm join at once, and take their seats in their order. */
    void fill() {
        Deadline end = Deadline.in(guard.patience(), world);
        List<Arrival> arrivals = config.agents().stream().map(this::invite).toList();
        try {
            arrivals.forEach(arrival -> welcome(arrival, end));
        } finally {
            arrivals.forEach(Arrival::giveUp);
        }
    }

    /** An agent takes a seat at the end and hears what is said from now on. */
    Seat seat(Agent agent) {
        Deadline end = Deadline.in(guard.patience(), world);
        return welcome(invite(agent), end);
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
     * reason for a turn. Asking runs their code, so it is done once a round and ends when the solve has to stop. What came
     * of it is written down, and taken from there when the solve is done again.
     */
    List<Seat> call(int round) {
        Optional<Map<String, Called>> before = retrace.past().called(round);
        boolean isEnd = before.isEmpty() && retrace.mode() == Retrace.Mode.REPLAY;
        List<Called> called = new ArrayList<>();
        for (Seat seat : active()) {
            if (guard.stop().isEmpty() && !isEnd) {
                reason(seat, round, before).ifPresent(called::add);
            }
        }
        if (isEnd) {
            Past past = retrace.past();
            throw LogEnd.at(run, past, "who is called in round " + round,
                    past.isOver() ? Optional.empty() : Optional.of(past.next()));
        }
        records.called(round, called);
        return called.stream().map(Called::agent).map(seats::get).filter(Objects::nonNull).toList();
    }

    /** The inboxes go back to the swarm. */
    void leave() {
        seats.values().forEach(seat -> mailboxes.takeBack(seat.mailbox()));
    }

    /**
     * An agent on its way to its seat.
     *
     * @param joining what it brings; empty where nobody gets a turn any more, and nobody has to come
     */
    private record Arrival(Agent agent, TurnIds ids, Till.Switch meter, Optional<Call<Joined>> joining) {

        String id() {
            return agent.profile().id();
        }

        /** Nobody waits for it any more, if anybody still does. */
        void giveUp() {
            joining.ifPresent(call -> call.giveUp("the solve was over"));
        }
    }

    /** Asks it to join. */
    private Arrival invite(Agent agent) {
        String id = agent.profile().id();
        TurnIds ids = new TurnIds(world.fork("agent " + id));
        Tab atTheDoor = till.open();
        Till.Switch meter = new Till.Switch(till.meter(id, atTheDoor));
        var _ = atTheDoor.close();
        Briefing briefing = new Briefing(task, run, chance.random("agent " + id), ids, meter);
        return new Arrival(agent, ids, meter, retrace.isLive()
                ? Optional.of(Call.start(id, world, () -> Joined.of(agent, briefing)))
                : Optional.empty());
    }

    /** It takes its seat as soon as it has joined. */
    private Seat welcome(Arrival arrival, Deadline end) {
        Seat seat = join(arrival, end);
        seats.put(seat.id(), seat);
        podium.seat(seat);
        attention.seat(seat);
        return seat;
    }

    /** Who does not join in time is there, and every turn of it fails; its inbox waits for a solve that it joins. */
    private Seat join(Arrival arrival, Deadline end) {
        Agent agent = arrival.agent();
        String id = arrival.id();
        Optional<JoinFacts.Joined> before = records.joinedBefore(id);
        if (arrival.joining().isEmpty()) {
            JoinFacts.Joined known = before.orElse(JoinFacts.Joined.USUAL);
            records.joined(id, known);
            return new Seat(agent.profile(), _ -> List.of(), known.learns() ? Optional.of(new Learning.Nobody())
                    : Optional.empty(), Mailbox.empty(id), arrival.ids(), arrival.meter());
        }
        return switch (arrived(arrival.joining().get(), end)) {
            case Answered<Joined> joined -> {
                JoinFacts.Joined facts = known(before, joined.answer().facts());
                records.joined(id, facts);
                yield new Seat(agent.profile(), joined.answer().participant, learner(facts, joined.answer().learner),
                        mailboxes.lend(id, run, guard, world), arrival.ids(), arrival.meter());
            }
            case Failed<Joined> absent -> {
                JoinFacts.Joined facts = known(before, JoinFacts.Joined.USUAL);
                records.joined(id, facts);
                yield new Seat(agent.profile(), new Absent(absent.message()), learner(facts, Optional.empty()),
                        Mailbox.empty(id), arrival.ids(), arrival.meter());
            }
        };
    }

    /** Who joined before the solve broke off is waited for a moment also where no time was left then. */
    private Outcome<Joined> arrived(Call<Joined> joining, Deadline end) {
        return retrace.past().isOver()
                ? guard.await(joining, end.remaining())
                : guard.finish(joining, end.remaining());
    }

    /** Whether somebody learns in this solve is as its log says, also where who joins now would do otherwise. */
    private static Optional<Learner> learner(JoinFacts.Joined facts, Optional<Learner> now) {
        return facts.learns() ? now.or(() -> Optional.of(new Learning.Nobody())) : Optional.empty();
    }

    /** What stands in the log about who joined; what came now, when the log has not come so far. */
    private JoinFacts.Joined known(Optional<JoinFacts.Joined> before, JoinFacts.Joined now) {
        return retrace.past().isOver() ? now : before.orElse(JoinFacts.Joined.USUAL);
    }

    /** Who came, with what it takes along. */
    private record Joined(Participant participant, Optional<Learner> learner) {

        static Joined of(Agent agent, Briefing briefing) {
            Participant participant = Objects.requireNonNull(agent.join(briefing), "it sent nobody");
            return new Joined(participant, Objects.requireNonNull(participant.learner(), "its learner is null"));
        }

        JoinFacts.Joined facts() {
            return new JoinFacts.Joined(learner.isPresent());
        }
    }

    private Optional<Called> reason(Seat seat, int round, Optional<Map<String, Called>> before) {
        if (seat.hasMail()) {
            return Optional.of(new Called(seat.id(), Reason.MAIL, Optional.empty()));
        }
        if (before.isPresent()) {
            Optional<Called> known = Optional.ofNullable(before.get().get(seat.id()));
            known.flatMap(Called::failed).ifPresent(seat::failAsking);
            return known;
        }
        Optional<String> failed = seat.failedAsking();
        if (failed.isPresent()) {
            return Optional.of(new Called(seat.id(), Reason.FAILURE, failed));
        }
        if (seat.mailbox().calls()) {
            return Optional.of(new Called(seat.id(), Reason.INBOX, Optional.empty()));
        }
        return seat.isAskable() ? wish(seat, round) : Optional.empty();
    }

    private Optional<Called> wish(Seat seat, int round) {
        return switch (guard.await(seat.ask(round, world), guard.patience(Guard.PATIENCE))) {
            case Answered<Boolean> asked -> asked.answer()
                    ? Optional.of(new Called(seat.id(), Reason.WISH, Optional.empty()))
                    : Optional.empty();
            case Failed<Boolean> failed -> {
                seat.failAsking(failed.message());
                yield Optional.of(new Called(seat.id(), Reason.FAILURE, Optional.of(failed.message())));
            }
        };
    }
}
