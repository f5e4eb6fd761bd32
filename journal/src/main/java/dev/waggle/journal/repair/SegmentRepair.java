package dev.waggle.journal.repair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import dev.waggle.journal.GapLine;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.JournalDamage.SequenceRange;
import dev.waggle.journal.file.read.SegmentIndexFile;
import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.PositionedFile;
import dev.waggle.journal.file.segment.RawLineScanner;
import dev.waggle.journal.file.segment.RawLineScanner.RawLine;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.segment.SegmentScanner;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;

/**
 * Repair of one segment. The whole entries of the segment are written to a file beside it, in the order of their
 * numbers. That file replaces the segment atomically.
 *
 * <pre>
 *   whole entry or gap           its bytes
 *   accepted damaged line        the bytes go to SEGMENT.damaged-OFFSET, whole entries inside it stay
 *   numbers that are lost by it  a gap with the reason "lost"
 *   other damaged line           stays where it is
 * </pre>
 *
 * <p>Owned by one thread, which holds the writer lock.
 */
final class SegmentRepair {

    /** Reason of a gap for entries that were lost and whose loss was accepted. */
    static final String LOST = "lost";

    /** Maximum number of files with the bytes of one offset. */
    private static final int MAX_COPIES = 1_000;

    private static final int BLOCK = 64 * 1024;
    private static final byte[] LINE_END = {'\n'};

    private final EntrySource source;
    private final long expected;
    private final JournalDisk disk;
    private final List<ScannedLine> items = new ArrayList<>();
    private final List<JournalDamage> damages = new ArrayList<>();
    private final Map<Long, List<ScannedLine>> itemsOfLine = new HashMap<>();
    private final Map<Long, RawLine> lines = new TreeMap<>();
    private long end;

    /**
     * The segment of that file.
     *
     * @param expected the number with which it must begin; 0 when unknown
     */
    SegmentRepair(EntrySource source, long expected, JournalDisk disk) {
        this.source = source;
        this.expected = expected;
        this.disk = disk;
    }

    /**
     * Reads the segment.
     *
     * @param next the number with which the next file must begin; 0 when unknown, or there is none
     * @param proven the highest number that the log is known to have held
     */
    void scan(long next, long proven) throws IOException {
        try (SegmentScanner scan = SegmentScanner.open(source, SegmentScanner.ScanRange.whole(expected),
                damages::add)) {
            for (ScannedLine item = scan.next(); item != null; item = scan.next()) {
                items.add(item);
                itemsOfLine.computeIfAbsent(item.position().line(), _ -> new ArrayList<>(1)).add(item);
            }
            boolean isCutShort = next == 0 && scan.hasPendingDamage() && proven >= scan.expected();
            scan.finish(isCutShort ? proven + 1 : next);
            end = scan.expected();
        }
        try (RawLineScanner raw = RawLineScanner.of(source.file(), 0)) {
            long number = 0;
            for (RawLine line = raw.next(); line != null; line = raw.next()) {
                // Only the places are kept.
                lines.put(++number, new RawLine(line.offset(), line.length(), null, line.isEnded()));
            }
        }
    }

    Path file() {
        return source.file();
    }

    List<JournalDamage> damages() {
        return damages;
    }

    /** The number of its first item; 0 when there is none. */
    long first() {
        return items.isEmpty() ? 0 : items.getFirst().first();
    }

    /** The number behind the last one, its damage included; 0 when it is unknown. */
    long end() {
        return end;
    }

    /**
     * True if a repair removes that damage. Of files that overlap, a person must choose one.
     */
    boolean isAccepted(JournalDamage damage, RepairSelection selection) {
        return (damage.lost() != null || lines.containsKey(damage.line())) && selection.accepts(damage);
    }

    /** The places of accepted damage, as a plan. */
    List<RepairReport.RepairedPlace> plan(RepairSelection selection) {
        return damages.stream().filter(damage -> isAccepted(damage, selection))
                .map(damage -> new RepairReport.RepairedPlace(damage,
                        isMoved(damage.line()) ? length(damage.line()) : 0,
                        isMoved(damage.line()) ? copyName(damage.offset(), 1) : null))
                .toList();
    }

    /**
     * Writes the segment anew without the accepted damage.
     *
     * @param lostEnd the last of the numbers that are lost behind its end; 0 for none
     */
    List<RepairReport.RepairedPlace> run(RepairSelection selection, long lostEnd) throws IOException {
        List<JournalDamage> accepted = damages.stream().filter(damage -> isAccepted(damage, selection)).toList();
        if (accepted.isEmpty() && lostEnd < Math.max(1, end)) {
            return List.of();
        }
        List<RepairReport.RepairedPlace> places = new ArrayList<>();
        Path unfinished = file().resolveSibling(file().getFileName() + ".tmp");
        disk.delete(unfinished);
        try (PositionedFile from = PositionedFile.open(file())) {
            for (JournalDamage damage : accepted) {
                boolean isMoved = isMoved(damage.line());
                places.add(new RepairReport.RepairedPlace(damage, isMoved ? length(damage.line()) : 0,
                        isMoved ? save(from, damage.line()) : null));
            }
            try (AppendFile to = disk.open(unfinished)) {
                write(from, to, selection, accepted);
                if (lostEnd >= Math.max(1, end)) {
                    writeGap(new SequenceRange(Math.max(1, end), lostEnd), to);
                }
                to.force();
            }
        }
        requireRepaired(unfinished, accepted);
        if (source.kind() == EntrySource.Kind.SEALED) {
            disk.delete(SegmentIndexFile.of(new SegmentFile(file(), source.first())));
        }
        disk.rename(unfinished, file());
        disk.forceFolder(file().resolveSibling(""));
        return places;
    }

    private void write(PositionedFile from, AppendFile to, RepairSelection selection, List<JournalDamage> accepted)
            throws IOException {
        long next = expected;
        long line = 1;
        boolean isDamageKept = false;
        for (ScannedLine item : items) {
            for (; line < item.position().line(); line++) {
                isDamageKept |= keepUnaccepted(line, from, to, selection);
            }
            if (!isKeptRaw(item.position().line(), selection)) {
                if (!isDamageKept && next != 0 && item.first() > next) {
                    writeGap(new SequenceRange(next, item.first() - 1), accepted, to);
                }
                copyLine(from, item.position().offset(), item.position().end(), to);
                isDamageKept = false;
            }
            next = item.last() + 1;
        }
        for (; line <= lines.size(); line++) {
            isDamageKept |= keepUnaccepted(line, from, to, selection);
        }
        if (!isDamageKept && end > Math.max(1, next)) {
            writeGap(new SequenceRange(Math.max(1, next), end - 1), accepted, to);
        }
    }

    private static void writeGap(SequenceRange range, List<JournalDamage> accepted, AppendFile to) throws IOException {
        for (JournalDamage damage : accepted) {
            SequenceRange lost = damage.lost();
            if (lost != null && lost.first() <= range.last() && lost.last() >= range.first()) {
                writeGap(range, to);
                return;
            }
        }
    }

    private static void writeGap(SequenceRange range, AppendFile to) throws IOException {
        byte[] gap = new GapLine(range.first(), range.last() - range.first() + 1, LOST).toLine();
        to.append(gap, gap.length);
    }

    /** Copies a line that is damaged and not accepted; true if it was one. */
    private boolean keepUnaccepted(long line, PositionedFile from, AppendFile to, RepairSelection selection)
            throws IOException {
        if (!isKeptRaw(line, selection)) {
            return false;
        }
        RawLine raw = lineOf(line);
        copyLine(from, raw.offset(), raw.offset() + raw.length(), to);
        return true;
    }

    private boolean isKeptRaw(long line, RepairSelection selection) {
        return isMoved(line) && damages.stream().noneMatch(it -> it.line() == line && selection.accepts(it));
    }

    /** True if the bytes of a line are not those of one whole item, so that a repair moves them aside. */
    private boolean isMoved(long line) {
        RawLine raw = lines.get(line);
        List<ScannedLine> whole = itemsOfLine.getOrDefault(line, List.of());
        return raw != null && (whole.size() != 1 || whole.getFirst().position().offset() != raw.offset()
                || whole.getFirst().position().end() < raw.offset() + raw.length() - LINE_END.length);
    }

    private long length(long line) {
        RawLine raw = lines.get(line);
        return raw == null ? 0 : raw.length();
    }

    private RawLine lineOf(long line) {
        return Objects.requireNonNull(lines.get(line), () -> "line " + line);
    }

    private Path save(PositionedFile from, long line) throws IOException {
        RawLine raw = lineOf(line);
        for (int n = 1; n <= MAX_COPIES; n++) {
            Path copy = copyName(raw.offset(), n);
            if (copy.toFile().createNewFile()) {
                try (AppendFile to = disk.open(copy)) {
                    copy(from, raw.offset(), raw.offset() + raw.length(), to);
                    to.force();
                }
                return copy;
            }
            // A repair that was interrupted has saved it.
            if (isCopy(copy, from, raw)) {
                return copy;
            }
        }
        throw new IOException("there are " + MAX_COPIES + " files " + copyName(raw.offset(), 1).getFileName()
                + "*\nMaybe move them to another folder.");
    }

    private static boolean isCopy(Path copy, PositionedFile from, RawLine raw) throws IOException {
        if (Files.size(copy) != raw.length()) {
            return false;
        }
        try (PositionedFile saved = PositionedFile.open(copy)) {
            for (long at = 0; at < raw.length(); at += BLOCK) {
                int count = (int) Math.min(BLOCK, raw.length() - at);
                if (!Arrays.equals(saved.bytes(at, count), from.bytes(raw.offset() + at, count))) {
                    return false;
                }
            }
        }
        return true;
    }

    private Path copyName(long offset, int n) {
        return file().resolveSibling(file().getFileName() + ".damaged-" + offset + (n == 1 ? "" : "-" + n));
    }

    private static void copyLine(PositionedFile from, long offset, long end, AppendFile to) throws IOException {
        copy(from, offset, end, to);
        if (end == offset || from.bytes(end - 1, 1)[0] != LINE_END[0]) {
            to.append(LINE_END, LINE_END.length);
        }
    }

    private static void copy(PositionedFile from, long offset, long end, AppendFile to) throws IOException {
        for (long at = offset; at < end; at += BLOCK) {
            byte[] block = from.bytes(at, (int) Math.min(BLOCK, end - at));
            to.append(block, block.length);
        }
    }

    /** Reads the new file before it replaces the old one: every entry must be there, and no new damage. */
    private void requireRepaired(Path unfinished, List<JournalDamage> accepted) throws IOException {
        List<JournalDamage> rest = new ArrayList<>();
        List<Long> found = new ArrayList<>();
        EntrySource repaired = new EntrySource(unfinished, source.first(), source.kind());
        try (SegmentScanner scan = SegmentScanner.open(repaired, SegmentScanner.ScanRange.whole(expected), rest::add)) {
            for (ScannedLine item = scan.next(); item != null; item = scan.next()) {
                if (item instanceof ScannedLine.Entry) {
                    found.add(item.first());
                }
            }
            scan.finish(0);
        }
        List<Long> wanted = items.stream().filter(ScannedLine.Entry.class::isInstance).map(ScannedLine::first).toList();
        if (!found.equals(wanted) || rest.size() > damages.size() - accepted.size()) {
            disk.delete(unfinished);
            throw new BadJournalException(file(), "it was not repaired, because the result would be damaged too: "
                    + (rest.isEmpty() ? "entries would be missing" : rest.getFirst().message())
                    + "\nMaybe accept all damage of the file with --all, or put it back from a copy.", null);
        }
    }

    /** Refuses a compressed segment, which is not written anew. */
    void requirePlain() throws IOException {
        try (EntrySource.OpenSource opened = source.open(0)) {
            if (opened.isCompressed()) {
                throw new BadJournalException(file(), "a gzip file cannot be repaired\nMaybe unpack it first: gunzip "
                        + file().getFileName(), null);
            }
        }
    }
}
