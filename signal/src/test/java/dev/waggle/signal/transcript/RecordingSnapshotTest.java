package dev.waggle.signal.transcript;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.transcript.ToolCallState.Status;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RecordingSnapshotTest {

    /** Scenario 33 of the harness. */
    @Test
    void aToolCallIsPendingThenCompleteOrAnError() {
        HarnessLog log = new HarnessLog().says("a", 1, "harness:start", "{}")
                .says("a", 1, "tool:call", "{\"id\":\"t2\",\"name\":\"ls\",\"input\":{}}")
                .says("a", 1, "tool:call", "{\"id\":\"t1\",\"name\":\"grep\",\"input\":1}")
                .says("a", 1, "tool:result", "{\"id\":\"t1\",\"result\":null,\"error\":\"\"}")
                .says("a", 1, "tool:result", "{\"id\":\"t2\",\"result\":null,\"error\":\"denied\"}")
                .says("a", 1, "tool:result", "{\"id\":\"tX\",\"result\":1}")
                .says("a", 1, "tool:call", "{\"id\":\"t2\",\"name\":\"ls\",\"input\":2}")
                .says("a", 2, "harness:start", "{}");

        assertThat(statuses(log, 2)).isEqualTo("{t2=PENDING, t1=PENDING}");
        assertThat(statuses(log, 3)).as("an empty error is none").isEqualTo("{t2=PENDING, t1=COMPLETE}");
        assertThat(statuses(log, 4)).isEqualTo("{t2=ERROR, t1=COMPLETE}");
        assertThat(statuses(log, 5)).as("a result without a call").isEqualTo("{t2=ERROR, t1=COMPLETE}");
        assertThat(statuses(log, 6)).as("called again, in its old place").isEqualTo("{t2=PENDING, t1=COMPLETE}");
        assertThat(statuses(log, 7)).as("begun anew").isEqualTo("{}");
        assertThat(RecordingSnapshot.at(log.entries(), 4).merged().toolCall("t2").orElseThrow())
                .isEqualTo(
                        new ToolCallState("t2", "ls", JsonValue.of(Map.of()), Status.ERROR, JsonValue.ofNull(),
                                "denied"));
        assertThat(RecordingSnapshot.at(log.entries(), 4).merged().toolCall("tX")).isEmpty();
    }

    /** Harness 51: the original mixes the concurrent signals of two harnesses. */
    @Test
    void agentsThatRunAtTheSameTimeAreKeptApart() {
        HarnessLog log = new HarnessLog().says("ada", 1, "harness:start", "{}")
                .says("ada", 1, "text:delta", content("A1"))
                .says("bob", 1, "harness:start", "{}").says("bob", 1, "text:delta", content("B1"))
                .says("ada", 1, "text:delta", content("A2")).says("ada", 1, "harness:end", "{}");
        RecordingSnapshot snapshot = RecordingSnapshot.of(log.entries());

        assertThat(snapshot.agents()).containsExactly("ada", "bob");
        assertThat(snapshot.of("ada").text().content()).isEqualTo("A1A2");
        assertThat(snapshot.of("ada").isRunning()).isFalse();
        assertThat(snapshot.of("bob").text().content()).isEqualTo("B1");
        assertThat(snapshot.of("bob").isRunning()).isTrue();
        assertThat(snapshot.of("nobody").isRunning()).isFalse();
        assertThat(snapshot.merged().text().content()).as("as one harness").isEqualTo("B1A2");
    }

    @Test
    void malformedHarnessSignalsAreCountedAndChangeNothing() {
        HarnessLog log = new HarnessLog().says("a", 1, "text:delta", content("x")).says("a", 1, "text:delta", "{}")
                .says("a", 1, "text:complete", "7").says("a", 1, "thinking:delta", "{\"content\":7}")
                .says("a", 1, "tool:call", "{\"name\":\"x\"}").says("a", 1, "tool:result", "[]");
        HarnessState state = RecordingSnapshot.of(log.entries()).merged();

        assertThat(state.text().content()).isEqualTo("x");
        assertThat(state.text().deltaCount()).isEqualTo(1);
        assertThat(state.thinking().content()).isEmpty();
        assertThat(state.toolCalls()).isEmpty();
        assertThat(RecordingSnapshot.of(log.entries()).signalCounts()).containsEntry("text:delta", 2);
    }

    @Test
    void anOlderSnapshotStaysAsItWas() {
        HarnessLog log = new HarnessLog().says("a", 1, "text:delta", content("one"));
        RecordingSnapshot before = RecordingSnapshot.of(log.entries());
        String shown = SnapshotJson.of(before, SnapshotJson::openData).toString();

        before.after(log.says("a", 1, "text:delta", content(" two")).entries().getLast());
        before.after(log.says("a", 1, "note", "1").entries().getLast());

        assertThat(SnapshotJson.of(before, SnapshotJson::openData)).hasToString(shown);
        assertThat(before.merged().text().content()).isEqualTo("one");
    }

    /** Compares the map with the map of the JDK, in orders that make a plain tree a list, and in random ones. */
    @Test
    void aKeptMapIsAMap() {
        for (int seed = 0; seed < 30; seed++) {
            Random random = new Random(seed);
            Map<String, Integer> expected = new TreeMap<>();
            PersistentMap<Integer> map = PersistentMap.empty();
            PersistentMap<Integer> half = map;
            Map<String, Integer> expectedHalf = Map.of();
            for (int n = 0; n < 400; n++) {
                String name = seed == 0 ? "k%03d".formatted(n) : seed == 1 ? "k%03d".formatted(400 - n)
                        : "k" + random.nextInt(300);
                expected.put(name, n);
                map = map.with(name, n);
                if (n == 200) {
                    half = map;
                    expectedHalf = new LinkedHashMap<>(expected);
                }
                assertThat(map.size()).isEqualTo(expected.size());
            }

            assertThat(map.toMap(value -> value)).as("seed %d", seed).containsExactlyEntriesOf(expected);
            assertThat(half.toMap(value -> value)).as("seed %d", seed).containsExactlyEntriesOf(expectedHalf);
            for (String name : expected.keySet()) {
                assertThat(map.get(name)).isEqualTo(expected.get(name));
            }
            assertThat(map.get("k")).isNull();
        }
    }

    /** A tree that lost its balance would need a call for each of these names. */
    @Test
    void aKeptMapStaysFlatUnderSortedNames() {
        PersistentMap<Integer> map = PersistentMap.empty();
        for (int n = 0; n < 200_000; n++) {
            map = map.with("name%07d".formatted(n), n);
        }

        assertThat(map.get("name0199999")).isEqualTo(199_999);
        assertThat(map.toMap(value -> value)).hasSize(200_000);
    }

    private static String content(String text) {
        return "{\"content\":\"" + text + "\"}";
    }

    private static String statuses(HarnessLog log, int index) {
        Map<String, Status> statuses = new LinkedHashMap<>();
        RecordingSnapshot.at(log.entries(), index).merged().toolCalls()
                .forEach(call -> statuses.put(call.id(), call.status()));
        return statuses.toString();
    }
}
