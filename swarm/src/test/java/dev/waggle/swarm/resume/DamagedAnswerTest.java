package dev.waggle.swarm.resume;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.advisor.AdvisorConfig;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.agent.JoinContext;
import dev.waggle.swarm.agent.Participant;
import dev.waggle.swarm.agent.ParticipantLearner;
import dev.waggle.swarm.agent.Turn;
import dev.waggle.swarm.assist.MetaAgent;
import dev.waggle.swarm.lens.analysis.MathConfig;
import dev.waggle.swarm.runlog.DamagedLogException;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.WorkFacts;
import dev.waggle.swarm.testbed.ScriptedAgent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** A logged answer that its part of the runtime cannot have given is refused with its entry, and not believed. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DamagedAnswerTest {

    private static final MetaAgent.Move MOVE = new MetaAgent.Move(MetaAgent.Action.REFRAME, "because", "look again");
    private static final JsonValue EXPECTED = JsonValue.of(0.9);

    private final SolveTestBed table = new SolveTestBed();

    static Stream<Arguments> rewards() {
        return Stream.of(Arguments.of(JsonValue.of("yes"), "got \"yes\""),
                Arguments.of(JsonValue.of(Map.of()), "got an object"), Arguments.of(JsonValue.ofNull(), "got null"),
                Arguments.of(JsonValue.of(-7), "got -7"), Arguments.of(JsonValue.of(1.5), "got 1.5"),
                Arguments.of(new JsonValue.Num(new BigDecimal("1E400")), "got 1E+400"));
    }

    @ParameterizedTest
    @MethodSource("rewards")
    void anExpectedRewardIsANumberInItsRange(JsonValue damaged, String message) {
        refuses(pupils(), EXPECTED::equals, damaged,
                "the reward of a learner must be a number between 0 and 1, " + message);
    }

    /** Else the log of the solve would hold what its own reader refuses. */
    @Test
    void aLearnerThatExpectsWhatItMayNotIsAFailureOfTheAgent() {
        SwarmConfig config = table.config(new Pupil(1.5), voter("a"), voter("b"));

        SwarmResult result = SolveTestBed.resume(config, SolveTestBed.TASK);

        assertThat(result.failures()).singleElement()
                .satisfies(failure -> assertThat(failure.message()).contains("between 0 and 1, got 1.5"));
        try (Swarm swarm = new Swarm(config)) {
            assertThat(swarm.replay(SolveTestBed.RUN).divergence()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("rewards")
    void aLearnedRewardIsANumberInItsRange(JsonValue damaged, String message) {
        refuses(pupils(), answer -> answer instanceof JsonValue.Num && !answer.equals(EXPECTED), damaged,
                "the reward of a learner must be a number between 0 and 1, " + message);
    }

    static Stream<Arguments> moves() {
        return Stream.of(Arguments.of(move(" reframe ", "because"), "action must be one of REFRAME"),
                Arguments.of(move("reframe", "because"), "action must be one of REFRAME"),
                Arguments.of(new JsonObjectBuilder().withAll((JsonValue.Obj) MOVE.toJson()).with("surprise", true)
                        .json(), "surprise is unknown"),
                Arguments.of(new JsonObjectBuilder().withAll((JsonValue.Obj) MOVE.toJson()).with("reasoning", 7)
                        .json(), "reasoning must be a text, got 7"),
                Arguments.of(JsonValue.of(Map.of("action", JsonValue.of("REFRAME"), "intervention",
                        JsonValue.of("look again"))), "reasoning is missing"),
                Arguments.of(JsonValue.of("REFRAME"), "a move must be an object"));
    }

    @ParameterizedTest
    @MethodSource("moves")
    void aMoveOfTheMetaAgentIsWhatItWrote(JsonValue damaged, String message) {
        refuses(guided(), MOVE.toJson()::equals, damaged, message);
    }

    /** Replays and resumes the solve with the damaged answer: in a whole log, at its end, and in the stored answers. */
    private void refuses(SwarmConfig config, Predicate<JsonValue> answer, JsonValue damaged, String message) {
        MemoryJournal answers = new MemoryJournal();
        solve(config.withAnswers(answers));
        List<LogEntry> log = table.logged();
        int at = indexOf(log, answer);
        assertThat(at).isPositive();
        List<LogEntry> changed = changed(log, at, damaged);
        String place = " (part:answered by orchestrator): " + message;

        for (List<LogEntry> entries : List.of(changed, changed.subList(0, at + 1))) {
            try (Swarm swarm = new Swarm(config.withJournal(journal(entries)))) {
                assertThatExceptionOfType(DamagedLogException.class).isThrownBy(() -> swarm.replay(SolveTestBed.RUN))
                        .withMessageContaining("the log of run-7 cannot be understood at entry " + (at + 1) + place);
            }
            assertThatExceptionOfType(DamagedLogException.class)
                    .isThrownBy(() -> solve(config.withJournal(journal(entries))))
                    .withMessageContaining("the log of run-7 cannot be understood at entry " + (at + 1) + place);
        }
        List<LogEntry> stored = answers.read(1, Integer.MAX_VALUE);
        List<LogEntry> damagedStore = changed(stored, indexOf(stored, answer), damaged);
        assertThatExceptionOfType(DamagedLogException.class)
                .isThrownBy(() -> solve(
                        config.withJournal(journal(log.subList(0, at))).withAnswers(journal(damagedStore))))
                .withMessageContaining("the store of answers of run-7 cannot be understood at entry ")
                .withMessageContaining(place);
    }

    private static void solve(SwarmConfig config) {
        var _ = SolveTestBed.resume(config, SolveTestBed.TASK);
    }

    private static int indexOf(List<LogEntry> log, Predicate<JsonValue> answer) {
        for (int i = 0; i < log.size(); i++) {
            Signal signal = log.get(i).signal();
            if (signal.type().equals(WorkFacts.PART) && answer.test(FactBody.of(signal).value("answer"))) {
                return i;
            }
        }
        return -1;
    }

    private static List<LogEntry> changed(List<LogEntry> log, int at, JsonValue answer) {
        LogEntry was = log.get(at);
        Signal signal = was.signal();
        Map<String, JsonValue> body = new LinkedHashMap<>(FactBody.of(signal).unknownFields());
        body.put("answer", answer);
        List<LogEntry> changed = new ArrayList<>(log);
        changed.set(at, new LogEntry(was.sequence(), was.recordedAt(), was.emission(),
                new Signal(signal.id(), signal.type(), signal.source(), signal.time(),
                        Payload.Open.data(JsonValue.of(body)), signal.scope(), signal.links(), signal.grading(),
                        signal.lifetime(), signal.audience(), signal.extensions())));
        return changed;
    }

    private static MemoryJournal journal(List<LogEntry> log) {
        MemoryJournal journal = new MemoryJournal();
        log.forEach(entry -> journal.append(entry.signal(), entry.emission(), entry.recordedAt()));
        return journal;
    }

    private static JsonValue move(String action, String reasoning) {
        return new JsonObjectBuilder().with("action", action).with("reasoning", reasoning)
                .with("intervention", MOVE.intervention()).json();
    }

    private SwarmConfig pupils() {
        return table.config(new Pupil(0.9), voter("a"), voter("b"));
    }

    private SwarmConfig guided() {
        ScriptedAgent proposer = ScriptedAgent.agent("x").unasked().says(1, ScriptedAgent.proposes("p1")).says(4,
                ScriptedAgent.finds("f"));
        return SolveTestBed
                .advised(table.config(proposer, ScriptedAgent.chatty("b"), ScriptedAgent.chatty("c")),
                        AdvisorConfig.defaults())
                .withMath(MathConfig.off()).withLimits(Limits.defaults().withMaxRounds(5))
                .withMetaAgent((_, _) -> MOVE);
    }

    private static Agent voter(String id) {
        return ScriptedAgent.agent(id).listening(SignalType.PROPOSAL)
                .says(2, ScriptedAgent.votes(Stance.AGREE, "p1"));
    }

    /** An agent that expects a reward and proposes. */
    private record Pupil(double expectedReward) implements Agent {

        @Override
        public AgentProfile profile() {
            return AgentProfile.of("pupil").withListens(List.of(SignalType.TASK_NEW));
        }

        @Override
        public Participant join(JoinContext context) {
            return new Participant() {
                @Override
                public List<Draft> react(Turn turn) {
                    return List.of(ScriptedAgent.proposes("p1"));
                }

                @Override
                public Optional<ParticipantLearner> learner() {
                    return Optional.of(new Learner(expectedReward));
                }
            };
        }
    }

    /** A learner that knows one word and learns nothing. */
    private record Learner(double expectedReward) implements ParticipantLearner {

        @Override
        public JsonValue known() {
            return JsonValue.of("last");
        }

        @Override
        public void begin(JsonValue known) {}

        @Override
        public void learn(double reward) {}
    }
}
