package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Briefing;
import dev.waggle.swarm.agent.Learner;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.fact.CallFacts.Called;
import dev.waggle.swarm.fact.CallFacts.Reason;
import dev.waggle.swarm.fact.JoinFacts;
import dev.waggle.swarm.fact.Outcome;
import dev.waggle.swarm.fact.Outcome.Answered;
import dev.waggle.swarm.fact.Outcome.Failed;
import dev.waggle.swarm.fact.Past;
import dev.waggle.swarm.fact.Retrace;
import dev.waggle.swarm.fact.Till;

/** Who takes part in a solve, in the order in which what they say is applied. Owned by the thread of the solve. */
final class Seats {

    private final SolveContext context;
    private final Guard guard;
    private final Till till;
    private final Mailboxes mailboxes;
    private final Podium podium;
    private final Attention attention;
    private final World chance;
    private final Map<String, Seat> seats = new LinkedHashMap<>();

    Seats(SolveContext context, Guard guard, Till till, Mailboxes mailboxes, Podium podium, Attention attention) {
        this.context = context;
        this.guard = guard;
        this.till = till;
        this.mailboxes = mailboxes;
        this.podium = podium;
        this.attention = attention;
        chance = context.config().world().fork("task " + context.task().text());
    }

    /** All agents of the swarm join at once, and take their seats in their order. */
    void fill() {
        Deadline end = Deadline.in(guard.patience(), context.world());
        List<Arrival> arrivals = context.config().agents().stream().map(this::invite).toList();
        try {
            arrivals.forEach(arrival -> welcome(arrival, end));
        } finally {
            arrivals.forEach(Arrival::giveUp);
        }
    }

    /** An agent takes a seat at the end and hears what is said from now on. */
    Seat seat(Agent agent) {
        Deadline end = Deadline.in(guard.patience(), context.world());
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

    /** That agent gets no turn any more and hears nothing; what it said stays said. */
    void dismiss(String agent) {
        find(agent).ifPresent(seat -> {
            podium.leave(agent);
            seat.close();
        });
    }

    /**
     * Who is called in that round: who has mail, and who has none but wants to speak. Silent items of an inbox are no
     * reason for a turn. Asking runs their code, so it is done once a round and ends when the solve has to stop. What came
     * of it is written down, and taken from there when the solve is done again.
     */
    List<Seat> call(int round) {
        Past past = context.past();
        Optional<Map<String, Called>> before = past.called(round);
        boolean isEnd = before.isEmpty() && context.retrace().mode() == Retrace.Mode.REPLAY;
        List<Called> called = new ArrayList<>();
        for (Seat seat : active()) {
            if (guard.stop().isEmpty() && !isEnd) {
                reason(seat, round, before).ifPresent(called::add);
            }
        }
        if (isEnd) {
            throw LogEnd.at(context.run(), past, "who is called in round " + round,
                    past.isOver() ? Optional.empty() : Optional.of(past.next()));
        }
        context.log().called(round, called);
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
        TurnIds ids = new TurnIds(context.world().fork("agent " + id));
        Till.Tab atTheDoor = till.open();
        Till.Switch meter = new Till.Switch(till.meter(id, atTheDoor));
        var _ = atTheDoor.close();
        Briefing briefing = new Briefing(context.task(), context.run(), chance.random("agent " + id), ids, meter);
        return new Arrival(agent, ids, meter, context.retrace().isLive()
                ? Optional.of(Call.start(id, context.world(), () -> Joined.of(agent, briefing)))
                : Optional.empty());
    }

    /** It takes its seat as soon as it has joined. */
    private Seat welcome(Arrival arrival, Deadline end) {
        Seat seat = join(arrival, end);
        seats.put(seat.id(), seat);
        podium.join(seat.profile(), seat::hear);
        attention.seat(seat);
        return seat;
    }

    /** Who does not join in time is there, and every turn of it fails; its inbox waits for a solve that it joins. */
    private Seat join(Arrival arrival, Deadline end) {
        Agent agent = arrival.agent();
        String id = arrival.id();
        Optional<JoinFacts.Joined> before = context.log().joinedBefore(id);
        if (arrival.joining().isEmpty()) {
            JoinFacts.Joined known = before.orElse(JoinFacts.Joined.USUAL);
            context.log().joined(id, known);
            return new Seat(agent.profile(), _ -> List.of(), known.learns() ? Optional.of(new SilentLearner())
                    : Optional.empty(), Mailbox.empty(id), arrival.ids(), arrival.meter());
        }
        return switch (arrived(arrival.joining().get(), end)) {
            case Answered<Joined> joined -> {
                JoinFacts.Joined facts = known(before, joined.answer().facts());
                context.log().joined(id, facts);
                yield new Seat(agent.profile(), joined.answer().participant, learner(facts, joined.answer().learner),
                        mailboxes.lend(id, context.run(), guard, context.world()), arrival.ids(), arrival.meter());
            }
            case Failed<Joined> absent -> {
                JoinFacts.Joined facts = known(before, JoinFacts.Joined.USUAL);
                context.log().joined(id, facts);
                yield new Seat(agent.profile(), new Absent(absent.message()), learner(facts, Optional.empty()),
                        Mailbox.empty(id), arrival.ids(), arrival.meter());
            }
        };
    }

    /** Who joined before the solve broke off is waited for a moment also where no time was left then. */
    private Outcome<Joined> arrived(Call<Joined> joining, Deadline end) {
        return context.past().isOver()
                ? guard.await(joining, end.remaining())
                : guard.finish(joining, end.remaining());
    }

    /** Whether somebody learns in this solve is as its log says, also where who joins now would do otherwise. */
    private static Optional<Learner> learner(JoinFacts.Joined facts, Optional<Learner> now) {
        return facts.learns() ? now.or(() -> Optional.of(new SilentLearner())) : Optional.empty();
    }

    /** What stands in the log about who joined; what came now, when the log has not come so far. */
    private JoinFacts.Joined known(Optional<JoinFacts.Joined> before, JoinFacts.Joined now) {
        return context.past().isOver() ? now : before.orElse(JoinFacts.Joined.USUAL);
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

    /** Stands for what somebody learns where nobody is asked. */
    private static final class SilentLearner implements Learner {

        @Override
        public JsonValue known() {
            return JsonValue.ofNull();
        }

        @Override
        public void begin(JsonValue known) {}

        @Override
        public void learn(double reward) {}
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
        return switch (guard.await(seat.ask(round, context.world()), guard.patience(Guard.PATIENCE))) {
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
