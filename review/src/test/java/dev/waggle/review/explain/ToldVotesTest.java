package dev.waggle.review.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.reliability.LearnedWeights;
import dev.waggle.swarm.reliability.LearnedWeights.AgentWeight;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The votes that an outcome of a logged run teaches are those that the run decided by. */
class ToldVotesTest {

    private static final List<String> IDS = List.of("p0", "p1", "p2");

    @Test
    void theRecountOfALogTalliesAsTheRunDid() {
        int votes = 0;
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            Journal journal = new MemoryJournal();
            SwarmResult result = solve(seed, random, journal);
            Explanation explanation = Explanation.of(journal, result.solveId());

            assertThat(explanation.recount().result().tallied()).as("seed %d", seed).isPresent()
                    .isEqualTo(result.consensus().tallied());
            assertThat(DecisionRules.panel(explanation.log().opened())).as("seed %d", seed)
                    .isEqualTo(result.consensus().tallied().orElseThrow().panel());
            assertThat(explanation.log().taskType()).isEqualTo(seed % 2 == 0 ? "math" : Task.GENERAL);
            votes += result.consensus().tallied().orElseThrow().votes().size();
        }
        assertThat(votes).isGreaterThan(80);
    }

    private static SwarmResult solve(int seed, Random random, Journal journal) {
        List<Agent> team = new ArrayList<>();
        Map<String, AgentWeight> weights = new LinkedHashMap<>();
        for (int i = 0; i < 4; i++) {
            List<List<Draft>> turns = new ArrayList<>();
            turns.add(
                    i < 3 ? List.of(Draft.of(new Payload.Proposal(IDS.get(i), "Take road " + i, ""), 0.7)) : List.of());
            for (int turn = 1; turn < 4; turn++) {
                turns.add(random.nextInt(3) == 0 ? List.of() : List.of(vote(random)));
            }
            AgentProfile profile = AgentProfile.of("agent" + i);
            team.add(Agent.of(
                    i == 2 && random.nextBoolean() ? profile.withCanEmit(List.of(SignalType.PROPOSAL)) : profile,
                    turn -> turn.invocation() <= turns.size() ? turns.get(turn.invocation() - 1) : List.of()));
            weights.put("agent" + i, new AgentWeight(5, 1, 1 - i, List.of(0.5), List.of(1.0), 0));
        }
        Task task = Task.of("Which road?");
        SwarmConfig config = SwarmConfig.of(team).withJournal(journal)
                .withConsensus(
                        ConsensusConfig.defaults().withBallots(List.of(BallotRule.values()).get(random.nextInt(2))))
                .withReliability((_, _) -> new LearnedWeights("v", 9, "", Map.of("vote", 0.5), Map.of(), weights));
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(seed % 2 == 0 ? task.withType("math") : task);
        }
    }

    private static Draft vote(Random random) {
        Stance stance = random.nextInt(4) == 0 ? List.of(Stance.values()).get(random.nextInt(3)) : Stance.AGREE;
        return Draft.of(new Payload.Vote(IDS.get(random.nextInt(3)), stance, null, 0.5 + random.nextInt(2) / 2.0),
                random.nextInt(11) / 10.0);
    }
}
