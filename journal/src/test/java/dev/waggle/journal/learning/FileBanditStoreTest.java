package dev.waggle.journal.learning;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.signal.KilledProgram;
import dev.waggle.signal.learning.ArmEvidence;
import dev.waggle.signal.learning.BanditStore;
import dev.waggle.signal.learning.BanditStoreContract;
import dev.waggle.signal.learning.LearningRecord;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class FileBanditStoreTest implements BanditStoreContract {

    /** Lessons that a process teaches before it is killed. */
    private static final int LINES_BEFORE_KILL = 40;

    private static final ArmEvidence LESSON = BanditStoreContract.lesson(1);

    @TempDir
    Path temp;

    @Override
    public BanditStore newStore() {
        return FileBanditStore.open(temp.resolve("learned"), World.system(1));
    }

    @Override
    public BanditStore beside(BanditStore store) {
        return FileBanditStore.open(temp.resolve("learned"), World.system(2));
    }

    @Test
    void lookingMakesNothing() {
        newStore().load("ada");

        assertThat(temp.resolve("learned")).doesNotExist();
    }

    @Test
    void theFolderHoldsOneFileForEachAgentHoweverManyLessons() throws IOException {
        BanditStore store = newStore();
        for (int i = 0; i < 10; i++) {
            store.teach("ada", "solve " + i, Map.of("propose", LESSON));
            store.teach("a/b", "solve " + i, Map.of("propose", LESSON));
        }

        assertThat(names()).hasSize(3).contains(".lock", "at-ada.json");
    }

    @Test
    void everyDamagedByteIsNoticedAndNothingIsWrittenOver() throws IOException {
        BanditStore store = newStore();
        store.teach("ada", "solve 1", Map.of("propose", LESSON));
        Path file = temp.resolve("learned").resolve("at-ada.json");
        byte[] whole = Files.readAllBytes(file);
        for (int i = 0; i < whole.length; i++) {
            byte[] rotten = whole.clone();
            rotten[i] ^= 1;
            Files.write(file, rotten);
            assertThatExceptionOfType(UncheckedIOException.class).as("byte " + i).isThrownBy(() -> store.load("ada"))
                    .withMessageContaining("\"ada\"").withMessageContaining("at-ada.json")
                    .withMessageContaining("\nMaybe");
        }
        assertThatExceptionOfType(UncheckedIOException.class)
                .isThrownBy(() -> store.teach("ada", "solve 2", Map.of("propose", LESSON)));
        assertThat(Files.readAllBytes(file)).isNotEqualTo(whole).hasSameSizeAs(whole);
    }

    @Test
    void aFileCutAnywhereIsDamagedAndNamesTheRemedy() throws IOException {
        BanditStore store = newStore();
        store.teach("ada", "solve 1", Map.of("propose", LESSON));
        Path file = temp.resolve("learned").resolve("at-ada.json");
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatExceptionOfType(UncheckedIOException.class).as("cut at " + length)
                    .isThrownBy(() -> store.load("ada")).withMessageContaining("delete the file");
        }
        Files.delete(file);
        assertThat(store.load("ada")).isEqualTo(LearningRecord.EMPTY);
    }

    @Test
    void theFileOfAnotherAgentIsNotTaken() throws IOException {
        BanditStore store = newStore();
        store.teach("a/b", "solve 1", Map.of("propose", LESSON));
        store.teach("a/c", "solve 1", Map.of("propose", LESSON));
        List<String> names = names().stream().filter(name -> name.endsWith(".json")).toList();
        Path folder = temp.resolve("learned");
        Files.write(folder.resolve(names.getFirst()), Files.readAllBytes(folder.resolve(names.getLast())));

        assertThat(Stream.of("a/b", "a/c").filter(id -> isDamaged(store, id))).hasSize(1);
    }

    @Test
    void aKilledTeacherLosesAtMostItsLastLesson() throws Exception {
        int taught = Integer.parseInt(KilledProgram.linesBeforeKill(LINES_BEFORE_KILL, Teacher.class,
                temp.resolve("learned").toString(), "killed", "100000").getLast());

        LearningRecord learned = newStore().load("ada");

        // One lesson more may have reached the disk than was printed.
        ArmEvidence evidence = learned.arms().getOrDefault("propose", ArmEvidence.none(2));
        assertThat(evidence.lessons()).isBetween((long) taught, taught + 1L);
        assertThat(evidence.weighted().getFirst()).isEqualTo((double) evidence.lessons());
        newStore().teach("ada", "the next", Map.of("propose", LESSON));
        assertThat(newStore().load("ada").arms().getOrDefault("propose", ArmEvidence.none(2)).lessons())
                .isEqualTo(evidence.lessons() + 1);
    }

    @Test
    void twoProcessesThatTeachAtOnceLoseNothing() throws Exception {
        int each = 15;
        Process one = teacher("one", each);
        Process other = teacher("other", each);
        assertThat(one.waitFor()).isZero();
        assertThat(other.waitFor()).isZero();

        assertThat(newStore().load("ada").arms()).containsEntry("propose",
                new ArmEvidence(2L * each, List.of(2.0 * each, each / 2.0), List.of(2.0 * each, (double) each)));
    }

    private static boolean isDamaged(BanditStore store, String agentId) {
        try {
            store.load(agentId);
            return false;
        } catch (UncheckedIOException damaged) {
            return String.valueOf(damaged.getMessage()).contains("it is the checkpoint");
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(temp.resolve("learned"))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private Process teacher(String name, int lessons) throws IOException {
        return KilledProgram.start(Teacher.class, temp.resolve("learned").toString(), name, String.valueOf(lessons));
    }

    /** Teaches one lesson after another and prints its number, until it is killed or done. */
    static final class Teacher {

        private Teacher() {}

        public static void main(String[] args) {
            BanditStore store = FileBanditStore.open(Path.of(args[0]), World.system(args[1].hashCode()));
            for (int lesson = 1; lesson <= Integer.parseInt(args[2]) && !System.out.checkError(); lesson++) {
                store.teach("ada", args[1] + ' ' + lesson, Map.of("propose", LESSON));
                System.out.println(lesson);
            }
        }
    }
}
