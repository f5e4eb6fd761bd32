package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.history.SignalFilter;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.assist.ProposalJudge.Verdict;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.consensus.VoteRecord;
import dev.waggle.swarm.equivalence.ProposalMerge;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

/** Scenarios of rival proposals that say the same, and of equal findings. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class MergeScenariosTest {

    private static final String SHARD = "Shard the orders table by tenant.";
    private static final String SAME = "The orders table should be sharded by tenant.";

    private final SolveTestBed table = new SolveTestBed();

    @Test
    void rivalsThatSayTheSameBecomeOneProposal() {
        SwarmResult result = SolveTestBed.solve(patient(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD),
                        ScriptedAgent.votes(Stance.AGREE, "p1")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME),
                        ScriptedAgent.votes(Stance.AGREE, "p2"))));

        assertThat(result.consensus().decided()).isTrue();
        assertThat(result.answer()).isEqualTo(SHARD);
        assertThat(standings(result)).containsExactly("p1");
        assertThat(result.consensus().standings().getFirst().agreeVoters()).isEqualTo(2);
        assertThat(SolveTestBed.types(result)).doesNotContain("conflict")
                .containsSubsequence("proposal", "vote", "proposal", "proposal:merged", "vote");
        assertThat(result.coordination().conflicts()).isEmpty();
        Signal merged = only(result, ProposalMerge.MERGED);
        assertThat(merged.source().label()).isEqualTo("orchestrator");
        assertThat(ProposalMerge.of(merged).orElseThrow()).isEqualTo(new ProposalMerge("p2", "p1",
                ProposalMerge.MergeReason.RULE, "the texts say the same by the rule"));
    }

    @Test
    void aProposalOfTheSameIsAnAgreementOfItsAuthor() {
        SwarmResult result = SolveTestBed.solve(patient(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD),
                        ScriptedAgent.votes(Stance.AGREE, "p1")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME))));

        assertThat(result.consensus().decided()).isTrue();
        assertThat(result.consensus().votingRecord()).extracting(VoteRecord::agentId).containsExactly("a", "b");
    }

    @Test
    void aRequiredVoterApprovesByAVoteOnly() {
        ApprovalRule rule = ApprovalRule.requiring("b");
        SwarmResult result = SolveTestBed.solve(table.config(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD),
                        ScriptedAgent.votes(Stance.AGREE, "p1")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME)))
                .withConsensus(ConsensusConfig.defaults().withMinVoters(1).withApproval(rule)));

        assertThat(result.consensus().decided()).isFalse();
        assertThat(result.consensus().approval().missing()).containsExactly("b");
    }

    @Test
    void textsThatDifferInANumberStayRivals() {
        SwarmResult result = table.solve(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", "Use 3 replicas.")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", "Use 4 replicas.")));

        assertThat(SolveTestBed.types(result)).contains("conflict").doesNotContain("proposal:merged");
        assertThat(standings(result)).hasSize(2);
    }

    @Test
    void oneVoteForEachAgentCountsTheLatest() {
        SwarmResult result = SolveTestBed.solve(undecided(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD)),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME)),
                ScriptedAgent.agent("c").says(2, ScriptedAgent.votes(Stance.AGREE, "p1"))
                        .says(3, ScriptedAgent.votes(Stance.DISAGREE, "p2")).unasked()));

        ProposalStanding one = result.consensus().standings().getFirst();
        assertThat(one.allVoters()).isEqualTo(2);
        assertThat(one.agreeVoters()).isEqualTo(1);
    }

    @Test
    void aLaterExclusiveBallotOnAMergedProposalReplacesTheEarlierOne() {
        SwarmConfig config = undecided(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD)),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME)).unasked(),
                ScriptedAgent.agent("d").says(1, ScriptedAgent.proposes("q", "Buy a bigger machine.")),
                ScriptedAgent.agent("c").says(2, ScriptedAgent.votes(Stance.AGREE, "q"))
                        .says(3, ScriptedAgent.votes(Stance.AGREE, "p2")).unasked());

        SwarmResult result = SolveTestBed
                .solve(config.withConsensus(config.consensus().withBallots(BallotRule.EXCLUSIVE)));

        assertThat(result.consensus().standings()).filteredOn(standing -> standing.proposal().id().equals("q"))
                .singleElement().returns(0, ProposalStanding::agreeVoters);
    }

    @Test
    void theAuthorSplitsAgainAndEachVoteGoesBack() {
        SwarmResult result = SolveTestBed.solve(undecided(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD),
                        ScriptedAgent.votes(Stance.AGREE, "p1", 0.1)),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME)).says(3, split("p2")).unasked(),
                ScriptedAgent.agent("c").says(2, ScriptedAgent.votes(Stance.AGREE, "p2", 0.2))));

        assertThat(SolveTestBed.types(result)).containsSubsequence("proposal:merged", "proposal:split");
        assertThat(standings(result)).containsExactlyInAnyOrder("p1", "p2");
        assertThat(standing(result, "p1").agreeVoters()).isEqualTo(1);
        assertThat(standing(result, "p2").agreeVoters()).isEqualTo(1);
        assertThat(result.coordination().conflicts()).hasSize(1);
    }

    @Test
    void votesForOneAndAgainstTheOtherSplitToo() {
        SwarmResult result = SolveTestBed.solve(undecided(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD)),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME)).unasked().says(3,
                        ScriptedAgent.votes(Stance.AGREE, "p2"), ScriptedAgent.votes(Stance.DISAGREE, "p1"))));

        assertThat(only(result, ProposalMerge.SPLIT).source().label()).isEqualTo("orchestrator");
        assertThat(standing(result, "p2").agreeVoters()).isEqualTo(1);
        assertThat(standing(result, "p1").agreeVoters()).isZero();
    }

    @Test
    void aSplitPairIsNeverMergedAgain() {
        SwarmResult result = SolveTestBed.solve(undecided(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD)),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME)).says(2, split("p2"))
                        .says(3, ScriptedAgent.proposes("p3", SHARD + " ")).unasked()));

        assertThat(SolveTestBed.said(result, ProposalMerge.MERGED)).hasSize(1);
        assertThat(standings(result)).containsExactlyInAnyOrder("p1", "p2", "p3");
    }

    @Test
    void onlyTheAuthorMaySplit() {
        SwarmResult result = SolveTestBed.solve(undecided(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD)).says(2, split("p2"),
                        Draft.custom(ProposalMerge.MERGED.text(), Payload.Open.text("mine"))),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME))));

        assertThat(standings(result)).containsExactly("p1");
        assertThat(result.activity().refusals()).extracting(SignalRefusal::reason)
                .containsExactly(SignalRefusal.Reason.NOT_ALLOWED, SignalRefusal.Reason.NOT_ALLOWED);
    }

    @Test
    void anAuthorThatDisagreesWithTheOtherIsNotMerged() {
        SwarmResult result = SolveTestBed.solve(undecided(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD)),
                ScriptedAgent.agent("b").says(2, ScriptedAgent.proposes("p2", SAME),
                        ScriptedAgent.votes(Stance.DISAGREE, "p1"))));

        assertThat(standings(result)).containsExactlyInAnyOrder("p1", "p2");
    }

    @Test
    void recordingsWithIgnoredRivalsAreNotMerged() {
        SwarmResult result = SolveTestBed.solve(table.config(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD)),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME))).withConsensus(
                        ConsensusConfig.defaults().withConflictResolution(ConflictResolution.NONE)));

        assertThat(SolveTestBed.types(result)).doesNotContain("proposal:merged");
    }

    @Test
    void lensesSeeOneProposal() {
        SwarmResult result = SolveTestBed.solve(patient(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD),
                        ScriptedAgent.votes(Stance.AGREE, "p1")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME)))
                .withMath(MathConfig.defaults()));

        assertThat(result.guidance().mathAnalysis().toString()).doesNotContain("p2");
    }

    @Test
    void theOrderOfProposalsDoesNotMatter() {
        List<String> texts = List.of(SHARD, SAME, "We should shard the orders table by tenant, because it grows.",
                "Do not shard the orders table by tenant.", "Shard the orders table by region.");
        for (int shift = 0; shift < texts.size(); shift++) {
            for (int step : new int[] {1, 2, 3, 4}) {
                List<Agent> agents = new ArrayList<>();
                for (int i = 0; i < texts.size(); i++) {
                    agents.add(ScriptedAgent.agent("agent-" + i).says(1,
                            ScriptedAgent.proposes("p" + i, texts.get((shift + i * step) % texts.size()))));
                }
                SwarmResult result = SolveTestBed.solve(new SolveTestBed().config(agents)
                        .withConsensus(ConsensusConfig.defaults().withMinVoters(9)));

                assertThat(standings(result)).as("shift %d, step %d", shift, step).hasSize(3);
                assertThat(SolveTestBed.said(result, ProposalMerge.MERGED)).hasSize(2);
            }
        }
    }

    @Test
    void aSynthesizerReadsOneProposal() {
        List<Signal> read = new CopyOnWriteArrayList<>();
        SwarmResult result = SolveTestBed.solve(patient(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD)),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", SAME))).withSynthesizer((material, _) -> {
                    read.addAll(material.proposals());
                    return "written";
                }));

        assertThat(result.answer()).isEqualTo("written");
        assertThat(read).hasSize(1);
    }

    @Test
    void aJudgeMergesWhatTheRuleDoesNot() {
        List<String> asked = new CopyOnWriteArrayList<>();
        SwarmResult result = SolveTestBed.solve(undecided(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", "Buy time with a bigger machine.")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", "Scale the server vertically for now.")))
                .withProposalJudge((question, context) -> {
                    asked.add(question.content());
                    return new Verdict(Optional.of(question.open().getFirst().id()), "both scale up");
                }));

        assertThat(asked).containsExactly("Scale the server vertically for now.");
        assertThat(standings(result)).containsExactly("p1");
        assertThat(ProposalMerge.of(only(result, ProposalMerge.MERGED)).orElseThrow())
                .isEqualTo(new ProposalMerge("p2", "p1", ProposalMerge.MergeReason.JUDGE, "both scale up"));
        assertThat(SolveTestBed.types(result)).doesNotContain("conflict");
    }

    @Test
    void aJudgeIsNotAskedWhenAGuardForbidsAMerge() {
        SwarmResult result = SolveTestBed.solve(undecided(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", "Keep 3 replicas in the region.")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", "We want 4 replicas."))
                        .says(2, ScriptedAgent.proposes("p3", "We do not want replicas.")))
                .withProposalJudge((question, context) -> {
                    throw new IllegalStateException("it was asked about " + question.content());
                }));

        assertThat(standings(result)).hasSize(3);
        assertThat(result.activity().failures()).isEmpty();
    }

    @Test
    void aJudgeThatFailsLeavesTheProposalsApart() {
        SwarmResult result = SolveTestBed.solve(undecided(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", "Buy time.")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", "Postpone it.")))
                .withProposalJudge((question, context) -> new Verdict(Optional.of("p9"), "")));

        assertThat(standings(result)).hasSize(2);
        assertThat(result.activity().failures()).singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("open proposal, got \"p9\""));
    }

    @Test
    void aVerdictIsInTheLogAndNotAskedForAgain() {
        SwarmConfig config = undecided(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", "Buy time.")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.proposes("p2", "Postpone it.")));
        SwarmResult first = SolveTestBed.resume(config.withProposalJudge(
                (question, context) -> new Verdict(Optional.of("p1"), "both wait")), SolveTestBed.TASK);
        SwarmResult again = SolveTestBed.resume(config.withProposalJudge((question, context) -> {
            throw new AssertionError("asked again");
        }), SolveTestBed.TASK);

        assertThat(SolveTestBed.types(first)).contains("proposal:merged");
        assertThat(SolveTestBed.said(again)).isEqualTo(SolveTestBed.said(first));
    }

    @Test
    @Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
    void aSolveWithMergesAndSplitsResumesFromEveryPlaceOfItsLog() {
        List<LogEntry> whole = log(new SolveTestBed(), Integer.MAX_VALUE, List.of());
        for (int kept = 1; kept < whole.size(); kept++) {
            assertThat(log(new SolveTestBed(), kept, whole)).as("%d entries kept", kept).hasSameSizeAs(whole);
        }
    }

    /** The log of a solve that begins with the first entries of an earlier one. */
    private static List<LogEntry> log(SolveTestBed bed, int kept, List<LogEntry> earlier) {
        earlier.stream().limit(kept)
                .forEach(entry -> bed.journal.append(entry.signal(), entry.emission(), entry.recordedAt()));
        SwarmResult _ = SolveTestBed.resume(bed.config(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.proposes("p1", SHARD),
                        ScriptedAgent.finds("The table grows.")),
                ScriptedAgent.agent("b")
                        .says(1, ScriptedAgent.proposes("p2", SAME), ScriptedAgent.finds("The table grows!"))
                        .says(2, split("p2")),
                ScriptedAgent.agent("c").says(2, ScriptedAgent.votes(Stance.AGREE, "p2")))
                .withConsensus(ConsensusConfig.defaults().withMinVoters(9)), SolveTestBed.TASK);
        return bed.logged();
    }

    @Test
    void equalFindingsAreDeliveredOnce() {
        List<Signal> seen = new CopyOnWriteArrayList<>();
        List<String> supporters = new CopyOnWriteArrayList<>();
        ScriptedAgent listener = ScriptedAgent.agent("c").listening(SignalType.DISCOVERY).does(2, turn -> {
            seen.addAll(turn.history().select(SignalFilter.ofTypes(SignalType.DISCOVERY)));
            seen.forEach(finding -> supporters.addAll(turn.history().supporters(finding.id())));
            return List.of();
        });
        SwarmResult result = table.solve(
                ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("The cache is cold after a restart.")),
                ScriptedAgent.agent("b").says(1, ScriptedAgent.finds("After a restart, the cache is cold."),
                        ScriptedAgent.finds("The cache is not cold after a restart.")),
                listener);

        assertThat(SolveTestBed.said(result, SignalType.DISCOVERY)).hasSize(3);
        assertThat(listener.turns().getFirst().stimuli()).hasSize(2);
        assertThat(seen).hasSize(2);
        assertThat(supporters).as("the other speaker of the first finding").containsExactly("b");
    }

    @Test
    void anEqualFindingWithOtherEvidenceIsDelivered() {
        ScriptedAgent listener = ScriptedAgent.agent("c").listening(SignalType.DISCOVERY);
        table.solve(ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("The cache is cold.")),
                ScriptedAgent.agent("b").says(1,
                        Draft.of(new Payload.Discovery("The cache is cold.", "trace 7", 1), 0.7)),
                listener);

        assertThat(listener.turns().getFirst().stimuli()).hasSize(2);
    }

    private SwarmConfig patient(ScriptedAgent... agents) {
        return table.config(List.<Agent>of(agents))
                .withConsensus(ConsensusConfig.defaults().withThreshold(0.9));
    }

    private SwarmConfig undecided(ScriptedAgent... agents) {
        return patient(agents).withConsensus(ConsensusConfig.defaults().withMinVoters(9));
    }

    private static Draft split(String proposal) {
        return Draft.custom(ProposalMerge.SPLIT.text(), ProposalMerge.split(proposal));
    }

    private static Signal only(SwarmResult result, SignalType type) {
        List<Signal> signals = SolveTestBed.said(result, type);
        assertThat(signals).hasSize(1);
        return signals.getFirst();
    }

    private static List<String> standings(SwarmResult result) {
        return result.consensus().standings().stream().map(standing -> standing.proposal().id()).toList();
    }

    private static ProposalStanding standing(SwarmResult result, String id) {
        Optional<ProposalStanding> found = result.consensus().standings().stream()
                .filter(standing -> standing.proposal().id().equals(id)).findFirst();
        return found.orElseThrow();
    }
}
