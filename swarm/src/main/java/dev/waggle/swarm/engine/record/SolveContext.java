package dev.waggle.swarm.engine.record;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.signal.world.DerivedWorld;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.consensus.VoteWeights;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.ReplayContext;
import dev.waggle.swarm.runlog.ReplayLog;
import dev.waggle.swarm.runlog.SolveClock;

/**
 * Immutable context of one solve: its task, rules, world and log. Made once by the solve and handed to all of its
 * parts.
 *
 * @param run its id
 * @param task its question
 * @param config its rules and services
 * @param world its stopwatch, chance and ids, with the real date; {@link SolveLog#world} has the dates of the solve
 * @param replayContext the log that it is replayed along, if it has one
 * @param log records facts that are not published
 */
public record SolveContext(String run, Task task, SwarmConfig config, World world, ReplayContext replayContext,
        SolveLog log) {

    /** Starts the clock of the solve. */
    public static SolveContext of(String run, Task task, SwarmConfig config, World world, ReplayContext replay,
            Consumer<SwarmEvent> listener) {
        SolveClock clock = new SolveClock(world, config.limits().timeout(), replay.log(), replay.usedTime());
        return new SolveContext(run, task, config, world, replay,
                new SolveLog(run, replay, DerivedWorld.of(world, clock::now, world.seed()), clock,
                        new EventDispatcher(listener, new SolveTrace(replay.log()),
                                config.services().telemetry().metrics(),
                                replay)));
    }

    /** The recorded entries that the solve has not reached yet. */
    public ReplayLog replayLog() {
        return replayContext.log();
    }

    /** Version of the loop: that of the recorded run, else the current one. */
    public LoopVersion loop() {
        return log.loop();
    }

    public SolveClock clock() {
        return log.clock();
    }

    public EventDispatcher events() {
        return log.events();
    }

    /** The trace of the solve. */
    public SolveTrace trace() {
        return events().trace();
    }

    /** The weight of each agent's votes. */
    public VoteWeights voteWeights() {
        Map<String, Double> weights = new HashMap<>();
        config.agents().forEach(agent -> weights.put(agent.profile().id(), agent.profile().weight()));
        return new VoteWeights(config.consensus().maxWeight(), weights);
    }
}
