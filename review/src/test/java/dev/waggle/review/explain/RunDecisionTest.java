package dev.waggle.review.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.review.whatif.VoteScenario;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunDecisionTest {

    private static final int SEEDS = 12;

    /** The empty scenario is the decision of the log, with and without steering. */
    @Test
    void itIsTheDecisionOfTheExplanationAndOfTheLog() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Journal journal = new MemoryJournal();
            String run = solve(journal, seed);
            Explanation explanation = Explanation.of(journal, run);
            RunDecision decision = RunDecision.of(run, journal.entriesOf(run));

            assertThat(decision.recount().result()).as("seed %d", seed).isEqualTo(explanation.recount().result());
            assertThat(decision.rules()).as("seed %d", seed).usingRecursiveComparison().isEqualTo(explanation.rules());
            assertThat(explanation.departures()).as("seed %d", seed).isEmpty();
            assertThat(VoteOutcome.of(decision.in(VoteScenario.UNCHANGED).result())).as("seed %d", seed)
                    .isEqualTo(decision.recount().outcome());
            assertThat(decision.in(VoteScenario.UNCHANGED).ending()).as("seed %d", seed)
                    .isEqualTo(decision.asItWas().ending());
            assertThat(Optional.of(decision.asItWas().ending().word())).as("seed %d", seed)
                    .isEqualTo(explanation.log().ending());
            assertThat(decision.agents()).containsExactly("a0", "a1", "a2", "a3");
            assertThat(decision.bytes()).isGreaterThan(1_000);
        }
    }

    /** The attention of the one lens that weighs votes is that of all lenses. */
    @Test
    void aSteeredRunIsDecidedWithItsAttention() {
        long weighed = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Journal journal = new MemoryJournal();
            String run = deliberate(journal, seed);
            Explanation explanation = Explanation.of(journal, run);
            RunDecision decision = RunDecision.of(run, journal.entriesOf(run));

            assertThat(decision.recount().result()).as("seed %d", seed).isEqualTo(explanation.recount().result());
            weighed += explanation.votes().weighings().entrySet().stream()
                    .filter(one -> one.getKey().equals("withoutAttention") && one.getValue().differs()).count();
        }
        assertThat(weighed).isPositive();
    }

    @Test
    void theEndingIsOpenWhenTheRunWouldHaveGoneOn() {
        Journal journal = new MemoryJournal();
        String run = solve(journal, 0);
        RunDecision decision = RunDecision.of(run, journal.entriesOf(run));
        Set<String> most = Set.of("a1", "a2", "a3");

        assertThat(decision.asItWas().ending().word()).isEqualTo("consensus");
        assertThat(decision.in(VoteScenario.UNCHANGED.leavingOut(most)).ending()).satisfies(ending -> {
            assertThat(ending.word()).isEqualTo("open");
            assertThat(ending.reason()).contains("would have gone on");
        });
        assertThat(decision.in(VoteScenario.UNCHANGED.withThreshold(0.1)).ending().reason()).isNull();
    }

    private static String solve(Journal journal, int seed) {
        Random random = new Random(seed);
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            List<Draft> drafts = new ArrayList<>();
            if (i == 0) {
                drafts.add(Draft.of(new Payload.Proposal("p0", "Shard the table", "it is large"), 0.9));
                drafts.add(Draft.of(new Payload.Proposal("p1", "Buy time", "it is cheap"), 0.4));
            }
            drafts.add(
                    vote(seed == 0 ? Stance.AGREE : List.of(Stance.values()).get(random.nextInt(3)), 0.5 + i / 10.0));
            agents.add(once("a" + i, drafts));
        }
        MathConfig math = seed % 2 == 0 ? MathConfig.defaults() : MathConfig.watching();
        try (Swarm swarm = new Swarm(SwarmConfig.of(agents).withMath(math).withJournal(journal))) {
            return swarm.solve(Task.of("Shard or buy time?")).solveId();
        }
    }

    /** Agents that change their minds for some rounds. */
    private static String deliberate(Journal journal, int seed) {
        Random random = new Random(seed);
        List<Agent> agents = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            int number = i;
            int[] turns = {0};
            agents.add(Agent.of(AgentProfile.of("a" + i), _ -> {
                if (turns[0]++ > 5) {
                    return List.of();
                }
                List<Draft> drafts = new ArrayList<>();
                if (turns[0] == 1 && number < 2) {
                    drafts.add(Draft.of(new Payload.Proposal("p" + number, "Answer " + number, "so"), 0.6));
                }
                drafts.add(Draft.of(new Payload.Vote("p" + (number == 4 ? turns[0] % 2 : random.nextInt(10) / 7),
                        Stance.AGREE, "turn " + turns[0], 0.4 + number / 10.0), 0.7));
                return drafts;
            }));
        }
        try (Swarm swarm = new Swarm(SwarmConfig.of(agents).withMath(MathConfig.defaults()).withJournal(journal)
                .withConsensus(ConsensusConfig.defaults().withThreshold(1)))) {
            return swarm.solve(Task.of("Which answer?")).solveId();
        }
    }

    private static Draft vote(Stance stance, double weight) {
        return Draft.of(new Payload.Vote("p0", stance, "so I think", weight), 0.9);
    }

    private static Agent once(String id, List<Draft> drafts) {
        boolean[] isDone = {false};
        return Agent.of(AgentProfile.of(id), _ -> {
            boolean first = !isDone[0];
            isDone[0] = true;
            return first ? drafts : List.of();
        });
    }
}
