package dev.waggle.cli.explain;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import dev.waggle.cli.CommandRun;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.LearnedWeights.AgentWeight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Learned weights in {@code waggle explain}. */
class LearnedViewTest {

    @TempDir
    private Path folder;

    @Test
    void showsTheWeightOfEachVoterAndTheStateThatItComesFrom() {
        solve(new LearnedWeights("5ca1ab1e", 12, "ops", Map.of("last", 0.5), Map.of(),
                Map.of("ada", weight(2.25), "bob", weight(-1.5))));

        String report = CommandRun.of("explain", folder.toString()).out();

        assertThat(report).contains("Learned weights", "12 outcomes, state 5ca1ab1e, tasks of the type ops",
                "+2.25, adds +2.25, 7 outcomes", "-1.50", "learned from 12 outcomes");
    }

    @Test
    void itsJsonHasThePartsOfTheScore() {
        SwarmResult result = solve(new LearnedWeights("5ca1ab1e", 12, "ops", Map.of("last", 0.5), Map.of(),
                Map.of("ada", weight(2.25), "bob", weight(-1.5))));

        JsonNode learned = JsonMapper.shared().readTree(CommandRun.of("explain", folder.toString(), "--json").out())
                .get("learned");

        assertThat(learned.get("version").asString()).isEqualTo("5ca1ab1e");
        assertThat(learned.get("outcomes").asInt()).isEqualTo(12);
        assertThat(learned.get("taskType").asString()).isEqualTo("ops");
        assertThat(learned.get("leader").asString()).isEqualTo(result.consensus().leader().orElseThrow().id());
        assertThat(learned.get("voters").get(0).get("weight").asDouble()).isEqualTo(2.25);
        assertThat(learned.get("score").asDouble()).isCloseTo(learned.get("withoutHistory").asDouble()
                + learned.get("together").asDouble() + 2.25, within(1e-12));
    }

    @Test
    void aSolveWithoutOutcomesSaysSo() {
        solve(LearnedWeights.NONE);

        assertThat(CommandRun.of("explain", folder.toString()).text())
                .contains("nothing was learned: the votes decide as by confidence-weighted");
    }

    private static AgentWeight weight(double nats) {
        return new AgentWeight(7, nats, nats, List.of(), List.of(), 0);
    }

    private SwarmResult solve(LearnedWeights weights) {
        List<Agent> team = List.of(agent("ada", "shard", 0.7), agent("bob", "buy", 0.8));
        try (FileJournal journal = FileJournal.open(folder, JournalConfig.defaults(), World.system());
                Swarm swarm = new Swarm(SwarmConfig.of(team).withJournal(journal).withMath(MathConfig.off())
                        .withReliability((_, _) -> weights))) {
            return swarm.solve(Task.of("Shard the database or buy time?").withType("ops"));
        }
    }

    private static Agent agent(String id, String choice, double confidence) {
        return Agent.of(AgentProfile.of(id), turn -> switch (turn.invocation()) {
            case 1 -> List.of(Draft.of(new Payload.Proposal(choice, "Let us " + choice, ""), confidence));
            case 2 -> List.of(Draft.of(new Payload.Vote(choice, Stance.AGREE, null, 1), confidence));
            default -> List.of();
        });
    }
}
