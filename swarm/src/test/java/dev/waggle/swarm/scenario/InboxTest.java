package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.RuntimeBookkeeping;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.HumanSeat;
import dev.waggle.swarm.agent.HumanSpeaker;
import dev.waggle.swarm.agent.RecordedAgent;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.testbed.MailedSolves;
import dev.waggle.swarm.testbed.RefusingJournal;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;

/** Signals that agents subscribed to reach their turns, once and in order. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class InboxTest extends MailedSolves {

    @Test // durable-signals 33
    void silentItemsAreContextAndOthersAreStimuliAfterWhatWasHeard() {
        post.subscribe("a", "build:*", true).subscribe("a", "alarm", false);
        outside("build:one");
        outside("alarm");
        outside("build:two");
        outside("other");
        ScriptedAgent agent = ScriptedAgent.agent("a");

        solve(agent);

        Turn turn = agent.turns().getFirst();
        assertThat(types(turn.stimuli())).containsExactly("task:new", "alarm");
        assertThat(types(turn.context())).containsExactly("build:one", "build:two");
        assertThat(types(turn.mail().received())).containsExactly("task:new");
        assertThat(turn.mail().delivered()).extracting(InboxItem::patterns).containsExactly(List.of("build:*"),
                List.of("alarm"), List.of("build:*"));
    }

    @Test // durable-signals 33
    void anItemThatIsNotSilentGivesATurnToAnAgentThatNobodySpokeTo() {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        ScriptedAgent agent = ScriptedAgent.agent("a").listening();

        SwarmResult result = solve(agent);

        assertThat(agent.turns()).singleElement().returns(1, Turn::round)
                .satisfies(turn -> assertThat(types(turn.stimuli())).containsExactly("alarm"));
        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
    }

    @Test // durable-signals 33
    void silentItemsGiveNoTurnAndWaitForOne() {
        post.subscribe("a", "note", true);
        outside("note");
        ScriptedAgent agent = ScriptedAgent.agent("a").listening();

        assertThat(solve(agent).timing().roundsUsed()).isZero();
        assertThat(agent.turns()).isEmpty();

        ScriptedAgent listener = ScriptedAgent.agent("a");
        solve(listener);
        assertThat(types(listener.turns().getFirst().context())).containsExactly("note");
    }

    @Test
    void silenceWaitsForAnInboxThatCallsMeanwhile() {
        post.subscribe("a", "alarm", false);
        ScriptedAgent sleeper = ScriptedAgent.agent("a").listening();
        ScriptedAgent other = ScriptedAgent.agent("b").does(1, turn -> {
            outside("alarm");
            return List.of();
        });

        SwarmResult result = solve(sleeper, other);

        assertThat(sleeper.turns()).extracting(Turn::round).containsExactly(2);
        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
    }

    @Test
    void anInboxThatKeepsCallingIsBoundByTheLimitOfRounds() {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        Agent restless = Agent.of(AgentProfile.of("a").withListens(List.of()), turn -> {
            outside("alarm");
            return List.of();
        });

        SwarmResult result = SolveTestBed.solve(config(restless).withLimits(Limits.defaults().withMaxRounds(7)));

        assertThat(result.ending()).isEqualTo(LoopStop.MAX_ROUNDS);
        assertThat(table.events(SwarmEvent.InboxRead.class)).hasSize(7);
    }

    @Test
    void aTurnTakesAtMostAHundredItemsAndTheRestWaitsForTheNext() {
        post.subscribe("a", "note", true).subscribe("a", "alarm", false);
        IntStream.range(0, 120).forEach(i -> outside("note"));
        outside("alarm");
        ScriptedAgent agent = ScriptedAgent.agent("a").listening();

        solve(agent);

        assertThat(agent.turns()).extracting(turn -> turn.mail().delivered().size())
                .containsExactly(100, 21);
        assertThat(agent.turns()).flatExtracting(turn -> ids(turn.mail().delivered())).doesNotHaveDuplicates();
        assertThat(types(agent.turns().getLast().stimuli())).containsExactly("alarm");
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    @Test
    void tenThousandEntriesOfBookkeepingGiveNoTurnAndReachNoPrompt() {
        post.subscribe("a", "**", false);
        for (int i = 0; i < 10_000; i++) {
            outside("turn:taken", Source.named("orchestrator"), Emission.by("orchestrator"));
        }
        ScriptedAgent agent = ScriptedAgent.agent("a").listening();

        SwarmResult result = solve(agent);

        assertThat(agent.turns()).isEmpty();
        assertThat(result.failures()).isEmpty();
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    @Test
    void bookkeepingComesByAPatternThatNamesItAndAProductsOwnSignalByAWildcard() {
        post.subscribe("a", "**", true).subscribe("b", "run:*", true);
        outside("run:closed", Source.named("orchestrator"), Emission.by("orchestrator"));
        outside("run:finished", Source.named("orchestrator"), Emission.by("ci"));
        ScriptedAgent wide = ScriptedAgent.agent("a");
        ScriptedAgent exact = ScriptedAgent.agent("b");

        solve(wide, exact);

        assertThat(types(wide.turns().getFirst().context())).containsExactly("run:finished");
        assertThat(types(exact.turns().getFirst().context())).containsExactly("run:closed", "run:finished");
    }

    @Test
    void allThatASolveRecordsBesideItsSignalsIsBookkeeping() {
        solve(ScriptedAgent.agent("a"), ScriptedAgent.agent("b"));

        assertThat(table.journal.read(1, Integer.MAX_VALUE)).filteredOn(entry -> !RunFacts.isPublished(entry))
                .isNotEmpty().allMatch(RuntimeBookkeeping::contains);
    }

    @Test
    void whatIsSaidInTheSolveItselfIsBroughtByTheBusAlone() {
        for (String id : List.of("proposer", "voter 1", "voter 2")) {
            post.subscribe(id, "**", false);
        }
        SwarmResult alone = SolveTestBed.solve(new SolveTestBed().config(ScriptedAgent.team()));

        SwarmResult fed = SolveTestBed.solve(config(ScriptedAgent.team()).withJournal(feeding()));

        assertThat(SolveTestBed.said(fed)).isEqualTo(SolveTestBed.said(alone));
        assertThat(fed.timing().roundsUsed()).isEqualTo(alone.timing().roundsUsed());
        assertThat(table.events(SwarmEvent.InboxRead.class)).isEmpty();
    }

    @Test // durable-signals 39
    void nobodyHearsItselfWhateverItClaimsToBe() {
        post.subscribe("a", "alarm", false);
        outside("alarm", Source.named("somebody else"), Emission.by("a"));
        ScriptedAgent agent = ScriptedAgent.agent("a");

        solve(agent);

        assertThat(agent.turns()).singleElement()
                .satisfies(turn -> assertThat(turn.mail().delivered()).isEmpty());
    }

    @Test
    void whoClaimsToBeTheAgentIsHeard() {
        post.subscribe("a", "alarm", false);
        outside("alarm", Source.agent("a"), Emission.by("mallory"));
        ScriptedAgent agent = ScriptedAgent.agent("a");

        solve(agent);

        assertThat(agent.turns().getFirst().mail().delivered()).hasSize(1);
    }

    @Test
    void whatAnAgentWasToldIsInTheJournalBeforeItThinks() {
        post.subscribe("a", "build:*", true).subscribe("a", "build:**", false);
        String id = outside("build:done", Source.agent("ci"), new Emission("ci", 3));
        List<LogEntry> atTurn = new ArrayList<>();
        ScriptedAgent agent = ScriptedAgent.agent("a").does(1, turn -> {
            atTurn.addAll(table.logged());
            return List.of();
        });

        SwarmResult result = solve(agent);

        Signal fact = atTurn.get(atTurn.size() - 2).signal();
        assertThat(fact.type().text()).isEqualTo("inbox:read");
        assertThat(atTurn.getLast().signal().type().text()).isEqualTo("agent:activated");
        assertThat(atTurn.getLast().emission()).isEqualTo(Emission.by("orchestrator"));
        assertThat(fact.scope()).isEqualTo(Scope.ofRun(result.solveId(), 1));
        assertThat(fields(fact)).containsEntry("agentId", JsonValue.of("a")).containsEntry("invocation",
                JsonValue.of(1));
        Map<String, JsonValue> item = items(fact).getFirst();
        assertThat(item).containsEntry("sequence", JsonValue.of(sequence)).containsEntry("silent", JsonValue.of(false))
                .containsEntry("patterns", JsonValue.of(List.of(JsonValue.of("build:*"), JsonValue.of("build:**"))))
                .containsEntry("id", JsonValue.of(id)).containsEntry("type", JsonValue.of("build:done"))
                .containsEntry("source", JsonValue.of("agent:ci")).containsEntry("by", JsonValue.of("ci"))
                .containsEntry("time", JsonValue.of(NOON.toEpochMilli()))
                .containsEntry("payload", JsonValue.of(Map.of("data", JsonValue.of("it is build:done"))));
        assertThat(SolveTestBed.types(result)).doesNotContain("inbox:read");
    }

    @Test
    void aJournalThatCannotHoldAllOfItGetsTheNames() {
        post.subscribe("a", "alarm", false);
        String id = outside("alarm");
        ScriptedAgent agent = ScriptedAgent.agent("a").listening();
        Journal narrow = RefusingJournal.of("it is alarm");

        SwarmResult result = SolveTestBed.solve(config(agent).withJournal(narrow));

        assertThat(result.failures()).isEmpty();
        Signal fact = narrow.read(1, 100).stream().map(LogEntry::signal)
                .filter(signal -> signal.type().text().equals("inbox:read")).findFirst().orElseThrow();
        assertThat(items(fact).getFirst()).containsEntry("id", JsonValue.of(id)).doesNotContainKey("payload");
    }

    @Test
    void listenersAndStreamsSeeTheReader() {
        post.subscribe("b", "alarm", false).subscribe("b", "note", true);
        outside("note");
        outside("alarm");
        try (Swarm swarm = new Swarm(config(ScriptedAgent.agent("a"), ScriptedAgent.agent("b")));
                SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            List<String> story = new ArrayList<>();
            stream.forEach(event -> story.add(SolveTestBed.told(event)));
            assertThat(story).containsExactly("solve:start", "signal:emitted(task:new)", "round:start 1",
                    "inbox:read(b 2)", "agent:reacted(a)", "agent:reacted(b)", "math:round-analysis 1", "round:end 1",
                    "solve:complete");
        }
        assertThat(table.events(SwarmEvent.AgentReacted.class).getLast().reaction().inResponseTo()).hasSize(2);
    }

    @Test
    void onlyTheRuntimeSaysWhatAgentsRead() {
        SwarmResult result = solve(
                ScriptedAgent.agent("a").says(1, Draft.custom("inbox:read", Payload.Open.text("b read the secret"))));

        assertThat(result.activity().refusals()).singleElement().returns(SignalRefusal.Reason.NOT_ALLOWED,
                SignalRefusal::reason);
    }

    @Test
    void whatOthersReadIsNoNewsSoThatNoLogFeedsItself() {
        post.subscribe("a", "**", false).subscribe("b", "**", false);
        outside("alarm");
        Journal log = feeding();
        for (String reader : List.of("a", "b", "a", "b")) {
            SolveTestBed.solve(config(ScriptedAgent.agent(reader)).withJournal(log));
        }
        assertThat(table.events(SwarmEvent.InboxRead.class)).hasSize(4).allSatisfy(
                read -> assertThat(types(read.items().stream().map(InboxItem::signal).toList()))
                        .doesNotContain("inbox:read"));
    }

    @Test
    void aRecordedAgentMayLookAtItsMailAndOneThatDoesNotSaysWhatWasRecorded() {
        post.subscribe("reader", "alarm", false).subscribe("recorded", "alarm", false);
        outside("alarm");
        RecordedAgent reader = new RecordedAgent(AgentProfile.of("reader"), Map.of(1,
                List.of(turn -> List.of(ScriptedAgent.finds("saw " + types(turn.stimuli()))))));
        RecordedAgent recorded = new RecordedAgent(AgentProfile.of("recorded"),
                Map.of(2, List.of(turn -> List.of(ScriptedAgent.finds("as ever")))));

        SwarmResult result = solve(reader, recorded);

        assertThat(result.signalLog()).extracting(Signal::payload).extracting(Payload::toString).anySatisfy(
                text -> assertThat(text).contains("saw [task:new, alarm]")).anySatisfy(
                        text -> assertThat(text).contains("as ever"));
        assertThat(result.signalLog()).hasSize(3);
    }

    @Test
    void aPersonIsAskedBecauseTheInboxCalls() {
        post.subscribe("maya", "alarm", false);
        outside("alarm");
        List<Turn> shown = new ArrayList<>();
        HumanSpeaker person = new HumanSpeaker() {
            @Override
            public Optional<String> nextLine(AgentProfile seat, Turn turn) {
                shown.add(turn);
                return shown.size() > 1 ? Optional.empty() : Optional.of("say I see it");
            }

            @Override
            public void onInvalidLine(AgentProfile seat, String line, String problem) {
                throw new IllegalArgumentException(problem);
            }
        };

        SwarmResult result = solve(new HumanSeat(AgentProfile.of("maya").withListens(List.of()), person));

        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "chat:message");
        assertThat(types(shown.getFirst().stimuli())).containsExactly("alarm");
    }

    @Test // F26
    void oneSeedAndOneInboxGiveOneSolve() {
        List<List<?>> solves = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            InboxTest fresh = new InboxTest();
            fresh.post.subscribe("voter 1", "alarm", false).subscribe("proposer", "**", true);
            fresh.outside("alarm");
            fresh.outside("note");
            SolveTestBed.solve(fresh.config(ScriptedAgent.team()).withJournal(fresh.feeding()));
            solves.add(List.of(List.copyOf(fresh.table.events), fresh.table.logged()));
        }
        assertThat(solves.get(1)).isEqualTo(solves.getFirst());
        assertThat(solves.get(2)).isEqualTo(solves.getFirst());
        assertThat(solves.getFirst().getFirst().toString()).contains("InboxRead");
    }
}
