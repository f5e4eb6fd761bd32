package dev.waggle.journal.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import dev.waggle.journal.file.FullDisk;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FileMemoryLogTest {

    private static final JsonValue.Obj RULES = new JsonObjectBuilder().with("rate", 0.05).json();

    @TempDir
    private Path folder;

    private FileMemoryLog open() {
        return FileMemoryLog.open(folder, RULES, World.system(1));
    }

    private static JsonValue.Obj event(String text) {
        return new JsonObjectBuilder().with("text", text).json();
    }

    private static List<MemoryEntry> entries(FileMemoryLog log, MemoryMark from) throws IOException {
        List<MemoryEntry> entries = new ArrayList<>();
        MemoryMark end = log.read(from, entries::add);
        assertThat(end).isEqualTo(entries.isEmpty() ? from : entries.getLast().end());
        return entries;
    }

    private Path file() {
        return folder.resolve(FileMemoryLog.NAME);
    }

    @Test
    void eventsComeBackInOrderAndFromAnyMark() throws IOException {
        FileMemoryLog log = open();
        assertThat(entries(log, MemoryMark.START)).isEmpty();
        log.append(List.of());
        assertThat(log.length()).isZero();
        log.append(List.of(event("a"), event("b")));
        open().append(List.of(event("ü\n\u0001\"")));

        List<MemoryEntry> all = entries(log, MemoryMark.START);
        assertThat(all).extracting(MemoryEntry::event).containsExactly(event("a"), event("b"), event("ü\n\u0001\""));
        assertThat(all).extracting(entry -> entry.end().number()).containsExactly(1L, 2L, 3L);
        assertThat(entries(log, all.get(1).end())).containsExactly(all.get(2));
        assertThat(log.sumAt(all.get(1).end())).isPositive();
        assertThat(log.sumAt(new MemoryMark(1, all.getFirst().end().offset() - 1))).isEqualTo(-1);
        assertThat(log.sumAt(MemoryMark.START)).isZero();
        assertThat(log.has(MemoryMark.START, 0)).isTrue();
        assertThat(log.has(all.get(1).end(), log.sumAt(all.get(1).end()))).isTrue();
        assertThat(log.has(all.get(1).end(), 1)).isFalse();
        assertThat(log.length()).isEqualTo(all.getLast().end().offset());
    }

    @Test
    void theRulesAreThoseOfTheFirstWriter() throws IOException {
        assertThat(open().rules()).isEqualTo(RULES);
        open().append(List.of(event("a")));
        FileMemoryLog later = FileMemoryLog.open(folder, event("other"), World.system(2));
        later.append(List.of(event("b")));
        assertThat(later.rules()).isEqualTo(RULES);
    }

    @Test
    void aRedactionKeepsThePlacesOfAllOtherEntries() throws IOException {
        FileMemoryLog log = open();
        log.append(IntStream.range(0, 20).mapToObj(i -> event("text number " + i)).toList());
        List<MemoryEntry> before = entries(log, MemoryMark.START);

        long redacted = log.redact(entry -> entry.end().number() % 7 == 0, count -> event(count + " are gone"));

        assertThat(redacted).isEqualTo(2);
        List<MemoryEntry> after = entries(log, MemoryMark.START);
        assertThat(after).extracting(MemoryEntry::end).startsWith(before.stream().map(MemoryEntry::end)
                .toArray(MemoryMark[]::new)).hasSize(21);
        assertThat(after.get(6).event()).isNull();
        assertThat(after.get(13).event()).isNull();
        assertThat(after.get(20).event()).isEqualTo(event("2 are gone"));
        assertThat(Files.readString(file())).doesNotContain("number 6\"").doesNotContain("number 13")
                .contains("number 7");
        assertThat(log.redact(entry -> entry.end().number() == 7, count -> event("again"))).isZero();
        assertThat(entries(log, MemoryMark.START)).isEqualTo(after);
        assertThat(folder).isDirectoryNotContaining("glob:**/*.new");
    }

    @Test
    void whatAKilledWriterLeftIsMended() throws IOException {
        FileMemoryLog log = open();
        log.append(List.of(event("a")));
        String whole = Files.readString(file());
        for (int length = 0; length <= whole.length(); length += 3) {
            Files.writeString(file(), whole.substring(0, length));
            Files.writeString(folder.resolve(FileMemoryLog.NAME + ".new"), "half of a redaction");
            FileMemoryLog later = open();
            assertThat(entries(later, MemoryMark.START)).as("length " + length).hasSizeLessThanOrEqualTo(1);
            later.append(List.of(event("b")));
            assertThat(entries(later, MemoryMark.START)).as("length " + length)
                    .extracting(MemoryEntry::event).endsWith(event("b"));
            assertThat(folder).isDirectoryNotContaining("glob:**/*.new");
        }
    }

    @Test
    void damageIsNamedAndNothingIsOverwritten() throws IOException {
        open().append(List.of(event("first"), event("second")));
        String damaged = Files.readString(file()).replace("second", "sEcond");
        Files.writeString(file(), damaged);
        assertThatThrownBy(() -> entries(open(), MemoryMark.START)).isInstanceOf(IOException.class)
                .hasMessageContaining("line 3 is damaged").hasMessageContaining("restore");
        assertThatThrownBy(() -> open().append(List.of(event("third")))).isInstanceOf(IOException.class)
                .hasMessageContaining("the last line is damaged");
        assertThat(Files.readString(file())).isEqualTo(damaged);
        assertThatThrownBy(() -> open().append(List.of(event("x".repeat(9_000_000)))))
                .hasMessageContaining("damaged");
        Files.delete(file());
        assertThatThrownBy(() -> open().append(List.of(event("x".repeat(9_000_000)))))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("at most");
        open().append(List.of(event("a")));
        assertThat(entries(open(), MemoryMark.START)).hasSize(1);
    }

    @Test
    void afterAFullDiskTheLogIsAsBefore() throws IOException {
        open().append(List.of(event("first")));
        String before = Files.readString(file());
        FullDisk disk = new FullDisk(_ -> true);
        FileMemoryLog full = FileMemoryLog.open(folder, RULES, World.system(1), disk);
        assertThatThrownBy(() -> full.append(List.of(event("second")))).isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
        assertThat(Files.readString(file())).isEqualTo(before);
        assertThatThrownBy(() -> full.redact(_ -> true, _ -> event("gone"))).isInstanceOf(IOException.class);
        assertThat(Files.readString(file())).isEqualTo(before);
        assertThat(folder).isDirectoryNotContaining("glob:**/*.new");
        open().append(List.of(event("second")));
        assertThat(entries(open(), MemoryMark.START)).hasSize(2);
    }
}
