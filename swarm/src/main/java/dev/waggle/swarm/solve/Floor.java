package dev.waggle.swarm.solve;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import dev.waggle.signal.log.Journal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.consensus.ConsensusEngine;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.harness.Purse;
import dev.waggle.swarm.lens.RoundAnalysis;
import org.jspecify.annotations.Nullable;

/**
 * Where a solve takes place: the podium, the seats and the state of the round. Owned by the thread of the solve and
 * thrown away with it; only {@code cancelled} is shared.
 */
final class Floor implements AutoCloseable {

    private final SwarmConfig config;
    private final Task task;
    private final String run;
    private final World world;
    private final Announcer events;
    private final ConsensusEngine engine;
    private final SolveClock clock;
    private final Purse purse;
    private final Guard guard;
    private final Mathematics math;
    private final Stamps stamps;
    private final Records records;
    private final Podium podium;
    private final Seats seats;
    private final Turns turns;
    private final Office office;
    private final Lifecycle.State leader = new Lifecycle.State("leader", Lifecycle.text(null));
    private final Lifecycle.State phase = new Lifecycle.State("phase",
            Lifecycle.text(dev.waggle.swarm.lens.Phase.DISORDERED.word()));

    private List<Seat> called = List.of();
    private int round;
    private @Nullable String began;
    private Optional<RoundAnalysis> measured = Optional.empty();
    private boolean settled;
    private @Nullable Ending ending;
    private @Nullable ConsensusResult consensus;

    Floor(SwarmConfig config, Mailboxes mailboxes, Task task, String run, World world, Consumer<SwarmEvent> onlooker,
            CompletableFuture<Void> cancelled) {
        this.config = config;
        this.task = task;
        this.run = run;
        this.world = world;
        events = new Announcer(onlooker);
        math = new Mathematics(config, world);
        engine = new ConsensusEngine(config.consensus().withMaxWeight(math.heaviest(config.heaviestVote())));
        clock = new SolveClock(world, config.limits().timeout());
        purse = new Purse(config.spending());
        Wire wire = new Wire();
        guard = new Guard(world, clock, cancelled, purse, wire, events);
        Journal journal = config.journals().journalOf(run);
        stamps = new Stamps(run, world, clock);
        records = new Records(config, run, journal, clock, stamps, events);
        podium = new Podium(config, run, world, journal, clock, stamps, events, math);
        seats = new Seats(config, mailboxes, task, run, world, purse, guard, podium);
        turns = new Turns(world, clock, guard, wire, podium, records, seats, events);
        office = new Office(run, world, purse, guard, wire, records, podium);
    }

    void open() {
        records.opened(task);
        seats.fill();
        events.announce(new SwarmEvent.SolveStarted(run, task));
        began = records.lifecycle(Lifecycle.WORKFLOW_START,
                Lifecycle.started(run, task, seats.all().stream().map(Seat::id).toList()), null);
        podium.ask(task);
    }

    void beginRound() {
        round++;
        Instant start = clock.now();
        purse.beginRound();
        stamps.beginRound(round);
        records.beginRound(round);
        podium.beginRound(round);
        math.beginRound(round);
        turns.beginRound(round, start);
        office.beginRound(round);
        events.announce(new SwarmEvent.RoundStarted(round));
    }

    void endRound() {
        events.announce(new SwarmEvent.RoundEnded(round, podium.saidThisRound()));
    }

    /** Says what is expected of each agent in this round. */
    void predict() {}

    /** Compares what was said with what was expected. */
    void compare() {}

    /** Lets the advisor look at the round; does what it advises. */
    void advise() {}

    /** Lets the swarm grow and shrink. */
    void evolve() {}

    /** Hands what was said in the round to the memory. */
    void remember() {}

    /** The agents that were called take their turns. */
    void react() {
        turns.take(called);
        turns.failInboxes();
        guard.stop().ifPresent(this::end);
    }

    /** What was answered goes into the log and to everybody who listens. */
    void publish() {
        turns.publish();
        if (podium.isOverfull()) {
            end(Ending.MAX_SIGNALS);
        }
    }

    /** Lets mathematics look at the round and writes down what it found. */
    void measure() {
        measured = math.measure();
        measured.ifPresent(analysis -> {
            records.noteFindings(analysis.findings());
            phase.set(Lifecycle.text(math.controlSignals().phase().word()), "mathematics", null, records);
        });
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
        Optional<ConsensusResult> result = engine.evaluateWhenReady(weighted());
        result.ifPresent(ready -> note(ready.took(Duration.ofNanos(world.nanos() - start))));
        return result.isPresent() && result.get().decided();
    }

    /** Notes why the solve stops; the first reason stands. */
    void end(Ending reason) {
        if (ending == null) {
            ending = reason;
        }
    }

    SwarmResult conclude() {
        turns.acknowledgeMail();
        turns.settle();
        Ending why = Objects.requireNonNull(ending, "a solve concludes only when it has ended");
        ConsensusResult result = consensus == null || settled ? lastWords() : consensus;
        purse.close();
        SwarmResult outcome = result(why, result);
        records.lifecycle(Lifecycle.WORKFLOW_END, Lifecycle.ended(why, round, turns.activations()), began);
        records.closed(outcome);
        events.announce(new SwarmEvent.SolveCompleted(outcome));
        return outcome;
    }

    @Override
    public void close() {
        seats.leave();
        podium.close();
    }

    int round() {
        return round;
    }

    /** What stops a solve at any moment, even within a round. */
    Optional<Ending> stop() {
        return guard.stop();
    }

    boolean hasEnded() {
        return ending != null;
    }

    /** Calls the agents of the next round. */
    void callSeats() {
        called = seats.call(round + 1);
    }

    List<Seat> calledSeats() {
        return called;
    }

    /** Whether there were turns in the round and none of them brought an answer. */
    boolean allFailed() {
        return round > 0 && turns.answered() == 0;
    }

    /** Whether no further call of a model will be paid. */
    boolean isSpent() {
        return guard.isSpent();
    }

    boolean isFull() {
        return podium.signalsLeft() == 0;
    }

    /** What was said, with votes as heavy as they count. */
    private ConsensusInput weighted() {
        return math.weighted(podium.heard());
    }

    /** Takes note of a result; a decision goes into the log as {@code consensus:reached}. */
    private void note(ConsensusResult result) {
        consensus = result;
        events.announce(new SwarmEvent.ConsensusChecked(result));
        events.announce(result.decided()
                ? new SwarmEvent.ConsensusReached(result)
                : new SwarmEvent.ConsensusFailed(result));
        result.leader().ifPresent(first -> leader.set(Lifecycle.text(first.id()), first.sourceAgentId(),
                first.sourceSignalId(), records));
        if (result.decided()) {
            podium.sayDecision(result);
        }
    }

    /**
     * Where the proposals stand when the last words were never checked: for want of voters, and then nothing is decided,
     * or because mathematics ended the solve.
     */
    private ConsensusResult lastWords() {
        ConsensusResult result = engine.evaluate(weighted());
        if (!result.standings().isEmpty()) {
            note(result);
        }
        return result;
    }

    private SwarmResult result(Ending why, ConsensusResult result) {
        Minutes minutes = podium.minutes();
        return new SwarmResult(run, why, detail(why), Optional.empty(), result, minutes.log(),
                minutes.contributions(), podium.conflicts(), List.of(), minutes.refusals(),
                minutes.failures(), math.analysis(), Optional.empty(), List.of(), Optional.empty(), innerSolves(), purse.cost(),
                new SwarmResult.Timing(clock.elapsed(), round));
    }

    private List<InnerSolve> innerSolves() {
        return seats.all().stream().flatMap(seat -> seat.innerSolves().stream()).toList();
    }

    private String detail(Ending why) {
        return why.sentence() + " (round " + round + " of at most " + config.limits().maxRounds() + ", "
                + podium.counted() + " of at most " + config.limits().maxSignals() + " signals)";
    }
}
