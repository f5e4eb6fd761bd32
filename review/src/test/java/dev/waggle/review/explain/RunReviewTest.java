package dev.waggle.review.explain;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import dev.waggle.review.RunParameters;
import dev.waggle.review.batch.BatchDecider;
import dev.waggle.review.batch.BatchSummary;
import dev.waggle.review.batch.VoteStore;
import dev.waggle.review.lens.LensReplay;
import dev.waggle.review.lens.LensReplayResult;
import dev.waggle.review.replay.ReplayComparison;
import dev.waggle.review.whatif.VoteChange;
import dev.waggle.review.whatif.VoteOutcome;
import dev.waggle.review.whatif.VoteRecount;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.BallotRule;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusInput;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.identity.UnheardAgents;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The examples of docs/explain.md: a run in memory, reviewed in a few lines. */
class RunReviewTest {

    private final Journal journal = new MemoryJournal();
    private final String run = solve();

    @Test
    void explainsARunInThreeLines() {
        Explanation explanation = Explanation.of(journal, run);
        List<String> pivotal = explanation.whatIf().pivotal(explanation.recount().outcome());
        List<String> departures = explanation.departures();

        assertThat(explanation.recount().outcome().winner()).isEqualTo("shard");
        assertThat(pivotal).containsExactly("ada", "bob");
        assertThat(departures).isEmpty();
    }

    @Test
    void countsTheAgentsThatALimitLeftUnheard() {
        List<Agent> crowd = IntStream.range(0, 50).mapToObj(i -> Agent.of(AgentProfile.of("a" + i), _ -> List
                .of(Draft.of(new Payload.Discovery("fact " + i, "of " + i, 0.5), 0.9)))).toList();
        Journal log = new MemoryJournal();
        String solved;
        try (Swarm swarm = new Swarm(SwarmConfig.of(crowd).withJournal(log)
                .withLimits(new Limits(5, 5, Duration.ofMinutes(1))))) {
            solved = swarm.solve(Task.of("Which facts?")).solveId();
        }

        UnheardAgents unheard = Explanation.of(log, solved).log().unheard();

        assertThat(unheard.agents()).isEqualTo(50);
        assertThat(unheard.unheard()).isBetween(45, 46);
        assertThat(unheard.inWords("max-signals").orElseThrow()).startsWith(unheard.unheard() + " of 50 agents")
                .endsWith(" when max-signals ended the solve");
        assertThat(Explanation.of(journal, run).log().unheard().inWords("consensus")).isEmpty();
    }

    @Test
    void asksTheVotesAgainUnderAnotherRuleAndWithoutAnAgent() {
        VoteRecount recount = Explanation.of(journal, run).recount();
        ConsensusResult stricter = recount.under(recount.config().withThreshold(0.9).withMinVoters(3));
        VoteOutcome withoutAda = recount.without("ada");
        VoteOutcome turned = recount.with(VoteChange.REVERSED, vote -> vote.agentId().equals("bob"));

        assertThat(stricter.decided()).isFalse();
        assertThat(withoutAda.winner()).isNull();
        assertThat(turned.winner()).isNull();
    }

    @Test
    void looksAgainThroughItsLenses() {
        LensReplayResult replay = LensReplay.of(journal, run);

        assertThat(replay.rounds()).isNotEmpty().allMatch(round -> round.differences().isEmpty());
    }

    @Test
    void comparesARunWithItsLog() {
        ReplayComparison comparison = ReplayComparison.of(journal, run);

        assertThat(comparison.isEqual()).isTrue();
        assertThat(comparison.equal()).isEqualTo(comparison.entries()).isPositive();
    }

    @Test
    void decidesABatchOfRecordedVotes() {
        VoteStore votes = new VoteStore();
        votes.add("capital", "ada", "Paris", 0.9);
        votes.add("capital", "bob", "Lyon", 0.2);
        votes.addTruth("capital", "Paris");
        BatchSummary summary = new BatchDecider(ConsensusConfig.defaults().withBallots(BallotRule.EXCLUSIVE), votes)
                .decide(item -> assertThat(item.decision()).isEqualTo("Paris"));

        assertThat(summary.coverage()).isEqualTo(1);
    }

    @Test
    void countsAgainUnderTheApprovalRuleOfTheLog() {
        ApprovalRule rule = ApprovalRule.requiring("bob").withVetoers(List.of("ada"));
        Explanation explanation = Explanation.of(journal, solve(rule));
        VoteRecount recount = explanation.recount();

        assertThat(explanation.departures()).isEmpty();
        assertThat(explanation.rules().consensus().approval()).isEqualTo(rule);
        assertThat(recount.result().approval().approvedBy()).containsExactly("bob");
        assertThat(recount.with(VoteChange.REVERSED, vote -> vote.agentId().equals("ada")).winner()).isNull();
        assertThat(recount.under(recount.config().withMinVoters(1)).decided()).isTrue();
        assertThat(new VoteRecount(ConsensusInput.of(List.of(), List.of()), recount.config()).result().approval()
                .missing()).containsExactly("bob");
    }

    @Test
    void anApprovalRuleThatCannotBeReadIsNotAssumed() {
        String own = solve(ApprovalRule.requiring("bob"));
        List<LogEntry> entries = journal.entriesOf(own).stream().map(RunReviewTest::withDamagedRule).toList();

        Explanation explanation = Explanation.of(own, entries, 1, List.of());

        assertThat(explanation.rules().consensus().approval()).isEqualTo(ApprovalRule.NONE);
        assertThat(explanation.rules().assumed())
                .containsExactly("the approval rule in the log cannot be read; none is assumed");
    }

    @Test
    void equalProposalsAreOneInEveryView() {
        List<Agent> team = List.of(saying("ada", Draft.of(new Payload.Proposal("shard", "Shard by tenant", ""), 0.9),
                agree(0.9)), saying("bob", Draft.of(new Payload.Proposal("tenants", "Sharding by tenants.", ""), 0.8)));
        String merged;
        try (Swarm swarm = new Swarm(SwarmConfig.of(team).withJournal(journal))) {
            merged = swarm.solve(Task.of("Shard the database or buy time?")).solveId();
        }
        Explanation explanation = Explanation.of(journal, merged);

        assertThat(explanation.departures()).isEmpty();
        assertThat(explanation.recount().outcome().winner()).isEqualTo("shard");
        assertThat(explanation.recount().result().standings()).hasSize(1);
        assertThat(explanation.whatIf().pivotal(explanation.recount().outcome())).containsExactly("ada", "bob");
        assertThat(LensReplay.of(journal, merged).rounds()).isNotEmpty()
                .allMatch(round -> round.differences().isEmpty());
        assertThat(ReplayComparison.of(journal, merged).isEqual()).isTrue();
    }

    private static Agent saying(String id, Draft... drafts) {
        return Agent.of(AgentProfile.of(id), turn -> turn.invocation() > 1 ? List.of() : List.of(drafts));
    }

    @Test
    void refusesARunThatTheJournalDoesNotHold() {
        assertThatThrownBy(() -> Explanation.of(journal, "none")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no entry of run none");
    }

    private static LogEntry withDamagedRule(LogEntry entry) {
        if (!entry.signal().type().text().equals("run:opened")) {
            return entry;
        }
        Signal signal = entry.signal();
        Map<String, JsonValue> facts = new LinkedHashMap<>(RunParameters.facts(signal));
        facts.put("approval", JsonValue.of("bob"));
        Signal damaged = new Signal(signal.id(), signal.type(), signal.source(), signal.time(),
                Payload.Open.data(JsonValue.of(facts)), signal.scope(), signal.links(), signal.grading(),
                signal.lifetime(), signal.audience(), signal.extensions());
        return new LogEntry(entry.sequence(), entry.recordedAt(), entry.emission(), damaged);
    }

    private String solve() {
        return solve(ApprovalRule.NONE);
    }

    private String solve(ApprovalRule approval) {
        List<Agent> team = List.of(
                Agent.of(AgentProfile.of("ada"),
                        turn -> turn.invocation() > 1
                                ? List.of()
                                : List.of(Draft.of(new Payload.Proposal("shard", "Shard by tenant", ""), 0.9),
                                        agree(0.9))),
                Agent.of(AgentProfile.of("bob"), turn -> turn.invocation() == 2 ? List.of(agree(0.8)) : List.of()));
        SwarmConfig config = SwarmConfig.of(team).withJournal(journal)
                .withConsensus(ConsensusConfig.defaults().withMinVoters(2).withApproval(approval));
        try (Swarm swarm = new Swarm(config)) {
            return swarm.solve(Task.of("Shard the database or buy time?")).solveId();
        }
    }

    private static Draft agree(double weight) {
        return Draft.of(new Payload.Vote("shard", Stance.AGREE, null, weight), weight);
    }
}
