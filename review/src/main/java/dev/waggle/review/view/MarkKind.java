package dev.waggle.review.view;

import java.util.Optional;
import java.util.Set;

import dev.waggle.review.RunLog;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.bus.SignalBus;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.json.WireConstant;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.agent.seat.SeatFacts;
import dev.waggle.swarm.identity.InfrastructureNames;
import dev.waggle.swarm.runlog.CallFacts;
import dev.waggle.swarm.runlog.LensFacts;
import dev.waggle.swarm.runlog.LifecycleFacts;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.runlog.StopFacts;

/**
 * Kind of a mark. Entries that repeat others, such as turns, inboxes and pieces of answers, have none: a page counts
 * them and draws nothing.
 */
public enum MarkKind implements WireConstant {

    /** Statement of an agent, or of a program outside. */
    SPEECH,

    /** Visible act of the runtime. */
    RUNTIME,

    /** End of a call of a model or tool. */
    CALL;

    /** State that names the leading proposal. */
    static final String LEADER = "leader";

    private static final Set<SignalType> CALLS = Set.of(HarnessSignals.END, HarnessSignals.ERROR,
            HarnessSignals.TOOL_RESULT);

    private static final Set<SignalType> ACTS = Set.of(RunFacts.CLOSED, RunFacts.FAILED, CallFacts.CALLED,
            CallFacts.CLOSING, StopFacts.STOPPING, LensFacts.FOUND, SeatFacts.ASKED, SeatFacts.ANSWERED,
            SeatFacts.EXPIRED, LifecycleFacts.EVOLUTION_SPAWNED, LifecycleFacts.EVOLUTION_DISSOLVED,
            LifecycleFacts.changed(LifecycleFacts.HELD), LifecycleFacts.changed(LifecycleFacts.SETTLING),
            LifecycleFacts.changed(LEADER));

    /** The kind of an entry whose source is already that of an import; empty for an entry that is no mark. */
    static Optional<MarkKind> of(LogEntry entry) {
        Signal signal = entry.signal();
        SignalType type = signal.type();
        if (type.profile() == Profile.HARNESS) {
            return CALLS.contains(type) ? Optional.of(CALL) : Optional.empty();
        }
        if (type.profile() == Profile.CONNECTIVITY) {
            return Optional.empty();
        }
        if (RunFacts.isRuntimeFact(type)) {
            return ACTS.contains(type) && RunLog.isOfRuntime(entry) ? Optional.of(RUNTIME) : Optional.empty();
        }
        if (signal.payload() instanceof Payload.ToolResult) {
            return Optional.of(CALL);
        }
        return Optional.of(isOfRuntime(signal.source()) ? RUNTIME : SPEECH);
    }

    private static boolean isOfRuntime(Source source) {
        return source instanceof Source.System || (source instanceof Source.Named(String name)
                && (name.equals(SignalBus.SELF) || InfrastructureNames.contains(name)));
    }
}
