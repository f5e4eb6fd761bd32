package dev.waggle.swarm.runlog;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.connectivity.FactLedger;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.seat.SeatFacts;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.identity.InfrastructureNames;
import org.jspecify.annotations.Nullable;

/** Facts that the runtime itself writes into the log of a solve. */
public final class RunFacts {

    /** Type of the first fact of a run: participants and rules. */
    public static final SignalType OPENED = SignalType.custom("run:opened");

    /** Key in {@link #OPENED} of the reasons that may stop the run. It is absent before the fourth loop, where all may. */
    public static final String STOPS = "stops";

    /** Type of the last fact of a run: its ending. */
    public static final SignalType CLOSED = SignalType.custom("run:closed");

    /** Type of the fact of a failed turn. */
    public static final SignalType FAILED = SignalType.custom("agent:error");

    private static final Set<SignalType> TYPES = Set.of(OPENED, CLOSED, FAILED, InboxFacts.READ, InboxFacts.FAILED,
            InboxFacts.DEAD, LensFacts.FOUND, JoinFacts.JOINED, CallFacts.CALLED, CallFacts.CLOSING,
            StopFacts.STOPPING, WorkFacts.TURN, WorkFacts.PART, WorkFacts.LATE, WorkFacts.LOST, RefusalFacts.REFUSED,
            AnswerJournal.ANSWERED, AnswerJournal.SENT, SeatFacts.ASKED, SeatFacts.ANSWERED, SeatFacts.EXPIRED);

    /** Key in {@code run:opened} of the kind of task; absent if none is named. */
    public static final String TASK_TYPE = "taskType";

    /** Key in {@code run:closed} of the number of spared turns; absent for none. */
    public static final String SPARED = "sparedTurns";

    /** Key in {@code run:opened} of the data of the program that began the run; absent for none. */
    public static final String SETUP = "setup";

    /** Key in {@code run:opened} of the profiles of the agents. */
    public static final String PROFILES = "profiles";

    private RunFacts() {}

    /** Number of agents that may vote in a run with that opening fact, and so in the panel of its decision. */
    public static int panel(JsonObjectReader opened) {
        return (int) opened.objects(PROFILES).stream().map(ProfileJson::read)
                .filter(profile -> profile.mayEmit(SignalType.VOTE)).count();
    }

    /** True if that is a fact about a solve, which only the runtime writes, and not a published signal. */
    public static boolean isRuntimeFact(SignalType type) {
        return TYPES.contains(type) || LifecycleFacts.isLifecycle(type);
    }

    /** True if that entry of a solve was published on its bus, and so has a number in it. */
    public static boolean isPublished(LogEntry entry) {
        SignalType type = entry.signal().type();
        return type.profile() != Profile.HARNESS && !entry.emission().equals(FactLedger.EMISSION)
                && (type.equals(FAILED) || !isRuntimeFact(type));
    }

    /** Checks the facts that the solve reads later, so that errors are reported before. */
    static void requireReadable(LogEntry entry) {
        if (!entry.emission().by().equals(InfrastructureNames.ORCHESTRATOR)) {
            return;
        }
        Signal signal = entry.signal();
        SignalType type = signal.type();
        if (type.equals(InboxFacts.READ)) {
            List<InboxItem> _ = InboxFacts.items(signal);
        } else if (type.equals(InboxFacts.FAILED)) {
            InboxFacts.requireFailure(signal);
        } else if (type.equals(InboxFacts.DEAD)) {
            InboxFacts.DeadMail _ = InboxFacts.readDead(signal);
        } else if (type.equals(CallFacts.CLOSING)) {
            List<String> _ = CallFacts.readClosing(FactBody.of(signal));
        } else if (type.equals(JoinFacts.JOINED)) {
            JoinFacts.JoinedAgent _ = JoinFacts.read(FactBody.of(signal));
        } else if (type.equals(StopFacts.STOPPING)) {
            StopFacts.ExternalStop _ = StopFacts.read(FactBody.of(signal));
        } else if (type.equals(SeatFacts.ASKED)) {
            SeatFacts.AskedSeat _ = SeatFacts.readAsked(FactBody.of(signal));
        } else if (SeatFacts.isReply(type)) {
            SeatFacts.SeatReply _ = SeatFacts.readReply(signal.type(), FactBody.of(signal));
        } else if (WorkFacts.isLatePayment(type)) {
            WorkResult.WorkCost _ = WorkFacts.readCost(FactBody.of(signal));
        }
    }

    /**
     * Ending of a solve.
     *
     * @param ending wire name of the reason
     * @param decided whether the votes decided
     * @param confidence confidence of the answer, 0..1
     * @param agreement the agreement with it, 0..1; {@code null} before the fourth version of the loop, whose
     *        confidence is the agreement
     * @param confidenceBasis what the confidence rests on, in words; {@code null} in the same logs
     * @param rounds rounds that actually ran
     * @param total duration
     * @param sparedTurns turns that adaptive effort did not take, at least 0
     */
    public record Closed(String ending, boolean decided, double confidence, @Nullable Double agreement,
            @Nullable String confidenceBasis, int rounds, Duration total, int sparedTurns) {}

    /** Reads the output of {@link #closed}: all but the milliseconds, which are for people. */
    static Closed readClosed(Signal fact) {
        JsonObjectReader fields = FactBody.of(fact);
        String _ = fields.text("run");
        Closed closed = new Closed(fields.text("ending"), fields.flag("decided"), fields.fraction("confidence"),
                fields.optionalFraction("agreement"), fields.optionalText("confidenceBasis"), fields.int32("rounds"),
                Duration.ofNanos(fields.integer("totalNanos")), fields.has(SPARED) ? fields.int32(SPARED) : 0);
        if (fields.integer("totalMs") != closed.total().toMillis()) {
            throw fields.invalid("totalMs", "the milliseconds of " + closed.total());
        }
        fields.rejectUnknownFields();
        return closed;
    }

    /** {@code run:closed}: the ending. In the journal only, not on the bus. */
    public static Signal closed(Stamp stamp, String run, Closed how) {
        return fact(CLOSED, Payload.Open.data(new JsonObjectBuilder().with("run", run)
                .with("ending", how.ending())
                .with("decided", how.decided())
                .with("confidence", how.confidence())
                .withPresent("agreement", how.agreement())
                .withPresent("confidenceBasis", how.confidenceBasis())
                .with("rounds", how.rounds())
                .with("totalNanos", how.total().toNanos())
                .with("totalMs", how.total().toMillis())
                .withPresent(SPARED, how.sparedTurns() == 0 ? null : JsonValue.of((long) how.sparedTurns())).json()),
                stamp, Links.NONE);
    }

    /**
     * The body of {@code agent:error}.
     *
     * @param signalIds the signals that the agent was to answer
     * @param context place of the failure
     */
    public static Payload.Open failure(String agent, List<String> signalIds, String context, String message) {
        return Payload.Open.data(new JsonObjectBuilder().with("agentId", agent)
                .with("signalIds", JsonValue.ofTexts(signalIds))
                .with("context", context)
                .with("error", message).json());
    }

    /** Signal payload of a decision. */
    public static Payload.ConsensusReached decision(ConsensusResult result) {
        Proposal winner = result.leader().orElseThrow();
        return new Payload.ConsensusReached(winner.id(), winner.content(), result.confidence());
    }

    /** The same fact as one of that run and round. */
    public static Signal inScope(String run, @Nullable Integer round, Signal fact) {
        Scope scope = fact.scope();
        return new Signal(fact.id(), fact.type(), fact.source(), fact.time(), fact.payload(),
                new Scope(scope.tenant(), scope.thread(), run, round, scope.step()), fact.links(), fact.grading(),
                fact.lifetime(), fact.audience(), fact.extensions());
    }

    /** A fact for the journal only. */
    public static Signal fact(SignalType type, Payload.Open body, Stamp stamp, Links links) {
        return Signal.of(Draft.custom(type.text(), body).withLinks(links), stamp);
    }
}
