package dev.waggle.swarm.solve;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Signal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.Briefing;
import dev.waggle.swarm.agent.HistoryView;
import dev.waggle.swarm.agent.Mail;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.consensus.ConsensusEngine;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.harness.Purse;
import dev.waggle.swarm.lens.RoundAnalysis;
import dev.waggle.swarm.solve.Call.Answered;
import dev.waggle.swarm.solve.Call.Failed;
import dev.waggle.swarm.solve.Call.Outcome;
import dev.waggle.swarm.solve.Seat.Thinking;
import org.jspecify.annotations.Nullable;

/**
 * Where a solve takes place: the podium, the seats and the state of the round. Owned by the thread of the solve and
 * thrown away with it; only {@code cancelled} is shared.
 */
final class Floor implements AutoCloseable {

    private final SwarmConfig config;
    private final Mailboxes mailboxes;
    private final Task task;
    private final String run;
    private final World world;
    private final World chance;
    private final Announcer events;
    private final CompletableFuture<Void> cancelled;
    private final ConsensusEngine engine;
    private final SolveClock clock;
    private final Purse purse;
    private final Wire wire = new Wire();
    private final Mathematics math;
    private final Podium podium;

    private final List<Seat> seats = new ArrayList<>();
    private final List<Words> words = new ArrayList<>();

    private List<Seat> called = List.of();
    private Instant roundStart;
    private int round;
    private int answeredTurns;
    private Optional<RoundAnalysis> measured = Optional.empty();
    private boolean settled;
    private @Nullable Ending ending;
    private @Nullable ConsensusResult consensus;

    Floor(SwarmConfig config, Mailboxes mailboxes, Task task, String run, World world, Consumer<SwarmEvent> onlooker,
            CompletableFuture<Void> cancelled) {
        this.config = config;
        this.mailboxes = mailboxes;
        this.task = task;
        this.run = run;
        this.world = world;
        chance = config.world().fork("task " + task.text());
        this.cancelled = cancelled;
        events = new Announcer(onlooker);
        math = new Mathematics(config, world);
        engine = new ConsensusEngine(config.consensus().withMaxWeight(math.heaviest(config.heaviestVote())));
        clock = new SolveClock(world, config.limits().timeout());
        purse = new Purse(config.spending());
        podium = new Podium(config, run, world, clock, events, math);
        roundStart = clock.now();
    }

    void open() {
        podium.open(task);
        for (Agent agent : config.agents()) {
            Seat seat = join(agent);
            seats.add(seat);
            podium.seat(seat);
        }
        events.announce(new SwarmEvent.SolveStarted(run, task));
        podium.ask(task);
    }

    void beginRound() {
        round++;
        answeredTurns = 0;
        purse.beginRound();
        podium.beginRound(round);
        math.beginRound(round);
        roundStart = clock.now();
        events.announce(new SwarmEvent.RoundStarted(round));
    }

    void endRound() {
        events.announce(new SwarmEvent.RoundEnded(round, podium.saidThisRound()));
    }

    /** Takes an answer: announced now, said when the round publishes. */
    void take(Thinking thinking, Answered<List<Draft>> answered) {
        answeredTurns++;
        Seat seat = thinking.seat();
        Words answer = podium.words(answered.answer(), seat);
        events.announce(new SwarmEvent.AgentReacted(new AgentReaction(seat.id(), round, thinking.stimulusIds(),
                answer.signals(), answered.took())));
        words.add(answer);
    }

    /** Takes a failed turn: announced now, logged as a signal when the round publishes. */
    void fail(AgentFailure failure) {
        words.add(podium.noted(failure));
    }

    /** Where harnesses write down what they do in a turn that begins now. */
    CallLog callLog(Seat seat) {
        return new CallLog(seat.id(), seat.invocations(), world, wire);
    }

    /** Ends the transcript of a turn and puts it into the journal, in the order of the agents. */
    void noteCalls(Thinking thinking) {
        Seat seat = thinking.seat();
        List<Signal> facts = thinking.calls().close();
        listen();
        podium.noteCalls(seat, facts).ifPresent(this::fail);
    }

    /** Notes what an agent read in its inbox; an inbox that failed is noted when all have their turns. */
    void noteRead(Seat seat, Mail mail) {
        if (!mail.delivered().isEmpty()) {
            podium.noteRead(seat, mail.delivered()).ifPresent(this::fail);
        }
    }

    /** Takes the failures of inboxes: announced now, logged as signals when the round publishes. */
    void failInboxes() {
        seats.forEach(seat -> inboxFailure(seat).ifPresent(this::fail));
    }

    /**
     * What agents read in their inboxes is done: their words, or that they failed, were published. They are on the disk
     * before it is acknowledged, else a loss of power could leave the mail dealt with and the answer nowhere.
     */
    void acknowledgeMail() {
        if (seats.stream().anyMatch(seat -> seat.mailbox().isDue())) {
            podium.sync();
        }
        seats.forEach(seat -> seat.mailbox().acknowledge());
    }

    List<Words> takeWords() {
        List<Words> taken = List.copyOf(words);
        words.clear();
        return taken;
    }

    /** Says these words to the log and to all who listen, but for those that a rule stands against. */
    void say(Words said) {
        podium.say(said);
        if (podium.isOverfull()) {
            end(Ending.MAX_SIGNALS);
        }
    }

    /** Lets mathematics look at the round and writes down what it found. */
    void measure() {
        measured = math.measure();
        measured.ifPresent(analysis -> podium.noteFindings(analysis.findings()));
    }

    /** Says the challenge that mathematics asks for, if it does, and tells what it saw. */
    void challenge() {
        if (ending == null && round < config.limits().maxRounds()) { // After the last nobody can answer.
            math.challenge().filter(_ -> !isFull()).ifPresent(podium::say);
        }
        measured.ifPresent(analysis -> events
                .announce(new SwarmEvent.MathRoundAnalysis(analysis, math.controlSignals())));
    }

    /** Ends the solve when mathematics says so; what the votes say then is asked after the round. */
    void settle() {
        settled = ending == null && math.stop().isPresent();
        math.stop().ifPresent(this::end);
    }

    /** Whether mathematics ended the solve. */
    boolean isSettled() {
        return settled;
    }

    /** Asks the engine when enough agents have voted; whether that decided. */
    boolean decides() {
        long start = world.nanos();
        Optional<ConsensusResult> result = engine.evaluateWhenReady(math.weighted(podium.heard()));
        result.ifPresent(ready -> note(ready.took(Duration.ofNanos(world.nanos() - start))));
        return result.isPresent() && result.get().decided();
    }

    /** Takes note of a result; a decision goes into the log as {@code consensus:reached}. */
    private void note(ConsensusResult result) {
        consensus = result;
        events.announce(new SwarmEvent.ConsensusChecked(result));
        events.announce(result.decided()
                ? new SwarmEvent.ConsensusReached(result)
                : new SwarmEvent.ConsensusFailed(result));
        if (result.decided()) {
            podium.sayDecision(result);
        }
    }

    /** Notes why the solve stops; the first reason stands. */
    void end(Ending reason) {
        if (ending == null) {
            ending = reason;
        }
    }

    SwarmResult conclude() {
        acknowledgeMail();
        seats.forEach(this::settle);
        Ending why = Objects.requireNonNull(ending, "a solve concludes only when it has ended");
        ConsensusResult result = consensus == null || settled ? lastWords() : consensus;
        purse.close();
        SwarmResult outcome = podium.result(why, detail(why), result, purse.cost(),
                new SwarmResult.Timing(clock.elapsed(), round));
        podium.closed(outcome);
        events.announce(new SwarmEvent.SolveCompleted(outcome));
        return outcome;
    }

    /** Who failed when it was asked and gets no turn any more has failed all the same; so has its inbox. */
    private void settle(Seat seat) {
        inboxFailure(seat).ifPresent(failure -> say(podium.noted(failure)));
        seat.failedAsking().ifPresent(message -> say(podium
                .noted(new AgentFailure(seat.id(), round, List.of(), "agent." + seat.id() + ".wantsTurn", message))));
    }

    /**
     * Where the proposals stand when the last words were never checked: for want of voters, and then nothing is decided,
     * or because mathematics ended the solve.
     */
    private ConsensusResult lastWords() {
        ConsensusResult result = engine.evaluate(math.weighted(podium.heard()));
        if (!result.standings().isEmpty()) {
            note(result);
        }
        return result;
    }

    @Override
    public void close() {
        seats.forEach(seat -> mailboxes.takeBack(seat.mailbox()));
        podium.close();
    }

    World world() {
        return world;
    }

    /** The date when the round began. */
    Instant roundStart() {
        return roundStart;
    }

    int round() {
        return round;
    }

    HistoryView history() {
        return podium.history();
    }

    /** What stops a solve at any moment, even within a round. */
    Optional<Ending> stop() {
        if (cancelled.isDone()) {
            return Optional.of(Ending.CANCELLED);
        }
        return clock.left().isZero() ? Optional.of(Ending.TIMEOUT) : Optional.empty();
    }

    boolean hasEnded() {
        return ending != null;
    }

    /**
     * Calls the agents of the next round: who has mail, and who has none but wants to speak. Silent items of an inbox
     * are no reason for a turn. Asking runs their code, so it is done once a round and ends when the solve has to stop.
     */
    void callSeats() {
        List<Seat> next = new ArrayList<>();
        for (Seat seat : seats) {
            if (stop().isEmpty() && isCalled(seat, round + 1)) {
                next.add(seat);
            }
        }
        called = next;
    }

    List<Seat> calledSeats() {
        return called;
    }

    /** Waits for an agent no longer than the solve may last. */
    <T> Outcome<T> await(Call<T> call) {
        while (call.waits(world, clock.left(), cancelled, wire.arrival()) && stop().isEmpty()) {
            listen();
        }
        listen();
        return call.outcome(cancelled);
    }

    /** Tells onlookers what harnesses have told since. */
    private void listen() {
        wire.take().forEach(told -> events.announce(new SwarmEvent.HarnessTold(told.agentId(), told.signal())));
    }

    /** Whether there were turns in the round and none of them brought an answer. */
    boolean allFailed() {
        return round > 0 && answeredTurns == 0;
    }

    /** Whether no further call of a model will be paid. */
    boolean isSpent() {
        return purse.isSpent();
    }

    boolean isFull() {
        return podium.signalsLeft() == 0;
    }

    Duration timeLeft() {
        return clock.left();
    }

    /** Who does not join is there, and every turn of it fails; its inbox waits for a solve that it joins. */
    private Seat join(Agent agent) {
        String id = agent.profile().id();
        Briefing briefing = new Briefing(task, run, chance.random("agent " + id),
                world.fork("agent " + id), purse.account(id));
        Call<Participant> joining = Call.start(id, world,
                () -> Objects.requireNonNull(agent.join(briefing), "it sent nobody"));
        return switch (await(joining)) {
            case Answered<Participant> joined -> new Seat(agent.profile(), joined.answer(), mailboxes.lend(id, run));
            case Failed<Participant> absent -> new Seat(agent.profile(), turn -> {
                throw new IllegalStateException("it could not join: " + absent.message());
            }, Mailbox.empty(id));
        };
    }

    private Optional<AgentFailure> inboxFailure(Seat seat) {
        return seat.mailbox().takeFailure().map(message -> new AgentFailure(seat.id(), round, List.of(),
                "agent." + seat.id() + ".inbox", message));
    }

    private boolean isCalled(Seat seat, int atRound) {
        boolean due = seat.isDue();
        if (due || !seat.isAskable()) {
            return due;
        }
        return switch (await(seat.ask(atRound, world))) {
            case Answered<Boolean> asked -> asked.answer();
            case Failed<Boolean> failed -> {
                seat.failAsking(failed.message());
                yield true;
            }
        };
    }

    private String detail(Ending why) {
        return why.sentence() + " (round " + round + " of at most " + config.limits().maxRounds() + ", "
                + podium.counted() + " of at most " + config.limits().maxSignals() + " signals)";
    }

}
