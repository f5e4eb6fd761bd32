package dev.waggle.swarm.engine.turn;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

import dev.waggle.signal.Scope;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.agent.call.CallOutcome;
import dev.waggle.swarm.agent.call.CallOutcome.Answered;
import dev.waggle.swarm.agent.call.CallOutcome.Failed;
import dev.waggle.swarm.engine.record.SolveContext;
import dev.waggle.swarm.engine.speech.SolveBus;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Runs calls of runtime parts that take time, cost money or may fail: the meta agent, the synthesizer, the memory.
 * Each call runs on a thread of its own, within the time of the solve. The part pays for it, and it is reported like
 * a turn. A failure is logged and not thrown. Owned by the thread of the solve.
 */
public final class HelperExecutor {

    private final SolveContext context;
    private final StopGuard guard;
    private final WorkExecutor executor;
    private final SolveBus bus;
    private final Map<String, Integer> jobs = new HashMap<>();

    public HelperExecutor(SolveContext context, StopGuard guard, WorkExecutor executor, SolveBus bus) {
        this.context = context;
        this.guard = guard;
        this.executor = executor;
        this.bus = bus;
    }

    /** Work for a part of the runtime. Its result is JSON, for the log. */
    @FunctionalInterface
    public interface HelperJob {
        JsonValue run(RunContext context) throws Exception;

        /**
         * Checks an answer of an earlier run of the job, as a log holds it.
         *
         * @throws IllegalArgumentException when the job does not write such an answer
         */
        default void requireReadable(JsonValue logged) {}

        /** The same job, whose logged answers are checked by that reader. */
        default HelperJob withReader(Function<JsonValue, ?> reader) {
            HelperJob job = this;
            return new HelperJob() {
                @Override
                public JsonValue run(RunContext context) throws Exception {
                    return job.run(context);
                }

                @Override
                public void requireReadable(JsonValue logged) {
                    var _ = reader.apply(logged);
                }
            };
        }
    }

    /**
     * Runs a call that is essential to the solve and may use all of its time. Empty when it failed; the failure is then
     * in the log.
     *
     * @param part payer, one of {@link dev.waggle.swarm.identity.InfrastructureNames}
     * @param operation name of the call for readers of a failure, for example {@code memory.recall}
     */
    public Optional<JsonValue> run(String part, String operation, HelperJob job) {
        return guard.stopReason().isPresent() ? Optional.empty() : answerOf(part, operation, job, guard.timeLeft());
    }

    /** Runs an optional model call. */
    public Optional<JsonValue> runWithinTimeout(String part, String operation, HelperJob job) {
        return guard.stopReason().isPresent() ? Optional.empty()
                : answerOf(part, operation, job, guard.helperTimeout());
    }

    /** Runs an optional call with that timeout. */
    public Optional<JsonValue> run(String part, String operation, Duration atMost, HelperJob job) {
        return guard.stopReason().isPresent() ? Optional.empty()
                : answerOf(part, operation, job, guard.helperTimeout(atMost));
    }

    private Optional<JsonValue> answerOf(String part, String operation, HelperJob job, Duration atMost) {
        return switch (execute(part, operation, List.of(job), atMost).getFirst().outcome()) {
            case Answered<JsonValue> answered -> Optional.of(answered.answer());
            case Failed<JsonValue> failed -> {
                bus.reportFailure(part, operation, failed.message());
                yield Optional.empty();
            }
        };
    }

    /**
     * Result of a call.
     *
     * @param isRecorded whether it ran before the solve was interrupted, so that only its answer is here
     */
    public record JobResult(CallOutcome<JsonValue> outcome, boolean isRecorded) {}

    /**
     * Runs optional calls concurrently, each with that timeout; returns the result of each. The caller reports
     * failures.
     */
    public List<JobResult> runAll(String part, List<HelperJob> jobs, Duration atMost) {
        return execute(part, part, jobs, guard.helperTimeout(atMost));
    }

    private List<JobResult> execute(String part, String operation, List<HelperJob> jobs, Duration atMost) {
        Deadline end = Deadline.in(atMost, context.world());
        WorkExecutor.WorkSpan span = new WorkExecutor.WorkSpan(kindOf(part), operation);
        List<WorkExecutor.WorkItem<JsonValue>> pieces = jobs.stream().map(job -> begin(part, span, job, end))
                .toList();
        List<JobResult> done = new ArrayList<>();
        for (WorkExecutor.WorkItem<JsonValue> piece : pieces) {
            WorkExecutor.WorkOutcome<JsonValue> result = executor.await(piece, end.remaining());
            result.unwrittenFacts().forEach(lost -> bus.reportFailure(part, "transcript", lost.reason()));
            done.add(new JobResult(result.outcome(), piece.isRecorded()));
        }
        return done;
    }

    private WorkExecutor.WorkItem<JsonValue> begin(String part, WorkExecutor.WorkSpan span, HelperJob job,
            Deadline end) {
        int number = jobs.merge(part, 1, Integer::sum);
        Emission by = new Emission(part, number);
        World own = context.world().fork(part + ' ' + number);
        return executor.start(by, span, codec(job),
                bench -> () -> Objects.requireNonNull(
                        job.run(new RunContext(
                                new RunContext.Caller(by, Scope.ofRun(context.run(), context.log().round()), null), own,
                                Deadline.in(guard.timeLeft(), own).within(end.remaining()), null, bench.meter(),
                                bench.calls(), bench.answers())),
                        "an answer may be JSON null, not null"));
    }

    private static TraceSpanKind kindOf(String part) {
        return switch (part) {
            case InfrastructureNames.MEMORY -> TraceSpanKind.MEMORY;
            case InfrastructureNames.SYNTHESIS -> TraceSpanKind.SYNTHESIS;
            default -> TraceSpanKind.HELPER;
        };
    }

    private static WorkExecutor.WorkCodec<JsonValue> codec(HelperJob job) {
        return new WorkExecutor.WorkCodec<>(Function.identity(), logged -> {
            job.requireReadable(logged);
            return logged;
        });
    }
}
