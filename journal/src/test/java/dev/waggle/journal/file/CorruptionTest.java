package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every way to damage a journal of three segments. The damage is found and named with its file and place; all entries
 * that were not touched can still be read. Scenarios: durable-signals 13 to 15.
 */
class CorruptionTest {

    private static final long SEED = 20261122;
    private static final int SEGMENTS = 3;

    /** Entries of each segment; lines in another order need more than two. */
    private static final int FEW = 2;
    private static final int SOME = 5;

    @TempDir
    Path folder;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private List<LogEntry> entries = List.of();
    private List<Path> files = List.of();
    private List<byte[]> contents = List.of();

    private int each;

    @BeforeEach
    void writeFew() throws IOException {
        write(FEW);
    }

    private void write(int entriesOfEach) throws IOException {
        each = entriesOfEach;
        for (Path old : files) {
            Files.delete(old);
        }
        entries = Journals.write(folder, SEGMENTS, each);
        files = new ArrayList<>();
        for (SegmentFile segment : SegmentFile.list(folder)) {
            files.add(segment.path());
        }
        files.add(folder.resolve(SegmentFile.ACTIVE));
        contents = new ArrayList<>();
        for (Path file : files) {
            contents.add(Files.readAllBytes(file));
        }
    }

    @Test
    void aWholeJournalIsSound() {
        JournalVerification sound = JournalVerification.of(folder, _ -> {
        });

        assertThat(sound.isSound()).isTrue();
        assertThat(sound.entries()).isEqualTo(3L * each);
        assertThat(sound.segments()).isEqualTo(3);
        assertThat(sound.bytes()).isEqualTo(contents.stream().mapToLong(content -> content.length).sum());
        assertThat(sound.first()).isEqualTo(1);
        assertThat(sound.last()).isEqualTo(3L * each);
        assertThat(sound.tornBytes()).isZero();
    }

    @Test
    void anyChangedByteIsFoundAndIsolated() throws IOException {
        for (int at = 0; at < files.size(); at++) {
            for (int position = 0; position < contents.get(at).length; position++) {
                byte[] damaged = contents.get(at).clone();
                damaged[position] = other(damaged[position]);
                expectFound(at, damaged, position, 1, "byte " + position + " is now " + damaged[position]);
            }
        }
    }

    @Test
    void anyByteTurnedIntoALineEndIsFoundAndIsolated() throws IOException {
        for (int at = 0; at < files.size(); at++) {
            for (int position = 0; position < contents.get(at).length; position++) {
                byte[] damaged = contents.get(at).clone();
                if (damaged[position] != '\n') {
                    damaged[position] = '\n';
                    expectFound(at, damaged, position, 1, "byte " + position + " is now a line end");
                }
            }
        }
    }

    @Test
    void anyLostByteIsFoundAndIsolated() throws IOException {
        for (int at = 0; at < files.size(); at++) {
            byte[] whole = contents.get(at);
            for (int position = 0; position < whole.length; position++) {
                boolean isLastLineEnd = position == whole.length - 1;
                if (isLastLineEnd && at == files.size() - 1) {
                    continue; // The last line of the active segment is whole without its line end, as at a crash.
                }
                byte[] damaged = new byte[whole.length - 1];
                System.arraycopy(whole, 0, damaged, 0, position);
                System.arraycopy(whole, position + 1, damaged, position, damaged.length - position);
                expectFound(at, damaged, position, 1, "byte " + position + " is lost");
            }
        }
    }

    @Test
    void anyAddedByteIsFoundAndIsolated() throws IOException {
        for (int at = 0; at < files.size(); at++) {
            byte[] whole = contents.get(at);
            for (int position = 0; position <= whole.length; position++) {
                byte[] damaged = new byte[whole.length + 1];
                System.arraycopy(whole, 0, damaged, 0, position);
                damaged[position] = (byte) random.nextInt(256);
                System.arraycopy(whole, position, damaged, position + 1, whole.length - position);
                expectFound(at, damaged, position, 1, "byte " + damaged[position] + " is added at " + position);
            }
        }
    }

    @Test
    void anyTwoSwappedLinesAreFoundAndIsolated() throws IOException {
        write(SOME);
        for (int at = 0; at < files.size(); at++) {
            for (int one = 0; one < each; one++) {
                for (int two = one + 1; two < each; two++) {
                    List<byte[]> lines = lines(contents.get(at));
                    byte[] kept = lines.get(one);
                    lines.set(one, lines.get(two));
                    lines.set(two, kept);
                    Set<Long> touched = Set.of(number(at, one), number(at, two));
                    expectFound(at, joined(lines), touched, "lines " + one + " and " + two + " are swapped");
                }
            }
        }
    }

    @Test
    void anyDoubledLineIsFoundAndIsolated() throws IOException {
        write(SOME);
        for (int at = 0; at < files.size(); at++) {
            for (int line = 0; line < each; line++) {
                for (int to = 0; to <= each; to++) {
                    List<byte[]> lines = lines(contents.get(at));
                    lines.add(to, lines.get(line));
                    expectFound(at, joined(lines), Set.of(number(at, line)), "line " + line + " is also at " + to);
                }
            }
        }
    }

    @Test
    void anyLostLineIsFoundAndIsolated() throws IOException {
        write(SOME);
        for (int at = 0; at < files.size(); at++) {
            boolean isActive = at == files.size() - 1;
            for (int line = 0; line < (isActive ? each - 1 : each); line++) {
                List<byte[]> lines = lines(contents.get(at));
                lines.remove(line);
                expectFound(at, joined(lines), Set.of(number(at, line)), "line " + line + " is lost");
            }
        }
    }

    @Test
    void anyCutIsFoundAndIsolated() throws IOException {
        for (int at = 0; at < files.size(); at++) {
            byte[] whole = contents.get(at);
            for (int length = 0; length < whole.length; length++) {
                byte[] damaged = Arrays.copyOf(whole, length);
                boolean endsWithALine = length == 0 || whole[length - 1] == '\n' || whole[length] == '\n';
                if (endsWithALine && at == files.size() - 1) {
                    continue; // Whole lines that are missing at the end of all leave no trace.
                }
                Set<Long> touched = new LinkedHashSet<>();
                for (int line = linesBefore(whole, length); line < each; line++) {
                    touched.add(number(at, line));
                }
                expectFound(at, damaged, touched, "cut at " + length);
            }
        }
    }

    /** Distances that reach other blocks of an index, and other stretches of a file without an index. */
    @Test
    void linesFarFromTheirPlaceAreFoundAndRead() throws IOException {
        write(200);
        for (int at = 0; at < files.size(); at++) {
            List<byte[]> lines = lines(contents.get(at));
            byte[] kept = lines.get(10);
            lines.set(10, lines.get(190));
            lines.set(190, kept);
            lines.add(80, lines.get(120));
            lines.add(180, lines.get(60));
            expectFound(at, joined(lines), Set.of(), "two lines are swapped, two are doubled");
        }
    }

    @Test
    void aLostSegmentIsFound() throws IOException {
        Files.delete(files.get(1));
        JournalVerification found = JournalVerification.of(folder, _ -> {
        });

        assertThat(found.damages()).hasSize(1).first().satisfies(damage -> {
            assertThat(damage.file()).isEqualTo(files.getLast());
            assertThat(damage.lost()).isEqualTo(new JournalDamage.SequenceRange(each + 1L, 2L * each));
        });
    }

    /** Expects that at most the changed lines are lost; after a changed line end, none has to be lost. */
    private void expectFound(int at, byte[] damaged, int position, int lines, String what) throws IOException {
        int line = linesBefore(contents.get(at), position);
        Set<Long> touched = new LinkedHashSet<>();
        for (int i = line; i < Math.min(each, line + lines); i++) {
            touched.add(number(at, i));
        }
        expectFound(at, damaged, touched, what);
    }

    private void expectFound(int at, byte[] damaged, Set<Long> touched, String what) throws IOException {
        String context = "seed " + SEED + ", segment " + at + ": " + what;
        Files.write(files.get(at), damaged);
        JournalVerification found = JournalVerification.of(folder, _ -> {
        });
        assertThat(found.damages().size() + found.tornBytes()).as(context).isPositive();
        assertThat(found.damages()).as(context).allSatisfy(damage -> {
            assertThat(damage.file()).isIn(files.subList(at, Math.min(at + 2, files.size())));
            assertThat(damage.line()).isPositive();
            if (damage.lost() != null) {
                for (long lost = damage.lost().first(); lost <= damage.lost().last(); lost++) {
                    assertThat(touched).contains(lost);
                }
            }
        });
        expectOthersReadable(touched, context);
        Files.write(files.get(at), contents.get(at));
    }

    /** Reads in every way: from the front, everything, from the middle, the last ones. */
    private void expectOthersReadable(Set<Long> touched, String context) {
        List<Long> others = entries.stream().map(LogEntry::sequence).filter(number -> !touched.contains(number))
                .toList();
        long middle = entries.size() / 2;
        try (JournalReader reader = JournalReader.open(folder)) {
            expect(Journals.all(reader), 1, others, context + ", forEach");
            expect(reader.select(JournalQuery.ALL), 1, others, context + ", all");
            expect(reader.select(JournalQuery.last(Integer.MAX_VALUE)), 1, others, context + ", all from the end");
            expect(reader.select(JournalQuery.fromSequence(middle)), middle, others, context + ", from " + middle);
            expect(reader.select(JournalQuery.fromSequence(middle).withLast(entries.size())), middle, others,
                    context + ", the last from " + middle);
            List<LogEntry> last = reader.select(JournalQuery.last(each));
            assertThat(last).as(context).hasSize(Math.min(each, others.size()));
            expect(last, last.getFirst().sequence(), others, context + ", the last " + each);
        }
    }

    private void expect(List<LogEntry> read, long from, List<Long> others, String context) {
        List<Long> expected = others.stream().filter(number -> number >= from).toList();
        assertThat(entries.containsAll(read)).as(context).isTrue();
        assertThat(numbers(read)).as(context).containsAll(expected).isSorted().doesNotHaveDuplicates();
    }

    private static List<Long> numbers(List<LogEntry> entries) {
        return entries.stream().map(LogEntry::sequence).toList();
    }

    private byte other(byte old) {
        byte changed = (byte) random.nextInt(256);
        return changed == old ? (byte) (old ^ 1) : changed;
    }

    private long number(int segment, int line) {
        return (long) segment * each + line + 1;
    }

    private static int linesBefore(byte[] content, int position) {
        int lines = 0;
        for (int i = 0; i < position; i++) {
            lines += content[i] == '\n' ? 1 : 0;
        }
        return lines;
    }

    private static List<byte[]> lines(byte[] content) {
        List<byte[]> lines = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < content.length; i++) {
            if (content[i] == '\n') {
                lines.add(Arrays.copyOfRange(content, from, i + 1));
                from = i + 1;
            }
        }
        return lines;
    }

    private static byte[] joined(List<byte[]> lines) {
        var out = new java.io.ByteArrayOutputStream();
        lines.forEach(out::writeBytes);
        return out.toByteArray();
    }
}
