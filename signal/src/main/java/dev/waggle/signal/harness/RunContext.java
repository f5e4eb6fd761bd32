package dev.waggle.signal.harness;

import java.time.Duration;
import java.util.function.Consumer;

import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Context of a harness run.
 *
 * @param caller the agent of the call, its scope and cause
 * @param world date, stopwatch and the ids of its signals
 * @param deadline the time after which the answer is of no use
 * @param replySchema the JSON Schema that the answer must obey, if it is to be JSON; a harness without structured
 *     output leaves that to the prompt
 * @param meter the budget account
 * @param sink the consumer of the signals, called on any thread; thread-safe and quick
 * @param answers the store of earlier and new answers to the same work
 */
public record RunContext(Caller caller, World world, Deadline deadline, JsonValue.@Nullable Obj replySchema,
        CallMeter meter, Consumer<Signal> sink, AnswerStore answers) {

    /** Creates a context without an answer store. */
    public RunContext(Caller caller, World world, Deadline deadline, JsonValue.@Nullable Obj replySchema,
            CallMeter meter,
            Consumer<Signal> sink) {
        this(caller, world, deadline, replySchema, meter, sink, AnswerStore.NONE);
    }

    /**
     * Caller of a harness run.
     *
     * @param emission the agent and the number of its turn
     * @param scope the run and the round
     * @param cause the signal that gave it the turn, if one did
     */
    public record Caller(Emission emission, Scope scope, @Nullable String cause) {

        public static Caller of(String agentId, int invocation) {
            return new Caller(new Emission(agentId, invocation), Scope.NONE, null);
        }
    }

    /** Returns a context without a deadline or a budget. */
    public static RunContext of(Caller caller, World world, Consumer<Signal> sink) {
        return new RunContext(caller, world, Deadline.never(world), null, CallMeter.free(), sink);
    }

    /** Returns this context with at most that much time. */
    public RunContext within(Duration span) {
        return new RunContext(caller, world, deadline.within(span), replySchema, meter, sink, answers);
    }

    public RunContext withReplySchema(JsonValue.@Nullable Obj schema) {
        return new RunContext(caller, world, deadline, schema, meter, sink, answers);
    }

    public RunContext withMeter(CallMeter newMeter) {
        return new RunContext(caller, world, deadline, replySchema, newMeter, sink, answers);
    }

    public RunContext withSink(Consumer<Signal> newSink) {
        return new RunContext(caller, world, deadline, replySchema, meter, newSink, answers);
    }

    public RunContext withAnswers(AnswerStore newAnswers) {
        return new RunContext(caller, world, deadline, replySchema, meter, sink, newAnswers);
    }
}
