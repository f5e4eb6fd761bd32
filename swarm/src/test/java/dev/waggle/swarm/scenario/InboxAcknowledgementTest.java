package dev.waggle.swarm.scenario;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentMail;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.runlog.InboxFacts;
import dev.waggle.swarm.testbed.MailedSolves;
import dev.waggle.swarm.testbed.MemoryInboxes;
import dev.waggle.swarm.testbed.RefusingJournal;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Items are acknowledged with the end of their turn, and delivered again when they could not be handled. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class InboxAcknowledgementTest extends MailedSolves {

    @Test
    void whatTheSolveItselfSaidIsAcknowledgedAndDoesNotPileUp() {
        post.subscribe("a", "**", false);
        ScriptedAgent agent = ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("x"));

        SolveTestBed.solve(config(agent).withJournal(feeding()));

        // All entries but those after the last look: round:called, workflow:end and run:closed.
        assertThat(post.acknowledged("a")).isEqualTo(table.logged().size() - 3L);
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
        ScriptedAgent agent = ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("x"));
        try (Swarm swarm = new Swarm(config(agent).withJournal(disk))) {
            assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> swarm.solve(SolveTestBed.TASK));
            assertThat(post.acknowledged("a")).isZero();

            ScriptedAgent restarted = ScriptedAgent.agent("a");
            SolveTestBed.solve(table.config(restarted).withInboxes(post.afterCrash()));
            assertThat(types(restarted.turns().getFirst().stimuli())).contains("alarm");

            full.set(false);
            swarm.solve(SolveTestBed.TASK);
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
        ScriptedAgent agent = ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("x"));
        SolveTestBed.solve(config(agent).withEventListener(event -> {
            if (event instanceof SwarmEvent.AgentReacted || event instanceof SwarmEvent.SignalEmitted
                    || event instanceof SwarmEvent.RoundEnded) {
                acknowledged.add(post.acknowledged("a"));
            }
        }));
        assertThat(acknowledged).containsExactly(0L, 0L, 0L, sequence);
    }

    @Test
    void itemsOfAFailedTurnComeAgainInTheSameSolve() {
        post.subscribe("a", "alarm", false);
        String alarm = outside("alarm");
        ScriptedAgent agent = ScriptedAgent.agent("a").listening().does(1, failing());

        SwarmResult result = SolveTestBed.solve(config(agent));

        assertThat(result.failures()).singleElement().returns(List.of(alarm), AgentFailure::signalIds);
        assertThat(agent.turns()).extracting(turn -> turn.mail().delivered().stream().map(InboxItem::attempts).toList())
                .containsExactly(List.of(0), List.of(1));
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
        assertThat(post.dead("a")).isEmpty();
    }

    @Test
    void anItemThatMakesEveryTurnFailIsGivenUpAndTheLogSaysSo() {
        post.subscribe("a", "poison", false);
        String poison = outside("poison");
        ScriptedAgent agent = ScriptedAgent.agent("a").listening();
        for (int round = 1; round <= 5; round++) {
            agent.does(round, failing());
        }
        try (Swarm swarm = new Swarm(config(agent))) {
            SwarmResult poisoned = swarm.solve(SolveTestBed.TASK);
            SwarmResult next = swarm.solve(SolveTestBed.TASK);

            assertThat(poisoned.ending()).isEqualTo(LoopStop.FAILURE);
            assertThat(poisoned.failures()).hasSize(AgentMail.MAX_ATTEMPTS)
                    .allSatisfy(failure -> assertThat(failure.signalIds()).containsExactly(poison));
            assertThat(next.failures()).isEmpty();
        }
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
        assertThat(post.dead("a")).containsExactly(sequence);
        assertThat(table.logged()).map(LogEntry::signal).filteredOn(signal -> signal.type().equals(InboxFacts.DEAD))
                .singleElement().satisfies(fact -> assertThat(InboxFacts.readDead(fact)).isEqualTo(
                        new InboxFacts.DeadMail("a", List.of(), List.of(new InboxFacts.DeadItem(sequence, poison)),
                                AgentMail.MAX_ATTEMPTS, "cannot read it")));
    }

    @Test
    void attemptsCountAcrossSolvesAndCrashes() {
        post.subscribe("a", "poison", false);
        outside("poison");
        Limits oneRound = Limits.defaults().withMaxRounds(1);
        List<Integer> attempts = new ArrayList<>();
        MemoryInboxes inboxes = post;
        for (int solve = 1; solve <= 4; solve++) {
            ScriptedAgent agent = ScriptedAgent.agent("a").listening().does(1, failing());
            SolveTestBed.solve(new SolveTestBed().config(agent).withLimits(oneRound).withInboxes(inboxes));
            agent.turns().forEach(turn -> turn.mail().delivered().forEach(item -> attempts.add(item.attempts())));
            inboxes = inboxes.afterCrash();
        }
        assertThat(attempts).containsExactly(0, 1, 2);
        assertThat(inboxes.dead("a")).containsExactly(sequence);
    }

    @Test
    void laterItemsWaitForAnEarlierOneToBeAnswered() {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        ScriptedAgent agent = ScriptedAgent.agent("a").listening().does(1, turn -> {
            outside("alarm");
            throw new IllegalStateException("later");
        });
        List<Long> acknowledged = new ArrayList<>();

        SolveTestBed.solve(config(agent).withEventListener(event -> {
            if (event instanceof SwarmEvent.RoundEnded) {
                acknowledged.add(post.acknowledged("a"));
            }
        }));

        assertThat(acknowledged).containsExactly(0L, sequence);
        assertThat(agent.turns().get(1).mail().delivered()).hasSize(2);
    }

    private static Participant failing() {
        return turn -> {
            throw new IllegalStateException("cannot read it");
        };
    }

    @Test
    void theItemsOfATurnThatHangsStayForTheNextSolve() {
        post.subscribe("a", "poison", false);
        outside("poison");
        Limits limits = Limits.defaults().withTimeout(Duration.ofMillis(50));
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        ScriptedAgent agent = ScriptedAgent.agent("a").listening().does(1, turn -> {
            thinking.countDown();
            SolveTestBed.waitStubbornly(released);
            return List.of();
        });
        try (Swarm swarm = new Swarm(config(agent).withLimits(limits))) {
            CompletableFuture<SwarmResult> solving = SolveTestBed.solving(swarm);
            SolveTestBed.waitStubbornly(thinking);
            table.runOut(limits);

            assertThat(solving.join().ending()).isEqualTo(LoopStop.TIMEOUT);
            assertThat(solving.join().failures()).hasSize(1);
        } finally {
            released.countDown();
        }
        assertThat(post.acknowledged("a")).isZero();
        assertThat(post.attempts("a", sequence)).isEqualTo(1);
    }

    @Test
    void aJournalThatHoldsNothingOfItIsAFailureInTheLogAndTheTurnIsTaken() {
        post.subscribe("a", "alarm", false);
        String id = outside("alarm");
        ScriptedAgent agent = ScriptedAgent.agent("a").listening();

        SwarmResult result = SolveTestBed.solve(config(agent).withJournal(new RefusingJournal(signal -> {
            if (signal.type().text().equals("inbox:read")) {
                throw new IllegalArgumentException("the line is too long");
            }
        })));

        assertThat(agent.turns()).hasSize(1);
        assertThat(result.failures()).singleElement().returns("agent.a.inbox", AgentFailure::context)
                .returns(List.of(id), AgentFailure::signalIds).returns("the line is too long", AgentFailure::message);
        assertThat(post.acknowledged("a")).isEqualTo(sequence);
    }

    /** Faults of an inbox. */
    enum Fault {
        OPENING, CALLING, DRAINING, ACKNOWLEDGING, ANSWERING_NOTHING, GIVING_TWICE
    }

    @ParameterizedTest
    @EnumSource
    void anInboxThatFailsIsOneFailureInTheLogAndTheSolveGoesOn(Fault fault) {
        post.subscribe("a", "alarm", false);
        outside("alarm");
        ScriptedAgent agent = ScriptedAgent.agent("a").says(1, ScriptedAgent.finds("x")).says(2,
                ScriptedAgent.finds("y"));
        ScriptedAgent other = ScriptedAgent.agent("b").says(1, ScriptedAgent.finds("z"));

        SwarmResult result = SolveTestBed.solve(config(agent, other).withInboxes(
                id -> id.equals("a") ? faulty(fault, post.inboxOf(id)) : post.inboxOf(id)));

        assertThat(SolveTestBed.types(result)).containsOnlyOnce("agent:error").contains("discovery");
        assertThat(result.failures()).singleElement().returns("agent.a.inbox", AgentFailure::context)
                .satisfies(failure -> assertThat(failure.message()).isNotBlank());
        assertThat(agent.turns()).extracting(Turn::round).contains(1, 2);
    }

    @Test
    void anInboxThatFailsWhenNobodySpeaksIsInTheLogToo() {
        ScriptedAgent agent = ScriptedAgent.agent("a").listening();

        SwarmResult result = SolveTestBed
                .solve(config(agent).withInboxes(id -> faulty(Fault.CALLING, post.inboxOf(id))));

        assertThat(result.ending()).isEqualTo(LoopStop.SILENCE);
        assertThat(SolveTestBed.types(result)).containsExactly("task:new", "agent:error");
    }

    @Test
    void oneSolveAtATimeReadsAnInbox() {
        post.subscribe("a", "alarm", false);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch both = new CountDownLatch(2);
        CountDownLatch released = new CountDownLatch(1);
        ScriptedAgent agent = ScriptedAgent.agent("a").does(1, turn -> {
            first.countDown();
            both.countDown();
            SolveTestBed.waitStubbornly(released);
            return List.of();
        });
        try (Swarm swarm = new Swarm(config(agent))) {
            CompletableFuture<SwarmResult> reading = SolveTestBed.solving(swarm);
            SolveTestBed.waitStubbornly(first);
            outside("alarm");
            CompletableFuture<SwarmResult> without = SolveTestBed.solving(swarm);
            SolveTestBed.waitStubbornly(both);
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
            public Participant join(JoinContext briefing) {
                throw new IllegalStateException("no key");
            }
        };

        assertThat(solve(absent).failures()).hasSize(1);

        assertThat(post.acknowledged("a")).isZero();
        assertThat(table.events(SwarmEvent.InboxRead.class)).isEmpty();
    }

    /** Rules out that a loss of power leaves the mail acknowledged and the answer unwritten. */
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

        SolveTestBed.solve(
                config(ScriptedAgent.agent("a").listening().says(1, ScriptedAgent.finds("heard"))).withJournal(disk));

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
                .isThrownBy(() -> SolveTestBed.solve(config(ScriptedAgent.agent("a")).withJournal(disk)));
        assertThat(post.acknowledged("a")).isZero();
    }

    @Test
    void whoHasNoMailWaitsForNoDisk() {
        Journal disk = syncing(new MemoryJournal(), () -> {
            throw new AssertionError("nothing is acknowledged");
        });

        assertThat(SolveTestBed.solve(config(ScriptedAgent.team()).withJournal(disk)).consensus().decided()).isTrue();
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
            public boolean needsReaction() {
                if (fault == Fault.CALLING) {
                    throw new IllegalStateException("the inbox cannot be asked");
                }
                return inbox.needsReaction();
            }
        };
    }
}
