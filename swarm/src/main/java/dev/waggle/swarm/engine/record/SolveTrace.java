package dev.waggle.swarm.engine.record;

import java.util.List;

import dev.waggle.signal.log.Journal;
import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceSpan;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.runlog.ReplayContext;
import dev.waggle.swarm.runlog.ReplayLog;

/**
 * Trace of one solve. Its spans are children of the span that is current on the thread of the solve, and events go to
 * that span.
 *
 * <p>The part of a resumed solve that is replayed along its log has no spans and no events, because nothing of it
 * happens again. The spans of its rounds are the exception, so that their numbers have no gap. Owned by the thread of
 * the solve.
 */
public final class SolveTrace {

    /** Maximum number of events of a round in its trace; the log has all of them. */
    static final int MAX_EVENTS = 200;

    private final ReplayLog replayLog;
    private int events;

    SolveTrace(ReplayLog replayLog) {
        this.replayLog = replayLog;
    }

    /**
     * Opens the span of a solve, and notes it in the journal, so that a resumption can link to it.
     *
     * @param parent the span or context of the caller of the solve
     */
    public static TraceSpan open(TraceSpan parent, String run, Task task, SwarmConfig config, ReplayContext replay) {
        if (parent == TraceSpan.NONE || replay.mode() == ReplayContext.ReplayMode.REPLAY) {
            return TraceSpan.NONE;
        }
        boolean isResumed = !replay.log().isExhausted();
        List<String> links = isResumed ? TraceFacts.earlier(replay.journal(), run) : List.of();
        TraceSpan root = parent.child(TraceSpanKind.SOLVE, run, links);
        if (root.isRecording()) {
            root.set(TraceAttribute.RUN, run);
            root.set(TraceAttribute.AGENTS, config.agents().size());
            root.set(TraceAttribute.MAX_ROUNDS, config.limits().maxRounds());
            root.set(TraceAttribute.STRATEGY, config.consensus().strategy().id());
            root.set(TraceAttribute.RESUMED, isResumed);
            if (root.recordsContent()) {
                root.set(TraceAttribute.QUESTION, task.text());
            }
            note(root, run, replay.journal(), replay);
        }
        return root;
    }

    private static void note(TraceSpan root, String run, Journal journal, ReplayContext replay) {
        if (replay.isLive()) {
            TraceFacts.note(journal, run, root.headers(), replay.realWorld());
        }
    }

    /** Closes the span of a solve that has that result. */
    public static void close(TraceSpan root, SwarmResult result) {
        if (root.isRecording()) {
            SolveCost.UsageTotals cost = result.cost().total();
            root.set(TraceAttribute.ENDING, result.ending().wireName());
            root.set(TraceAttribute.DECIDED, result.consensus().decided());
            root.set(TraceAttribute.CONFIDENCE, result.confidence());
            root.set(TraceAttribute.AGREEMENT, result.agreement());
            root.set(TraceAttribute.ROUNDS, result.timing().roundsUsed());
            root.set(TraceAttribute.SIGNALS, result.signalLog().size());
            root.set(TraceAttribute.INPUT_TOKENS, (long) cost.inputTokens());
            root.set(TraceAttribute.OUTPUT_TOKENS, (long) cost.outputTokens());
            root.set(TraceAttribute.COST_USD, cost.usd());
            if (root.recordsContent()) {
                root.set(TraceAttribute.ANSWER, result.answer());
            }
            if (result.ending() == LoopStop.FAILURE) {
                root.fail(LoopStop.FAILURE.wireName(), result.endingDetail());
            }
        }
        root.end();
    }

    /** Closes the span of a solve that failed. */
    public static void close(TraceSpan root, Throwable failure) {
        root.fail(failure.getClass().getName(), String.valueOf(failure.getMessage()));
        root.end();
    }

    /** Begins a round. */
    public TraceSpan beginRound(int round) {
        TraceSpan parent = TraceSpan.current();
        if (parent == TraceSpan.NONE) {
            return parent;
        }
        events = 0;
        TraceSpan span = parent.child(TraceSpanKind.ROUND, Integer.toString(round));
        span.set(TraceAttribute.ROUND, round);
        if (!replayLog.isExhausted()) {
            span.set(TraceAttribute.REPLAYED, true);
        }
        return span;
    }

    /** Ends a round. */
    public void endRound(TraceSpan round) {
        if (events > MAX_EVENTS) {
            round.set(TraceAttribute.DROPPED_EVENTS, events - MAX_EVENTS);
        }
        round.end();
    }

    /** Begins a child of the current span; {@link TraceSpan#NONE} in the replayed part of the solve. */
    public TraceSpan begin(TraceSpanKind kind, String name) {
        return replayLog.isExhausted() ? TraceSpan.current().child(kind, name) : TraceSpan.NONE;
    }

    /**
     * Records an event at the current span, if it is worth one and the bound leaves room. A warning goes into the logs,
     * too, and there also when the spans of the solve are not recorded.
     */
    void record(SwarmEvent event) {
        TraceSpan span = TraceSpan.current();
        if (span == TraceSpan.NONE || !replayLog.isExhausted() || !TraceEvents.isTraced(event)) {
            return;
        }
        String warning = TraceWarnings.text(event);
        if (warning == null && !span.isRecording()) {
            return;
        }
        events++;
        if (events <= MAX_EVENTS) {
            span.event(event.type(), fields -> TraceEvents.describe(event, fields));
            if (warning != null) {
                span.warn(event.type(), warning, fields -> TraceWarnings.describe(event, fields));
            }
        }
    }
}
