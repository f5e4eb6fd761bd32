package dev.waggle.journal.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

import dev.waggle.journal.file.read.SegmentIterator;
import dev.waggle.journal.file.recovery.DeliveryPositions;
import dev.waggle.journal.file.recovery.JournalLocation;
import dev.waggle.journal.file.recovery.LogEnd;
import dev.waggle.journal.file.segment.EntrySource;
import dev.waggle.journal.file.segment.ScannedLine;
import dev.waggle.journal.file.storage.FileErrors;
import dev.waggle.signal.log.RedactionFact;
import org.jspecify.annotations.Nullable;

/**
 * Result of verifying every byte of a journal. It checks that each line has the checksum of its bytes, is JSON and an
 * entry or a gap. Numbers must be unbroken from line to line, from segment to segment and by the names of the files.
 *
 * <p>The high-water mark and the delivery facts show lines that are missing at the end. It cannot detect lines that
 * were appended after the last mark, by a writer that was killed, and that no delivery fact names. Nor can it detect
 * that whole segments at the beginning were deleted by hand, because retention does the same.
 *
 * @param segments files that were read
 * @param entries whole entries
 * @param bytes of all files, plain
 * @param first number of the first entry or gap; 0 when there is none
 * @param last number of the last one; 0 when there is none
 * @param gaps number of entries removed on purpose, by reason
 * @param stepsBack entries recorded at an earlier time than the entry before: the clock was set, which is no damage
 * @param tornBytes length of a last line that is cut short or just being written; 0 when there is none
 * @param repeatedIds number of ids that more than one signal has; no damage
 * @param redactions number of signals and texts that were redacted; no damage
 * @param damages at most {@link JournalReader#MAX_DAMAGES}, in order
 */
public record JournalVerification(int segments, long entries, long bytes, long first, long last, Map<String, Long> gaps,
        long stepsBack, long tornBytes, long repeatedIds, long redactions, List<JournalDamage> damages) {

    public JournalVerification {
        gaps = Map.copyOf(gaps);
        damages = List.copyOf(damages);
    }

    /** True if nothing is damaged; a torn last line is no damage. */
    public boolean isSound() {
        return damages.isEmpty();
    }

    /**
     * Reads all of a journal, a data folder or a file, while it may be written. Of a data folder, its signals and its
     * delivery facts: counts and damages are of both, {@code first} and {@code last} of the signals.
     *
     * @param progress receives the number of bytes read so far, now and then
     * @throws UncheckedIOException when it is not there, or cannot be read
     */
    public static JournalVerification of(Path place, LongConsumer progress) {
        try {
            if (!Files.exists(place)) {
                throw new NoSuchFileException(place.toString(), null, "there is no such file");
            }
            if (Files.isDirectory(place)) {
                return ofFolder(place, JournalReader.markedFolderOf(place), progress);
            }
            VerificationRun reading = new VerificationRun(progress);
            try (SegmentIterator walk = SegmentIterator.of(EntrySource.ofFile(place), reading::addDamage)) {
                return reading.of(walk);
            }
        } catch (IOException failed) {
            throw FileErrors.of(place, "", failed);
        }
    }

    /** The facts are read before the log to which they refer, which a writer may extend meanwhile. */
    private static JournalVerification ofFolder(Path place, Path folder, LongConsumer progress) throws IOException {
        Path inboxes = place.resolve(DeliveryPositions.INBOXES);
        if (folder.equals(place) || !JournalReader.isMarked(inboxes)) {
            return ofJournal(folder, progress);
        }
        JournalVerification facts = ofJournal(inboxes, progress);
        JournalVerification signals = ofJournal(folder, bytes -> progress.accept(facts.bytes() + bytes));
        return signals.plus(facts);
    }

    private static JournalVerification ofJournal(Path folder, LongConsumer progress) throws IOException {
        JournalLocation.requireJournal(folder);
        LogEnd end = LogEnd.of(folder);
        VerificationRun reading = new VerificationRun(progress);
        try (SegmentIterator walk = SegmentIterator.in(folder, 1, reading::addDamage)) {
            return reading.of(walk, end);
        }
    }

    private JournalVerification plus(JournalVerification other) {
        Map<String, Long> allGaps = new TreeMap<>(gaps);
        other.gaps.forEach((reason, count) -> allGaps.merge(reason, count, Long::sum));
        List<JournalDamage> all = Stream.concat(damages.stream(), other.damages.stream())
                .limit(JournalReader.MAX_DAMAGES)
                .toList();
        return new JournalVerification(segments + other.segments, entries + other.entries, bytes + other.bytes, first,
                last,
                allGaps, stepsBack + other.stepsBack, tornBytes + other.tornBytes, repeatedIds,
                redactions + other.redactions, all);
    }

    /** State of one running verification. Owned by one thread. */
    private static final class VerificationRun {

        /** Items between two words of progress. */
        private static final int PROGRESS_EVERY = 4_096;

        private final LongConsumer progress;
        private final List<JournalDamage> damages = new ArrayList<>();
        private final Map<String, Long> gaps = new TreeMap<>();
        private @Nullable EntrySource current;
        private int segments;
        private long items;
        private long entries;
        private long first;
        private long last;
        private long stepsBack;
        private long redactions;
        private final RepeatedIds ids = new RepeatedIds();
        private Instant latest = Instant.MIN;

        VerificationRun(LongConsumer progress) {
            this.progress = progress;
        }

        void addDamage(JournalDamage damage) {
            if (damages.size() < JournalReader.MAX_DAMAGES) {
                damages.add(damage);
            }
        }

        JournalVerification of(SegmentIterator walk, LogEnd end) throws IOException {
            read(walk);
            end.damages(first, walk.finish(end.proven())).forEach(this::addDamage);
            return result(walk);
        }

        JournalVerification of(SegmentIterator walk) throws IOException {
            read(walk);
            walk.finish();
            return result(walk);
        }

        private void read(SegmentIterator walk) throws IOException {
            for (ScannedLine item = walk.next(); item != null; item = walk.next()) {
                countSegment(walk);
                count(item);
                if (++items % PROGRESS_EVERY == 0) {
                    progress.accept(walk.bytesRead());
                }
            }
            countSegment(walk);
            progress.accept(walk.bytesRead());
        }

        private JournalVerification result(SegmentIterator walk) {
            return new JournalVerification(segments, entries, walk.bytesRead(), first, last, gaps, stepsBack,
                    walk.tornBytes(), ids.repeated(), redactions, damages);
        }

        private void countSegment(SegmentIterator walk) {
            EntrySource now = walk.current();
            if (now != null && !now.equals(current)) {
                current = now;
                segments++;
            }
        }

        private void count(ScannedLine item) {
            first = first == 0 ? item.first() : first;
            last = item.last();
            switch (item) {
                case ScannedLine.Entry entry -> {
                    entries++;
                    ids.add(entry.entry().signal().id());
                    redactions += RedactionFact.isFact(entry.entry()) ? 1 : 0;
                    Instant recorded = entry.entry().recordedAt();
                    stepsBack += recorded.isBefore(latest) ? 1 : 0;
                    latest = recorded;
                }
                case ScannedLine.Gap gap -> gaps.merge(gap.gap().reason(), gap.gap().removed(), Long::sum);
                case ScannedLine.Damaged bad ->
                    throw new IllegalStateException("a walk must not give damaged lines, got " + bad);
            }
        }
    }
}
