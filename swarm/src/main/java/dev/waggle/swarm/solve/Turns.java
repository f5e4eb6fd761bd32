package dev.waggle.swarm.solve;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.AnswerStore;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.swarm.agent.Debate;
import dev.waggle.swarm.agent.Mail;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.fact.DraftJson;
import dev.waggle.swarm.fact.InboxFacts;
import dev.waggle.swarm.fact.Lifecycle;
import dev.waggle.swarm.fact.Outcome.Answered;
import dev.waggle.swarm.fact.Outcome.Failed;
import dev.waggle.swarm.fact.Past;
import dev.waggle.swarm.solve.Workshop.Piece;

/**
 * Lets agents take their turns. All who are called think at once; their answers are taken in the order of the seats, each
 * as soon as it and all before it are there, and said when {@link #publish} says them. Whoever has not answered when the
 * time is up is interrupted and counts as failed. Owned by the thread of the solve.
 */
final class Turns {

    private static final Workshop.Form<List<Draft>> DRAFTS = new Workshop.Form<>(DraftJson::of, DraftJson::readAll);

    private final SolveContext context;
    private final Guard guard;
    private final Workshop workshop;
    private final Podium podium;
    private final Conference conference;
    private final Seats seats;
    private final List<Words> words = new ArrayList<>();

    private Instant roundStart;
    private int answered;
    private int activations;

    Turns(SolveContext context, Guard guard, Workshop workshop, Podium podium, Conference conference, Seats seats) {
        this.context = context;
        this.guard = guard;
        this.workshop = workshop;
        this.podium = podium;
        this.conference = conference;
        this.seats = seats;
        roundStart = context.clock().now();
    }

    void beginRound(Instant start) {
        roundStart = start;
        answered = 0;
    }

    /** All of these think; what they answer waits for {@link #publish}. */
    void take(List<Seat> called) {
        takeAll(called, Optional.empty());
    }

    /** All of these think about two proposals and what was said since the debate began; their other mail waits. */
    void take(List<Seat> called, Debate debate) {
        takeAll(called, Optional.of(debate));
    }

    private void takeAll(List<Seat> called, Optional<Debate> debate) {
        for (Thinking thinking : think(called, debate)) {
            Workshop.Result<List<Draft>> result = workshop.end(thinking.piece());
            result.unwritten().forEach(lost -> fail(failure(thinking.seat(), List.of(lost.factId()), "transcript",
                    lost.why())));
            switch (result.outcome()) {
                case Answered<List<Draft>> answer -> {
                    remember(thinking, answer.answer());
                    accept(thinking, answer);
                }
                case Failed<List<Draft>> failed -> {
                    remember(thinking, List.of());
                    conference.failed(thinking.seat().id());
                    fail(failure(thinking.seat(), thinking.stimulusIds(), "react", failed.message()));
                }
            }
        }
        workshop.settleLate();
    }

    /** Takes a failed turn: announced now, logged as a signal with what is said. */
    void fail(AgentFailure failure) {
        words.add(podium.noted(failure));
    }

    /** Takes the failures of inboxes: announced now, logged as signals with what is said. */
    void failInboxes() {
        seats.all().forEach(seat -> inboxFailure(seat).ifPresent(this::fail));
    }

    /**
     * What was answered goes into the log and to everybody who listens, in the order of the seats. Only then is done what
     * they had read in their inboxes.
     */
    void publish() {
        List<Words> taken = List.copyOf(words);
        words.clear();
        podium.shareAmong(seats.active().size());
        for (Words answer : taken) {
            podium.beginTurn();
            podium.say(answer);
        }
        acknowledgeMail();
    }

    /**
     * What agents read in their inboxes is done: their words, or that they failed, were published. They are on the disk
     * before it is acknowledged, else a loss of power could leave the mail dealt with and the answer nowhere.
     */
    void acknowledgeMail() {
        if (!context.past().isOver()) {
            return; // It was acknowledged then, or will be with what comes.
        }
        if (seats.all().stream().anyMatch(seat -> seat.mailbox().isDue())) {
            context.log().sync();
        }
        seats.all().forEach(seat -> seat.mailbox().acknowledge());
    }

    /** Who failed when it was asked and gets no turn any more has failed all the same; so has its inbox. */
    void settle() {
        for (Seat seat : seats.all()) {
            inboxFailure(seat).ifPresent(failure -> podium.say(podium.noted(failure)));
            seat.failedAsking().ifPresent(
                    message -> podium.fail(seat.id(), "agent." + seat.id() + ".wantsTurn", message));
        }
    }

    /** How many turns of this round brought an answer. */
    int answered() {
        return answered;
    }

    /** How many turns there were in the whole solve. */
    int activations() {
        return activations;
    }

    /** Thinking costs money: nobody begins to when the solve has to stop. */
    private List<Thinking> think(List<Seat> called, Optional<Debate> debate) {
        List<Thinking> thinking = new ArrayList<>();
        if (debate.isEmpty() && context.past().isOver()) {
            called.stream().filter(seat -> seat.failedAsking().isEmpty()).forEach(seat -> seat.mailbox().fetch());
        }
        for (Seat seat : called) {
            if (guard.stop().isPresent()) {
                return thinking;
            }
            Mail mail = debate.isPresent() ? seat.takeHeard() : seat.takeMail(delivered(seat));
            noteRead(seat, mail);
            List<Signal> stimuli = mail.stimuli();
            context.log().lifecycle(Lifecycle.AGENT_ACTIVATED,
                    Lifecycle.activated(seat.turn(), context.log().round(), stimuli), Lifecycle.trigger(stimuli));
            activations++;
            thinking.add(think(seat, mail, debate));
        }
        return thinking;
    }

    private Thinking think(Seat seat, Mail mail, Optional<Debate> debate) {
        Turn.Time time = new Turn.Time(roundStart, guard.timeLeft());
        int round = context.log().round();
        Turn seen = new Turn(round, seat.invocations(), mail, podium.history(), time, signal -> {
        }, debate, AnswerStore.NONE);
        Piece<List<Draft>> piece = workshop.begin(seat.turn(), DRAFTS,
                bench -> seat.react(new Turn(round, seat.invocations(), mail, podium.history(), time, bench.calls(),
                        debate, bench.answers()), bench.meter()));
        boolean wasAsked = piece.isOfBefore() && !seat.clearFailedAsking();
        return new Thinking(seat, seen, piece, wasAsked && context.retrace().isLive());
    }

    /** What its inbox brings; a turn that can only fail leaves it alone. What was read before stands in the log. */
    private List<InboxItem> delivered(Seat seat) {
        Past past = context.past();
        if (past.isOver()) {
            return seat.failedAsking().isPresent() ? List.of() : seat.mailbox().take();
        }
        boolean wasRead = past.next(InboxFacts.READ)
                .filter(fact -> fact.text("agentId").equals(seat.id())
                        && fact.whole("invocation") == seat.invocations() + 1L)
                .isPresent();
        if (!wasRead) {
            return List.of();
        }
        List<InboxItem> items = InboxFacts.items(past.next().signal());
        seat.mailbox().recall(items);
        return items;
    }

    /** A participant that did not take the turn itself learns of it. */
    private void remember(Thinking thinking, List<Draft> said) {
        if (thinking.isToRemember()) {
            Seat seat = thinking.seat();
            switch (guard.await(seat.remember(thinking.turn(), said, context.world()),
                    guard.patience(Guard.PATIENCE))) {
                case Answered<Boolean> _ -> {}
                case Failed<Boolean> failed -> seat.forget(failed.message());
            }
        }
    }

    /** Takes an answer: announced now. */
    private void accept(Thinking thinking, Answered<List<Draft>> answer) {
        answered++;
        Seat seat = thinking.seat();
        Words said = podium.words(answer.answer(), seat.turn());
        context.events().announce(new SwarmEvent.AgentReacted(new AgentReaction(seat.id(), context.log().round(),
                thinking.stimulusIds(), said.signals(), answer.took())));
        words.add(said);
    }

    /** Notes what an agent read in its inbox; an inbox that failed is noted when all have their turns. */
    private void noteRead(Seat seat, Mail mail) {
        if (!mail.delivered().isEmpty()) {
            context.log().noteRead(seat.turn(), mail.delivered()).ifPresent(this::fail);
        }
    }

    /** An inbox fails once; that is written down. */
    private Optional<AgentFailure> inboxFailure(Seat seat) {
        Past past = context.past();
        Optional<String> message = past.isOver()
                ? seat.mailbox().takeFailure()
                : past.next(InboxFacts.FAILED).filter(fact -> fact.text("agentId").equals(seat.id()))
                        .map(fact -> fact.text("error"));
        message.ifPresent(words -> {
            context.log().inboxFailed(seat.id(), words);
            seat.mailbox().recallFailure();
        });
        return message.map(words -> failure(seat, List.of(), "inbox", words));
    }

    private AgentFailure failure(Seat seat, List<String> signalIds, String what, String message) {
        return new AgentFailure(seat.id(), context.log().round(), signalIds, "agent." + seat.id() + '.' + what,
                message);
    }

    /**
     * A turn under way.
     *
     * @param isToRemember whether another participant took it, before the solve broke off
     */
    private record Thinking(Seat seat, Turn turn, Piece<List<Draft>> piece, boolean isToRemember) {

        /** What gave it the turn. */
        List<String> stimulusIds() {
            return turn.stimuli().stream().map(Signal::id).toList();
        }
    }
}
