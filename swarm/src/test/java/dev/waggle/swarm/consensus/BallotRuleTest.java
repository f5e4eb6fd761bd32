package dev.waggle.swarm.consensus;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class BallotRuleTest {

    private static final double EXACT = 1e-12;
    private static final int RANDOM_TABLES = 1000;

    @ParameterizedTest // Settled: an answer is one exclusive ballot
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void whatIsImpliedCountsAsIfItHadBeenSaid(String strategy) {
        for (long seed = 0; seed < RANDOM_TABLES; seed++) {
            Random random = new Random(seed);
            Ballots table = randomTable(random);
            ConsensusConfig config = new ConsensusConfig(StrategyCatalog.named(strategy), random.nextInt(11) / 10.0,
                    1 + random.nextInt(4), random.nextInt(4) == 0 ? BallotRule.APPROVAL : BallotRule.EXCLUSIVE,
                    random.nextInt(4) == 0 ? 0.5 : 1);

            NaiveConsensus.Outcome naive = NaiveConsensus.evaluate(table.input(), config);
            ConsensusVerdict verdict = new ConsensusEngine(config).evaluate(table.shuffled(seed)).verdict();

            long dealt = seed;
            Supplier<String> what = () -> "seed " + dealt + ", " + config + ", " + table.votes();
            assertThat(verdict.leader()).as(what).isEqualTo(naive.leader());
            assertThat(verdict.confidence()).as(what).isCloseTo(naive.confidence(), within(EXACT));
            assertThat(verdict.decided()).as(what).isEqualTo(naive.decided());
        }
    }

    @Test // Settled: an answer is one exclusive ballot
    void threeBallotsOfFourAreThreeQuartersAndNotEverything() {
        Ballots table = Ballots.on("yes", "no").agree("a", "yes", 1).agree("b", "yes", 1).agree("c", "yes", 1)
                .agree("d", "no", 1);

        ConsensusResult result = exclusive("voting").evaluate(table.input());

        assertThat(result.decision()).contains("do yes");
        assertThat(result.confidence()).isCloseTo(0.75, within(EXACT));
        assertThat(table.by("voting").confidence()).isCloseTo(1, within(EXACT));
    }

    @Test
    void aChangedBallotCountsForTheNewAnswerOnlyAndAgainstTheOld() {
        Ballots table = Ballots.on("yes", "no").agree("a", "yes", 0.5).agree("b", "no", 0.5).agree("a", "no", 0.25);

        ConsensusResult result = exclusive("confidence-weighted").evaluate(table.input());

        assertThat(result.standings().getFirst()).returns("no", standing -> standing.proposal().id())
                .returns(1.0, ProposalStanding::weightRatio).returns(2, ProposalStanding::agreeVoters);
        assertThat(result.standings().getLast()).returns(0, ProposalStanding::agreeVoters).returns(2,
                ProposalStanding::allVoters);
    }

    @Test
    void aWithdrawnBallotCountsAgainstNothing() {
        Ballots table = Ballots.on("yes", "no", "maybe").agree("a", "yes", 1).agree("b", "no", 1)
                .abstain("a", "yes", 0);

        ConsensusResult result = exclusive("voting").evaluate(table.input());

        assertThat(result.standings().stream().filter(standing -> standing.proposal().id().equals("maybe")).findAny())
                .hasValueSatisfying(maybe -> assertThat(maybe.allVoters()).isEqualTo(1));
    }

    @Test
    void wordsOfItsOwnReplaceWhatABallotImplies() {
        Ballots table = Ballots.on("yes", "no").agree("a", "yes", 1).disagree("a", "no", 0.25).agree("b", "no", 0.75);

        ConsensusResult result = exclusive("confidence-weighted").evaluate(table.input());

        assertThat(result.leader()).map(Proposal::id).contains("no");
        assertThat(result.confidence()).isCloseTo(0.75, within(EXACT));
    }

    @Test // D16
    void aBallotForARivalIsDissent() {
        Ballots table = Ballots.on("yes", "no").agree("a", "yes", 1).agree("b", "yes", 1).agree("c", "yes", 1)
                .cast("d", "no", Stance.AGREE, 1, "it breaks at night");

        assertThat(exclusive("voting").evaluate(table.input()).dissent())
                .contains(new Dissent(Dissent.Kind.VOTE, "d", "it breaks at night", "no"));
        assertThat(table.by("voting").dissent()).extracting(Dissent::kind).containsExactly(Dissent.Kind.RIVAL);
    }

    @Test
    void theWordsOfTheRulesAreReadBackAndOthersRefused() {
        for (BallotRule rule : BallotRule.values()) {
            assertThat(BallotRule.of(rule.wireName())).isEqualTo(rule);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> BallotRule.of("ranked")).withMessageContaining("ranked");
    }

    private static ConsensusEngine exclusive(String strategy) {
        return new ConsensusEngine(ConsensusConfig.defaults().withStrategy(StrategyCatalog.named(strategy))
                .withBallots(BallotRule.EXCLUSIVE));
    }

    /** Few agents and proposals and coarse weights, so that ties, changes of mind and withdrawals are common. */
    private static Ballots randomTable(Random random) {
        List<String> ids = List.of("p1", "p2", "p3", "p4", "p5").subList(0, 1 + random.nextInt(5));
        Ballots table = Ballots.on(ids);
        int votes = random.nextInt(25);
        int agents = 1 + random.nextInt(8);
        for (int i = 0; i < votes; i++) {
            Stance stance = switch (random.nextInt(6)) {
                case 0 -> Stance.DISAGREE;
                case 1 -> Stance.ABSTAIN;
                default -> Stance.AGREE;
            };
            String proposal = random.nextInt(12) == 0 ? "ghost" : ids.get(random.nextInt(ids.size()));
            table.cast("a" + random.nextInt(agents), proposal, stance, random.nextInt(9) / 8.0, null);
        }
        return table;
    }
}
