package dev.waggle.swarm.reaction;

import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.lens.analysis.MathConfig;

/** Test bed for model agents in a real swarm. */
public final class ReactionTestBed {

    public static final Task TASK = Task.of("Shard the database or buy time?");

    final ManualWorld world;
    final MemoryJournal journal = new MemoryJournal();
    final Queue<ReactionReport> reactions = new ConcurrentLinkedQueue<>();

    ReactionTestBed() {
        this(Instant.parse("2026-03-01T12:00:00Z"), 42);
    }

    ReactionTestBed(Instant start, long seed) {
        world = new ManualWorld(start, seed);
    }

    /** A configuration whose strategy is known. */
    ModelAgentConfig config(ReactionStrategy strategy) {
        return ModelAgentConfig.defaults().withStrategies(EnumSet.of(strategy)).withListener(reactions::add);
    }

    /** An agent that hears those types and always tries the same. */
    ModelAgent agent(String id, Harness harness, ReactionStrategy strategy, SignalType... listens) {
        return new ModelAgent(AgentProfile.of(id).withListens(Arrays.asList(listens)), harness, config(strategy));
    }

    SwarmResult solve(Agent... agents) {
        return solve(Limits.defaults(), agents);
    }

    /** A solve without a second attempt of a failed turn. */
    SwarmResult solveOneRound(Agent... agents) {
        return solve(Limits.defaults().withMaxRounds(1), agents);
    }

    SwarmResult solve(Limits limits, Agent... agents) {
        SwarmConfig config = SwarmConfig.of(Arrays.asList(agents)).withWorld(world).withJournal(journal)
                .withMath(MathConfig.off()).withLimits(limits);
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(TASK);
        }
    }

    List<LogEntry> logged() {
        return journal.read(1, Integer.MAX_VALUE);
    }

    static List<String> types(SwarmResult result) {
        return result.signalLog().stream().map(signal -> signal.type().text()).toList();
    }

    static List<Signal> of(SwarmResult result, SignalType type) {
        return result.signalLog().stream().filter(signal -> signal.type().equals(type)).toList();
    }
}
