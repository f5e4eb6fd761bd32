package dev.waggle.lab.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of a decision beside counting by hand.
 *
 * <p>An electorate of random votes, ten by each agent, in the order of casting. Of the votes 70 % agree, 20 %
 * disagree and 10 % abstain. An agent may vote on a proposal again. {@code byHand} is code without the engine: a map
 * of each agent's latest vote on each proposal, a map of weights, and the best ratio. It has no strategies,
 * standings, dissent or exact sums.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ConsensusBench {

    @Benchmark
    public double byHand(ByHand table) {
        Map<Place, VoteRecord> latest = new LinkedHashMap<>();
        for (VoteRecord vote : table.input.votes()) {
            latest.put(new Place(vote.agentId(), vote.proposalId()), vote);
        }
        Map<String, double[]> weights = new HashMap<>();
        for (VoteRecord vote : latest.values()) {
            double[] sums = weights.computeIfAbsent(vote.proposalId(), id -> new double[2]);
            sums[0] += vote.vote().stance() == Stance.AGREE ? vote.vote().weight() : 0;
            sums[1] += vote.vote().weight();
        }
        return weights.values().stream().mapToDouble(sums -> sums[0] / sums[1]).max().orElse(0);
    }

    @Benchmark
    public ConsensusResult approval(Approval table) {
        return table.engine.evaluate(table.input);
    }

    @Benchmark
    public ConsensusResult exclusive(Exclusive table) {
        return table.engine.evaluate(table.input);
    }

    /** Votes for both sides to count. */
    @State(Scope.Benchmark)
    public static class ByHand {

        @Param({"10", "1000", "100000"})
        public int votes;

        @Param({"10", "1000"})
        public int proposals;

        private ConsensusInput input = electorate(0, 0);

        @Setup
        public void vote() {
            input = electorate(votes, proposals);
        }
    }

    /** Votes for a proposal say nothing about the others. */
    @State(Scope.Benchmark)
    public static class Approval {

        @Param({"10", "1000", "100000"})
        public int votes;

        @Param({"10", "1000"})
        public int proposals;

        @Param({"confidence-weighted", "bayesian", "entropy", "hierarchical", "voting"})
        public String strategy = "";

        private ConsensusInput input = electorate(0, 0);
        private ConsensusEngine engine = new ConsensusEngine(ConsensusConfig.defaults());

        @Setup
        public void vote() {
            input = electorate(votes, proposals);
            engine = engine(strategy, BallotRule.APPROVAL);
        }
    }

    /** Every agent stands behind one proposal; asked of the large electorate alone. */
    @State(Scope.Benchmark)
    public static class Exclusive {

        @Param("100000")
        public int votes;

        @Param({"10", "1000"})
        public int proposals;

        @Param({"confidence-weighted", "bayesian", "entropy", "hierarchical", "voting"})
        public String strategy = "";

        private ConsensusInput input = electorate(0, 0);
        private ConsensusEngine engine = new ConsensusEngine(ConsensusConfig.defaults());

        @Setup
        public void vote() {
            input = electorate(votes, proposals);
            engine = engine(strategy, BallotRule.EXCLUSIVE);
        }
    }

    private static ConsensusEngine engine(String strategy, BallotRule ballots) {
        return new ConsensusEngine(
                ConsensusConfig.defaults().withStrategy(StrategyCatalog.named(strategy)).withBallots(ballots));
    }

    /** Every string is an object of its own, as after reading a file. */
    private static ConsensusInput electorate(int votes, int proposals) {
        Random random = new Random(2);
        Instant start = Instant.parse("2026-01-01T00:00:00Z");
        List<Proposal> table = new ArrayList<>();
        for (int i = 0; i < proposals; i++) {
            table.add(new Proposal("prop-" + i, "answer " + i, "", "agent-" + i, "sig-p" + i, 0.8, start));
        }
        int agents = Math.max(1, votes / 10);
        List<VoteRecord> cast = new ArrayList<>();
        for (int i = 0; i < votes; i++) {
            int chance = random.nextInt(10);
            Stance stance = chance < 7 ? Stance.AGREE : chance < 9 ? Stance.DISAGREE : Stance.ABSTAIN;
            Payload.Vote vote = new Payload.Vote("prop-" + random.nextInt(proposals), stance, null,
                    random.nextDouble());
            cast.add(new VoteRecord("agent-" + random.nextInt(agents), vote, start.plusMillis(i), null, "sig-v" + i));
        }
        return ConsensusInput.of(table, cast);
    }

    private record Place(String agent, String proposal) {}
}
