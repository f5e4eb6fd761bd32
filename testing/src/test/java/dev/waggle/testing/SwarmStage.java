package dev.waggle.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.reaction.ModelAgent;

/** Small swarms of model agents for the tests of this module. */
final class SwarmStage {

    static final Task TASK = Task.of("Shard the database or buy time?");

    final MemoryJournal journal = new MemoryJournal();
    final List<SwarmEvent> events = Collections.synchronizedList(new ArrayList<>());

    /** A configuration with a journal and a listener that this stage keeps. */
    SwarmConfig config(World world, Harness model, String... agents) {
        List<Agent> team = new ArrayList<>();
        for (String agent : agents) {
            team.add(ModelAgent.of(agent, "answers", model));
        }
        return SwarmConfig.of(team).withWorld(world).withJournal(journal).withEventListener(events::add);
    }

    SwarmResult solve(World world, Harness model, String... agents) {
        return solve(config(world, model, agents));
    }

    static SwarmResult solve(SwarmConfig config) {
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(TASK);
        }
    }
}
