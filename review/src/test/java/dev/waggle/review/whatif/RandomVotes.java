package dev.waggle.review.whatif;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusStrategy;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.consensus.StrategyCatalog;
import dev.waggle.swarm.consensus.VoteRecord;

/** Small random elections: some votes replace others, some are for unknown proposals, some share a moment. */
final class RandomVotes {

    private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
    private static final Stance[] STANCES = {Stance.AGREE, Stance.AGREE, Stance.AGREE, Stance.DISAGREE,
        Stance.DISAGREE, Stance.ABSTAIN};

    private RandomVotes() {}

    /** Every strategy under both rules. */
    static Stream<ConsensusConfig> rules() {
        List<ConsensusConfig> rules = new ArrayList<>();
        for (ConsensusStrategy strategy : StrategyCatalog.builtIn()) {
            for (BallotRule ballots : BallotRule.values()) {
                rules.add(ConsensusConfig.defaults().withStrategy(strategy).withBallots(ballots));
            }
        }
        return rules.stream();
    }

    static ConsensusInput of(RandomGenerator random, int votes) {
        int proposals = 1 + random.nextInt(3);
        int agents = 1 + random.nextInt(5);
        List<Proposal> table = new ArrayList<>();
        for (int i = 0; i < proposals; i++) {
            table.add(new Proposal("p" + i, "content " + i, "", "a" + i, "s" + i, 0.5, T));
        }
        List<VoteRecord> cast = new ArrayList<>();
        for (int i = 0; i < votes; i++) {
            String proposal = "p" + random.nextInt(random.nextInt(8) == 0 ? proposals + 1 : proposals);
            cast.add(vote(i, "a" + random.nextInt(agents), proposal, STANCES[random.nextInt(STANCES.length)],
                    (1 + random.nextInt(8)) / 8.0, T.plusSeconds(random.nextInt(4))));
        }
        return ConsensusInput.of(table, cast);
    }

    /** Many voters on two proposals, the first of which most agree with. */
    static ConsensusInput many(RandomGenerator random, int voters) {
        List<Proposal> table = List.of(new Proposal("p0", "x", "", "a0", "s0", 0.5, T),
                new Proposal("p1", "y", "", "a1", "s1", 0.5, T));
        List<VoteRecord> cast = new ArrayList<>();
        for (int i = 0; i < voters; i++) {
            boolean second = random.nextInt(10) == 0;
            cast.add(vote(i, "a" + i, second ? "p1" : "p0",
                    random.nextInt(second ? 2 : 10) == 0 ? Stance.DISAGREE : Stance.AGREE,
                    0.1 + 0.9 * random.nextDouble(), T));
        }
        return ConsensusInput.of(table, cast);
    }

    static VoteRecord vote(int number, String agent, String proposal, Stance stance, double weight, Instant time) {
        return new VoteRecord(agent, new Payload.Vote(proposal, stance, null, weight), time, null, "v" + number);
    }

    static VoteRecord vote(int number, String agent, String proposal, Stance stance, double weight) {
        return vote(number, agent, proposal, stance, weight, T);
    }
}
