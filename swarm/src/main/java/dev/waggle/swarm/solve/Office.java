package dev.waggle.swarm.solve;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Scope;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.harness.Purse;
import dev.waggle.swarm.solve.Call.Answered;
import dev.waggle.swarm.solve.Call.Failed;

/**
 * Where parts of the runtime have their work done that takes time, costs money or may fail: a model that looks at the
 * whole, one that writes the answer, a memory. Each piece of work runs on a thread of its own, within the time of the
 * solve, paid by the part and told like a turn; a failure is in the log and goes no further. Owned by the thread of the
 * solve.
 */
final class Office {

    private final String run;
    private final World world;
    private final Purse purse;
    private final Guard guard;
    private final Wire wire;
    private final Records records;
    private final Podium podium;
    private final Map<String, Integer> jobs = new HashMap<>();

    private int round;

    Office(String run, World world, Purse purse, Guard guard, Wire wire, Records records, Podium podium) {
        this.run = run;
        this.world = world;
        this.purse = purse;
        this.guard = guard;
        this.wire = wire;
        this.records = records;
        this.podium = podium;
    }

    /** Work for a part of the runtime. What it brings is JSON, so that a log can hold it. */
    @FunctionalInterface
    interface Job {
        JsonValue run(RunContext context) throws Exception;
    }

    void beginRound(int number) {
        round = number;
    }

    /**
     * Has a job done; empty when it failed, which is then in the log.
     *
     * @param part who pays, one of {@link dev.waggle.swarm.agent.Infrastructure}
     * @param what what is done, for people who read of a failure, for example {@code memory.recall}
     */
    Optional<JsonValue> ask(String part, String what, Job job) {
        return ask(part, what, guard.timeLeft(), job);
    }

    /** The same for a job that is not worth more time than that. */
    Optional<JsonValue> ask(String part, String what, Duration atMost, Job job) {
        if (guard.stop().isPresent()) {
            return Optional.empty();
        }
        int number = jobs.merge(part, 1, Integer::sum);
        Emission by = new Emission(part, number);
        CallLog calls = new CallLog(part, number, world, wire);
        World own = world.fork(part + ' ' + number);
        RunContext context = new RunContext(new RunContext.Caller(by, Scope.ofRun(run, round), null), own,
                Deadline.in(guard.timeLeft(), own).within(atMost), null, purse.account(part), calls);
        Call.Outcome<JsonValue> outcome = guard.await(Call.start(part, world, () -> job.run(context)),
                atMost);
        records.noteCalls(by, calls.close()).forEach(lost -> fail(part, "transcript", lost.why()));
        guard.listen();
        return switch (outcome) {
            case Answered<JsonValue> answered -> Optional.of(answered.answer());
            case Failed<JsonValue> failed -> {
                fail(part, what, failed.message());
                yield Optional.empty();
            }
        };
    }

    private void fail(String part, String what, String message) {
        podium.say(podium.noted(new AgentFailure(part, round, List.of(), what, message)));
    }
}
