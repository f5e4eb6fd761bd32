package dev.waggle.connect.lucene;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import dev.waggle.journal.memory.FileMemoryLog;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.memory.ForgottenMemory;
import dev.waggle.swarm.memory.MemoryFilter;
import dev.waggle.swarm.memory.MemoryOrigin;
import dev.waggle.swarm.memory.MemoryOutcome;
import dev.waggle.swarm.memory.MemoryRules;
import dev.waggle.swarm.memory.MemoryText;
import dev.waggle.swarm.memory.NewMemory;
import dev.waggle.swarm.memory.StoredMemory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The index of a memory is the one that its log gives, after any history. */
class MemoryHistoryTest {

    private static final List<MemoryOutcome> OUTCOMES = List.of(MemoryOutcome.values());

    private static final int TEXTS = 12;
    private static final MemoryRules RULES = new MemoryRules(0.3, 0.2, 0.3, 8);

    @TempDir
    private Path parent;

    private final World world = World.system(5);
    private final List<String> notices = Collections.synchronizedList(new ArrayList<>());

    private Path folder() {
        return parent.resolve("memory");
    }

    private Memory open() throws IOException {
        return Memory.open(folder(), config(), world);
    }

    private MemoryConfig config() {
        return MemoryConfig.defaults().withDecayEvery(Duration.ZERO).withRules(RULES)
                .withListener(new MemoryListener() {
                    @Override
                    public void notice(String text) {
                        notices.add(text);
                    }
                });
    }

    private NewMemory memory(String content, String author, String run) {
        return new NewMemory(content, "discovery", 0.5, new MemoryOrigin(author, null, run, null, world.now()),
                Map.of());
    }

    private void merge(String id, String into) throws IOException {
        FileMemoryLog.open(folder(), config().rulesJson(), world)
                .append(List.of(new MemoryEvent.Merged(id, into).json()));
    }

    private static List<StoredMemory> state(Memory memory) throws IOException {
        return memory.list(MemoryFilter.ALL, null, 1_000);
    }

    private void deleteIndex() throws IOException {
        try (Stream<Path> files = Files.list(folder().resolve("index"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    private List<StoredMemory> rebuilt() throws IOException {
        deleteIndex();
        try (Memory later = open()) {
            return state(later);
        }
    }

    @Test
    void theIndexOfAHistoryIsThatOfTheLog() throws Exception {
        follow(1, 40);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void theIndexOfAnyHistoryIsThatOfTheLog(long seed) throws Exception {
        follow(seed, 200);
    }

    private void follow(long seed, int steps) throws Exception {
        Random random = new Random(seed);
        Set<String> forgotten = new HashSet<>();
        Memory[] open = {open(), open()};
        try {
            for (int step = 1; step <= steps; step++) {
                step(random, open[random.nextInt(2)], forgotten);
                if (random.nextBoolean()) {
                    assertThat(state(open[0])).as("step %s", step).isEqualTo(state(open[1]))
                            .allSatisfy(stored -> assertThat(forgotten).doesNotContain(stored.id()));
                }
                if (step % 20 == 0) {
                    List<StoredMemory> before = state(open[0]);
                    open[0].close();
                    open[1].close();
                    assertThat(rebuilt()).as("step %s", step).isEqualTo(before);
                    open[0] = open();
                    open[1] = open();
                }
            }
        } finally {
            open[0].close();
            open[1].close();
        }
        assertThat(notices).isEmpty();
    }

    private void step(Random random, Memory memory, Set<String> forgotten) throws Exception {
        String text = "thing number " + random.nextInt(TEXTS);
        String other = "thing number " + random.nextInt(TEXTS);
        String id = MemoryText.id(null, text);
        String agent = "a" + random.nextInt(4);
        String run = "solve_" + random.nextInt(3);
        switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> {
                memory.share(List.of(memory(text, agent, run)));
                forgotten.remove(id);
            }
            case 4 -> memory.reinforce(id, agent);
            case 5 -> merge(id, MemoryText.id(null, other));
            case 6 -> memory.judge(run, OUTCOMES.get(random.nextInt(OUTCOMES.size())));
            case 7, 8 -> {
                int _ = memory.decay();
            }
            default -> {
                int _ = memory.forget(List.of(id));
                forgotten.add(id);
            }
        }
    }

    @Test
    void aMemoryThatWasMergedIntoAForgottenOneGoesWithIt() throws Exception {
        for (int forgotten = 0; forgotten < 2; forgotten++) {
            List<StoredMemory> before;
            String gone;
            try (Memory memory = open()) {
                List<String> ids = memory.share(List.of(memory("the cache is cold", "a", "s"),
                        memory("cold is the cache", "b", "s"), memory("the queue is long", "a", "s")));
                merge(ids.get(1), ids.get(0));
                assertThat(state(memory)).hasSize(2);
                gone = ids.get(forgotten);
                List<ForgottenMemory> _ = memory.forgetNamed(List.of(gone));
                before = state(memory);
                assertThat(before).hasSize(1 + forgotten)
                        .allSatisfy(stored -> assertThat(stored.reinforcedBy()).isEmpty());
            }
            assertThat(rebuilt()).isEqualTo(before);
            assertThat(Files.readString(folder().resolve(FileMemoryLog.NAME))).doesNotContain(gone);
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void forgettingAnEvictedMemoryBringsNoOtherOneBack() throws Exception {
        List<StoredMemory> before;
        try (Memory memory = open()) {
            List<NewMemory> many = new ArrayList<>();
            for (int i = 0; i < 11; i++) {
                many.add(memory("thing number " + i, "a", "s"));
            }
            List<String> ids = memory.share(many);
            assertThat(state(memory)).hasSize(8);
            List<ForgottenMemory> _ = memory.forgetNamed(List.of(ids.getFirst(), ids.getLast()));
            before = state(memory);
            assertThat(before).hasSize(7);
        }
        assertThat(rebuilt()).isEqualTo(before);
    }

    @Test
    void searchesDuringTheForgettingOfAnotherMemoryFindWhatIsLeft() throws Exception {
        try (Memory memory = open(); Memory other = open()) {
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            memory.share(List.of(memory("the cache is cold", "a", "s")));
            AtomicBoolean isDone = new AtomicBoolean();
            Thread searching = Thread.ofPlatform().start(() -> {
                while (!isDone.get() && failures.isEmpty()) {
                    try {
                        assertThat(other.search("cache cold", 3, MemoryFilter.ALL)).isNotEmpty();
                    } catch (IOException | InterruptedException | RuntimeException | AssertionError failed) {
                        failures.add(failed);
                    }
                }
            });
            for (int i = 0; i < 10; i++) {
                List<String> ids = memory.share(List.of(memory("cold thing " + i, "a", "s")));
                assertThat(memory.forget(ids)).isEqualTo(1);
            }
            isDone.set(true);
            searching.join();
            assertThat(failures).isEmpty();
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void anOutcomeIsNotThatOfAMemoryThatLeftBeforeAnEqualOneCame() throws Exception {
        try (Memory memory = open()) {
            memory.share(List.of(memory("the cache is cold", "a", "solve_1")));
            assertThat(state(memory)).hasSize(1);
            for (int i = 0; i < 5; i++) {
                FileMemoryLog.open(folder(), config().rulesJson(), world)
                        .append(List.of(new MemoryEvent.Decayed(world.now(), 0).json()));
            }
            memory.share(List.of(memory("the cache is cold", "a", "solve_2")));
            memory.judge("solve_1", MemoryOutcome.WRONG);
            List<StoredMemory> before = state(memory);
            assertThat(before).singleElement()
                    .satisfies(stored -> assertThat(stored.outcome()).isEqualTo(MemoryOutcome.UNKNOWN));
        }
    }

    @Test
    void forgettingTheNewestMemoryKeepsTheIndex() throws Exception {
        try (Memory memory = open()) {
            List<String> ids = memory.share(List.of(memory("the cache is cold", "a", "s"),
                    memory("the queue is long", "a", "s")));
            assertThat(memory.forget(List.of(ids.getLast()))).isEqualTo(1);
            assertThat(state(memory)).hasSize(1);
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void aWrongArgumentIsNoDamage() throws Exception {
        try (Memory memory = open()) {
            memory.share(List.of(memory("the cache is cold", "a", "s")));
            assertThat(state(memory)).hasSize(1);
            assertThatThrownBy(() -> memory.list(MemoryFilter.ALL, null, 0))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("atMost");
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void closingDuringSearchesIsNoDamage() throws Exception {
        for (int turn = 0; turn < 20; turn++) {
            Memory memory = open();
            memory.share(List.of(memory("the cache is cold", "a", "s")));
            List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
            List<Thread> threads = Stream.of(1, 2, 3).map(_ -> Thread.ofPlatform().start(() -> {
                while (failures.size() < 3) {
                    try {
                        memory.search("cache cold", 3, MemoryFilter.ALL);
                    } catch (IOException | InterruptedException | RuntimeException closed) {
                        failures.add(closed);
                        return;
                    }
                }
            })).toList();
            memory.close();
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(failures).allSatisfy(closed -> assertThat(closed).isInstanceOf(IOException.class)
                    .hasMessageContaining("is closed"));
        }
        assertThat(notices).isEmpty();
    }

    @Test
    void anInterruptedCallLeavesNoLockAndNoDamage() throws Exception {
        try (Memory memory = open(); Memory other = open()) {
            for (int i = 0; i < 5; i++) {
                memory.share(List.of(memory("thing number " + i, "a", "s")));
                Thread.currentThread().interrupt();
                assertThatThrownBy(() -> memory.search("thing", 3, MemoryFilter.ALL))
                        .isInstanceOf(InterruptedIOException.class).hasMessageContaining("was interrupted");
                boolean _ = Thread.interrupted();
                assertThat(state(other)).hasSize(i + 1);
                assertThat(state(memory)).hasSize(i + 1);
            }
        }
        assertThat(notices).isEmpty();
    }
}
