package dev.waggle.swarm.engine.loop;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.runlog.Lifecycle;
import dev.waggle.swarm.runlog.TextJson;
import dev.waggle.swarm.runlog.Till;
import dev.waggle.swarm.harness.Purse;
import dev.waggle.swarm.lens.runner.RoundAnalysis;
import dev.waggle.swarm.event.Ending.LoopStop;
import org.jspecify.annotations.Nullable;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.engine.record.LoggedState;
import dev.waggle.swarm.engine.record.Records;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.Conference;
import dev.waggle.swarm.engine.speech.Confidences;
import dev.waggle.swarm.engine.speech.Minutes;
import dev.waggle.swarm.engine.speech.Podium;
import dev.waggle.swarm.engine.turn.Attention;
import dev.waggle.swarm.engine.turn.Guard;
import dev.waggle.swarm.engine.turn.Mailboxes;
import dev.waggle.swarm.engine.turn.Office;
import dev.waggle.swarm.engine.turn.PatientHook;
import dev.waggle.swarm.engine.turn.Seat;
import dev.waggle.swarm.engine.turn.Seats;
import dev.waggle.swarm.engine.turn.Turns;
import dev.waggle.swarm.engine.turn.Wire;
import dev.waggle.swarm.engine.turn.Workshop;
import dev.waggle.swarm.event.Ending;
import dev.waggle.swarm.event.SwarmEvent;

/**
 * Where a solve takes place: the podium, the seats and the state of the round. Owned by the thread of the solve and
 * thrown away with it; only {@code cancelled} is shared.
 */
final class Floor implements AutoCloseable {

    private final SolveContext context;
    private final Purse purse;
    private final Guard guard;
    private final Mathematics math;
    private final Conference conference;
    private final Confidences confidences;
    private final Bookmark bookmark;
    private final Podium podium;
    private final Attention attention;
    private final Seats seats;
    private final Turns turns;
    private final Workshop workshop;
    private final Counsel counsel;
    private final Growth growth;
    private final Memories memories;
    private final Learning learning;
    private final Synthesis synthesis;
    private final Votes votes;
    private final DebateRunner debates;
    private final Conflicts conflicts;
    private final LoggedState phase = new LoggedState("phase",
            TextJson.of(dev.waggle.swarm.lens.dynamics.Phase.DISORDERED.word()));
    private final LoggedState converged = new LoggedState("converged", JsonValue.of(true));
    private List<Seat> called = List.of();
    private int round;
    private @Nullable String began;
    private Optional<RoundAnalysis> measured = Optional.empty();
    private boolean settled;
    private @Nullable Ending ending;

    Floor(SolveContext context, Mailboxes mailboxes, CompletableFuture<Void> cancelled) {
        this.context = context;
        SwarmConfig config = context.config();
        math = new Mathematics(context);
        purse = new Purse(config.spending());
        Wire wire = new Wire();
        Till till = new Till(purse);
        guard = new Guard(context, wire, purse, cancelled);
        workshop = new Workshop(context, guard, wire, till);
        conference = new Conference(context, context.retrace().once(new PatientHook(context, guard)));
        confidences = new Confidences(context);
        bookmark = new Bookmark(context, guard);
        podium = new Podium(context, conference, confidences, math::hear);
        attention = new Attention(context, podium.contributions());
        seats = new Seats(context, guard, till, mailboxes, podium, attention);
        turns = new Turns(context, guard, workshop, podium, conference, seats);
        Office office = new Office(context, guard, workshop, podium);
        counsel = new Counsel(context, math, podium, seats, office);
        growth = new Growth(context, guard, office, math, podium, seats);
        memories = new Memories(context, office, podium);
        learning = new Learning(context, guard, office, podium);
        synthesis = new Synthesis(context, guard, office);
        VotePipeline pipeline = new VotePipeline(config,
                Stream.concat(math.attention().stream(), Stream.of(counsel.reputation())).toList());
        votes = new Votes(context, pipeline, guard, podium);
        debates = new DebateRunner(context, guard, podium, seats, turns, votes);
        conflicts = new Conflicts(config, votes, debates, podium, seats);
    }

    void open() {
        Records log = context.log();
        log.opened(context.task(), context.config(), confidences.factors());
        seats.fill();
        context.events().announce(new SwarmEvent.SolveStarted(context.run(), context.task()));
        began = log.lifecycle(Lifecycle.WORKFLOW_START, Lifecycle.started(context.run(), context.task(),
                seats.all().stream().map(Seat::id).toList()), null);
        podium.ask(context.task());
        memories.recall(context.task());
        counsel.open();
    }

    void beginRound() {
        round++;
        Instant start = context.clock().now();
        guard.beginRound();
        context.log().beginRound(round);
        podium.beginRound();
        math.beginRound(round);
        conference.beginRound();
        turns.beginRound(start);
        context.events().announce(new SwarmEvent.RoundStarted(round));
        learning.begin(seats.all());
    }

    void endRound() {
        context.events().announce(new SwarmEvent.RoundEnded(round, podium.saidThisRound()));
        bookmark.save();
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
            counsel.advise(votes::leader);
        }
    }

    /** Lets the swarm grow and shrink, while there is a round left to show it in. */
    void evolve() {
        if (ending == null && round < context.config().limits().maxRounds() && math.stop().isEmpty()) {
            measured.ifPresent(growth::evolve);
        }
    }

    /** Hands what was said in the round to the memory. */
    void remember() {
        memories.remember();
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
            context.log().noteFindings(analysis.findings());
            phase.set(TextJson.of(math.controlSignals().phase().word()), "mathematics", null,
                    context.log());
        });
    }

    /** Says the challenge that mathematics asks for, if it does, and tells what it saw. */
    void challenge() {
        if (ending == null && round < context.config().limits().maxRounds()) { // After the last nobody can answer.
            math.challenge().filter(_ -> !isFull()).ifPresent(podium::say);
        }
        measured.ifPresent(analysis -> context.events()
                .announce(new SwarmEvent.MathRoundAnalysis(analysis, math.controlSignals())));
    }

    /**
     * Ends the solve when mathematics says so; what the votes say then is asked after the round. While coordination has
     * not converged and can still do so, it goes on: somebody asks for a deeper look that nobody has taken, or rivals are
     * open that can still be debated.
     */
    void settle() {
        Convergence coordination = conference.convergence();
        converged.set(JsonValue.of(coordination.converged()), Infrastructure.ORCHESTRATOR, null,
                context.log());
        boolean waits = !coordination.converged() && (conference.isEscalated()
                || (!coordination.openConflicts().isEmpty() && conflicts.canBeDebated()));
        if (ending == null && !waits) {
            settled = math.stop().isPresent();
            if (settled) {
                votes.expire();
            }
            math.stop().ifPresent(this::end);
        }
    }

    /**
     * Asks what the votes say when enough agents have voted; a decision ends the solve. Where they leave a conflict and the
     * solve goes on, that is dealt with. Where mathematics has ended the solve, they are asked after the round.
     */
    void decide() {
        if (settled) {
            return;
        }
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
        memories.end();
        ConsensusResult result = votes.lastWords(why);
        Optional<String> answer = synthesis.of(result, podium.minutes().log());
        learning.end(result, podium.minutes().contributions());
        purse.close();
        workshop.settleLate();
        confidences.learn(result, podium.minutes().log());
        SwarmResult outcome = result(why, answer, result);
        context.log().lifecycle(Lifecycle.WORKFLOW_END, Lifecycle.ended(why.word(), round, turns.activations()),
                began);
        context.log().closed(outcome);
        bookmark.delete();
        context.events().announce(new SwarmEvent.SolveCompleted(outcome));
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
        return new SwarmResult(context.run(), new SwarmResult.Conclusion(answer, result),
                new SwarmResult.Activity(minutes.contributions(), minutes.refusals(), minutes.failures(),
                        innerSolves()),
                new SwarmResult.Coordination(podium.conflicts(), podium.resolvedConflicts(), debates.results(),
                        conference.convergence()),
                new SwarmResult.Guidance(math.analysis(), counsel.report(), growth.report()),
                new SwarmResult.Execution(why, detail(why), minutes.log(), purse.cost(),
                        new SwarmResult.Timing(context.clock().total(), round)));
    }

    private List<SwarmResult.InnerSolve> innerSolves() {
        return seats.all().stream().flatMap(seat -> seat.innerSolves().stream()).toList();
    }

    private String detail(Ending why) {
        return why.sentence() + " (round " + round + " of at most " + context.config().limits().maxRounds() + ", "
                + podium.counted() + " of at most " + context.config().limits().maxSignals() + " signals)";
    }
}
