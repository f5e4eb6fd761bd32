package dev.waggle.swarm.engine.turn;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.AnswerStore;
import dev.waggle.signal.harness.Meter;
import dev.waggle.signal.log.Emission;
import dev.waggle.swarm.runlog.CallLog;
import dev.waggle.swarm.agent.Outcome;
import dev.waggle.swarm.agent.Outcome.Answered;
import dev.waggle.swarm.agent.Outcome.Failed;
import dev.waggle.swarm.runlog.Past;
import dev.waggle.swarm.runlog.Retrace;
import dev.waggle.swarm.runlog.Till;
import dev.waggle.swarm.runlog.WorkDone;
import dev.waggle.swarm.harness.Purse;
import org.jspecify.annotations.Nullable;
import dev.waggle.swarm.engine.record.Records;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.runlog.LogEnd;

/**
 * Where all work is done that comes from outside of a solve: turns of agents and work for parts of the runtime.
 *
 * <pre>
 *   is its answer in the log?   -> it stands in
 *   was its answer kept?        -> it stands in, and goes into the log
 *   else                        -> it is done, on a thread of its own; calls that were answered before are not made again
 * </pre>
 *
 * <p>Work goes into the log when its owner takes it: what harnesses told, then what came of it and what it cost. Owned by
 * the thread of the solve.
 */
public final class Workshop {

    private final SolveContext context;
    private final Guard guard;
    private final Wire wire;
    private final Till till;
    private final Set<Call<?>> underWay = new LinkedHashSet<>();

    public Workshop(SolveContext context, Guard guard, Wire wire, Till till) {
        this.context = context;
        this.guard = guard;
        this.wire = wire;
        this.till = till;
    }

    /** Ends all work that nobody has taken: the solve is over, or its log failed. */
    public void close() {
        underWay.forEach(call -> call.giveUp("the solve was over"));
        underWay.clear();
    }

    /** How answers of a kind become JSON in the log, and answers again. */
    record Form<T>(Function<T, JsonValue> json, Function<JsonValue, T> answer) {

        JsonValue write(T given) {
            return json.apply(given);
        }

        Outcome<JsonValue> write(Outcome<T> outcome) {
            return switch (outcome) {
                case Answered<T> answered -> new Answered<>(json.apply(answered.answer()), answered.took());
                case Failed<T> failed -> new Failed<>(failed.message());
            };
        }

        Outcome<T> read(Outcome<JsonValue> outcome) {
            return switch (outcome) {
                case Answered<JsonValue> answered ->
                    new Answered<>(answer.apply(answered.answer()), answered.took());
                case Failed<JsonValue> failed -> new Failed<>(failed.message());
            };
        }
    }

    /** What a piece of work gets: where harnesses tell, who pays, what was answered before. */
    record Bench(CallLog calls, Meter meter, AnswerStore answers) {}

    /** The code of a piece of work. */
    @FunctionalInterface
    interface Plan<T> {
        Callable<T> at(Bench bench);
    }

    /** A piece of work under way, or one that was done before. */
    static final class Piece<T> {

        private final Emission by;
        private final Form<T> form;
        private final @Nullable WorkDone before;
        private final @Nullable Call<T> call;
        private final CallLog calls;
        private final Till.Tab tab;

        private Piece(Emission by, Form<T> form, @Nullable WorkDone before, @Nullable Call<T> call, CallLog calls,
                Till.Tab tab) {
            this.by = by;
            this.form = form;
            this.before = before;
            this.call = call;
            this.calls = calls;
            this.tab = tab;
        }

        /** Whether it was done before the solve broke off. */
        boolean isOfBefore() {
            return before != null;
        }
    }

    /**
     * What came of a piece of work.
     *
     * @param unwritten what harnesses told and the journal could not hold
     */
    record Result<T>(Outcome<T> outcome, List<Records.Unwritten> unwritten) {}

    /** Begins a piece of work; unless it was done before. */
    <T> Piece<T> begin(Emission by, Form<T> form, Plan<T> plan) {
        CallLog calls = new CallLog(by, context.world(), told -> wire.put(by.by(), told), context.log().inRun());
        Till.Tab tab = till.open();
        Retrace retrace = context.retrace();
        Optional<WorkDone> before = retrace.past().work(by).or(() -> retrace.kept().work(by));
        if (before.isPresent() || retrace.mode() == Retrace.Mode.REPLAY) {
            return new Piece<>(by, form, before.orElse(null), null, calls, tab);
        }
        requireToCome(by);
        Bench bench = new Bench(calls, till.meter(by.by(), tab), retrace.kept().within(by));
        Callable<T> code = plan.at(bench);
        Call<T> call = Call.start(by.by(), context.world(), code, outcome -> {
            if (retrace.kept().isKeeping()) {
                retrace.kept().keep(by, new WorkDone(form.write(outcome), calls.close(), tab.close()));
            }
        }, () -> {
            var _ = calls.close(); // What it tells when it is interrupted is not the solve's any more.
        });
        underWay.add(call);
        return new Piece<>(by, form, null, call, calls, tab);
    }

    /** Waits for what comes of it and writes that down. */
    <T> Result<T> end(Piece<T> piece) {
        return end(piece, guard.timeLeft());
    }

    /** The same, and waits no longer than that. */
    <T> Result<T> end(Piece<T> piece, Duration atMost) {
        WorkDone before = piece.before;
        return before == null ? endNow(piece, atMost) : repeat(piece, before);
    }

    /** Books and writes down what was paid for work that was over. */
    public void settleLate() {
        Optional<WorkDone.Bill> before = context.log().lateBefore();
        if (before.isPresent()) {
            before.get().bookTo(till.purse());
            context.log().late(before.get().payments());
        } else if (context.past().isOver()) {
            List<Purse.Payment> late = till.takeLate();
            if (!late.isEmpty()) {
                context.log().late(late);
            }
        }
    }

    /** Asks and pays nobody whose answer was in the log once. */
    private void requireToCome(Emission by) {
        Past past = context.past();
        past.requireReadable(by);
        past.afterAnswer(by).ifPresent(entry -> {
            throw LogEnd.at(context.run(), past, answerOf(by), Optional.of(entry));
        });
    }

    private static String answerOf(Emission by) {
        return "what " + by.by() + " answered in piece of work " + by.invocation();
    }

    private <T> Result<T> endNow(Piece<T> piece, Duration atMost) {
        if (piece.call == null) {
            context.past().requireReadable(piece.by);
            throw LogEnd.at(context.run(), context.past(), answerOf(piece.by), context.past().beyond(piece.by));
        }
        Outcome<T> outcome = guard.await(piece.call, atMost);
        underWay.remove(piece.call);
        List<Signal> told = piece.calls.close();
        guard.listen();
        Outcome<JsonValue> written = piece.form.write(outcome);
        return new Result<>(outcome, context.log().workDone(piece.by, new WorkDone(written, told, piece.tab.close())));
    }

    private <T> Result<T> repeat(Piece<T> piece, WorkDone before) {
        before.told().forEach(fact -> context.events().announce(new SwarmEvent.HarnessTold(piece.by.by(), fact)));
        before.bill().bookTo(till.purse());
        Outcome<T> outcome = piece.form.read(before.outcome());
        return new Result<>(outcome, context.log().workDone(piece.by, before));
    }
}
