package dev.waggle.lab.example;

import java.util.List;
import java.util.Map;

import dev.waggle.connect.llm.LiveModels;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Harness;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.compose.SwarmAgent;
import dev.waggle.swarm.compose.TeamComposer;
import dev.waggle.swarm.compose.TeamComposer.KeywordExtractor;
import dev.waggle.swarm.compose.TeamComposer.TeamCandidate;
import dev.waggle.swarm.compose.TeamComposer.TeamComposition;
import dev.waggle.swarm.compose.TeamComposerConfig;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.reaction.ModelAgent;

/**
 * Example of a nested swarm. The candidates that know something about the question form a team, and the team takes
 * part in a swarm as one agent. It decides first, then the two other agents have their say.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.NestedTeams [MODEL]}
 */
public final class NestedTeams {

    private NestedTeams() {}

    public static void main(String... args) throws InterruptedException {
        decide(System.getenv(), args.length > 0 ? args[0] : "ollama:llama3.2");
    }

    static SwarmResult decide(Map<String, String> environment, String name) throws InterruptedException {
        Task task = Task.of("Should the database be sharded before the spring sale, at what cost?");
        try (LiveModels models = LiveModels.of(environment)) {
            Harness model = models.harness(name);
            TeamComposition team = compose(task, model);
            team.reasoning().forEach(choice -> System.out.println(choice.agentId() + ": " + choice.action() + ", "
                    + choice.reason()));

            AgentProfile experts = AgentProfile.of("experts").withListens(List.of(SignalType.TASK_NEW));
            List<Agent> board = List.of(new SwarmAgent(experts, SwarmConfig.of(team.agents())),
                    ModelAgent.of("owner", "answers for the shop and its customers", model),
                    ModelAgent.of("skeptic", "asks what happens when it goes wrong", model));
            SwarmConfig config = SwarmConfig.of(board).withSpending(models.spending(Budget.ofUsd(0.50)));
            try (Swarm swarm = new Swarm(config)) {
                SwarmResult result = swarm.solve(task);
                result.activity().innerSolves().forEach(inner -> System.out.println(inner.agentId() + " said in round "
                        + inner.round() + ": " + inner.result().answer()));
                System.out.println(result.answer() + " (" + result.endingDetail() + ")");
                return result;
            }
        }
    }

    /** The words of the question say whom it needs; a model can be asked too, see {@link ModelKeywordExtractor}. */
    private static TeamComposition compose(Task task, Harness model) throws InterruptedException {
        List<TeamCandidate> candidates = List.of(
                TeamCandidate.of(agent("dba", "runs databases", model), "database", "sharding"),
                TeamCandidate.of(agent("lawyer", "reads contracts", model), "contract", "privacy"),
                TeamCandidate.of(agent("buyer", "knows what things cost", model), "cost", "vendor").withReputation(0.8),
                TeamCandidate.of(agent("painter", "makes things look good", model), "colour", "layout"));
        return new TeamComposer(KeywordExtractor.ofTaskWords(), TeamComposerConfig.defaults().withMaxAgents(2))
                .compose(task, candidates);
    }

    private static Agent agent(String id, String role, Harness model) {
        return ModelAgent.of(id, role, model);
    }
}
