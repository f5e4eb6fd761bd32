package dev.waggle.signal.transcript;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import dev.waggle.signal.Samples;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class TranscriptTest {

    /** Scenario 51 of the harness. */
    @Test
    void callsThatRanAtTheSameTimeEachHaveTheirOwnOutput() {
        HarnessLog log = new HarnessLog().says("ada", 1, "harness:start", "{\"input\":{\"messages\":[]}}")
                .says("bob", 1, "harness:start", "{\"input\":{}}").says("bob", 1, "text:delta", "{\"content\":\"B\"}")
                .says("ada", 1, "text:delta", "{\"content\":\"A\"}")
                .says("bob", 1, "harness:end", "{\"output\":{\"content\":\"B\"}}")
                .says("ada", 1, "harness:end", "{\"output\":{\"content\":\"A\"}}")
                .says("ada", 2, "harness:start", "{\"input\":{}}");
        Transcript transcript = Transcript.of(log.entries());

        assertThat(transcript.calls()).extracting(ModelCall::agent).containsExactly("ada", "bob", "ada");
        ModelCall ada = transcript.call("ada", 1).orElseThrow();
        assertThat(HarnessLog.ids(ada.signals())).containsExactly("s1", "s4", "s6");
        assertThat(ada.isComplete()).isTrue();
        assertThat(ada.input()).contains(HarnessLog.object("messages", JsonValue.of(List.of())));
        assertThat(ada.output()).contains(HarnessLog.object("content", JsonValue.of("A")));
        assertThat(ada.state().text().content()).isEqualTo("A");
        assertThat(transcript.call("bob", 1).orElseThrow().output())
                .contains(HarnessLog.object("content", JsonValue.of("B")));
        assertThat(transcript.call("bob", 2)).isEmpty();
        ModelCall cut = transcript.call("ada", 2).orElseThrow();
        assertThat(cut.isComplete()).isFalse();
        assertThat(cut.output()).isEmpty();
    }

    /** Harness 52: a replay of the original stops at the first foreign signal. */
    @Test
    void signalsOfOthersInBetweenCutNothing() {
        HarnessLog log = new HarnessLog().says("ada", 1, "harness:start", "{}").says("ada", 1, "text:delta", "{}");
        log.add(Emission.by("process"), Samples.discovery("noticed", "process"));
        log.add(new Emission("ada", 1), Samples.vote("v1", "ada", "p1"));
        log.add(new Emission("bob", 1), Samples.vote("v2", "bob", "p1"));
        log.says("ada", 1, "tool:progress", "{}").says("ada", 1, "harness:end", "{\"output\":{\"content\":\"x\"}}");
        Transcript transcript = Transcript.of(log.entries());

        assertThat(transcript.calls()).as("a call in which no harness spoke is none of a model").hasSize(1);
        ModelCall call = transcript.call("ada", 1).orElseThrow();
        assertThat(HarnessLog.ids(call.signals())).containsExactly("s1", "s2", "s6", "s7");
        assertThat(HarnessLog.ids(HarnessLog.signals(call.entries()))).contains("v1").doesNotContain("noticed", "v2");
        assertThat(call.output()).isPresent();
    }

    /** Scenario 12 of the harness. The error is followed by an end; a call without it, or begun again, was cut off. */
    @Test
    void aCallIsCompleteWhenWhatItLastStartedEnded() {
        HarnessLog failed = new HarnessLog().says("a", 1, "harness:start", "{}")
                .says("a", 1, "harness:error", "{\"code\":\"E\",\"message\":\"m\",\"recoverable\":false}");
        assertThat(only(failed).isComplete()).isFalse();
        assertThat(only(failed).state().lastError()).isPresent();

        failed.says("a", 1, "harness:end", "{\"output\":{\"content\":\"\",\"stopReason\":\"error\"}}");
        assertThat(only(failed).isComplete()).isTrue();

        failed.says("a", 1, "harness:start", "{}");
        assertThat(only(failed).isComplete()).isFalse();
        assertThat(only(failed).output()).isEmpty();

        failed.says("a", 1, "harness:end", "{\"output\":{\"content\":\"again\"}}");
        assertThat(only(failed).output()).contains(HarnessLog.object("content", JsonValue.of("again")));
    }

    @Test
    void theCallsOfTwoRunsAreNeverMixed() {
        HarnessLog log = new HarnessLog().says("a", 1, "run-1", "harness:start", "{}")
                .says("a", 1, "run-2", "harness:start", "{}");

        assertThatIllegalArgumentException().isThrownBy(() -> Transcript.of(log.entries()))
                .withMessageContaining("run-1").withMessageContaining("run-2").withMessageContaining("Maybe");
        assertThat(HarnessLog.ids(only(Transcript.ofRun(log.entries(), "run-2")).signals())).containsExactly("s2");
        assertThat(Transcript.ofRun(log.entries(), "run-3").calls()).isEmpty();
    }

    /** Harness 51, 52: for any order in which a log stored the signals. */
    @Test
    void everyInterleavingComesApartAgain() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Map<Emission, List<String>> expected = new LinkedHashMap<>();
            HarnessLog log = new HarnessLog();
            for (int n = 0; n < 300; n++) {
                Emission emission = new Emission("agent-" + random.nextInt(4), 1 + random.nextInt(3));
                String type = random.nextInt(9) == 0 ? "harness:end" : "text:delta";
                log.says(emission.by(), emission.invocation(), type, "{\"content\":\"x\"}");
                expected.computeIfAbsent(emission, _ -> new ArrayList<>()).add(log.entries().getLast().signal().id());
            }
            Transcript transcript = Transcript.of(log.entries());

            assertThat(transcript.calls()).as("seed %d", seed).hasSize(expected.size());
            expected.forEach((emission, ids) -> assertThat(
                    HarnessLog.ids(transcript.call(emission.by(), emission.invocation()).orElseThrow().signals()))
                    .isEqualTo(ids));
        }
    }

    private static ModelCall only(HarnessLog log) {
        return only(Transcript.of(log.entries()));
    }

    private static ModelCall only(Transcript transcript) {
        assertThat(transcript.calls()).hasSize(1);
        return transcript.calls().getFirst();
    }

    @Test
    void aTranscriptOfNothingHasNoCalls() {
        assertThat(Transcript.of(List.<LogEntry>of()).calls()).isEmpty();
    }
}
