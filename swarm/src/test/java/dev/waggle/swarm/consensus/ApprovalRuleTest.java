package dev.waggle.swarm.consensus;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload.Stance;
import dev.waggle.swarm.consensus.ApprovalStatus.Veto;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.evaluation.ConsensusEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/** Required voters and vetoers: laws that hold for every strategy, and examples. */
class ApprovalRuleTest {

    private static final int RANDOM_TABLES = 1500;
    private static final double ROUNDING = 1e-12;
    private static final List<String> VOTERS = List.of("a", "b", "c", "d", "e");
    private static final List<String> PROPOSALS = List.of("p1", "p2", "p3");

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void aDecisionHasEveryApprovalAndNoVeto(String strategy) {
        forRandomTables(strategy, trial -> {
            ConsensusResult result = trial.result();
            if (result.decided()) {
                String leader = trial.leader(result);
                assertThat(trial.agreeing(leader)).as(trial).containsAll(trial.rule().requiredVoters());
                assertThat(result.approval().isVetoed(leader)).as(trial).isFalse();
                assertThat(result.approval().missing()).as(trial).isEmpty();
                assertThat(result.approval().withheld()).as(trial).isFalse();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void theRuleNeverDecidesOnAnotherProposalUnlessTheLeaderIsVetoed(String strategy) {
        forRandomTables(strategy, trial -> {
            ConsensusResult free = trial.withoutRule();
            ConsensusResult bound = trial.result();
            boolean leaderIsVetoed = free.leader().map(Proposal::id).filter(bound.approval()::isVetoed).isPresent();
            if (!leaderIsVetoed) {
                assertThat(bound.verdict().leader()).as(trial).isEqualTo(free.verdict().leader());
                assertThat(bound.confidence()).as(trial).isEqualTo(free.confidence());
                assertThat(bound.decided()).as(trial)
                        .isEqualTo(free.decided() && bound.approval().missing().isEmpty());
                assertThat(bound.approval().withheld()).as(trial).isEqualTo(free.decided() && !bound.decided());
            }
        });
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void theOrderOfProposalsAndVotesChangesNothing(String strategy) {
        forRandomTables(strategy, trial -> assertThat(trial.engine().evaluate(trial.table().shuffled(trial.seed() + 1))
                .verdict()).as(trial).isEqualTo(trial.result().verdict()));
    }

    /**
     * With one voter as quorum: with more, an agreement may lower the confidence of the entropy strategy, rule or not.
     */
    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void aRequiredVoterThatAgreesWithADecisionKeepsIt(String strategy) {
        forRandomTables(strategy, trial -> {
            ConsensusConfig config = trial.config().withBallots(BallotRule.APPROVAL).withMinVoters(1);
            ConsensusEngine bound = new ConsensusEngine(config.withApproval(ApprovalRule.requiring("maya")));
            ConsensusResult free = new ConsensusEngine(config.withApproval(ApprovalRule.NONE))
                    .evaluate(trial.table().input());
            if (free.decided()) {
                ConsensusResult before = bound.evaluate(trial.table().input());
                ConsensusResult after = bound.evaluate(trial.table().agree("maya", trial.leader(free), 1).input());

                assertThat(before.decided()).as(trial).isFalse();
                assertThat(before.approval().withheld()).as(trial).isTrue();
                assertThat(after.decision()).as(trial).isEqualTo(free.decision());
                assertThat(after.approval().approvedBy()).as(trial).containsExactly("maya");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void aVetoBlocksADecisionUntilItsVoterAgrees(String strategy) {
        forRandomTables(strategy, trial -> {
            ConsensusResult free = trial.withoutRule();
            if (free.decided()) {
                String leader = trial.leader(free);
                ConsensusEngine bound = new ConsensusEngine(
                        trial.config().withApproval(ApprovalRule.NONE.withVetoers(List.of("maya"))));

                ConsensusResult vetoed = bound.evaluate(trial.table().disagree("maya", leader, 0).input());
                ConsensusResult lifted = bound.evaluate(trial.table().agree("maya", leader, 1).input());

                assertThat(vetoed.decision()).as(trial).isNotEqualTo(free.decision());
                assertThat(vetoed.approval().isVetoed(leader)).as(trial).isTrue();
                assertThat(lifted).as(trial).isEqualTo(trial.withoutRule());
                assertThat(lifted.approval().vetoes()).as(trial).isEmpty();
            }
        });
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void aProposalThatWinsInPlaceOfAVetoedOneHasItsOwnQuorum(String strategy) {
        boolean isByRatio = Set.of("voting", "confidence-weighted").contains(strategy);
        forRandomTables(strategy, trial -> {
            ConsensusResult bound = trial.result();
            ConsensusResult free = trial.withoutRule();
            if (bound.decided() && !bound.decision().equals(free.decision())) {
                ProposalStanding winner = bound.standings().getFirst();
                assertThat(winner.agreeVoters()).as(trial).isPositive();
                if (isByRatio) {
                    double own = strategy.equals("voting")
                            ? (double) winner.agreeVoters() / winner.allVoters()
                            : winner.weightRatio();
                    assertThat(own).as(trial).isGreaterThanOrEqualTo(trial.config().threshold() - ROUNDING);
                    assertThat(winner.allVoters()).as(trial).isGreaterThanOrEqualTo(trial.config().minVoters());
                }
            }
        });
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void withoutARuleTheResultHasNoApproval(String strategy) {
        forRandomTables(strategy,
                trial -> assertThat(trial.withoutRule().approval()).as(trial).isEqualTo(ApprovalStatus.NONE));
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void silenceAbstentionAndDisagreementAreNoApproval(String strategy) {
        for (Stance stance : List.of(Stance.ABSTAIN, Stance.DISAGREE)) {
            Ballots table = won().cast("maya", "p1", stance, 0, null);

            ConsensusResult result = engine(strategy, ApprovalRule.requiring("maya")).evaluate(table.input());

            assertThat(result.decided()).isFalse();
            assertThat(result.approval()).isEqualTo(new ApprovalStatus(true, List.of(), List.of("maya"), List.of()));
            assertThat(result.reasoning())
                    .endsWith("; not approved by maya (" + stance.name().toLowerCase(Locale.ROOT) + ")");
        }
        assertThat(engine(strategy, ApprovalRule.requiring("maya")).evaluate(won().input()).reasoning())
                .endsWith("; not approved by maya (no vote on it)");
    }

    @ParameterizedTest
    @MethodSource("dev.waggle.swarm.consensus.Ballots#strategies")
    void theLastVoteOfARequiredVoterCounts(String strategy) {
        ConsensusEngine engine = engine(strategy, ApprovalRule.requiring("maya", "ann"));
        Ballots table = won().agree("maya", "p1", 1).disagree("maya", "p1", 0);

        assertThat(engine.evaluate(table.input()).decided()).isFalse();
        ConsensusResult approved = engine.evaluate(table.agree("maya", "p1", 1).input());

        assertThat(approved.decision()).contains("do p1");
        assertThat(approved.approval()).isEqualTo(
                new ApprovalStatus(false, List.of("maya", "ann"), List.of(), List.of()));
        assertThat(approved.reasoning()).endsWith("; approved by maya, ann");
    }

    @Test
    void anApprovalIsLostWhenAnExclusiveVoterTurnsToAnotherProposal() {
        ConsensusEngine engine = new ConsensusEngine(ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE)
                .withThreshold(0.5).withApproval(ApprovalRule.requiring("maya")));
        Ballots table = won().agree("maya", "p1", 1);

        assertThat(engine.evaluate(table.input()).decided()).isTrue();
        assertThat(engine.evaluate(table.agree("maya", "p2", 1).input()).approval().missing()).containsExactly("maya");
    }

    @Test
    void theSecondBestWinsByItselfWhenTheLeaderIsVetoed() {
        Ballots table = Ballots.on("p1", "p2").agree("ann", "p1", 1).agree("bob", "p1", 1).agree("ann", "p2", 0.8)
                .agree("bob", "p2", 0.8).disagree("cyd", "p2", 0.2)
                .cast("ben", "p1", Stance.DISAGREE, 0.1, "too risky");

        ConsensusResult result = engine("confidence-weighted", ApprovalRule.NONE.withVetoers(List.of("ben")))
                .evaluate(table.input());

        assertThat(result.decision()).contains("do p2");
        assertThat(result.confidence()).isCloseTo(1.6 / 1.8, within(ROUNDING));
        assertThat(result.approval().vetoes()).containsExactly(new Veto("p1", "ben", "too risky"));
        assertThat(result.reasoning()).contains("on p2").endsWith("; p1 led the votes and is vetoed by ben");
    }

    @Test
    void aSecondBestBelowTheThresholdDoesNotWin() {
        Ballots table = won().agree("ann", "p2", 0.5).disagree("bob", "p2", 0.5).disagree("ben", "p1", 0.1);

        ConsensusResult result = engine("confidence-weighted", ApprovalRule.NONE.withVetoers(List.of("ben")))
                .evaluate(table.input());

        assertThat(result.decided()).isFalse();
        assertThat(result.leader()).map(Proposal::id).contains("p2");
        assertThat(result.approval().withheld()).isTrue();
    }

    @Test
    void theSecondBestNeedsItsOwnApproval() {
        Ballots table = won().agree("ann", "p2", 1).agree("bob", "p2", 1).disagree("cyd", "p2", 1)
                .agree("maya", "p1", 1).disagree("ben", "p1", 0.1);
        ApprovalRule rule = ApprovalRule.requiring("maya").withVetoers(List.of("ben"));

        ConsensusResult open = engine("voting", rule).evaluate(table.input());
        ConsensusResult approved = engine("voting", rule).evaluate(table.agree("maya", "p2", 1).input());

        assertThat(open.decided()).isFalse();
        assertThat(open.approval().missing()).containsExactly("maya");
        assertThat(open.reasoning()).contains("p1 led the votes and is vetoed by ben", "not approved by maya");
        assertThat(approved.decision()).contains("do p2");
    }

    @Test
    void aVetoedProposalWithoutAnAlternativeLeadsUndecided() {
        ConsensusResult result = engine("voting", ApprovalRule.NONE.withVetoers(List.of("ben", "eve"))).evaluate(
                Ballots.on("p1").agree("ann", "p1", 1).agree("bob", "p1", 1).agree("cyd", "p1", 1)
                        .agree("dan", "p1", 1).agree("fay", "p1", 1).disagree("eve", "p1", 1)
                        .disagree("ben", "p1", 1).input());

        assertThat(result.decided()).isFalse();
        assertThat(result.leader()).map(Proposal::id).contains("p1");
        assertThat(result.approval().withheld()).isTrue();
        assertThat(result.approval().vetoes()).extracting(Veto::agentId).containsExactly("ben", "eve");
        assertThat(result.reasoning()).endsWith("; p1 led the votes and is vetoed by ben, eve");
    }

    @Test
    void aVetoLeavesTheDecisionToNoLighterVoterThanTheHeaviest() {
        Ballots table = Ballots.on("p1", "p2").agree("chief", "p1", 0.9).agree("ann", "p2", 0.3)
                .disagree("bob", "p2", 0.5).disagree("ben", "p1", 0.1);

        ConsensusResult result = engine("hierarchical", ApprovalRule.NONE.withVetoers(List.of("ben")))
                .evaluate(table.input());

        assertThat(result.decided()).isFalse();
        assertThat(result.confidence()).isCloseTo(0.3 / 0.8, within(ROUNDING));
    }

    @Test
    void exclusiveBallotsForAVetoedProposalStillCountAgainstTheOthers() {
        Ballots table = Ballots.on("p1", "p2").agree("ann", "p1", 1).agree("bob", "p1", 1).agree("cyd", "p2", 1)
                .disagree("ben", "p1", 0);

        ConsensusResult result = new ConsensusEngine(ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE)
                .withApproval(ApprovalRule.NONE.withVetoers(List.of("ben")))).evaluate(table.input());

        assertThat(result.decided()).isFalse();
        assertThat(result.leader()).map(Proposal::id).contains("p2");
        assertThat(result.confidence()).isCloseTo(1.0 / 3, within(ROUNDING));
    }

    @Test
    void anImpliedDisagreementIsNoVeto() {
        Ballots table = Ballots.on("p1", "p2").agree("ann", "p1", 1).agree("bob", "p1", 1).agree("cyd", "p1", 1)
                .agree("ben", "p2", 1);

        ConsensusResult result = new ConsensusEngine(ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE)
                .withApproval(ApprovalRule.NONE.withVetoers(List.of("ben")))).evaluate(table.input());

        assertThat(result.decision()).contains("do p1");
    }

    @Test
    void theMajorityIsBoundByTheRule() {
        Ballots table = Ballots.on("p1", "p2").agree("ann", "p1", 0.3).agree("bob", "p1", 0.3)
                .disagree("cyd", "p1", 0.4).agree("cyd", "p2", 0.2).disagree("bob", "p2", 0.2);
        ConsensusConfig config = ConsensusConfig.defaults();

        assertThat(new ConsensusEngine(config).evaluateByMajority(table.input()).strategy()).isEqualTo("majority");
        ConsensusEngine bound = new ConsensusEngine(config.withApproval(ApprovalRule.requiring("cyd")));
        ConsensusResult open = bound.evaluateByMajority(table.input());
        ConsensusResult approved = bound.evaluateByMajority(table.agree("cyd", "p1", 0.1).input());

        assertThat(open.decided()).isFalse();
        assertThat(open.approval().withheld()).isTrue();
        assertThat(approved.decision()).contains("do p1");
    }

    @Test
    void withoutAProposalEveryApprovalIsMissing() {
        ConsensusResult result = engine("voting", ApprovalRule.requiring("maya"))
                .evaluate(ConsensusInput.of(List.of(), List.of()));

        assertThat(result.approval()).isEqualTo(new ApprovalStatus(false, List.of(), List.of("maya"), List.of()));
        assertThat(result.reasoning()).isEqualTo("there is no proposal");
    }

    @Test
    void otherSettingsKeepTheRule() {
        ApprovalRule rule = ApprovalRule.requiring("maya").withVetoers(List.of("ben"));
        ConsensusConfig config = ConsensusConfig.defaults().withApproval(rule);

        assertThat(List.of(config.withThreshold(0.5), config.withMinVoters(1), config.withMaxWeight(2),
                config.withStrategy(new VotingStrategy()), config.withBallots(BallotRule.EXCLUSIVE),
                config.withMaxDebateRounds(1), config.withConflictResolution(ConflictResolution.NONE)))
                .extracting(ConsensusConfig::approval).containsOnly(rule);
    }

    @Test
    void anAgentIsNamedOnceAndByItsId() {
        assertThat(ApprovalRule.requiring("maya", "olu", "maya").withVetoers(List.of("olu", "ben")))
                .returns(List.of("maya", "olu"), ApprovalRule::requiredVoters)
                .returns(List.of("maya", "olu", "ben"), ApprovalRule::agents)
                .returns(true, rule -> rule.names("ben")).returns(false, rule -> rule.names("ann"));
        assertThatIllegalArgumentException().isThrownBy(() -> ApprovalRule.requiring(" "))
                .withMessage("requiredVoters must be ids of agents, got \" \"");
        assertThatIllegalArgumentException().isThrownBy(() -> ApprovalRule.NONE.withVetoers(List.of("")))
                .withMessage("vetoers must be ids of agents, got \"\"");
    }

    /** Two agreements with p1, which every strategy decides on with two voters. */
    private static Ballots won() {
        return Ballots.on("p1", "p2").agree("ann", "p1", 1).agree("bob", "p1", 1);
    }

    private static ConsensusEngine engine(String strategy, ApprovalRule rule) {
        return new ConsensusEngine(Ballots.engine(strategy, 0.6).config().withApproval(rule));
    }

    private interface Law {
        void check(Trial trial);
    }

    private static void forRandomTables(String strategy, Law law) {
        for (long seed = 0; seed < RANDOM_TABLES; seed++) {
            law.check(Trial.of(strategy, seed));
        }
    }

    /** A random table under a random rule; its text is for messages of failures. */
    private record Trial(long seed, ConsensusConfig config, Ballots table) implements Supplier<String> {

        static Trial of(String strategy, long seed) {
            Random random = new Random(seed);
            Ballots table = Ballots.on(PROPOSALS.subList(0, 1 + random.nextInt(PROPOSALS.size())));
            int votes = random.nextInt(14);
            for (int i = 0; i < votes; i++) {
                Stance stance = random.nextInt(3) > 0 ? Stance.AGREE : random.nextBoolean()
                        ? Stance.DISAGREE
                        : Stance.ABSTAIN;
                table.cast(VOTERS.get(random.nextInt(VOTERS.size())),
                        table.proposals().get(random.nextInt(table.proposals().size())).id(), stance,
                        random.nextInt(9) / 8.0, null);
            }
            ApprovalRule rule = new ApprovalRule(some(random), some(random));
            return new Trial(seed, new ConsensusConfig(StrategyCatalog.named(strategy), random.nextInt(11) / 10.0,
                    1 + random.nextInt(3), random.nextBoolean() ? BallotRule.APPROVAL : BallotRule.EXCLUSIVE, 1)
                    .withApproval(rule), table);
        }

        private static List<String> some(Random random) {
            return VOTERS.stream().filter(_ -> random.nextInt(4) == 0).toList();
        }

        ApprovalRule rule() {
            return config.approval();
        }

        ConsensusEngine engine() {
            return new ConsensusEngine(config);
        }

        ConsensusResult result() {
            return engine().evaluate(table.input());
        }

        ConsensusResult withoutRule() {
            return new ConsensusEngine(config.withApproval(ApprovalRule.NONE)).evaluate(table.input());
        }

        String leader(ConsensusResult result) {
            return result.leader().orElseThrow().id();
        }

        /** The agents whose last vote on that proposal agrees. */
        Set<String> agreeing(String proposal) {
            return config.tally(table.input()).votes().stream()
                    .filter(vote -> vote.proposalId().equals(proposal) && vote.vote().stance() == Stance.AGREE)
                    .map(VoteRecord::agentId).collect(Collectors.toSet());
        }

        @Override
        public String get() {
            return "seed " + seed + ", " + config + ", " + table.votes();
        }
    }
}
