package dev.waggle.signal.harness;

import java.time.Duration;
import java.util.function.Consumer;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * What a harness runs in.
 *
 * @param caller on whose behalf
 * @param world date, stopwatch and the ids of its signals
 * @param deadline when the answer is of no use any more
 * @param replySchema the JSON Schema that the answer is to obey, if it is to be JSON; a harness without structured output
 *        leaves that to the prompt
 * @param meter who pays
 * @param sink takes the signals as they happen, on whatever thread they do; thread-safe and quick
 * @param answers what was answered to the same work before, and where new answers are kept
 */
public record RunContext(Caller caller, World world, Deadline deadline, JsonValue.@Nullable Obj replySchema,
        CallMeter meter, Consumer<Signal> sink, AnswerStore answers) {

    /** Nothing was answered before, and nothing is kept. */
    public RunContext(Caller caller, World world, Deadline deadline, JsonValue.@Nullable Obj replySchema,
            CallMeter meter,
            Consumer<Signal> sink) {
        this(caller, world, deadline, replySchema, meter, sink, AnswerStore.NONE);
    }

    /**
     * On whose behalf a harness runs.
     *
     * @param emission the agent and which of its turns it is
     * @param scope the run and the round
     * @param cause the signal that gave it the turn, if one did
     */
    public record Caller(Emission emission, Scope scope, @Nullable String cause) {

        public static Caller of(String agentId, int invocation) {
            return new Caller(new Emission(agentId, invocation), Scope.NONE, null);
        }
    }

    /** All the time of the world, at nobody's cost. */
    public static RunContext of(Caller caller, World world, Consumer<Signal> sink) {
        return new RunContext(caller, world, Deadline.never(world), null, CallMeter.free(), sink);
    }

    /** The same with no more time than that. */
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
