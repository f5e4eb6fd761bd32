package dev.waggle.signal.checkpoint;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Contract of every store of checkpoints. */
public interface CheckpointStoreContract {

    /** Start time of the world of the store. */
    Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    /** An empty store in that world. */
    CheckpointStore newStore(ManualWorld world);

    @Test
    default void givesBackWhatWasSavedUnderItsIdAndWhen() {
        ManualWorld world = new ManualWorld(NOON, 1);
        CheckpointStore store = newStore(world);
        Map<String, JsonValue> state = new LinkedHashMap<>();
        state.put("task", JsonValue.of("line\nline\u2028\ud83d\udc1d <\"\\\u0000"));
        state.put("rounds", JsonValue.of(List.of(JsonValue.of(1), JsonValue.of(0.1), JsonValue.ofNull())));

        Checkpoint saved = store.save("solve-1", JsonValue.of(state));

        assertThat(saved).isEqualTo(new Checkpoint("solve-1", NOON, JsonValue.of(state)));
        assertThat(store.load("solve-1")).contains(saved);
    }

    @Test // H3
    default void knowsNothingOfAnIdThatWasNeverSaved() {
        CheckpointStore store = newStore(new ManualWorld(NOON, 1));

        assertThat(store.load("solve-1")).isEmpty();
        assertThat(store.list()).isEmpty();
        assertThat(store.delete("solve-1")).isFalse();
    }

    @Test
    default void theLatestStateOfAnIdWins() {
        ManualWorld world = new ManualWorld(NOON, 1);
        CheckpointStore store = newStore(world);
        store.save("a", JsonValue.of("a long first state, much longer than the second"));
        world.advance(Duration.ofHours(1));
        store.save("a", JsonValue.of("second"));

        assertThat(store.load("a")).contains(new Checkpoint("a", NOON.plusSeconds(3600), JsonValue.of("second")));
        assertThat(store.list()).singleElement().returns("a", CheckpointListing::id);
    }

    @Test // H2
    default void whatIsDeletedIsGoneAndCanBeSavedAnew() {
        CheckpointStore store = newStore(new ManualWorld(NOON, 1));
        store.save("a", JsonValue.of(1));
        store.save("b", JsonValue.of(2));

        assertThat(store.delete("a")).isTrue();
        assertThat(store.delete("a")).isFalse();
        assertThat(store.load("a")).isEmpty();
        assertThat(store.list()).extracting(CheckpointListing::id).containsExactly("b");

        store.save("a", JsonValue.of(3));
        assertThat(store.load("a").orElseThrow().state()).isEqualTo(JsonValue.of(3));
    }

    @Test
    default void listsByIdWithTimeAndSize() {
        ManualWorld world = new ManualWorld(NOON, 1);
        CheckpointStore store = newStore(world);
        store.save("b", JsonValue.of("x".repeat(1000)));
        world.advance(Duration.ofSeconds(1));
        store.save("a.1", JsonValue.of(1));
        store.save("B", JsonValue.of(1));

        List<CheckpointListing> list = store.list();
        assertThat(list).extracting(CheckpointListing::id).containsExactly("B", "a.1", "b");
        assertThat(list).extracting(CheckpointListing::savedAt).containsExactly(NOON.plusSeconds(1),
                NOON.plusSeconds(1), NOON);
        assertThat(list.getLast().bytes()).isBetween(1000L, 1200L);
        assertThat(list.getFirst().bytes()).isBetween(1L, 200L);
    }

    @Test
    default void idsThatDifferInCaseAreDifferent() {
        CheckpointStore store = newStore(new ManualWorld(NOON, 1));
        List<String> ids = List.of("ABC", "ABc", "AbC", "Abc", "aBC", "aBc", "abC", "abc");
        ids.forEach(id -> store.save(id, JsonValue.of(id)));

        assertThat(store.list()).extracting(CheckpointListing::id).containsExactlyElementsOf(ids);
        assertThat(ids).allSatisfy(
                id -> assertThat(store.load(id).orElseThrow().state()).isEqualTo(JsonValue.of(id)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "0", "-", "_", "con", "NUL", "com1.txt", "a.b.c", "checkpoint", "--help", "lock",
        "AAAAAAAAAABBBBBBBBBBCCCCCCCCCCDDDDDDDDDDEEEEEEEEEEFFFFFFFFFFGGGGGGGGGGHHHHHHHHHHIIIIIIIIIIJJJJJJJJJJKKKKKKKKKKLLLLLLLLLLMMMMMMMM"})
    default void takesEveryIdOfTheRightForm(String id) {
        CheckpointStore store = newStore(new ManualWorld(NOON, 1));
        store.save(id, JsonValue.of(id));

        assertThat(store.load(id).orElseThrow().state()).isEqualTo(JsonValue.of(id));
        assertThat(store.list()).extracting(CheckpointListing::id).containsExactly(id);
        assertThat(store.delete(id)).isTrue();
    }

    @ParameterizedTest // H8
    @ValueSource(strings = {"", " ", ".", "..", "../../x", "a/b", "a\\b", "/etc/passwd", "C:x", "a..b", ".hidden",
        "a.", "a b", "a\u0000b", "a\nb", "ä", "\u0131", "\uff0e\uff0e", "a~1", "%2e%2e", "a:b", "*", "a\u202eb",
        "\ud800",
        "AAAAAAAAAABBBBBBBBBBCCCCCCCCCCDDDDDDDDDDEEEEEEEEEEFFFFFFFFFFGGGGGGGGGGHHHHHHHHHHIIIIIIIIIIJJJJJJJJJJKKKKKKKKKKLLLLLLLLLLMMMMMMMMM"})
    default void refusesIdsThatAreNoPlainNames(String id) {
        CheckpointStore store = newStore(new ManualWorld(NOON, 1));

        assertThatIllegalArgumentException().isThrownBy(() -> store.save(id, JsonValue.of(1)))
                .withMessageContaining("checkpoint id");
        assertThatIllegalArgumentException().isThrownBy(() -> store.load(id));
        assertThatIllegalArgumentException().isThrownBy(() -> store.delete(id));
        assertThat(store.list()).isEmpty();
    }

    @Test
    default void manyThreadsSeeWholeStatesOnly() throws Exception {
        CheckpointStore store = newStore(new ManualWorld(NOON, 1));
        store.save("shared", state(0));
        List<Callable<JsonValue>> work = new ArrayList<>();
        IntStream.range(0, 64).forEach(i -> work.add(() -> {
            store.save("shared", state(i));
            store.save("own-" + i, state(i));
            if (i % 2 == 1) {
                store.delete("own-" + i);
            }
            return store.load("shared").orElseThrow().state();
        }));
        List<JsonValue> possible = IntStream.range(0, 64).mapToObj(CheckpointStoreContract::state).toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<JsonValue> seen : threads.invokeAll(work)) {
                assertThat(seen.get()).isIn(possible);
            }
        }
        assertThat(store.list()).hasSize(33);
    }

    private static JsonValue state(int i) {
        return JsonValue.of(List.of(JsonValue.of(i), JsonValue.of("x".repeat(i * 100)), JsonValue.of(i)));
    }
}
