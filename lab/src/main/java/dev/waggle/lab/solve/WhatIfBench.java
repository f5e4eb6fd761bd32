package dev.waggle.lab.solve;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import dev.waggle.review.explain.Explanation;
import dev.waggle.review.explain.RunDecision;
import dev.waggle.review.whatif.FlipList;
import dev.waggle.review.whatif.VoteScenario;
import dev.waggle.review.whatif.WhatIfTable;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Swarm;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of one what-if question about a run of 1,000 agents with a vote each. The decision is at hand, is recounted
 * from the log, or comes with the whole explanation. The list of flips and the table of an offline page are beside it.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class WhatIfBench {

    private static final int AGENTS = 1_000;

    private static final VoteScenario SCENARIO = VoteScenario.UNCHANGED.weighing(Map.of("voter-7", 3.0))
            .withThreshold(0.8);

    @Benchmark
    public RunDecision.ScenarioResult cached(SolvedRun run) {
        return run.decision.in(SCENARIO);
    }

    @Benchmark
    public RunDecision.ScenarioResult recounted(SolvedRun run) {
        return RunDecision.of(run.id, run.entries).in(SCENARIO);
    }

    @Benchmark
    public Object explained(SolvedRun run) {
        return SCENARIO.apply(Explanation.of(run.id, run.entries, 0, List.of()).recount(), run.decision.agents());
    }

    @Benchmark
    public FlipList flips(SolvedRun run) {
        return FlipList.of(run.decision.recount());
    }

    @Benchmark
    public WhatIfTable table(SolvedRun run) {
        return WhatIfTable.of(run.decision.recount());
    }

    /** A run in memory and its decision. */
    @State(Scope.Benchmark)
    public static class SolvedRun {

        private String id = "";
        private List<LogEntry> entries = List.of();
        private RunDecision decision = RunDecision.of("", List.of());

        @Setup
        public void solve() {
            MemoryJournal journal = new MemoryJournal();
            try (Swarm swarm = new Swarm(VotingPanel.of(AGENTS).withJournal(journal))) {
                id = VotingPanel.solve(swarm).solveId();
            }
            entries = journal.entriesOf(id);
            decision = RunDecision.of(id, entries);
        }
    }
}
