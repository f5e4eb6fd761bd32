package dev.waggle.journal.repair;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalReader;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.file.Journals;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.Durability;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.JournalContract;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Accepted damage: the bytes are kept aside, the rest is sound, every other entry stays. */
class JournalRepairTest {

    private static final long SEED = 20_261_124;
    private static final JournalConfig CONFIG = JournalConfig.defaults().withDurability(Durability.never());

    @TempDir
    Path folder;

    @Test
    void aNamedLineIsKeptAsideAndItsNumberStated() throws IOException {
        List<LogEntry> all = Journals.write(folder, 2, 5);
        Path sealed = SegmentFile.sealed(folder, 1).path();
        byte[] line = damage(sealed, 3);

        RepairReport report = run(new RepairSelection(false, false, "events-00000000000000000001.jsonl", Set.of(3L)));

        assertThat(report.left()).isEmpty();
        assertThat(report.accepted()).singleElement().satisfies(place -> {
            assertThat(place.damage().line()).isEqualTo(3);
            assertThat(place.savedTo()).hasBinaryContent(line);
        });
        JournalVerification found = verified();
        assertThat(found.isSound()).as(found.damages().toString()).isTrue();
        assertThat(found.gaps()).containsEntry("lost", 1L);
        assertThat(entries()).isEqualTo(without(all, 3));
    }

    @Test
    void aLineThatIsNotNamedStays() throws IOException {
        List<LogEntry> all = Journals.write(folder, 1, 6);
        damage(folder.resolve(SegmentFile.ACTIVE), 2);
        damage(folder.resolve(SegmentFile.ACTIVE), 5);

        RepairReport report = run(new RepairSelection(false, false, null, Set.of(5L)));

        assertThat(report.left()).singleElement().satisfies(damage -> assertThat(damage.line()).isEqualTo(2));
        assertThat(verified().damages()).hasSize(1);
        assertThat(entries()).isEqualTo(without(all, 2, 5));
        run(RepairSelection.everything());
        assertThat(verified().isSound()).isTrue();
    }

    @Test
    void aPlanChangesNothing() throws IOException {
        Journals.write(folder, 2, 5);
        damage(SegmentFile.sealed(folder, 1).path(), 3);
        List<String> before = listing();

        RepairReport plan = JournalRepair.plan(folder, RepairSelection.everything(), World.system(1));

        assertThat(plan.isPlan()).isTrue();
        assertThat(plan.accepted()).hasSize(1);
        assertThat(listing()).isEqualTo(before);
    }

    @Test
    void aLostEndIsAcceptedAndNumbersContinueBehindIt() throws IOException {
        append(8);
        cut(folder.resolve(SegmentFile.ACTIVE), 3);
        assertThat(run(new RepairSelection(false, false, null, Set.of(1L))).left()).hasSize(1);

        RepairReport report = run(new RepairSelection(false, true, null, Set.of()));

        assertThat(report.left()).isEmpty();
        JournalVerification found = verified();
        assertThat(found.isSound()).as(found.damages().toString()).isTrue();
        assertThat(found.gaps()).containsEntry("lost", 3L);
        assertThat(found.last()).isEqualTo(8);
        append(1);
        assertThat(verified().last()).isEqualTo(9);
        assertThat(verified().isSound()).isTrue();
    }

    @Test
    void aJournalOfWhichOnlyTheMarkIsLeftIsSoundAgain() throws IOException {
        append(8);
        Files.delete(folder.resolve(SegmentFile.ACTIVE));

        run(RepairSelection.everything());

        assertThat(verified().isSound()).as(verified().damages().toString()).isTrue();
        append(1);
        assertThat(verified().last()).isEqualTo(9);
    }

    @Test
    void aMissingSegmentIsStatedAtTheEndOfTheOneBefore() throws IOException {
        List<LogEntry> all = Journals.write(folder, 4, 3);
        Files.delete(SegmentFile.sealed(folder, 4).path());

        run(RepairSelection.everything());

        assertThat(verified().isSound()).as(verified().damages().toString()).isTrue();
        assertThat(verified().gaps()).containsEntry("lost", 3L);
        assertThat(entries()).isEqualTo(without(all, 4, 5, 6));
    }

    @Test
    void aRepairThatIsRepeatedKeepsOneCopy() throws IOException {
        Journals.write(folder, 1, 4);
        Path active = folder.resolve(SegmentFile.ACTIVE);
        damage(active, 2);
        byte[] damaged = Files.readAllBytes(active);
        run(RepairSelection.everything());
        Files.write(active, damaged);

        run(RepairSelection.everything());

        assertThat(listing()).filteredOn(name -> name.contains(".damaged-")).hasSize(1);
    }

    @Test
    void everyRandomDamageCanBeAcceptedAndCostsNoOtherEntry() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 120; round++) {
            Path place = Files.createDirectory(folder.resolve("j" + round));
            List<LogEntry> all = Journals.write(place, 3, 4);
            List<Path> files = List.of(SegmentFile.sealed(place, 1).path(), SegmentFile.sealed(place, 5).path(),
                    place.resolve(SegmentFile.ACTIVE));
            StringBuilder done = new StringBuilder("seed " + SEED + ", round " + round);
            for (int n = random.nextInt(1, 4); n > 0; n--) {
                Path file = files.get(random.nextInt(files.size()));
                byte[] bytes = Files.readAllBytes(file);
                byte[] changed = mutated(bytes, random);
                Files.write(file, changed);
                done.append(", ").append(file.getFileName());
            }
            List<LogEntry> readable = entries(place);

            JournalRepair.run(place, RepairSelection.everything(), CONFIG, World.system(1));

            JournalVerification found = JournalVerification.of(place, _ -> {
            });
            assertThat(found.isSound()).as(done + ": " + found.damages()).isTrue();
            assertThat(entries(place)).as(done.toString()).isEqualTo(readable);
            assertThat(all).as(done.toString()).containsAll(readable);
        }
    }

    private static byte[] mutated(byte[] bytes, SplittableRandom random) {
        if (bytes.length == 0) {
            return bytes;
        }
        int at = random.nextInt(bytes.length);
        int to = at + random.nextInt(Math.min(400, bytes.length - at) + 1);
        byte[] changed = bytes.clone();
        switch (random.nextInt(4)) {
            case 0 -> changed[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> Arrays.fill(changed, at, to, (byte) 0);
            case 2 -> {
                ByteArrayOutputStream cut = new ByteArrayOutputStream();
                cut.write(bytes, 0, at);
                cut.write(bytes, to, bytes.length - to);
                changed = cut.toByteArray();
            }
            default -> {
                ByteArrayOutputStream twice = new ByteArrayOutputStream();
                twice.write(bytes, 0, to);
                twice.write(bytes, at, bytes.length - at);
                changed = twice.toByteArray();
            }
        }
        return changed;
    }

    private RepairReport run(RepairSelection selection) {
        return JournalRepair.run(folder, selection, CONFIG, World.system(1));
    }

    private void append(int count) {
        try (FileJournal journal = FileJournal.open(folder, CONFIG, World.system(1))) {
            for (int i = 0; i < count; i++) {
                journal.append(JournalContract.vote("s" + i), Emission.by("bus"), JournalContract.START);
            }
        }
    }

    /** Flips a bit in the middle of a line, and returns the line as it is now. */
    private static byte[] damage(Path file, int line) throws IOException {
        List<String> lines = Files.readAllLines(file);
        int offset = lines.subList(0, line - 1).stream().mapToInt(it -> it.length() + 1).sum();
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset + 60] ^= 1;
        Files.write(file, bytes);
        return Arrays.copyOfRange(bytes, offset, offset + lines.get(line - 1).length() + 1);
    }

    private static void cut(Path file, int count) throws IOException {
        List<String> lines = Files.readAllLines(file);
        Files.writeString(file, String.join("\n", lines.subList(0, lines.size() - count)) + "\n",
                StandardCharsets.UTF_8);
    }

    private static List<LogEntry> without(List<LogEntry> all, long... numbers) {
        return all.stream().filter(entry -> Arrays.stream(numbers).noneMatch(number -> number == entry.sequence()))
                .toList();
    }

    private List<LogEntry> entries() {
        return entries(folder);
    }

    private static List<LogEntry> entries(Path place) {
        List<LogEntry> all = new ArrayList<>();
        try (JournalReader reader = JournalReader.open(place)) {
            reader.forEach(all::add);
        }
        return all;
    }

    private JournalVerification verified() {
        return JournalVerification.of(folder, _ -> {
        });
    }

    private List<String> listing() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
