package dev.waggle.swarm.engine.loop;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.swarm.LoggedRun;
import dev.waggle.swarm.ReplayResult;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.runlog.FactBody;
import dev.waggle.swarm.runlog.LoopVersion;
import dev.waggle.swarm.runlog.RunFacts;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Waiting for the votes to settle, in the log of a run: its setting, its replay and its resumption. */
class SettlingLogTest {

    private final SolveTestBed table = new SolveTestBed();

    private SwarmConfig config(int settleRounds) {
        return SettlingSolves.config(table, settleRounds, SettlingSolves.agreeing());
    }

    @Test
    void hasTheSetting() {
        SolveTestBed.solve(config(2));
        assertThat(opened().int32("settleRounds")).isEqualTo(2);
        assertThat(LoggedRun.of("", table.logged()).config().consensus().settleRounds()).isEqualTo(2);
    }

    @Test
    void hasNoneForTheLoopOfTheSeed() {
        SolveTestBed.solve(config(0));
        assertThat(opened().has("settleRounds")).isFalse();
        assertThat(LoggedRun.of("", table.logged()).config().consensus().settleRounds()).isZero();
    }

    @Test
    void ofTheThirdVersionIsReplayedAsItWas() {
        SwarmResult result = SolveTestBed.resume(config(0), SolveTestBed.TASK);
        MemoryJournal earlier = new MemoryJournal();
        for (LogEntry entry : table.logged()) {
            earlier.append(ofTheThirdVersion(entry.signal()), entry.emission(), entry.recordedAt());
        }

        try (Swarm swarm = new Swarm(config(1).withJournal(earlier))) {
            assertThat(swarm.replay(SolveTestBed.RUN)).matches(ReplayResult::isEqual);
        }
        assertThat(result.timing().roundsUsed()).isEqualTo(2);
    }

    @Test
    void isReplayed() {
        try (Swarm swarm = new Swarm(config(1))) {
            SwarmResult result = swarm.solve(SolveTestBed.TASK);
            assertThat(swarm.replay(result.solveId())).matches(ReplayResult::isEqual);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void isResumedAtAnyPlace(int share) {
        SwarmResult whole = SolveTestBed.resume(config(1), SolveTestBed.TASK);
        List<LogEntry> entries = table.logged();
        MemoryJournal cut = new MemoryJournal();
        entries.subList(0, entries.size() * share / 10)
                .forEach(entry -> cut.append(entry.signal(), entry.emission(), entry.recordedAt()));

        SwarmResult resumed = SolveTestBed.resume(config(1).withJournal(cut), SolveTestBed.TASK);

        assertThat(resumed.consensus().verdict()).isEqualTo(whole.consensus().verdict());
        assertThat(cut.read(1, Integer.MAX_VALUE)).extracting(entry -> entry.signal().type())
                .isEqualTo(entries.stream().map(entry -> entry.signal().type()).toList());
    }

    @Test
    void refusesAnotherSetting() {
        SolveTestBed.resume(config(1), SolveTestBed.TASK);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SolveTestBed.resume(config(2), SolveTestBed.TASK))
                .withMessageContaining("settleRounds");
    }

    /** The signal as the third version of the loop would have written it. */
    private static Signal ofTheThirdVersion(Signal signal) {
        boolean isOpening = signal.type().equals(RunFacts.OPENED);
        if (!isOpening && !signal.type().equals(RunFacts.CLOSED)) {
            return signal;
        }
        Payload.Open body = (Payload.Open) signal.payload();
        Map<String, JsonValue> fields = new LinkedHashMap<>(
                ((JsonValue.Obj) Objects.requireNonNull(body.data())).fields());
        if (isOpening) {
            fields.put(LoopVersion.KEY, JsonValue.of(LoopVersion.THIRD.number()));
            fields.remove(RunFacts.STOPS);
        } else {
            fields.put("confidence", Objects.requireNonNull(fields.remove("agreement")));
            fields.remove("confidenceBasis");
        }
        return new Signal(signal.id(), signal.type(), signal.source(), signal.time(),
                new Payload.Open(body.summary(), body.details(), JsonValue.of(fields), body.schema()),
                signal.scope(), signal.links(), signal.grading(), signal.lifetime(), signal.audience(),
                signal.extensions());
    }

    private JsonObjectReader opened() {
        return FactBody.of(table.logged().getFirst().signal());
    }
}
