package dev.waggle.swarm.scenario;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.SwarmStream;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.event.SolveEnding.LoopStop;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Calls to the learners of participants that carry knowledge from solve to solve. */
class LearnersTest {

    private final SolveTestBed table = new SolveTestBed();
    private final List<String> told = Collections.synchronizedList(new ArrayList<>());
    private final List<Double> rewards = Collections.synchronizedList(new ArrayList<>());

    /** An agent that proposes, agrees with itself and records the calls to its learner. */
    private final class Pupil implements Agent {

        private final Participant behaviour;

        Pupil(Participant behaviour) {
            this.behaviour = behaviour;
        }

        @Override
        public AgentProfile profile() {
            return AgentProfile.of("pupil").withListens(List.of(SignalType.TASK_NEW));
        }

        @Override
        public Participant join(JoinContext briefing) {
            return new Participant() {
                @Override
                public List<Draft> react(Turn turn) throws Exception {
                    told.add("turn");
                    return behaviour.react(turn);
                }

                @Override
                public Optional<ParticipantLearner> learner() {
                    return Optional.of(new Notes());
                }
            };
        }
    }

    private class Notes implements ParticipantLearner {

        @Override
        public JsonValue known() {
            told.add("known");
            return JsonValue.of("last time");
        }

        @Override
        public void begin(JsonValue known) {
            told.add("begin " + (known instanceof JsonValue.Str text ? text.value() : ""));
        }

        @Override
        public void learn(double reward) {
            told.add("learn");
            rewards.add(reward);
        }
    }

    private Agent[] team() {
        Agent pupil = new Pupil(turn -> List.of(ScriptedAgent.proposes("p1")));
        return new Agent[] {pupil, voter("a"), voter("b")};
    }

    private static Agent voter(String id) {
        return ScriptedAgent.agent(id).listening(SignalType.PROPOSAL).says(2, ScriptedAgent.votes(Stance.AGREE, "p1"));
    }

    @Test
    @DisplayName("F22 a learner begins with what it knew and learns once, what the author of the winner is worth")
    void f22ALearnerBeginsTakesItsTurnsAndLearns() {
        SwarmResult result = table.solve(team());

        assertThat(told).containsExactly("known", "begin last time", "turn", "learn");
        assertThat(rewards).singleElement().satisfies(reward -> assertThat(reward)
                .isCloseTo(Math.min(1, result.consensus().confidence() * 0.8 + 0.2), within(1e-12)));
    }

    @Test
    @DisplayName("G10 a stream teaches as a solve does")
    void g10AStreamTeachesToo() {
        table.solve(team());
        try (Swarm swarm = new Swarm(new SolveTestBed().config(team()));
                SwarmStream stream = swarm.stream(SolveTestBed.TASK)) {
            assertThat(stream.result().ending()).isEqualTo(LoopStop.CONSENSUS);
        }

        assertThat(rewards).hasSize(2).containsOnly(rewards.getFirst());
    }

    @Test
    @DisplayName("F22 a solve whose time ran out teaches too, nothing where nothing is decided")
    void f22ASolveWhoseTimeRanOutTeachesToo() {
        SwarmResult result = SolveTestBed.solve(table.config(new Pupil(turn -> List.of(ScriptedAgent.proposes("p1"))))
                .withEventListener(event -> {
                    if (event instanceof SwarmEvent.RoundEnded) {
                        table.world.advance(Limits.defaults().timeout());
                    }
                }));

        assertThat(result.ending()).isEqualTo(LoopStop.TIMEOUT);
        assertThat(result.failures()).isEmpty();
        assertThat(told).containsExactly("known", "begin last time", "turn", "learn");
        assertThat(rewards).containsExactly(0.0);
    }

    @Test
    @DisplayName("H10 who joined otherwise than the log says changes nothing for what the others know")
    void h10WhoJoinsOtherwiseChangesNothingForTheOthers() {
        for (boolean joinedBefore : List.of(false, true)) {
            SolveTestBed whole = new SolveTestBed();
            AtomicBoolean joins = new AtomicBoolean(joinedBefore);
            Agent late = new Agent() {
                @Override
                public AgentProfile profile() {
                    return AgentProfile.of("late").withListens(List.of(SignalType.TASK_NEW));
                }

                @Override
                public Participant join(JoinContext briefing) {
                    if (!joins.get()) {
                        throw new IllegalStateException("not yet");
                    }
                    return new Participant() {
                        @Override
                        public List<Draft> react(Turn turn) {
                            return List.of();
                        }

                        @Override
                        public Optional<ParticipantLearner> learner() {
                            return Optional.of(new Notes() {
                                @Override
                                public JsonValue known() {
                                    return JsonValue.of("something else");
                                }

                                @Override
                                public void begin(JsonValue known) {}

                                @Override
                                public void learn(double reward) {}
                            });
                        }
                    };
                }
            };
            Agent[] agents = {late, team()[0], voter("a"), voter("b")};
            SwarmResult result = SolveTestBed.resume(whole.config(agents), SolveTestBed.TASK);
            joins.set(!joinedBefore);

            for (int entries = 1; entries < whole.logged().size(); entries++) {
                MemoryJournal log = new MemoryJournal();
                whole.journal.read(1, entries)
                        .forEach(entry -> log.append(entry.signal(), entry.emission(), entry.recordedAt()));
                told.clear();
                SwarmResult resumed = SolveTestBed.resume(new SolveTestBed().config(agents).withJournal(log),
                        SolveTestBed.TASK);

                assertThat(resumed.answer()).as("after %s entries", entries).isEqualTo(result.answer());
                assertThat(told).as("after %s entries", entries).doesNotContain("begin something else");
            }
        }
    }

    @Test
    void whoKnowsNullTakesPartWithoutIt() {
        Agent broken = new Agent() {
            @Override
            public AgentProfile profile() {
                return AgentProfile.of("broken").withListens(List.of(SignalType.TASK_NEW));
            }

            @Override
            public Participant join(JoinContext briefing) {
                return new Participant() {
                    @Override
                    public List<Draft> react(Turn turn) {
                        return List.of(ScriptedAgent.proposes("p1"));
                    }

                    @Override
                    @SuppressWarnings("NullAway") // An agent must not do this.
                    public Optional<ParticipantLearner> learner() {
                        return Optional.of(new Notes() {
                            @Override
                            public JsonValue known() {
                                return null;
                            }
                        });
                    }
                };
            }
        };
        SwarmResult result = table.solve(broken, voter("a"), voter("b"));

        assertThat(result.ending()).isEqualTo(LoopStop.CONSENSUS);
        assertThat(result.failures()).singleElement()
                .satisfies(failure -> assertThat(failure.context()).isEqualTo("agent.broken.known"));
        assertThat(told).isEmpty();
    }

    @Test
    void aCancelledSolveTeachesNothing() {
        CountDownLatch thinking = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        try (Swarm swarm = new Swarm(table.config(new Pupil(turn -> {
            thinking.countDown();
            never.await();
            return List.of();
        })))) {
            SwarmStream stream = swarm.stream(SolveTestBed.TASK);
            SolveTestBed.waitStubbornly(thinking);
            stream.close();

            assertThat(stream.result().ending()).isEqualTo(LoopStop.CANCELLED);
            assertThat(told).containsExactly("known", "begin last time", "turn");
        }
    }
}
