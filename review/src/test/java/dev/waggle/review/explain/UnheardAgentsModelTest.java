package dev.waggle.review.explain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.identity.UnheardAgents;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The agents that were never heard: the result, the log and a count of the published signals agree. */
class UnheardAgentsModelTest {

    @Test
    void resultAndLogNameTheSameAgents() {
        for (long seed = 0; seed < 40; seed++) {
            solve(seed, 30);
        }
    }

    @Test
    @Tag("long")
    void resultAndLogNameTheSameAgentsInLargeSwarms() {
        for (long seed = 100; seed < 104; seed++) {
            solve(seed, 400);
        }
    }

    private static void solve(long seed, int maxAgents) {
        Random random = new Random(seed);
        List<Agent> agents = new ArrayList<>();
        int count = 1 + random.nextInt(maxAgents);
        for (int i = 0; i < count; i++) {
            int kind = random.nextInt(8);
            String id = i == 0 ? "bus" : "a" + i;
            agents.add(Agent.of(AgentProfile.of(id), turn -> says(kind, id, turn)));
        }
        Journal log = new MemoryJournal();
        SwarmResult result;
        try (Swarm swarm = new Swarm(SwarmConfig.of(agents).withJournal(log)
                .withLimits(new Limits(1 + random.nextInt(4), 1 + random.nextInt(count * 2), Duration.ofMinutes(1))))) {
            result = swarm.solve(Task.of("Which facts?"));
        }

        Set<String> heard = new HashSet<>();
        result.signalLog().stream().map(Signal::source).forEach(source -> {
            if (source instanceof Source.Agent agent) {
                heard.add(agent.id());
            }
        });
        List<String> silent = agents.stream().map(agent -> agent.profile().id()).filter(id -> !heard.contains(id))
                .toList();
        assertThat(result.activity().unheard()).as("seed %d", seed).isEqualTo(silent);
        UnheardAgents unheard = Explanation.of(log, result.solveId()).log().unheard();
        assertThat(unheard.unheard()).as("seed %d", seed).isEqualTo(silent.size());
        assertThat(unheard.agents()).as("seed %d", seed).isEqualTo(count);
        assertThat(result.unheard().isPresent()).as("seed %d", seed).isEqualTo(!silent.isEmpty());
        assertThat(unheard.inWords(result.ending().wireName()).isPresent()).as("seed %d", seed)
                .isEqualTo(!silent.isEmpty());
    }

    private static List<Draft> says(int kind, String id, Turn turn) {
        return switch (kind) {
            case 0 -> List.of();
            case 1 -> throw new IllegalStateException(id + " fails");
            case 2 -> List.of(Draft.of(new Payload.Proposal("p-" + id, "plan of " + id, "reason"), 0.7));
            case 3 -> List.of(Draft.of(new Payload.Proposal("p-same", "one plan", "reason"), 0.7),
                    Draft.of(new Payload.Vote("p-same", Payload.Stance.AGREE, "yes", 1), 0.8));
            case 4 -> List.of(Draft.of(new Payload.Vote("p-nothing", Payload.Stance.AGREE, "yes", 1), 0.8));
            case 5 -> turn.round() < 2 ? List.of()
                    : List.of(Draft.of(new Payload.Discovery("late " + id, "seen", 0.5), 0.9));
            default -> List.of(Draft.of(new Payload.Discovery("fact " + id, "of " + id, 0.5), 0.9));
        };
    }
}
