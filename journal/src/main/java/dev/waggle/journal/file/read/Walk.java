package dev.waggle.journal.file.read;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

import dev.waggle.journal.file.segment.SegmentScan.Stretch;
import org.jspecify.annotations.Nullable;
import dev.waggle.journal.file.Damage;
import dev.waggle.journal.file.segment.Handle;
import dev.waggle.journal.file.segment.Item;
import dev.waggle.journal.file.segment.Listing;
import dev.waggle.journal.file.segment.Segment;
import dev.waggle.journal.file.segment.SegmentScan;
import dev.waggle.journal.file.segment.Source;

/**
 * Reads a journal from the front, segment by segment, while somebody writes, seals, compacts and takes away.
 *
 * <pre>
 *   sealed segment at its end  -> the next sealed one, else the active one
 *   active segment at its end  -> has it been sealed? read its rest, go on behind it; else wait to be asked again
 *   segment has gone           -> look again which there are, go on with the oldest one behind
 * </pre>
 *
 * <p>A file that was opened is read to its end, whatever becomes of its name, so nothing is lost and nothing comes twice.
 * Owned by one thread.
 */
public final class Walk implements Closeable {

    /** How often the folder is looked at again before one call gives up; each time, something was taken away. */
    private static final int MAX_LOOKS = 1_000;

    private final @Nullable Path folder;
    private final Consumer<Damage> found;
    private @Nullable Source current;
    private @Nullable SegmentScan scan;
    /** The name of the newest sealed segment that is done with; 0 for none. */
    private long done;
    private long expected;
    private long bytesRead;

    private Walk(@Nullable Path folder, Consumer<Damage> found) {
        this.folder = folder;
        this.found = found;
    }

    /** All of one file. */
    public static Walk of(Source single, Consumer<Damage> found) throws IOException {
        Walk walk = new Walk(null, found);
        walk.current = single;
        walk.scan = SegmentScan.open(single, Stretch.whole(single.first()), found);
        return walk;
    }

    /** A journal from its first segment, or from the one that holds an entry. */
    public static Walk in(Path folder, long fromSequence, Consumer<Damage> found) throws IOException {
        Walk walk = new Walk(folder, found);
        long start = 0;
        for (Segment segment : Listing.of(folder)) {
            if (segment.first() <= fromSequence) {
                walk.done = start;
                start = segment.first();
            }
        }
        return walk;
    }

    /** The active segment of a journal, and what follows when it is sealed. */
    public static Walk atActive(Path folder, Consumer<Damage> found) throws IOException {
        Walk walk = new Walk(folder, found);
        List<Segment> sealed = Listing.of(folder);
        walk.done = sealed.isEmpty() ? 0 : sealed.getLast().first();
        return walk;
    }

    /** The next entry or gap; {@code null} at the end, for now. */
    public @Nullable Item next() throws IOException {
        for (int look = 0; look < MAX_LOOKS; look++) {
            if (scan == null && !open()) {
                return null;
            }
            SegmentScan reading = Objects.requireNonNull(scan);
            Item item = reading.next();
            if (item == null && isAtEndForNow()) {
                return null;
            }
            if (item == null) {
                item = reading.next();
            }
            if (item != null) {
                return item;
            }
            leave(reading);
        }
        throw fast();
    }

    /** Length of a last line that is cut short or just being written, in bytes. */
    public long tornBytes() {
        return scan == null ? 0 : scan.tornBytes();
    }

    /** The file that is being read; {@code null} when there is none yet. */
    public @Nullable Source current() {
        return current;
    }

    /** The work done. */
    public long bytesRead() {
        return bytesRead + (scan == null ? 0 : scan.bytesRead());
    }

    /** Nothing more is wanted: damage whose cost is not known by now is told without it. */
    public void finish() {
        if (scan != null) {
            scan.finish(0);
        }
    }

    @Override
    public void close() throws IOException {
        Handle.close(scan);
        scan = null;
    }

    /** Whether more may come in this file. Asked before its rest is read: what is sealed by now has all its lines. */
    private boolean isAtEndForNow() throws IOException {
        if (folder == null) {
            return true;
        }
        return Objects.requireNonNull(current).kind() == Source.Kind.ACTIVE
                && newest(Listing.of(folder)) <= done;
    }

    private void leave(SegmentScan reading) throws IOException {
        Source source = Objects.requireNonNull(current);
        List<Segment> sealed = listed(Objects.requireNonNull(folder), reading.expected());
        expected = reading.expected();
        if (source.kind() == Source.Kind.ACTIVE) {
            done = sealedAs(sealed);
        } else {
            done = source.first();
        }
        Segment following = after(sealed);
        boolean isTakenAway = sealed.stream().noneMatch(segment -> segment.first() <= done);
        if (following != null) {
            // When retention took what was read, it took everything up to the next one, too.
            reading.finish(isTakenAway ? 0 : following.first());
        } else {
            // What is missing before the active segment is told there.
            reading.finish(reading.isWaiting() ? firstOfActive() : 0);
        }
        expected = reading.expected();
        bytesRead += reading.bytesRead();
        close();
    }

    /** The name that the active segment has got: the newest one at or before its entries. */
    private long sealedAs(List<Segment> sealed) {
        long name = done;
        for (Segment segment : sealed) {
            if (segment.first() > done && (name == done || segment.first() < expected)) {
                name = segment.first();
            }
        }
        return name;
    }

    private boolean open() throws IOException {
        Path place = Objects.requireNonNull(folder);
        int doubts = 0;
        for (int look = 0; look < MAX_LOOKS; look++) {
            Segment following = after(listed(place, expected));
            if (following != null) {
                if (open(Source.of(following))) {
                    return true;
                }
                continue;
            }
            boolean opened = open(new Source(place.resolve(Segment.ACTIVE), 0, Source.Kind.ACTIVE));
            // It may have been sealed between the two looks; then what was opened is another one.
            boolean isDoubtful = opened && doubts < Listing.MAX_DOUBTS && jumps();
            if (after(Listing.of(place)) == null && !isDoubtful) {
                return opened;
            }
            doubts += isDoubtful ? 1 : 0;
            close();
        }
        throw fast();
    }

    /** Whether the active segment begins behind the number that comes next: one between may have been left out. */
    private boolean jumps() throws IOException {
        return expected != 0 && firstOfActive() > expected;
    }

    /** The segments, looked at again while there is a hole behind what was read. */
    private List<Segment> listed(Path place, long next) throws IOException {
        List<Segment> sealed = Listing.of(place);
        for (int doubt = 0; doubt < Listing.MAX_DOUBTS; doubt++) {
            Segment following = next == 0 ? null : after(sealed);
            if (following == null || following.first() <= next) {
                return sealed;
            }
            sealed = Listing.of(place);
        }
        return sealed;
    }

    private static IOException fast() {
        return new IOException("the segments of the journal change faster than they can be read"
                + "\nMaybe the retention is too short.");
    }

    private boolean open(Source source) throws IOException {
        try {
            scan = SegmentScan.open(source, Stretch.whole(Math.max(expected, source.first())), found);
            current = source;
            return true;
        } catch (FileNotFoundException failed) {
            if (Files.exists(source.file()) && !Handle.isFile(source.file())) {
                throw failed;
            }
            return false;
        }
    }

    private @Nullable Segment after(List<Segment> sealed) {
        return sealed.stream().filter(segment -> segment.first() > done).findFirst().orElse(null);
    }

    private long firstOfActive() throws IOException {
        Source active = new Source(Objects.requireNonNull(folder).resolve(Segment.ACTIVE), 0,
                Source.Kind.ACTIVE);
        return firstNumber(active);
    }

    /** The number that a file begins with, as far as its first whole line tells; 0 when there is none. */
    static long firstNumber(Source source) throws IOException {
        try (SegmentScan peek = SegmentScan.open(source, Stretch.whole(0), _ -> {
        })) {
            Item item = peek.next();
            return item == null ? 0 : item.first();
        } catch (FileNotFoundException none) {
            return 0;
        }
    }

    private static long newest(List<Segment> sealed) {
        return sealed.isEmpty() ? 0 : sealed.getLast().first();
    }
}
