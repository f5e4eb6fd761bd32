package dev.waggle.lab.models;

import java.util.List;
import java.util.concurrent.TimeUnit;

import dev.waggle.swarm.SwarmResult;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of a round without the model's time, beside a parallel workflow of LangChain4j. The model answers at
 * once. Ours is a whole solve of one round. Every agent renders its prompt, asks, reads and checks the reply, and
 * emits a proposal and a vote. Calls and signals go to the log in memory; the votes are counted. Theirs: the same
 * prompts, the calls, and a list of the replies.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 7, time = 2)
@Fork(1)
public class ReactionBench {

    /** Solves without signals between the agents, as in the workflow. */
    @Benchmark
    public SwarmResult swarm(Ours ours) {
        return ours.apart.solve();
    }

    /** Solves with every signal delivered to every agent: deliveries grow with the square of the team. */
    @Benchmark
    public SwarmResult swarmThatTalks(Ours ours) {
        return ours.together.solve();
    }

    /** Solves without signals between the agents, with all lenses on the round. */
    @Benchmark
    public SwarmResult swarmWithMathematics(Ours ours) {
        return ours.watched.solve();
    }

    /** Replies stay as they came. */
    @Benchmark
    public List<?> workflow(Texts texts) {
        return texts.workflow.ask();
    }

    /** Replies are read into records. */
    @Benchmark
    public List<?> workflowThatReads(Records records) {
        return records.workflow.ask();
    }

    /** Our teams. */
    @State(Scope.Benchmark)
    public static class Ours {

        @Param({"5", "50", "500"})
        public int team;

        private AgentTeam apart = AgentTeam.of(1, new StandIn(StandIn.Pause.NONE));
        private AgentTeam together = apart;
        private AgentTeam watched = apart;

        @Setup
        public void gather() {
            StandIn model = new StandIn(StandIn.Pause.NONE);
            apart = AgentTeam.of(team, model);
            together = AgentTeam.talking(team, model);
            watched = apart.withMathematics();
        }
    }

    /** Their workflow of texts. */
    @State(Scope.Benchmark)
    public static class Texts {

        @Param({"5", "50", "500"})
        public int team;

        private LangChainTeam workflow = LangChainTeam.ofTexts(1);

        @Setup
        public void build() {
            workflow.close();
            workflow = LangChainTeam.ofTexts(team);
        }

        @TearDown
        public void close() {
            workflow.close();
        }
    }

    /** Their workflow of records. */
    @State(Scope.Benchmark)
    public static class Records {

        @Param({"5", "50", "500"})
        public int team;

        private LangChainTeam workflow = LangChainTeam.ofRecords(1);

        @Setup
        public void build() {
            workflow.close();
            workflow = LangChainTeam.ofRecords(team);
        }

        @TearDown
        public void close() {
            workflow.close();
        }
    }
}
