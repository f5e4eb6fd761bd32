package dev.waggle.journal.file.read;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import dev.waggle.journal.file.JournalDamage;
import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.PositionedFile;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.segment.SegmentListing;
import dev.waggle.journal.file.segment.SegmentScanner;
import dev.waggle.journal.file.segment.SegmentScanner.ScanRange;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal from the front, segment by segment, while a writer appends, seals, compacts and deletes.
 *
 * <pre>
 *   sealed segment at its end  -> the next sealed one, else the active one
 *   active segment at its end  -> has it been sealed? read its rest, go on behind it; else wait to be asked again
 *   segment has gone           -> look again which there are, go on with the oldest one behind
 * </pre>
 *
 * <p>An opened file is read to its end, even when it is renamed or deleted. So nothing is lost and nothing is
 * returned twice. Owned by one thread.
 */
public final class SegmentIterator implements Closeable {

    /** Maximum number of listings of the folder in one call; each repetition means that something was deleted. */
    private static final int MAX_ATTEMPTS = 1_000;

    private final @Nullable Path folder;
    private final Consumer<JournalDamage> found;
    private @Nullable EntrySource current;
    private @Nullable SegmentScanner scan;
    /** The name of the newest sealed segment that is done with; 0 for none. */
    private long done;
    private long expected;
    private long bytesRead;

    private SegmentIterator(@Nullable Path folder, Consumer<JournalDamage> found) {
        this.folder = folder;
        this.found = found;
    }

    /** All of one file. */
    public static SegmentIterator of(EntrySource single, Consumer<JournalDamage> found) throws IOException {
        SegmentIterator walk = new SegmentIterator(null, found);
        walk.current = single;
        walk.scan = SegmentScanner.open(single, ScanRange.whole(single.first()), found);
        return walk;
    }

    /** A journal from its first segment, or from the one that holds an entry. */
    public static SegmentIterator in(Path folder, long fromSequence, Consumer<JournalDamage> found) throws IOException {
        SegmentIterator walk = new SegmentIterator(folder, found);
        long start = 0;
        for (SegmentFile segment : SegmentListing.of(folder)) {
            if (segment.first() <= fromSequence) {
                walk.done = start;
                start = segment.first();
            }
        }
        return walk;
    }

    /** The active segment of a journal, and its successor when it is sealed. */
    public static SegmentIterator fromActive(Path folder, Consumer<JournalDamage> found) throws IOException {
        SegmentIterator walk = new SegmentIterator(folder, found);
        List<SegmentFile> sealed = SegmentListing.of(folder);
        walk.done = sealed.isEmpty() ? 0 : sealed.getLast().first();
        return walk;
    }

    /** The next entry or gap; {@code null} at the end, for now. */
    public @Nullable ScannedLine next() throws IOException {
        for (int look = 0; look < MAX_ATTEMPTS; look++) {
            if (scan == null && !open()) {
                return null;
            }
            SegmentScanner reading = Objects.requireNonNull(scan);
            ScannedLine item = reading.next();
            if (item == null && isAtEndForNow()) {
                return null;
            }
            if (item == null) {
                item = reading.next();
            }
            if (item != null) {
                return item;
            }
            advance(reading);
        }
        throw changesTooFast();
    }

    /** Length of a last line that is cut short or just being written, in bytes. */
    public long tornBytes() {
        return scan == null ? 0 : scan.tornBytes();
    }

    /** The file that is being read; {@code null} when there is none yet. */
    public @Nullable EntrySource current() {
        return current;
    }

    /** The work done. */
    public long bytesRead() {
        return bytesRead + (scan == null ? 0 : scan.bytesRead());
    }

    /** Ends the reading; damage of a cost that is still unknown is reported without it. */
    public void finish() {
        if (scan != null) {
            scan.finish(0);
        }
    }

    /**
     * Ends the reading of a log that held the numbers up to that one. Damage behind the last whole entry costs the
     * numbers up to there.
     *
     * @return the last number of which the log holds the entry or its damage; 0 when there is none
     */
    public long finish(long proven) {
        if (scan == null) {
            return Math.max(0, expected - 1);
        }
        scan.finish(scan.hasPendingDamage() && proven >= scan.expected() ? proven + 1 : 0);
        return Math.max(0, scan.expected() - 1);
    }

    @Override
    public void close() throws IOException {
        PositionedFile.close(scan);
        scan = null;
    }

    /** True if more may come in this file. Called before its rest is read: a sealed file has all its lines. */
    private boolean isAtEndForNow() throws IOException {
        if (folder == null) {
            return true;
        }
        return Objects.requireNonNull(current).kind() == EntrySource.Kind.ACTIVE
                && newest(SegmentListing.of(folder)) <= done;
    }

    private void advance(SegmentScanner reading) throws IOException {
        EntrySource source = Objects.requireNonNull(current);
        List<SegmentFile> sealed = listed(Objects.requireNonNull(folder), reading.expected());
        expected = reading.expected();
        if (source.kind() == EntrySource.Kind.ACTIVE) {
            done = sealedAs(sealed);
        } else {
            done = source.first();
        }
        SegmentFile following = after(sealed);
        boolean isTakenAway = sealed.stream().noneMatch(segment -> segment.first() <= done);
        if (following != null) {
            // When retention deleted the segment being read, it deleted everything up to the next one, too.
            reading.finish(isTakenAway ? 0 : following.first());
        } else {
            // A gap before the active segment is reported there.
            reading.finish(reading.hasPendingDamage() ? firstOfActive() : 0);
        }
        expected = reading.expected();
        bytesRead += reading.bytesRead();
        close();
    }

    /** The name that the active segment has got: the newest one at or before its entries. */
    private long sealedAs(List<SegmentFile> sealed) {
        long name = done;
        for (SegmentFile segment : sealed) {
            if (segment.first() > done && (name == done || segment.first() < expected)) {
                name = segment.first();
            }
        }
        return name;
    }

    private boolean open() throws IOException {
        Path place = Objects.requireNonNull(folder);
        int doubts = 0;
        for (int look = 0; look < MAX_ATTEMPTS; look++) {
            SegmentFile following = after(listed(place, expected));
            if (following != null) {
                if (open(EntrySource.of(following))) {
                    return true;
                }
                continue;
            }
            boolean opened = open(new EntrySource(place.resolve(SegmentFile.ACTIVE), 0, EntrySource.Kind.ACTIVE));
            // It may have been sealed between the two checks; then another file was opened.
            boolean isDoubtful = opened && doubts < SegmentListing.MAX_RECHECKS && isBehindGap();
            if (after(SegmentListing.of(place)) == null && !isDoubtful) {
                return opened;
            }
            doubts += isDoubtful ? 1 : 0;
            close();
        }
        throw changesTooFast();
    }

    /** True if the active segment begins behind the next number; a segment between may have been omitted. */
    private boolean isBehindGap() throws IOException {
        return expected != 0 && firstOfActive() > expected;
    }

    /** The segments, listed again while there is a hole behind the last one read. */
    private List<SegmentFile> listed(Path place, long next) throws IOException {
        List<SegmentFile> sealed = SegmentListing.of(place);
        for (int doubt = 0; doubt < SegmentListing.MAX_RECHECKS; doubt++) {
            SegmentFile following = next == 0 ? null : after(sealed);
            if (following == null || following.first() <= next) {
                return sealed;
            }
            sealed = SegmentListing.of(place);
        }
        return sealed;
    }

    private static IOException changesTooFast() {
        return new IOException("the segments of the journal change faster than they can be read"
                + "\nMaybe the retention is too short.");
    }

    private boolean open(EntrySource source) throws IOException {
        try {
            scan = SegmentScanner.open(source, ScanRange.whole(Math.max(expected, source.first())), found);
            current = source;
            return true;
        } catch (FileNotFoundException failed) {
            if (Files.exists(source.file()) && !PositionedFile.isFile(source.file())) {
                throw failed;
            }
            return false;
        }
    }

    private @Nullable SegmentFile after(List<SegmentFile> sealed) {
        return sealed.stream().filter(segment -> segment.first() > done).findFirst().orElse(null);
    }

    private long firstOfActive() throws IOException {
        EntrySource active = new EntrySource(Objects.requireNonNull(folder).resolve(SegmentFile.ACTIVE), 0,
                EntrySource.Kind.ACTIVE);
        return firstNumber(active);
    }

    /** The number that a file begins with, by its first whole line; 0 when there is none. */
    public static long firstNumber(EntrySource source) throws IOException {
        try (SegmentScanner peek = SegmentScanner.open(source, ScanRange.whole(0), _ -> {
        })) {
            ScannedLine item = peek.next();
            return item == null ? 0 : item.first();
        } catch (FileNotFoundException none) {
            return 0;
        }
    }

    private static long newest(List<SegmentFile> sealed) {
        return sealed.isEmpty() ? 0 : sealed.getLast().first();
    }
}
