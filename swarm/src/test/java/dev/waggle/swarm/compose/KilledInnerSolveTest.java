package dev.waggle.swarm.compose;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.harness.Deadline;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.consensus.ConsensusConfig;
import dev.waggle.swarm.lens.analysis.MathConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A solve with a swarm inside, killed anywhere, resumes to the same result; no inner answer is paid twice. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class KilledInnerSolveTest {

    private static final Task TASK = Task.of("Shard the database or buy time?");
    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final String RUN = "run-1";
    private static final int ROUNDS = 4;
    private static final SignalType ANSWERED = SignalType.custom("call:answered");

    private final Life whole = new Life(1, new MemoryJournal(), new MemoryJournal());
    private final SwarmResult result = whole.solve();

    @Test
    void theSwarmInsideSpeaksAgainInEachRoundAndRepeatsNothing() {
        assertThat(result.activity().innerSolves()).hasSize(ROUNDS);
        assertThat(whole.asked).hasSize(2 * ROUNDS).allSatisfy((_, times) -> assertThat(times).isEqualTo(1));
        assertThat(result.signalLog()).filteredOn(signal -> signal.source().label().equals("team"))
                .extracting(signal -> signal.type().text()).containsExactly("proposal", "vote", "discovery");
    }

    @Test
    void killedAtEveryAppendOfTheLog() {
        for (int entries = 0; entries < whole.written().size(); entries++) {
            Life killed = new Life(1, new MemoryJournal(), new MemoryJournal());
            killed.lastEntry = entries;
            requireKilled(killed);

            requireSame(killed.next(), whole, result, "killed after entry " + entries);
        }
    }

    @Test
    void killedAtEveryCallOfAModel() {
        for (int calls = 0; calls < 2 * ROUNDS; calls++) {
            Life killed = new Life(1, new MemoryJournal(), new MemoryJournal());
            killed.lastCall = calls;
            requireKilled(killed);
            assertThat(killed.asked).hasSize(calls);

            requireSame(killed.next(), whole, result, "killed after call " + calls);
        }
    }

    @Test
    void theSameForASwarmInASwarmInASwarm() {
        Life deep = new Life(2, new MemoryJournal(), new MemoryJournal());
        SwarmResult expected = deep.solve();
        assertThat(deep.asked).hasSizeGreaterThan(2);
        for (int calls = 0; calls < deep.asked.size(); calls++) {
            Life killed = new Life(2, new MemoryJournal(), new MemoryJournal());
            killed.lastCall = calls;
            requireKilled(killed);

            requireSame(killed.next(), deep, expected, "killed after call " + calls);
        }
    }

    @Test
    void aSolveThatIsOverGivesItsResultWithoutItsInnerSolves() {
        SwarmResult again = whole.next().solve();

        assertThat(again.signalLog()).isEqualTo(result.signalLog());
        assertThat(again.cost()).isEqualTo(result.cost());
        assertThat(again.activity().innerSolves()).isEmpty();
    }

    private static void requireKilled(Life life) {
        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(life::solve).withMessageContaining("killed");
    }

    private static void requireSame(Life next, Life whole, SwarmResult result, String when) {
        SwarmResult resumed = next.solve();

        assertThat(next.written()).as(when).filteredOn(line -> !line.contains("type=cost:lost"))
                .isEqualTo(whole.written());
        assertThat(resumed.signalLog()).as(when).isEqualTo(result.signalLog());
        assertThat(resumed.answer()).as(when).isEqualTo(result.answer());
        assertThat(resumed.consensus()).as(when).isEqualTo(result.consensus());
        int lost = resumed.cost().total().calls() - result.cost().total().calls();
        assertThat(lost).as(when).isBetween(0, 1);
        assertThat(next.written().stream().filter(line -> line.contains("type=cost:lost"))).as(when).hasSize(lost);
        assertThat(resumed.cost().total().outputTokens()).as(when).isEqualTo(result.cost().total().outputTokens());
        assertThat(resumed.activity().agentContributions()).as(when).isEqualTo(result.activity().agentContributions());
        assertThat(resumed.failures()).as(when).isEqualTo(result.failures());
        assertThat(next.asked).as(when).isEqualTo(whole.asked);
    }

    /** A process with its own world that ends at an entry of the log or a call of a model; it writes nothing then. */
    private static final class Life {

        private final int depth;
        private final MemoryJournal log;
        private final MemoryJournal kept;
        private final ManualWorld world;
        /** Number of answers to each request, in all processes. */
        private final Map<String, Integer> asked = new ConcurrentHashMap<>();
        private int lastEntry = Integer.MAX_VALUE;
        private int lastCall = Integer.MAX_VALUE;
        private int entries;
        private int calls;
        /** Number of answers that are not recorded yet. */
        private int underWay;
        private boolean over;

        Life(int depth, MemoryJournal log, MemoryJournal kept) {
            this.depth = depth;
            this.log = log;
            this.kept = kept;
            boolean isFirst = log.read(1, 1).isEmpty();
            world = isFirst ? new ManualWorld(START, 42) : new ManualWorld(START.plus(Duration.ofHours(1)), 7);
        }

        Life next() {
            Life next = new Life(depth, copy(log), copy(kept));
            next.asked.putAll(asked);
            return next;
        }

        SwarmResult solve() {
            try (Swarm swarm = new Swarm(config())) {
                return swarm.solveResumable(TASK, RUN);
            }
        }

        List<String> written() {
            return log.read(1, Integer.MAX_VALUE).stream().map(entry -> entry.emission() + " " + entry.signal())
                    .toList();
        }

        /** Configuration in which the inner swarm is last: when its answer is taken, no agent is still thinking. */
        private SwarmConfig config() {
            Agent finder = Agent.of(AgentProfile.of("finder").withListens(List.of()), new Participant() {
                @Override
                public List<Draft> react(Turn turn) {
                    return List.of(Draft.of(new Payload.Discovery("finding " + turn.round(), null, 1), 0.9));
                }

                @Override
                public boolean wantsTurn(int round) {
                    return true;
                }
            });
            AgentProfile team = AgentProfile.of("team").withListens(List.of(SignalType.TASK_NEW, SignalType.DISCOVERY));
            SwarmConfig inner = depth == 1 ? inner() : around(inner());
            SwarmConfig base = SwarmConfig.of(List.of(finder, new SwarmAgent(team, inner))).withWorld(world)
                    .withJournal(writing(log, true)).withMath(MathConfig.off())
                    .withLimits(Limits.defaults().withMaxRounds(ROUNDS))
                    .withConsensus(ConsensusConfig.defaults().withMinVoters(3));
            return base.withAnswers(writing(kept, false));
        }

        private SwarmConfig around(SwarmConfig core) {
            AgentProfile profile = AgentProfile.of("core").withListens(List.of(SignalType.TASK_NEW));
            return SwarmConfig.of(List.of(new SwarmAgent(profile, core), voting("fay", Stance.AGREE)))
                    .withMath(MathConfig.off());
        }

        private SwarmConfig inner() {
            return SwarmConfig.of(List.of(thinking("ada", SignalType.TASK_NEW), thinking("bob", SignalType.PROPOSAL),
                    voting("cem", Stance.AGREE), voting("eve", Stance.DISAGREE))).withMath(MathConfig.off());
        }

        private Agent voting(String id, Stance stance) {
            return Agent.of(AgentProfile.of(id).withListens(List.of(SignalType.PROPOSAL)),
                    turn -> turn.stimuli().stream()
                            .map(Signal::payload).filter(Payload.Proposal.class::isInstance)
                            .map(Payload.Proposal.class::cast)
                            .map(proposal -> Draft
                                    .of(new Payload.Vote(proposal.proposalId(), stance, "so " + id + " thinks",
                                            stance == Stance.AGREE ? 1 : 0.2), 0.9))
                            .toList());
        }

        /** Agent that asks a model, then votes for sharding. */
        private Agent thinking(String id, SignalType hears) {
            Harness harness = MeteredModels.model(this::answered);
            return new Agent() {
                @Override
                public AgentProfile profile() {
                    return AgentProfile.of(id).withListens(List.of(hears));
                }

                @Override
                public Participant join(JoinContext briefing) {
                    return turn -> {
                        String question = id + " is asked: " + briefing.task().context();
                        harness.run(HarnessInput.of(List.of(Message.user(question))), context(briefing, turn));
                        Draft vote = Draft.of(new Payload.Vote("shard", Stance.AGREE, null, 1), 0.9);
                        return hears.equals(SignalType.PROPOSAL)
                                ? List.of(vote)
                                : List.of(Draft.of(new Payload.Proposal("shard", "Shard", "because"), 0.9), vote);
                    };
                }

                private RunContext context(JoinContext briefing, Turn turn) {
                    RunContext.Caller caller = new RunContext.Caller(new Emission(id, turn.invocation()),
                            Scope.ofRun(briefing.run(), turn.round()), null);
                    return new RunContext(caller, briefing.world(), Deadline.in(turn.remaining(), briefing.world()),
                            null, briefing.meter(), turn.transcript(), turn.answers());
                }
            };
        }

        /** Counts an answer while the process lives. */
        private synchronized void answered(String question) {
            over |= calls == lastCall;
            requireAlive();
            calls++;
            underWay++;
            asked.merge(question, 1, Integer::sum);
        }

        private Journal writing(MemoryJournal journal, boolean counts) {
            return new Journal() {
                @Override
                public LogEntry append(Signal signal, Emission emission, Instant recordedAt) {
                    synchronized (Life.this) {
                        if (counts) {
                            beforeEntry();
                        } else {
                            requireAlive();
                            underWay -= signal.type().equals(ANSWERED) ? 1 : 0;
                            Life.this.notifyAll();
                        }
                        return journal.append(signal, emission, recordedAt);
                    }
                }

                @Override
                public List<LogEntry> read(long fromSequence, int limit) {
                    return journal.read(fromSequence, limit);
                }

                @Override
                public void close() {}
            };
        }

        /** Waits until all earlier answers are recorded; otherwise the record would depend on the threads. */
        private synchronized void beforeEntry() {
            while (!over && entries == lastEntry && underWay > 0) {
                try {
                    wait();
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                    over = true;
                }
            }
            over |= entries == lastEntry;
            requireAlive();
            entries++;
        }

        private void requireAlive() {
            if (over) {
                throw new UncheckedIOException(new IOException("killed"));
            }
        }

        private static MemoryJournal copy(MemoryJournal journal) {
            MemoryJournal copy = new MemoryJournal();
            journal.read(1, Integer.MAX_VALUE)
                    .forEach(entry -> copy.append(entry.signal(), entry.emission(), entry.recordedAt()));
            return copy;
        }
    }
}
