package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.Infrastructure;
import dev.waggle.swarm.agent.Task;
import dev.waggle.swarm.fact.CallFacts;
import dev.waggle.swarm.fact.InboxFacts;
import dev.waggle.swarm.fact.JoinFacts;
import dev.waggle.swarm.fact.LensFacts;
import dev.waggle.swarm.fact.Outcome;
import dev.waggle.swarm.fact.Past;
import dev.waggle.swarm.fact.Retrace;
import dev.waggle.swarm.fact.RunFacts;
import dev.waggle.swarm.fact.RunJournal;
import dev.waggle.swarm.fact.SolveClock;
import dev.waggle.swarm.fact.Stamps;
import dev.waggle.swarm.fact.StopFacts;
import dev.waggle.swarm.fact.WorkDone;
import dev.waggle.swarm.fact.WorkFacts;
import dev.waggle.swarm.harness.Purse;
import dev.waggle.swarm.lens.Finding;
import org.jspecify.annotations.Nullable;

/**
 * What a solve writes into its journal without saying it: who takes part, who is called and why, what harnesses told,
 * what was read and found. Nothing of it is on the bus. Owned by the thread of the solve.
 */
final class Records {

    private static final Source RUNTIME = Source.named(Infrastructure.ORCHESTRATOR);
    private static final Emission BY_RUNTIME = Emission.by(Infrastructure.ORCHESTRATOR);

    private final String run;
    private final World world;
    private final RunJournal journal;
    private final Past past;
    private final SolveClock clock;
    private final Stamps stamps;
    private final Announcer events;
    private int round;

    /**
     * @param retrace the journal, and what it holds of the run
     * @param world the world of the solve, with its dates
     */
    Records(String run, Retrace retrace, World world, SolveClock clock, Announcer events) {
        this.run = run;
        this.world = world;
        this.clock = clock;
        this.events = events;
        past = retrace.past();
        journal = new RunJournal(run, retrace, world.fork("refusals"), DepartedException::new);
        stamps = new Stamps(run, world, clock);
    }

    /** The world with the dates of the solve. */
    World world() {
        return world;
    }

    RunJournal journal() {
        return journal;
    }

    SolveClock clock() {
        return clock;
    }

    Stamps stamps() {
        return stamps;
    }

    Announcer events() {
        return events;
    }

    /** The round under way, from 1; 0 before the first. */
    int round() {
        return round;
    }

    void beginRound(int number) {
        round = number;
        stamps.beginRound(number);
    }

    void opened(Task task, SwarmConfig config, Map<String, Double> confidenceFactors) {
        clock.tick();
        record(OpeningFacts.opened(stamps.now(RUNTIME), run, task, config, confidenceFactors));
    }

    void closed(SwarmResult result) {
        clock.tick();
        record(RunFacts.closed(stamps.now(RUNTIME), run, new RunFacts.Closed(result.ending().word(),
                result.consensus().decided(), result.confidence(), result.timing().roundsUsed(),
                result.timing().total())));
    }

    /** Writes down a step in the life of the solve and tells whoever watches; the id that later steps name as cause. */
    String lifecycle(SignalType type, Payload.Open body, @Nullable String cause) {
        clock.tick();
        Signal fact = RunFacts.fact(type, body, stamps.apart(RUNTIME), new Links(cause, null, null, List.of()));
        record(fact);
        events.announce(new SwarmEvent.Lifecycle(fact));
        return fact.id();
    }

    /** Writes down what an agent read in its inbox, before it thinks about it; the failure when no journal holds it. */
    Optional<AgentFailure> noteRead(Emission reader, List<InboxItem> items) {
        Optional<AgentFailure> unwritten = Optional.empty();
        try {
            recordRead(reader, items);
        } catch (IllegalArgumentException unwritable) {
            List<String> ids = items.stream().map(item -> item.signal().id()).toList();
            unwritten = Optional.of(new AgentFailure(reader.by(), round, ids, "agent." + reader.by() + ".inbox",
                    Outcome.Failed.words(unwritable)));
        }
        events.announce(new SwarmEvent.InboxRead(reader.by(), round, items));
        return unwritten;
    }

    /** Writes down what harnesses told for somebody; what the journal could not hold, in words by id. */
    List<Unwritten> noteCalls(Emission emission, List<Signal> facts) {
        List<Unwritten> unwritten = new ArrayList<>();
        for (Signal fact : facts) {
            try {
                journal.append(fact, emission, clock.now());
            } catch (IllegalArgumentException unwritable) {
                unwritten.add(new Unwritten(fact.id(), Outcome.Failed.words(unwritable)));
            }
        }
        return unwritten;
    }

    /**
     * Writes down what came of a piece of work and what harnesses told in it; of the latter, what the journal could not
     * hold, in words by id.
     */
    List<Unwritten> workDone(Emission by, WorkDone done) {
        List<Unwritten> unwritten = noteCalls(by, done.told());
        clock.tick();
        SignalType type = WorkFacts.typeFor(by);
        try {
            record(RunFacts.fact(type, WorkFacts.body(by, done.outcome(), done.bill()), stamps.apart(RUNTIME),
                    Links.NONE));
        } catch (IllegalArgumentException tooLarge) {
            record(RunFacts.fact(type, WorkFacts.unwritten(by, Outcome.Failed.words(tooLarge), done.bill()),
                    stamps.apart(RUNTIME), Links.NONE));
        }
        return unwritten;
    }

    /** Writes down who is called in a round. */
    void called(int number, List<CallFacts.Called> called) {
        outside(CallFacts.CALLED, CallFacts.body(number, called));
    }

    /** Writes down why the solve stops, and the how manieth look it was that found it. */
    void stopping(Ending why, long look) {
        outside(StopFacts.STOPPING, StopFacts.body(why.word(), look));
    }

    /** What that agent brought along, if that is what stands in the log next. */
    Optional<JoinFacts.Joined> joinedBefore(String agent) {
        return past.next(JoinFacts.JOINED).filter(fact -> fact.text("agent").equals(agent)).map(JoinFacts::read);
    }

    /** Writes down what an agent brought along, where it is not the usual. */
    void joined(String agent, JoinFacts.Joined joined) {
        if (!joined.equals(JoinFacts.Joined.USUAL)) {
            outside(JoinFacts.JOINED, JoinFacts.body(agent, joined));
        }
    }

    /** Writes down that an inbox failed. */
    void inboxFailed(String agent, String message) {
        outside(InboxFacts.FAILED, InboxFacts.failed(agent, message));
    }

    /** What was paid late, if that is what stands in the log next. */
    Optional<WorkDone.Bill> lateBefore() {
        return past.next(WorkFacts.LATE).map(WorkFacts::bill);
    }

    /** Writes down what was paid for work that was over. */
    void late(List<Purse.Payment> payments) {
        outside(WorkFacts.LATE, WorkFacts.late(payments));
    }

    private void outside(SignalType type, Payload.Open body) {
        clock.tick();
        record(RunFacts.fact(type, body, stamps.apart(RUNTIME), Links.NONE));
    }

    /** Writes down what mathematics found in the round. */
    void noteFindings(List<Finding> findings) {
        for (Finding finding : findings) {
            try {
                record(RunFacts.fact(LensFacts.FOUND, LensFacts.found(finding), stamps.apart(RUNTIME), Links.NONE));
            } catch (IllegalArgumentException tooLarge) {
                record(RunFacts.fact(LensFacts.FOUND, LensFacts.inShort(finding), stamps.apart(RUNTIME), Links.NONE));
            }
        }
    }

    /** Returns when what was written is as durable as the journal can make it. */
    void sync() {
        journal.sync();
    }

    /** Puts what harnesses tell from now on into this run and round, whatever scope they were given. */
    UnaryOperator<Signal> inRun() {
        int now = round;
        return fact -> run.equals(fact.scope().run()) ? fact : RunFacts.inScope(run, now, fact);
    }

    private void recordRead(Emission reader, List<InboxItem> items) {
        try {
            recordRead(InboxFacts.read(reader, items));
        } catch (IllegalArgumentException tooLarge) {
            recordRead(InboxFacts.readInShort(reader, items));
        }
    }

    private void recordRead(Payload.Open body) {
        record(RunFacts.fact(InboxFacts.READ, body, stamps.now(RUNTIME), Links.NONE));
    }

    private void record(Signal fact) {
        journal.append(fact, BY_RUNTIME, fact.time());
    }

    /** A fact that the journal could not hold. */
    record Unwritten(String factId, String why) {}
}
