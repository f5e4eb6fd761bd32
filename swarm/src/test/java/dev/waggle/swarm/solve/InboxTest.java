package dev.waggle.swarm.solve;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.JsonValue;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.Briefing;
import dev.waggle.swarm.agent.HumanSeat;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Person;
import dev.waggle.swarm.agent.RecordedAgent;
import dev.waggle.swarm.agent.Turn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** What agents subscribed to reaches their turns: once, in order, and again when it could not be dealt with. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class InboxTest {

    private final Table table = new Table();
    private final Post post = new Post();
    private long sequence;

    @Test // durable-signals 33
    void silentItemsAreContextAndOthersAreStimuliAfterWhatWasHeard() {
        post.subscribe("a", "build:*", true).subscribe("a", "alarm", false);
        outside("build:one");
        outside("alarm");
        outside("build:two");
        outside("other");
        Scripted agent = Scripted.agent("a");

        solve(agent);

        Turn turn = agent.turns().getFirst();
        assertThat(types(turn.stimuli())).containsExactly("task:new", "alarm");
        assertThat(types(turn.context())).containsExactly("build:one", "build:two");
        assertThat(types(turn.mail().heard())).containsExactly("task:new");
        assertThat(turn.mail().delivered()).extracting(InboxItem::patterns).containsExactly(List.of("build:*"),
                List.of("alarm"), List.of("build:*"));
    }

    @Test // durable-signals 33
    void anItemThatIsNotSilentGivesATurnToAnAgentThatNobodySpokeTo() {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        Scripted agent = Scripted.agent("a").listening();

        SwarmResult result = solve(agent);

        assertThat(agent.turns()).singleElement().returns(1, Turn::round)
                .satisfies(turn -> assertThat(types(turn.stimuli())).containsExactly("alarm"));
        assertThat(result.ending()).isEqualTo(Ending.SILENCE);
    }

    @Test // durable-signals 33
    void silentItemsGiveNoTurnAndWaitForOne() {
        post.subscribe("a", "note", true);
        outside("note");
        Scripted agent = Scripted.agent("a").listening();

        assertThat(solve(agent).timing().roundsUsed()).isZero();
        assertThat(agent.turns()).isEmpty();

        Scripted listener = Scripted.agent("a");
        solve(listener);
        assertThat(types(listener.turns().getFirst().context())).containsExactly("note");
    }

    @Test
    void silenceWaitsForAnInboxThatCallsMeanwhile() {
        post.subscribe("a", "alarm", false);
        Scripted sleeper = Scripted.agent("a").listening();
        Scripted other = Scripted.agent("b").does(1, turn -> {
            outside("alarm");
            return List.of();
        });

        SwarmResult result = solve(sleeper, other);

        assertThat(sleeper.turns()).extracting(Turn::round).containsExactly(2);
        assertThat(result.ending()).isEqualTo(Ending.SILENCE);
    }

    @Test
    void anInboxThatKeepsCallingIsBoundByTheLimitOfRounds() {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        Agent restless = Agent.of(AgentProfile.of("a").listening(List.of()), turn -> {
            outside("alarm");
            return List.of();
        });

        SwarmResult result = Table.solve(config(restless).withLimits(Limits.defaults().withMaxRounds(7)));

        assertThat(result.ending()).isEqualTo(Ending.MAX_ROUNDS);
        assertThat(table.events(SwarmEvent.InboxRead.class)).hasSize(7);
    }

    @Test
    void aTurnTakesAtMostAHundredItemsAndTheRestWaitsForTheNext() {
        post.subscribe("a", "note", true).subscribe("a", "alarm", false);
        IntStream.range(0, Mailbox.MOST_A_TURN + 20).forEach(i -> outside("note"));
        outside("alarm");
        Scripted agent = Scripted.agent("a").listening();

        solve(agent);

        assertThat(agent.turns()).extracting(turn -> turn.mail().delivered().size())
                .containsExactly(Mailbox.MOST_A_TURN, 21);
        assertThat(agent.turns()).flatExtracting(turn -> ids(turn.mail().delivered())).doesNotHaveDuplicates();
        assertThat(types(agent.turns().getLast().stimuli())).containsExactly("alarm");
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    @Test
    void whatIsSaidInTheSolveItselfIsBroughtByTheBusAlone() {
        for (String id : List.of("proposer", "voter 1", "voter 2")) {
            post.subscribe(id, "**", false);
        }
        SwarmResult alone = Table.solve(new Table().config(Scripted.team()));

        SwarmResult fed = Table.solve(config(Scripted.team()).withJournal(feeding()));

        assertThat(Table.said(fed)).isEqualTo(Table.said(alone));
        assertThat(fed.timing().roundsUsed()).isEqualTo(alone.timing().roundsUsed());
        assertThat(table.events(SwarmEvent.InboxRead.class)).isEmpty();
    }

    @Test
    void whatTheSolveItselfSaidIsAcknowledgedAndDoesNotPileUp() {
        post.subscribe("a", "**", false);
        Scripted agent = Scripted.agent("a").says(1, Scripted.finds("x"));

        Table.solve(config(agent).withJournal(feeding()));

        assertThat(post.acknowledged("a")).isEqualTo(table.logged().size() - 1L); // All but run:closed.
    }

    @Test // durable-signals 39
    void nobodyHearsItselfWhateverItClaimsToBe() {
        post.subscribe("a", "alarm", false);
        outside("alarm", Source.named("somebody else"), Emission.by("a"));
        Scripted agent = Scripted.agent("a");

        solve(agent);

        assertThat(agent.turns()).singleElement()
                .satisfies(turn -> assertThat(turn.mail().delivered()).isEmpty());
    }

    @Test
    void whoClaimsToBeTheAgentIsHeard() {
        post.subscribe("a", "alarm", false);
        outside("alarm", Source.agent("a"), Emission.by("mallory"));
        Scripted agent = Scripted.agent("a");

        solve(agent);

        assertThat(agent.turns().getFirst().mail().delivered()).hasSize(1);
    }

    @Test // durable-signals 42
    void itemsComeAgainWhenTheWordsOfTheTurnCouldNotBeWritten() {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        AtomicBoolean full = new AtomicBoolean(true);
        Journal disk = new RefusingJournal(signal -> {
            if (full.get() && signal.type().equals(SignalType.DISCOVERY)) {
                throw new UncheckedIOException(new IOException("disk full"));
            }
        });
        Scripted agent = Scripted.agent("a").says(1, Scripted.finds("x"));
        try (Swarm swarm = new Swarm(config(agent).withJournal(disk))) {
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> swarm.solve(Table.TASK));
            assertThat(post.acknowledged("a")).isZero();

            Scripted restarted = Scripted.agent("a");
            Table.solve(table.config(restarted).withInboxes(post.afterCrash()));
            assertThat(types(restarted.turns().getFirst().stimuli())).contains("alarm");

            full.set(false);
            swarm.solve(Table.TASK);
        }
        assertThat(agent.turns()).hasSize(2)
                .allSatisfy(turn -> assertThat(types(turn.stimuli())).containsExactly("task:new", "alarm"));
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    @Test // durable-signals 42
    void itemsAreAcknowledgedOnceTheWordsOfTheTurnAreInTheLogAndNotBefore() {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        List<Long> acknowledged = new ArrayList<>();
        Scripted agent = Scripted.agent("a").says(1, Scripted.finds("x"));
        Table.solve(config(agent).withOnlooker(event -> {
            if (event instanceof SwarmEvent.AgentReacted || event instanceof SwarmEvent.SignalEmitted
                    || event instanceof SwarmEvent.RoundEnded) {
                acknowledged.add(post.acknowledged("a"));
            }
        }));
        assertThat(acknowledged).containsExactly(0L, 0L, 0L, sequence);
    }

    @Test
    void aTurnThatFailsIsDoneWithItsItemsAndTheLogSaysSo() {
        post.subscribe("a", "poison", false);
        String poison = outside("poison");
        Scripted agent = Scripted.agent("a").listening().does(1, turn -> {
            throw new IllegalStateException("cannot read " + turn.stimuli().getFirst().type());
        });
        try (Swarm swarm = new Swarm(config(agent))) {
            SwarmResult poisoned = swarm.solve(Table.TASK);
            SwarmResult next = swarm.solve(Table.TASK);

            assertThat(poisoned.failures()).singleElement().returns(List.of(poison), AgentFailure::signalIds)
                    .returns("agent.a.react", AgentFailure::context);
            assertThat(Table.types(poisoned)).containsExactly("task:new", "agent:error");
            assertThat(next.failures()).isEmpty();
        }
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    @Test
    void aTurnThatHangsIsDoneWithItsItemsToo() {
        post.subscribe("a", "poison", false);
        outside("poison");
        Limits limits = Limits.defaults().withTimeout(Duration.ofMillis(50));
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Scripted agent = Scripted.agent("a").listening().does(1, turn -> {
            thinking.countDown();
            Table.waitStubbornly(released);
            return List.of();
        });
        try (Swarm swarm = new Swarm(config(agent).withLimits(limits))) {
            CompletableFuture<SwarmResult> solving = Table.solving(swarm);
            Table.waitStubbornly(thinking);
            table.runOut(limits);

            assertThat(solving.join().ending()).isEqualTo(Ending.TIMEOUT);
            assertThat(solving.join().failures()).hasSize(1);
        } finally {
            released.countDown();
        }
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    @Test
    void whatAnAgentWasToldIsInTheJournalBeforeItThinks() {
        post.subscribe("a", "build:*", true).subscribe("a", "build:**", false);
        String id = outside("build:done", Source.agent("ci"), new Emission("ci", 3));
        List<LogEntry> atTurn = new ArrayList<>();
        Scripted agent = Scripted.agent("a").does(1, turn -> {
            atTurn.addAll(table.logged());
            return List.of();
        });

        SwarmResult result = solve(agent);

        Signal fact = atTurn.getLast().signal();
        assertThat(fact.type().text()).isEqualTo("inbox:read");
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
        assertThat(Table.types(result)).doesNotContain("inbox:read");
    }

    @Test
    void aJournalThatCannotHoldAllOfItGetsTheNames() {
        post.subscribe("a", "alarm", false);
        String id = outside("alarm");
        Scripted agent = Scripted.agent("a").listening();
        Journal narrow = RefusingJournal.of("it is alarm");

        SwarmResult result = Table.solve(config(agent).withJournal(narrow));

        assertThat(result.failures()).isEmpty();
        Signal fact = narrow.read(1, 100).stream().map(LogEntry::signal)
                .filter(signal -> signal.type().text().equals("inbox:read")).findFirst().orElseThrow();
        assertThat(items(fact).getFirst()).containsEntry("id", JsonValue.of(id)).doesNotContainKey("payload");
    }

    @Test
    void aJournalThatHoldsNothingOfItIsAFailureInTheLogAndTheTurnIsTaken() {
        post.subscribe("a", "alarm", false);
        String id = outside("alarm");
        Scripted agent = Scripted.agent("a").listening();

        SwarmResult result = Table.solve(config(agent).withJournal(new RefusingJournal(signal -> {
            if (signal.type().text().equals("inbox:read")) {
                throw new IllegalArgumentException("the line is too long");
            }
        })));

        assertThat(agent.turns()).hasSize(1);
        assertThat(result.failures()).singleElement().returns("agent.a.inbox", AgentFailure::context)
                .returns(List.of(id), AgentFailure::signalIds).returns("the line is too long", AgentFailure::message);
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    @Test
    void onlookersAndStreamsSeeWhoReads() {
        post.subscribe("b", "alarm", false).subscribe("b", "note", true);
        outside("note");
        outside("alarm");
        try (Swarm swarm = new Swarm(config(Scripted.agent("a"), Scripted.agent("b")));
                SwarmStream stream = swarm.stream(Table.TASK)) {
            List<String> story = new ArrayList<>();
            stream.forEach(event -> story.add(Table.told(event)));
            assertThat(story).containsExactly("solve:start", "signal:emitted(task:new)", "round:start 1",
                    "inbox:read(b 2)", "agent:reacted(a)", "agent:reacted(b)", "round:end 1", "solve:complete");
        }
        assertThat(table.events(SwarmEvent.AgentReacted.class).getLast().reaction().inResponseTo()).hasSize(2);
    }

    /** What an inbox can do wrong. */
    enum Fault {
        OPENING, CALLING, DRAINING, ACKNOWLEDGING, ANSWERING_NOTHING, GIVING_TWICE
    }

    @ParameterizedTest
    @EnumSource
    void anInboxThatFailsIsOneFailureInTheLogAndTheSolveGoesOn(Fault fault) {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        Scripted agent = Scripted.agent("a").says(1, Scripted.finds("x")).says(2, Scripted.finds("y"));
        Scripted other = Scripted.agent("b").says(1, Scripted.finds("z"));

        SwarmResult result = Table.solve(config(agent, other).withInboxes(
                id -> id.equals("a") ? faulty(fault, post.inboxOf(id)) : post.inboxOf(id)));

        assertThat(Table.types(result)).containsOnlyOnce("agent:error").contains("discovery");
        assertThat(result.failures()).singleElement().returns("agent.a.inbox", AgentFailure::context)
                .satisfies(failure -> assertThat(failure.message()).isNotBlank());
        assertThat(agent.turns()).extracting(Turn::round).contains(1, 2);
    }

    @Test
    void anInboxThatFailsWhenNobodySpeaksIsInTheLogToo() {
        Scripted agent = Scripted.agent("a").listening();

        SwarmResult result = Table.solve(config(agent).withInboxes(id -> faulty(Fault.CALLING, post.inboxOf(id))));

        assertThat(result.ending()).isEqualTo(Ending.SILENCE);
        assertThat(Table.types(result)).containsExactly("task:new", "agent:error");
    }

    @Test
    void onlyTheRuntimeSaysWhatAgentsRead() {
        SwarmResult result = solve(
                Scripted.agent("a").says(1, Draft.custom("inbox:read", Payload.Open.text("b read the secret"))));

        assertThat(result.refusals()).singleElement().returns(Refusal.Reason.NOT_ALLOWED, Refusal::reason);
    }

    @Test
    void whatOthersReadIsNoNewsSoThatNoLogFeedsItself() {
        post.subscribe("a", "**", false).subscribe("b", "**", false);
        outside("alarm");
        Journal log = feeding();
        for (String reader : List.of("a", "b", "a", "b")) {
            Table.solve(config(Scripted.agent(reader)).withJournal(log));
        }
        assertThat(table.events(SwarmEvent.InboxRead.class)).hasSize(4).allSatisfy(
                read -> assertThat(types(read.items().stream().map(InboxItem::signal).toList()))
                        .doesNotContain("inbox:read"));
    }

    @Test
    void oneSolveAtATimeReadsAnInbox() {
        post.subscribe("a", "alarm", false);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch both = new CountDownLatch(2);
        CountDownLatch released = new CountDownLatch(1);
        Scripted agent = Scripted.agent("a").does(1, turn -> {
            first.countDown();
            both.countDown();
            Table.waitStubbornly(released);
            return List.of();
        });
        try (Swarm swarm = new Swarm(config(agent))) {
            CompletableFuture<SwarmResult> reading = Table.solving(swarm);
            Table.waitStubbornly(first);
            outside("alarm");
            CompletableFuture<SwarmResult> without = Table.solving(swarm);
            Table.waitStubbornly(both);
            released.countDown();
            reading.join();
            without.join();
        }
        assertThat(agent.turns()).extracting(turn -> turn.mail().delivered().size()).containsExactly(0, 0, 1);
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    @Test
    void anAgentThatCannotJoinLeavesItsInboxAlone() {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        Agent absent = new Agent() {
            @Override
            public AgentProfile profile() {
                return AgentProfile.of("a");
            }

            @Override
            public Participant join(Briefing briefing) {
                throw new IllegalStateException("no key");
            }
        };

        assertThat(solve(absent).failures()).hasSize(1);

        assertThat(post.acknowledged("a")).isZero();
        assertThat(table.events(SwarmEvent.InboxRead.class)).isEmpty();
    }

    @Test
    void aRecordedAgentMayLookAtItsMailAndOneThatDoesNotSaysWhatWasRecorded() {
        post.subscribe("reader", "alarm", false).subscribe("recorded", "alarm", false);
        outside("alarm");
        RecordedAgent reader = new RecordedAgent(AgentProfile.of("reader"), Map.of(1,
                List.of(turn -> List.of(Scripted.finds("saw " + types(turn.stimuli()))))));
        RecordedAgent recorded = new RecordedAgent(AgentProfile.of("recorded"),
                Map.of(2, List.of(turn -> List.of(Scripted.finds("as ever")))));

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
        Person person = new Person() {
            @Override
            public Optional<String> nextLine(AgentProfile seat, Turn turn) {
                shown.add(turn);
                return shown.size() > 1 ? Optional.empty() : Optional.of("say I see it");
            }

            @Override
            public void misunderstood(AgentProfile seat, String line, String problem) {
                throw new IllegalArgumentException(problem);
            }
        };

        SwarmResult result = solve(new HumanSeat(AgentProfile.of("maya").listening(List.of()), person));

        assertThat(Table.types(result)).containsExactly("task:new", "chat:message");
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
            Table.solve(fresh.config(Scripted.team()).withJournal(fresh.feeding()));
            solves.add(List.of(List.copyOf(fresh.table.events), fresh.table.logged()));
        }
        assertThat(solves.get(1)).isEqualTo(solves.getFirst());
        assertThat(solves.get(2)).isEqualTo(solves.getFirst());
        assertThat(solves.getFirst().getFirst().toString()).contains("InboxRead");
    }

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    /** Else a loss of power could leave the mail dealt with and the answer nowhere. */
    @Test
    void theAnswerIsOnTheDiskBeforeItsMailIsAcknowledged() {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        List<Boolean> answeredWhenSynced = new ArrayList<>();
        List<Long> acknowledgedWhenSynced = new ArrayList<>();
        Journal held = new MemoryJournal();
        Journal disk = syncing(held, () -> {
            answeredWhenSynced.add(held.read(1, Integer.MAX_VALUE).stream()
                    .anyMatch(entry -> entry.emission().by().equals("a")));
            acknowledgedWhenSynced.add(post.acknowledged("a"));
        });

        Table.solve(config(Scripted.agent("a").listening().says(1, Scripted.finds("heard"))).withJournal(disk));

        assertThat(answeredWhenSynced).containsExactly(true);
        assertThat(acknowledgedWhenSynced).containsExactly(0L);
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    @Test
    void whatIsNotOnTheDiskIsNotAcknowledged() {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        Journal disk = syncing(new MemoryJournal(), () -> {
            throw new UncheckedIOException(new IOException("the disk is gone"));
        });

        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> Table.solve(config(Scripted.agent("a")).withJournal(disk)));
        assertThat(post.acknowledged("a")).isZero();
    }

    @Test
    void whoHasNoMailWaitsForNoDisk() {
        Journal disk = syncing(new MemoryJournal(), () -> {
            throw new AssertionError("nothing is acknowledged");
        });

        assertThat(Table.solve(config(Scripted.team()).withJournal(disk)).consensus().decided()).isTrue();
    }

    private static Journal syncing(Journal held, Runnable sync) {
        return new Journal() {
            @Override
            public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
                return held.append(signal, emission, recordedAt);
            }

            @Override
            public List<LogEntry> read(long fromSequence, int limit) {
                return held.read(fromSequence, limit);
            }

            @Override
            public void sync() {
                sync.run();
            }

            @Override
            public void close() {
                held.close();
            }
        };
    }

    private SwarmConfig config(Agent... agents) {
        return config(List.of(agents));
    }

    private SwarmConfig config(List<? extends Agent> agents) {
        return table.config(agents).withInboxes(post);
    }

    private SwarmResult solve(Agent... agents) {
        return Table.solve(config(agents));
    }

    /** Something is said outside of all solves; its id. */
    private String outside(String type) {
        return outside(type, Source.named("ci"), Emission.by("ci"));
    }

    private String outside(String type, Source source, Emission emission) {
        sequence++;
        String id = "outside " + sequence;
        Stamp stamp = new Stamp(id, source, NOON, Scope.NONE);
        Signal signal = Signal.of(Draft.custom(type, Payload.Open.data(JsonValue.of("it is " + type))), stamp);
        post.deliver(new LogEntry(sequence, NOON, emission, signal));
        return id;
    }

    /** The journal of the table; what it takes goes to the inboxes as well, after what was said outside. */
    private Journal feeding() {
        long before = sequence;
        return new Journal() {
            @Override
            public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
                LogEntry entry = table.journal.append(signal, emission, recordedAt);
                post.deliver(new LogEntry(before + entry.sequence(), recordedAt, emission, signal));
                return entry;
            }

            @Override
            public List<LogEntry> read(long fromSequence, int limit) {
                return table.journal.read(fromSequence, limit);
            }

            @Override
            public void close() {
                table.journal.close();
            }
        };
    }

    private static Inbox faulty(Fault fault, Inbox inbox) {
        if (fault == Fault.OPENING) {
            throw new IllegalStateException("the inbox cannot be opened");
        }
        return new Inbox() {
            @Override
            @SuppressWarnings("NullAway") // One of the faults is to answer null.
            public List<InboxItem> drain(int limit) {
                return switch (fault) {
                    case DRAINING -> throw new StackOverflowError();
                    case ANSWERING_NOTHING -> null;
                    case GIVING_TWICE -> {
                        List<InboxItem> once = inbox.drain(limit);
                        List<InboxItem> twice = new ArrayList<>(once);
                        twice.addAll(once);
                        yield twice;
                    }
                    case OPENING, CALLING, ACKNOWLEDGING -> inbox.drain(limit);
                };
            }

            @Override
            public void acknowledge(long sequence) {
                if (fault == Fault.ACKNOWLEDGING) {
                    throw new UncheckedIOException(new IOException("disk full"));
                }
                inbox.acknowledge(sequence);
            }

            @Override
            public boolean isCalling() {
                if (fault == Fault.CALLING) {
                    throw new IllegalStateException("the inbox cannot be asked");
                }
                return inbox.isCalling();
            }
        };
    }

    private static List<String> types(List<Signal> signals) {
        return signals.stream().map(signal -> signal.type().text()).toList();
    }

    private static List<String> ids(List<InboxItem> items) {
        return items.stream().map(item -> item.signal().id()).toList();
    }

    private static Map<String, JsonValue> fields(Signal fact) {
        return ((JsonValue.Obj) Objects.requireNonNull(((Payload.Open) fact.payload()).data())).fields();
    }

    private static List<Map<String, JsonValue>> items(Signal fact) {
        return ((JsonValue.Arr) Objects.requireNonNull(fields(fact).get("items"))).items().stream()
                .map(item -> ((JsonValue.Obj) item).fields()).toList();
    }
}
