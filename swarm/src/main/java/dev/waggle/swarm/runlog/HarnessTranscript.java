package dev.waggle.swarm.runlog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessPayload;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;

/**
 * Transcript of harness signals in one turn of an agent. Any thread adds; the thread of the solve closes it when the
 * turn is over. A run without an end then gets one, and signals of a late thread are dropped. Every run in the log has
 * exactly one start and one end.
 */
public final class HarnessTranscript implements Consumer<Signal> {

    /** Types of pieces, which only listeners receive; the log holds the complete texts. */
    private static final Set<SignalType> PIECES = Set.of(HarnessSignals.TEXT_DELTA, HarnessSignals.THINKING_DELTA);

    private final Emission emission;
    private final World solve;
    private final Consumer<Signal> listener;
    private final UnaryOperator<Signal> scoping;
    private final List<Signal> facts = new ArrayList<>();
    private final Map<String, OpenRun> running = new LinkedHashMap<>();
    private boolean closed;

    /**
     * Creates an empty transcript.
     *
     * @param turn agent and number of the turn
     * @param solve source of the date and the ids for the ends of interrupted runs
     * @param listener receives every signal at once, pieces too, on the thread that emits it
     * @param inRun puts a signal into its run and round
     */
    public HarnessTranscript(Emission turn, World solve, Consumer<Signal> listener, UnaryOperator<Signal> inRun) {
        this.emission = turn;
        this.solve = solve;
        this.listener = listener;
        this.scoping = inRun;
    }

    @Override
    public synchronized void accept(Signal emitted) {
        if (closed) {
            return;
        }
        Signal signal = scoping.apply(emitted);
        String cause = signal.links().cause();
        if (signal.type().equals(HarnessSignals.START)) {
            running.put(signal.id(), new OpenRun(signal));
        } else if (signal.type().equals(HarnessSignals.END) && cause != null) {
            running.remove(cause);
        } else if (cause != null) {
            running.computeIfPresent(cause, (_, run) -> run.append(signal));
        }
        add(signal);
    }

    /** Ends the turn; returns its harness signals in order, without the pieces. */
    public synchronized List<Signal> close() {
        if (!running.isEmpty()) {
            World ids = solve.fork("broken off " + emission.by() + ' ' + emission.invocation());
            running.values().forEach(run -> breakOff(run, ids));
            running.clear();
        }
        closed = true;
        return List.copyOf(facts);
    }

    private void breakOff(OpenRun run, World world) {
        if (!run.thinking.isEmpty()) {
            add(after(run.start, world, HarnessSignals.THINKING_COMPLETE,
                    new HarnessPayload.Thinking(run.thinking.toString())));
        }
        if (!run.text.isEmpty()) {
            add(after(run.start, world, HarnessSignals.TEXT_COMPLETE, new HarnessPayload.Text(run.text.toString())));
        }
        HarnessFailure failure = HarnessFailure.of(HarnessFailure.Kind.CANCELLED,
                "the turn was over before the answer");
        add(after(run.start, world, HarnessSignals.ERROR,
                new HarnessPayload.Error(failure.kind().wireName(), failure.message(), failure.recoverable())));
        double took = Math.max(0, world.now().toEpochMilli() - run.start.time().toEpochMilli());
        add(after(run.start, world, HarnessSignals.END, new HarnessPayload.End(
                new HarnessOutput(run.text.toString(), List.of(), null, null, ModelStopReason.ERROR), took)));
    }

    private static Signal after(Signal start, World world, SignalType type, HarnessPayload payload) {
        return new Signal(world.nextId("sig"), type, start.source(), world.now(),
                Payload.Open.data(HarnessCodec.encode(payload)), start.scope(),
                new Links(start.id(), null, null, List.of()), Grading.NONE, Lifetime.unlimited(),
                Audience.everyone(), Map.of());
    }

    private void add(Signal signal) {
        if (!PIECES.contains(signal.type())) {
            facts.add(signal);
        }
        listener.accept(signal);
    }

    /** Run without an end, and its state so far. */
    private static final class OpenRun {

        private final Signal start;
        private final StringBuilder text = new StringBuilder();
        private final StringBuilder thinking = new StringBuilder();

        OpenRun(Signal start) {
            this.start = start;
        }

        OpenRun append(Signal signal) {
            if (PIECES.contains(signal.type()) && signal.payload() instanceof Payload.Open open
                    && open.data() instanceof JsonValue.Obj data
                    && data.fields().get("content") instanceof JsonValue.Str piece) {
                (signal.type().equals(HarnessSignals.TEXT_DELTA) ? text : thinking).append(piece.value());
            }
            return this;
        }
    }
}
