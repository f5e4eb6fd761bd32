package dev.waggle.swarm.scenario;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.advisor.TopologyConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.consensus.ApprovalRule;
import dev.waggle.swarm.consensus.ApprovalStatus;
import dev.waggle.swarm.consensus.ConflictResolution;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.consensus.ConsensusResult.ConsensusFailure;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.lens.Finding;
import dev.waggle.swarm.lens.MathStopReason;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.selection.SelectionConfig;
import dev.waggle.swarm.testbed.ProcessLife;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.ScriptedLens;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static dev.waggle.swarm.testbed.ScriptedAgent.agent;
import static dev.waggle.swarm.testbed.ScriptedAgent.proposes;
import static dev.waggle.swarm.testbed.ScriptedAgent.votes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Solves whose decision needs the approval of an agent, or that an agent may block. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class ApprovalScenariosTest {

    private static final ApprovalRule MAYA = ApprovalRule.requiring("maya");

    private final SolveTestBed table = new SolveTestBed();

    @Test
    void theSolveGoesOnUntilTheRequiredVoterAgrees() {
        ScriptedAgent maya = maya().says(3, votes(Stance.AGREE, "p1"));

        SwarmResult free = SolveTestBed.solve(new SolveTestBed().config(team(maya)));
        SwarmResult bound = SolveTestBed.solve(approved(team(maya), MAYA));

        assertThat(free.timing().roundsUsed()).isEqualTo(2);
        assertThat(bound.timing().roundsUsed()).isEqualTo(3);
        assertThat(bound.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(bound.answer()).isEqualTo("do p1");
        assertThat(bound.consensus().approval()).isEqualTo(
                new ApprovalStatus(false, List.of("maya"), List.of(), List.of()));
        assertThat(bound.consensus().reasoning()).endsWith("; approved by maya");
    }

    @Test
    void withoutTheApprovalNothingIsDecidedAndTheResultSaysWhy() {
        SwarmResult result = SolveTestBed.solve(approved(team(maya()), MAYA));

        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
        assertThat(result.consensus().decided()).isFalse();
        assertThat(result.consensus().leader()).isPresent();
        assertThat(result.consensus().approval()).isEqualTo(
                new ApprovalStatus(true, List.of(), List.of("maya"), List.of()));
        assertThat(result.consensus().reasoning()).endsWith("; not approved by maya (no vote on it)");
        assertThat(table.events(SwarmEvent.ConsensusFailed.class)).extracting(SwarmEvent.ConsensusFailed::reason)
                .containsOnly(ConsensusFailure.NOT_APPROVED);
        assertThat(SolveTestBed.types(result)).doesNotContain("consensus:reached");
    }

    @Test
    void mathematicsWaitsOnceForTheRequiredVoter() {
        ScriptedAgent silent = maya();
        ScriptedAgent agreeing = maya().says(3, votes(Stance.AGREE, "p1"));

        SwarmResult undecided = SolveTestBed.solve(settling(approved(rivals(silent), MAYA)));
        SwarmResult decided = SolveTestBed.solve(settling(approved(rivals(agreeing), MAYA)));

        SolveEnding stop = new SolveEnding.MathStop(MathStopReason.ENTROPY_CONVERGED);
        assertThat(undecided.ending()).isEqualTo(stop);
        assertThat(undecided.timing().roundsUsed()).isEqualTo(3);
        assertThat(silent.turns()).hasSize(1);
        assertThat(undecided.consensus().decided()).isFalse();
        assertThat(decided.ending()).isEqualTo(stop);
        assertThat(decided.timing().roundsUsed()).isEqualTo(3);
        assertThat(decided.answer()).isEqualTo("do p1");
    }

    @Test
    void mathematicsDoesNotWaitForAVoterWithoutMail() {
        ScriptedAgent deaf = agent("maya").listening();

        SwarmResult result = SolveTestBed.solve(settling(approved(rivals(deaf), MAYA)));

        assertThat(result.timing().roundsUsed()).isEqualTo(2);
        assertThat(deaf.turns()).isEmpty();
    }

    @Test
    void anEscalationWaitsForTheRequiredVoter() {
        ScriptedAgent maya = maya().says(3, votes(Stance.AGREE, "p1"));
        SwarmConfig config = approved(rivals(maya), MAYA).withMath(MathConfig.off());
        SwarmConfig escalating = config
                .withConsensus(config.consensus().withConflictResolution(ConflictResolution.ESCALATE));

        SwarmResult decided = SolveTestBed.solve(escalating);
        SwarmResult escalated = SolveTestBed.solve(escalating.withLimits(Limits.defaults().withMaxRounds(2)));

        assertThat(decided.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(escalated.ending()).isEqualTo(LoopStop.ESCALATED);
        assertThat(escalated.consensus().approval().missing()).containsExactly("maya");
    }

    @Test
    void aDebateWaitsForTheRequiredVoterAndHappensWhenItStaysSilent() {
        SwarmResult decided = SolveTestBed.solve(
                approved(rivals(maya().says(3, votes(Stance.AGREE, "p1"))), MAYA).withMath(MathConfig.off()));
        SwarmResult debated = SolveTestBed.solve(approved(rivals(maya()), MAYA).withMath(MathConfig.off()));

        assertThat(decided.coordination().debateResults()).isEmpty();
        assertThat(debated.coordination().debateResults()).hasSize(1);
        assertThat(debated.consensus().decided()).isFalse();
    }

    @Test
    void aRequiredVoterIsNeverPassedOver() {
        List<Agent> agents = new ArrayList<>(List.of(agent("maya").says(1, proposes("p0"))));
        for (int i = 0; i < 6; i++) {
            agents.add(ScriptedAgent.chatty("a" + i));
        }
        SelectionConfig one = SelectionConfig.defaults().withTopK(1).withMinSpread(0);
        SwarmConfig config = approved(agents, MAYA).withLimits(Limits.defaults().withMaxRounds(4));
        SwarmResult result = SolveTestBed
                .solve(config.withSteering(config.steering().withSelection(one)).withMath(MathConfig.off()));

        assertThat(((ScriptedAgent) agents.getFirst()).turns()).hasSize(result.timing().roundsUsed());
        assertThat(((ScriptedAgent) agents.getLast()).turns()).hasSizeLessThan(result.timing().roundsUsed());
    }

    @Test
    void theAdvisorDisablesNoAgentOfTheRule() {
        List<ScriptedAgent> agents = List.of(ScriptedAgent.chatty("a"), ScriptedAgent.chatty("b"),
                ScriptedAgent.chatty("c"), ScriptedAgent.chatty("d"));
        ScriptedLens idle = new ScriptedLens("idle",
                _ -> List.of(new Finding.Prune("idle", List.of("a", "b", "c", "d"), "all of them")));
        SwarmConfig config = SolveTestBed.advised(
                approved(List.copyOf(agents), ApprovalRule.requiring("a").withVetoers(List.of("b"))),
                AdvisorConfig.defaults().withAgentPruning(true).withWarmupRounds(1))
                .withMath(MathConfig.defaults().withLenses(List.of(idle)))
                .withLimits(Limits.defaults().withMaxRounds(6));

        SwarmResult result = SolveTestBed.solve(config);

        assertThat(result.guidance().advisorReport().orElseThrow().disabledAgents()).doesNotContain("a", "b");
        assertThat(agents.get(0).turns()).hasSize(6);
        assertThat(agents.get(1).turns()).hasSize(6);
    }

    @Test
    void aVetoLeavesTheDecisionToTheSecondProposal() {
        ScriptedAgent ben = agent("ben").listening(SignalType.PROPOSAL).says(2, votes(Stance.DISAGREE, "p1", 0.1));
        SwarmConfig config = approved(rivals(ben), ApprovalRule.NONE.withVetoers(List.of("ben")));

        SwarmResult result = SolveTestBed.solve(config.withMath(MathConfig.off()));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.answer()).isEqualTo("do p2");
        assertThat(result.consensus().approval().isVetoed("p1")).isTrue();
    }

    @Test
    void aVetoerThatChangesItsMindLetsTheSolveDecide() {
        ScriptedAgent ben = agent("ben").listening(SignalType.PROPOSAL, SignalType.VOTE)
                .says(2, votes(Stance.DISAGREE, "p1", 0.1)).says(3, votes(Stance.AGREE, "p1", 0.1));

        SwarmResult result = SolveTestBed.solve(approved(team(ben), ApprovalRule.NONE.withVetoers(List.of("ben"))));

        assertThat(result.timing().roundsUsed()).isEqualTo(3);
        assertThat(result.answer()).isEqualTo("do p1");
        assertThat(result.consensus().approval()).isEqualTo(ApprovalStatus.NONE);
    }

    @Test
    void theLogHoldsTheRuleAndReplaysEqually() {
        ApprovalRule rule = MAYA.withVetoers(List.of("voter 1"));
        SwarmConfig config = approved(rivals(maya().says(3, votes(Stance.AGREE, "p1"))), rule);
        SwarmResult result = SolveTestBed.solve(config);

        LoggedRun logged = LoggedRun.of(result.solveId(), table.logged());
        assertThat(logged.config().consensus().approval()).isEqualTo(rule);
        try (Swarm swarm = new Swarm(logged.config().withJournal(table.journal))) {
            assertThat(swarm.replay(result.solveId()).divergence()).isEmpty();
        }
    }

    @Test
    void aDamagedRuleInTheLogIsRefusedByItsPath() {
        SwarmResult result = SolveTestBed.solve(approved(rivals(maya()), MAYA));
        List<LogEntry> log = new ArrayList<>(table.logged());
        LogEntry opened = log.getFirst();
        Map<String, JsonValue> facts = new LinkedHashMap<>(FactBody.of(opened.signal()).unknownFields());
        facts.put("approval", JsonValue.of(Map.of("requiredVoters", JsonValue.of(List.of()), "vetoers",
                JsonValue.of(List.of()), "requiredVoter", JsonValue.of("maya"))));
        Signal damaged = Signal.of(Draft.custom("run:opened", Payload.Open.data(JsonValue.of(facts))),
                new Stamp("sig", Source.named("x"), opened.signal().time(), opened.signal().scope()));
        log.set(0, new LogEntry(1, opened.recordedAt(), opened.emission(), damaged));

        assertThatIllegalArgumentException().isThrownBy(() -> LoggedRun.of(result.solveId(), log))
                .withMessageContaining("approval.requiredVoter is unknown\nMaybe requiredVoters.");
    }

    @Test
    void aSolveThatWaitedForAnApprovalReplaysEqually() {
        SwarmConfig config = settling(approved(rivals(maya()), MAYA));
        SwarmResult result = SolveTestBed.solve(config);

        try (Swarm swarm = new Swarm(config)) {
            assertThat(swarm.replay(result.solveId()).divergence()).isEmpty();
        }
    }

    @Test
    void aSolveThatIsKilledAfterAnyEntryWaitsForTheApprovalAgain() {
        MemoryJournal whole = new MemoryJournal();
        SwarmResult result = resumable(whole);
        List<LogEntry> written = whole.read(1, Integer.MAX_VALUE);

        assertThat(result.timing().roundsUsed()).isEqualTo(3);
        for (int entries = 1; entries < written.size(); entries++) {
            String when = "killed after entry " + entries;
            MemoryJournal log = new MemoryJournal();
            ProcessLife life = new ProcessLife(log, new MemoryJournal());
            life.untilLogged(entries);
            assertThatExceptionOfType(UncheckedIOException.class).as(when).isThrownBy(() -> resumable(life.log()));

            SwarmResult resumed = resumable(log);

            assertThat(log.read(1, Integer.MAX_VALUE)).as(when).extracting(LogEntry::signal)
                    .isEqualTo(written.stream().map(LogEntry::signal).toList());
            assertThat(resumed.consensus().approval()).as(when).isEqualTo(result.consensus().approval());
        }
    }

    /** Every process has the same clock, so that the logs are equal. */
    private static SwarmResult resumable(Journal log) {
        SwarmConfig config = settling(new SolveTestBed().config(rivals(maya())).withConsensus(approval(MAYA)));
        try (Swarm swarm = new Swarm(config.withJournal(log))) {
            return swarm.solveResumable(SolveTestBed.TASK, SolveTestBed.RUN);
        }
    }

    @Test
    void theAdvisorBlocksNoSignalsToAnAgentOfTheRule() {
        assertThat(rewired(ApprovalRule.NONE).allows("b", "a")).isFalse();
        assertThat(rewired(ApprovalRule.requiring("b")).allows("b", "a")).isTrue();
        assertThat(rewired(ApprovalRule.requiring("b")).allows("c", "a")).isFalse();
    }

    /** The last topology of a swarm in which a has a little more influence than the others. */
    private static Topology rewired(ApprovalRule rule) {
        List<Agent> agents = List.of(
                agent("a").unasked().says(1, proposes("p1")).says(3, proposes("p2")).says(4, ScriptedAgent.finds("x")),
                listener("b").says(3, ScriptedAgent.finds("b looked")), listener("c"), listener("d"));
        SwarmConfig config = new SolveTestBed().config(agents).withLimits(Limits.defaults().withMaxRounds(5))
                .withConsensus(approval(rule).withMinVoters(4))
                .withMath(MathConfig.defaults().withLenses(List.of(LensCatalog.INFLUENCE_GRAPH)));
        SwarmResult result = SolveTestBed.solve(SolveTestBed.advised(config, AdvisorConfig.defaults().withTopology(
                TopologyConfig.defaults().withEnabled(true).withMinConnectivity(0)
                        .withMaxInfluenceConcentration(0.05))));
        return Objects.requireNonNull(result.guidance().advisorReport().orElseThrow().finalTopology());
    }

    private static ScriptedAgent listener(String id) {
        return agent(id).listening(SignalType.PROPOSAL, SignalType.DISCOVERY).says(2, votes(Stance.AGREE, "p1"));
    }

    @Test
    void aLogOfAnotherRuleIsNotTakenForTheSame() {
        SwarmConfig config = approved(team(maya().says(3, votes(Stance.AGREE, "p1"))), MAYA);
        SwarmResult result = SolveTestBed.solve(config);

        SwarmConfig free = config.withConsensus(config.consensus().withApproval(ApprovalRule.NONE));
        try (Swarm swarm = new Swarm(free)) {
            assertThat(swarm.replay(result.solveId()).divergence()).hasValueSatisfying(
                    departure -> assertThat(departure).contains("approval"));
        }
    }

    @Test
    void withoutARuleTheOpeningDoesNotMentionOne() {
        SolveTestBed.solve(table.config(team(maya())));

        assertThat(FactBody.of(table.logged().getFirst().signal()).has("approval")).isFalse();
    }

    @Test
    void aRuleNamesAgentsOfTheSwarm() {
        SwarmConfig config = table.config(team(maya()));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.withConsensus(approval(ApprovalRule.requiring("myaa"))))
                .withMessage("requiredVoters must be agents of the swarm, got \"myaa\"\nMaybe \"maya\".");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.withConsensus(approval(ApprovalRule.NONE.withVetoers(List.of("zzzzzzzz")))))
                .withMessage("vetoers must be agents of the swarm, got \"zzzzzzzz\"\n"
                        + "Maybe one of: proposer, voter 1, voter 2, maya.");
    }

    @Test
    void aRuleNamesAgentsThatMayVote() {
        ScriptedAgent mute = agent("maya").as(profile -> profile.withCanEmit(List.of(SignalType.DISCOVERY)));
        SwarmConfig config = table.config(team(mute));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.withConsensus(approval(ApprovalRule.requiring("maya"))))
                .withMessage("requiredVoters must be agents that may vote, got \"maya\"\n"
                        + "Maybe a profile whose canEmit has vote.");
    }

    /** Maya hears votes only, so that her first mail comes after they decide. */
    private static ScriptedAgent maya() {
        return agent("maya").listening(SignalType.VOTE);
    }

    private static List<Agent> team(Agent last) {
        List<Agent> agents = new ArrayList<>(ScriptedAgent.team());
        agents.add(last);
        return agents;
    }

    /** Two proposals; in round two both voters agree with p1, and with p2 almost as much. */
    private static List<Agent> rivals(Agent last) {
        return List.of(agent("proposer").listening(SignalType.TASK_NEW).says(1, proposes("p1"), proposes("p2")),
                agent("rival").listening(SignalType.TASK_NEW).says(1, proposes("p3")),
                agent("voter 1").listening(SignalType.PROPOSAL).says(2, votes(Stance.AGREE, "p1"),
                        votes(Stance.AGREE, "p2", 0.9)),
                agent("voter 2").listening(SignalType.PROPOSAL).says(2, votes(Stance.AGREE, "p1"),
                        votes(Stance.AGREE, "p2", 0.9)),
                last);
    }

    private SwarmConfig approved(List<? extends Agent> agents, ApprovalRule rule) {
        return table.config(agents).withConsensus(approval(rule));
    }

    private static ConsensusConfig approval(ApprovalRule rule) {
        return ConsensusConfig.defaults().withApproval(rule);
    }

    /** A lens that settles every round from the second on. */
    private static SwarmConfig settling(SwarmConfig config) {
        return config.withConsensus(config.consensus().withConflictResolution(ConflictResolution.NONE))
                .withMath(MathConfig.defaults().withLenses(List.of(new ScriptedLens("probe", _ -> List.of(
                        new Finding.Settle("probe", MathStopReason.ENTROPY_CONVERGED, "it is enough"))))));
    }
}
