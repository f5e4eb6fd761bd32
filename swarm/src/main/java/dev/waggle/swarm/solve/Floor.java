package dev.waggle.swarm.solve;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.connectivity.RoutingEscalationHook;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.fact.Lifecycle;
import dev.waggle.swarm.fact.Retrace;
import dev.waggle.swarm.fact.RunJournal;
import dev.waggle.swarm.fact.SolveClock;
import dev.waggle.swarm.fact.Stamps;
import dev.waggle.swarm.fact.TextJson;
import dev.waggle.swarm.fact.Till;
import dev.waggle.swarm.harness.Purse;
import dev.waggle.swarm.lens.RoundAnalysis;
import dev.waggle.swarm.solve.Ending.LoopStop;
import org.jspecify.annotations.Nullable;

/**
 * Where a solve takes place: the podium, the seats and the state of the round. Owned by the thread of the solve and
 * thrown away with it; only {@code cancelled} is shared.
 */
final class Floor implements AutoCloseable {

    private final SwarmConfig config;
    private final Task task;
    private final String run;
    private final Announcer events;
    private final SolveClock clock;
    private final Purse purse;
    private final Guard guard;
    private final Mathematics math;
    private final Stamps stamps;
    private final Records records;
    private final Conference conference;
    private final Confidences confidences;
    private final Bookmark bookmark;
    private final Podium podium;
    private final Attention attention;
    private final Seats seats;
    private final Turns turns;
    private final Workshop workshop;
    private final Office office;
    private final Counsel counsel;
    private final Growth growth;
    private final Memories memories;
    private final Learning learning;
    private final Synthesis synthesis;
    private final Votes votes;
    private final DebateRunner debates;
    private final Conflicts conflicts;
    private final LoggedState phase = new LoggedState("phase",
            TextJson.of(dev.waggle.swarm.lens.Phase.DISORDERED.word()));

    private final LoggedState converged = new LoggedState("converged", JsonValue.of(true));

    private List<Seat> called = List.of();
    private int round;
    private @Nullable String began;
    private Optional<RoundAnalysis> measured = Optional.empty();
    private boolean settled;
    private @Nullable Ending ending;

    Floor(SwarmConfig config, Mailboxes mailboxes, Task task, String run, World world, Consumer<SwarmEvent> onlooker,
            CompletableFuture<Void> cancelled, Retrace retrace) {
        this.config = config;
        this.task = task;
        this.run = run;
        Hearing hearing = new Hearing();
        events = new Announcer(onlooker, hearing);
        math = new Mathematics(config, world);
        clock = new SolveClock(world, config.limits().timeout(), retrace.past(), retrace.used());
        World own = world.withDates(clock::now);
        purse = new Purse(config.spending());
        Wire wire = new Wire();
        Till till = new Till(purse);
        RunJournal journal = new RunJournal(run, retrace, own.fork("refusals"), DepartedException::new);
        stamps = new Stamps(run, own, clock);
        records = new Records(config, run, journal, retrace.past(), clock, stamps, events);
        guard = new Guard(world, clock, cancelled, purse, wire, events, retrace.past(), records);
        workshop = new Workshop(run, world, retrace, guard, wire, till, records, events);
        RoutingEscalationHook hook = new PatientHook(config.ports().assistance().escalations(), guard, world,
                this::round, events);
        conference = new Conference(run, own, journal, retrace.once(hook));
        confidences = new Confidences(run, config.ports().experience().calibration(), retrace);
        bookmark = new Bookmark(config.ports().persistence().checkpoints(), run, task, world, guard, clock, journal,
                retrace,
                events);
        podium = new Podium(config, own, journal, clock, stamps, events, math, conference, hearing,
                confidences);
        attention = new Attention(config.steering(), podium.contributions(), records);
        seats = new Seats(config, mailboxes, task, run, world, retrace, till, records, guard, podium, attention);
        turns = new Turns(world, clock, retrace, guard, workshop, podium, records, seats, conference, events);
        office = new Office(run, world, guard, workshop, podium);
        counsel = new Counsel(config, task, hearing, math, podium, seats, office, records, events);
        growth = new Growth(config, world, retrace, office, guard, math, records, podium, seats, events);
        memories = new Memories(config.ports().experience().memory(), office, podium);
        learning = new Learning(world, guard, office, podium);
        synthesis = new Synthesis(config.ports().assistance().synthesizer(), task, guard, office, events);
        VotePipeline pipeline = new VotePipeline(config,
                Stream.concat(math.attention().stream(), Stream.of(counsel.reputation())).toList());
        votes = new Votes(config, pipeline, world, guard, podium, records, events);
        debates = new DebateRunner(config, purse, guard, podium, seats, turns, votes, events);
        conflicts = new Conflicts(config, votes, debates, podium, seats);
    }

    void open() {
        records.opened(task, confidences.factors());
        seats.fill();
        events.announce(new SwarmEvent.SolveStarted(run, task));
        began = records.lifecycle(Lifecycle.WORKFLOW_START,
                Lifecycle.started(run, task, seats.all().stream().map(Seat::id).toList()), null);
        podium.ask(task);
        memories.recall(task);
        counsel.open();
    }

    void beginRound() {
        round++;
        Instant start = clock.now();
        purse.beginRound();
        stamps.beginRound(round);
        records.beginRound(round);
        podium.beginRound(round);
        math.beginRound(round);
        conference.beginRound();
        turns.beginRound(round, start);
        office.beginRound(round);
        events.announce(new SwarmEvent.RoundStarted(round));
        learning.begin(seats.all(), round);
    }

    void endRound() {
        events.announce(new SwarmEvent.RoundEnded(round, podium.saidThisRound()));
        bookmark.save(round);
    }

    /** Everybody expects something of the round; who was called and matters most gets a turn. */
    void predict() {
        attention.predict();
        called = attention.choose(round, called, podium.minutes().log());
    }

    /** Compares what reached everybody with what was expected. */
    void compare() {
        attention.compare();
    }

    /** Lets the advisor look at the round; does what it advises. */
    void advise() {
        if (ending == null) {
            counsel.advise(round, votes::leader);
        }
    }

    /** Lets the swarm grow and shrink, while there is a round left to show it in. */
    void evolve() {
        if (ending == null && round < config.limits().maxRounds() && math.stop().isEmpty()) {
            measured.ifPresent(growth::evolve);
        }
    }

    /** Hands what was said in the round to the memory. */
    void remember() {
        memories.remember(round);
    }

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
            end(LoopStop.MAX_SIGNALS);
        }
    }

    /** Lets mathematics look at the round and writes down what it found. */
    void measure() {
        measured = math.measure();
        measured.ifPresent(analysis -> {
            records.noteFindings(analysis.findings());
            phase.set(TextJson.of(math.controlSignals().phase().word()), "mathematics", null, records);
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

    /**
     * Ends the solve when mathematics says so; what the votes say then is asked after the round. While coordination has
     * not converged and can still do so, it goes on: somebody asks for a deeper look that nobody has taken, or rivals are
     * open that can still be debated.
     */
    void settle() {
        Convergence coordination = conference.convergence();
        converged.set(JsonValue.of(coordination.converged()), Infrastructure.ORCHESTRATOR, null, records);
        boolean waits = !coordination.converged() && (conference.isEscalated()
                || (!coordination.openConflicts().isEmpty() && conflicts.canBeDebated()));
        if (ending == null && !waits) {
            settled = math.stop().isPresent();
            math.stop().ifPresent(this::end);
        }
    }

    /** Whether mathematics ended the solve. */
    boolean isSettled() {
        return settled;
    }

    /** Asks what the votes say; where they leave a conflict and the solve goes on, that is dealt with. */
    void decide() {
        votes.checkWhenReady();
        if (ending == null && !votes.haveDecided()) {
            conflicts.resolve(round).ifPresent(this::end);
        }
        if (votes.haveDecided()) {
            end(LoopStop.CONSENSUS);
        }
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
        memories.end(round);
        ConsensusResult result = votes.lastWords(why, settled);
        Optional<String> answer = synthesis.of(result, podium.minutes().log());
        learning.end(result, podium.minutes().contributions());
        purse.close();
        workshop.settleLate();
        confidences.learn(result, podium.minutes().log());
        SwarmResult outcome = result(why, answer, result);
        records.lifecycle(Lifecycle.WORKFLOW_END, Lifecycle.ended(why.word(), round, turns.activations()), began);
        records.closed(outcome);
        bookmark.delete();
        events.announce(new SwarmEvent.SolveCompleted(outcome));
        return outcome;
    }

    @Override
    public void close() {
        workshop.close();
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

    private SwarmResult result(Ending why, Optional<String> answer, ConsensusResult result) {
        Minutes minutes = podium.minutes();
        return new SwarmResult(run, new SwarmResult.Conclusion(answer, result),
                new SwarmResult.Activity(minutes.contributions(), minutes.refusals(), minutes.failures(),
                        innerSolves()),
                new SwarmResult.Coordination(podium.conflicts(), podium.resolvedConflicts(), debates.results(),
                        conference.convergence()),
                new SwarmResult.Guidance(math.analysis(), counsel.report(), growth.report()),
                new SwarmResult.Execution(why, detail(why), minutes.log(), purse.cost(),
                        new SwarmResult.Timing(clock.total(), round)));
    }

    private List<SwarmResult.InnerSolve> innerSolves() {
        return seats.all().stream().flatMap(seat -> seat.innerSolves().stream()).toList();
    }

    private String detail(Ending why) {
        return why.sentence() + " (round " + round + " of at most " + config.limits().maxRounds() + ", "
                + podium.counted() + " of at most " + config.limits().maxSignals() + " signals)";
    }
}
