package dev.waggle.swarm.random;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.consensus.ConsensusResult.ProposalStanding;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.AgentReaction;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.harness.Budget;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.runlog.CallFacts;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.selection.AgentContribution;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

/** Each invariant finds the defect that it is there for, and only that one does. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class InvariantsTest {

    private static final int MOST_SEEDS = 2_000;

    private SwarmRun good;

    /** A run with a debate, calls of models, votes that count and a conflict. */
    @BeforeAll
    void aGoodRun() {
        Optional<SwarmRun> rich = Optional.empty();
        for (long seed = 1; seed <= MOST_SEEDS && rich.isEmpty(); seed++) {
            RandomSwarm swarm = RandomSwarm.of(seed);
            boolean isPlain = swarm.cancelAt().isEmpty() && swarm.troubles().isEmpty() && !swarm.isSlow();
            rich = isPlain ? Optional.of(SwarmStage.of(swarm).solve()).filter(InvariantsTest::isRich) : rich;
        }
        good = rich.orElseThrow();
    }

    private static boolean isRich(SwarmRun run) {
        return !run.result().coordination().debateResults().isEmpty() && run.result().cost().total().calls() > 0
                && run.result().consensus().standings().stream().anyMatch(each -> each.agreeVoters() > 0)
                && run.events().stream().anyMatch(SwarmEvent.DebateRoundEnded.class::isInstance)
                && !(run.result().coordination().conflicts().isEmpty()
                        && run.result().coordination().resolvedConflicts().isEmpty())
                && run.result().timing().roundsUsed() > 1 && hasFinding(run) && isHeardLate(run);
    }

    private static boolean hasFinding(SwarmRun run) {
        return run.entries().stream().anyMatch(entry -> entry.emission().invocation() > 0
                && entry.signal().payload() instanceof Payload.Discovery
                && run.result().signalLog().contains(entry.signal()));
    }

    /** True if agents hear each other after the first round. */
    private static boolean isHeardLate(SwarmRun run) {
        return run.events().stream().dropWhile(event -> !(event instanceof SwarmEvent.RoundEnded))
                .filter(SwarmEvent.SignalDelivered.class::isInstance).map(SwarmEvent.SignalDelivered.class::cast)
                .filter(heard -> run.profiles().containsKey(heard.signal().source().label()))
                .anyMatch(heard -> !heard.signal().source().label().equals(heard.targetAgentId()));
    }

    private static void assertOnly(SolveInvariants invariant, SwarmRun run) {
        assertThat(SolveInvariants.broken(run)).containsOnlyKeys(invariant);
    }

    @Test
    void aGoodRunBreaksNothing() {
        assertThat(SolveInvariants.broken(good)).isEmpty();
    }

    @Test
    void findsAnAcknowledgedEntryThatIsLost() {
        LogEntry lost = entry(entry -> entry.signal().type().equals(CallFacts.CALLED));
        assertOnly(SolveInvariants.ACKNOWLEDGED_ONCE, good.withEntries(without(good.entries(), lost)));
    }

    @Test
    void findsAnEntryThatIsTwiceInTheLog() {
        LogEntry twice = entry(entry -> entry.signal().type().equals(CallFacts.CALLED));
        List<LogEntry> entries = inserted(good.entries(), twice);
        assertOnly(SolveInvariants.ACKNOWLEDGED_ONCE, good.withEntries(entries).withAcknowledged(entries));
    }

    @Test
    void findsThatMoreWasSpentThanThereIs() {
        long spent = (long) good.result().cost().tokens() - (long) Math.ceil(good.overcharged());
        SwarmConfig poor = good.config().withSpending(
                SpendingPolicy.UNLIMITED.withBudget(Budget.ofTokens(Math.max(1, spent - 1))));
        assertOnly(SolveInvariants.WITHIN_BUDGET, good.withConfig(poor));
    }

    @Test
    void findsAnEventAfterTheEnd() {
        List<SwarmEvent> events = new ArrayList<>(good.events());
        events.add(new SwarmEvent.AgentFailed(new AgentFailure("a0", 1, List.of(), "memory.decay", "late")));
        assertOnly(SolveInvariants.NOTHING_AFTER_THE_END, good.withEvents(events));
    }

    @Test
    void findsAnEntryAfterTheEnd() {
        List<LogEntry> entries = new ArrayList<>(good.entries());
        LogEntry late = entry(entry -> entry.signal().type().equals(CallFacts.CALLED));
        entries.remove(late);
        entries.add(late);
        assertOnly(SolveInvariants.NOTHING_AFTER_THE_END, good.withEntries(entries).withAcknowledged(entries));
    }

    @Test
    void findsWhatAnAgentMayNotSay() {
        LogEntry said = entry(entry -> entry.emission().invocation() > 0
                && good.result().signalLog().contains(entry.signal())
                && entry.signal().payload() instanceof Payload.Discovery);
        Signal forged = new Signal(said.signal().id(), RunFacts.FAILED, said.signal().source(), said.signal().time(),
                Payload.Open.text("so it is"), said.signal().scope(), said.signal().links(), said.signal().grading(),
                said.signal().lifetime(), said.signal().audience(), said.signal().extensions());
        assertOnly(SolveInvariants.ONLY_WHAT_MAY_BE_SAID, replaced(said, forged));
    }

    @Test
    void findsWhatIsSaidUnderAnotherName() {
        LogEntry said = entry(entry -> entry.emission().invocation() > 0
                && good.result().signalLog().contains(entry.signal())
                && entry.signal().payload() instanceof Payload.Discovery);
        Signal forged = Signal.of(said.signal().toDraft(), new Stamp(said.signal().id(),
                Source.agent("somebody"), said.signal().time(), said.signal().scope()));
        assertOnly(SolveInvariants.ONLY_WHAT_MAY_BE_SAID, replaced(said, forged));
    }

    @Test
    void findsAVoteThatCountsTwice() {
        ConsensusResult was = good.result().consensus();
        List<ProposalStanding> standings = was.standings().stream().map(each -> each.agreeVoters() == 0
                ? each
                : new ProposalStanding(each.proposal(), each.share(), each.weightRatio(), each.agreeVoters() + 1,
                        each.allVoters() + 1))
                .toList();
        assertOnly(SolveInvariants.ONE_VOTE_EACH, good.withResult(with("consensus", new ConsensusResult(was.verdict(),
                was.strategy(), standings, was.votingRecord(), was.dissent(), was.rejectedVotes(), was.duration()))));
    }

    @Test
    void findsASignalTooMany() {
        SwarmConfig strict = good.config().withLimits(good.config().limits().withMaxSignals(1));
        assertOnly(SolveInvariants.WITHIN_SIGNALS, good.withConfig(strict));
    }

    @Test
    void findsARoundTooMany() {
        SwarmConfig strict = good.config().withLimits(good.config().limits().withMaxRounds(1));
        assertOnly(SolveInvariants.WITHIN_ROUNDS, good.withConfig(strict));
    }

    @Test
    void findsASecondTooMany() {
        assertOnly(SolveInvariants.WITHIN_TIME, good.withResult(with("timing", new SwarmResult.Timing(
                good.config().limits().timeout().plus(Duration.ofSeconds(1)), good.result().timing().roundsUsed()))));
    }

    @Test
    void findsACallWithoutAnEnd() {
        LogEntry end = entry(entry -> entry.signal().type().equals(HarnessSignals.END));
        List<LogEntry> entries = without(good.entries(), end);
        assertOnly(SolveInvariants.CALLS_END_ONCE, good.withEntries(entries).withAcknowledged(entries));
    }

    @Test
    void findsOddsThatDoNotSumToOne() {
        assertOnly(SolveInvariants.DEBATES_ADD_UP, good.withEvents(good.events().stream()
                .map(event -> event instanceof SwarmEvent.DebateRoundEnded round ? tilted(round) : event).toList()));
    }

    @Test
    void findsAWinnerFromOutsideOfTheDebate() {
        DebateResult was = good.result().coordination().debateResults().getFirst();
        assertOnly(SolveInvariants.DEBATES_ADD_UP, good.withResult(with("debateResults", List.of(new DebateResult(
                was.proposalA(), was.proposalB(), "another", 0.9, was.roundsUsed(), was.signals())))));
    }

    @Test
    void findsEventsOutOfOrder() {
        List<SwarmEvent> events = new ArrayList<>(good.events());
        SwarmEvent start = events.stream().filter(SwarmEvent.DebateStarted.class::isInstance).findFirst().orElseThrow();
        int end = events.indexOf(events.stream().filter(SwarmEvent.DebateEnded.class::isInstance).findFirst()
                .orElseThrow());
        events.add(end, start);
        assertOnly(SolveInvariants.EVENTS_IN_ORDER, good.withEvents(events));
    }

    @Test
    void findsATurnThatComesToNothing() {
        List<SwarmEvent> events = new ArrayList<>(good.events());
        events.remove(events.stream().filter(SwarmEvent.AgentReacted.class::isInstance).findFirst().orElseThrow());
        assertOnly(SolveInvariants.ONE_TURN_EACH, good.withEvents(events));
    }

    @Test
    void findsAContributionThatWasNotMade() {
        Map<String, AgentContribution> stated = new LinkedHashMap<>(good.result().activity().agentContributions());
        stated.computeIfPresent(stated.keySet().iterator().next(),
                (agent, was) -> new AgentContribution(agent, was.signalsEmitted(),
                        was.proposalsMade() + 1, was.challengesMade(), was.votesCast(), was.avgConfidence()));
        assertOnly(SolveInvariants.CONTRIBUTIONS_COUNTED, good.withResult(with("agentContributions", stated)));
    }

    @Test
    void findsACostThatNobodyPaid() {
        SolveCost was = good.result().cost();
        UsageTotals more = new UsageTotals(was.total().calls() + 1, was.total().usage(), was.total().usd(),
                was.total().estimatedCalls());
        assertOnly(SolveInvariants.COST_ADDS_UP, good.withResult(with("cost", new SolveCost(more, was.byPayer()))));
    }

    @Test
    void findsAConflictThatIsOpenAndResolved() {
        List<ConflictPair> all = new ArrayList<>(good.result().coordination().conflicts());
        all.addAll(good.result().coordination().resolvedConflicts());
        assertOnly(SolveInvariants.CONFLICTS_APART, new SwarmRunWith(good).conflicts(all));
    }

    @Test
    void findsAShareBeyondOne() {
        ConsensusResult was = good.result().consensus();
        List<ProposalStanding> standings = was.standings().stream()
                .map(each -> new ProposalStanding(each.proposal(), 1.5,
                        each.weightRatio(), each.agreeVoters(), each.allVoters()))
                .toList();
        assertOnly(SolveInvariants.CONFIDENCE_IN_RANGE,
                good.withResult(with("consensus", new ConsensusResult(was.verdict(),
                        was.strategy(), standings, was.votingRecord(), was.dissent(), was.rejectedVotes(),
                        was.duration()))));
    }

    @Test
    void findsThatTheInfrastructureIsNotHeard() {
        List<SwarmEvent> events = new ArrayList<>(good.events());
        events.remove(events.stream().filter(event -> event instanceof SwarmEvent.SignalDelivered delivered
                && delivered.signal().payload() instanceof Payload.Task).findFirst().orElseThrow());
        assertOnly(SolveInvariants.INFRASTRUCTURE_IS_HEARD, good.withEvents(events));
    }

    @Test
    void findsThatSomebodyHearsThroughATopology() {
        int at = momentOfAdvice();
        SwarmEvent.SignalDelivered heard = good.events().stream().skip(at)
                .filter(SwarmEvent.SignalDelivered.class::isInstance).map(SwarmEvent.SignalDelivered.class::cast)
                .filter(delivered -> good.profiles().containsKey(delivered.signal().source().label()))
                .filter(delivered -> !delivered.signal().source().label().equals(delivered.targetAgentId())).findFirst()
                .orElseThrow();
        Topology deaf = new Topology(Map.of(heard.targetAgentId(), Set.of(), heard.signal().source().label(),
                Set.of()));
        List<SwarmEvent> events = new ArrayList<>(good.events());
        events.addAll(at, List.of(new SwarmEvent.AdvisorActed(new SwarmAdvice.UpdateTopology(deaf, "a test")),
                new SwarmEvent.TopologyUpdated(deaf, "a test")));
        assertOnly(SolveInvariants.INFRASTRUCTURE_IS_HEARD, good.withEvents(events));
    }

    @Test
    void findsWhoSpeaksAfterItWasSentAway() {
        int at = momentOfAdvice();
        String speaker = good.events().stream().skip(at).filter(SwarmEvent.AgentReacted.class::isInstance)
                .map(event -> ((SwarmEvent.AgentReacted) event).reaction().agentId()).findFirst().orElseThrow();
        List<SwarmEvent> events = new ArrayList<>(good.events());
        events.add(at, new SwarmEvent.AdvisorActed(new SwarmAdvice.DisableAgent(speaker, "a test")));
        assertOnly(SolveInvariants.GONE_IS_SILENT, good.withEvents(events));
    }

    @Test
    void findsMailThatAnAnsweredTurnDidNotHave() {
        List<SwarmEvent> events = new ArrayList<>(good.events());
        int at = 0;
        while (!(events.get(at) instanceof SwarmEvent.AgentReacted reacted
                && !reacted.reaction().inResponseTo().isEmpty())) {
            at++;
        }
        AgentReaction whole = ((SwarmEvent.AgentReacted) events.get(at)).reaction();
        events.set(at, new SwarmEvent.AgentReacted(new AgentReaction(whole.agentId(), whole.round(), List.of(),
                whole.signals(), whole.processingTime())));
        assertOnly(SolveInvariants.MAIL_IS_KEPT, good.withEvents(events));
    }

    @Test
    void findsWhereTwoSolvesPart() {
        LogEntry said = entry(entry -> entry.signal().payload() instanceof Payload.Task);
        Signal other = Signal.of(Draft.of(new Payload.Task("another question", null), 1),
                new Stamp(said.signal().id(), said.signal().source(), said.signal().time(), said.signal().scope()));
        assertThat(SolveInvariants.difference(good, good)).isEmpty();
        assertThat(SolveInvariants.difference(good, replaced(said, other))).hasValueSatisfying(
                reason -> assertThat(reason).contains("another question").contains("entry " + said.sequence()));
        assertThat(SolveInvariants.difference(good, good.withEntries(good.entries().subList(0, 3)))).isPresent();
        assertThat(SolveInvariants.difference(good, good.withResult(with("endingDetail", "otherwise")))).isPresent();
    }

    private static SwarmEvent tilted(SwarmEvent.DebateRoundEnded round) {
        Map<String, Double> odds = new LinkedHashMap<>(round.posteriors());
        odds.replaceAll((proposal, odd) -> odd + 0.1);
        return new SwarmEvent.DebateRoundEnded(round.round(), odds);
    }

    /** Index at which advice may come in the first round: the round is over except for mathematics and votes. */
    private int momentOfAdvice() {
        for (int i = 0; i < good.events().size(); i++) {
            SwarmEvent event = good.events().get(i);
            if (event instanceof SwarmEvent.RoundAnalyzed || event instanceof SwarmEvent.ConsensusChecked
                    || event instanceof SwarmEvent.RoundEnded) {
                return i;
            }
        }
        throw new IllegalStateException("there was no round");
    }

    private LogEntry entry(Predicate<LogEntry> what) {
        return good.entries().stream().filter(what).findFirst().orElseThrow();
    }

    private static <T> List<T> without(List<T> all, T one) {
        List<T> left = new ArrayList<>(all);
        left.remove(one);
        return left;
    }

    private static List<LogEntry> inserted(List<LogEntry> all, LogEntry one) {
        List<LogEntry> more = new ArrayList<>(all);
        more.add(all.indexOf(one), one);
        return more;
    }

    /** The run with another signal in every place of that one. */
    private SwarmRun replaced(LogEntry was, Signal is) {
        List<LogEntry> entries = good.entries().stream().map(entry -> entry.equals(was)
                ? new LogEntry(was.sequence(), was.recordedAt(), was.emission(), is)
                : entry).toList();
        List<Signal> log = good.result().signalLog().stream()
                .map(signal -> signal.equals(was.signal()) ? is : signal).toList();
        return good.withEntries(entries).withAcknowledged(entries).withResult(with("signalLog", log));
    }

    private SwarmResult with(String part, Object value) {
        return SwarmRunWith.part(good.result(), part, value);
    }
}
