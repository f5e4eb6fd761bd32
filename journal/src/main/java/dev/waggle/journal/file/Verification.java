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

import org.jspecify.annotations.Nullable;
import dev.waggle.journal.file.read.Walk;
import dev.waggle.journal.file.segment.Item;
import dev.waggle.journal.file.segment.Source;
import dev.waggle.journal.file.storage.Failure;

/**
 * What reading every byte of a journal showed: that each line has the checksum of its bytes, is JSON and an entry or a
 * gap, and that numbers are unbroken from line to line, from segment to segment and by the names of the files.
 *
 * <p>What it cannot show: that whole lines are missing at the end of the newest segment, or whole segments at the
 * beginning, for then nothing is left that tells of them.
 *
 * @param segments files that were read
 * @param entries whole entries
 * @param bytes of all files, plain
 * @param first number of the first entry or gap; 0 when there is none
 * @param last number of the last one; 0 when there is none
 * @param gaps how many entries were taken out on purpose, by reason
 * @param stepsBack entries whose time of recording is earlier than that of the entry before: the clock was set, which is
 *        no damage
 * @param tornBytes length of a last line that is cut short or just being written; 0 when there is none
 * @param damages at most {@link JournalReader#MAX_DAMAGES}, in order
 */
public record Verification(int segments, long entries, long bytes, long first, long last, Map<String, Long> gaps,
        long stepsBack, long tornBytes, List<Damage> damages) {

    /** The folder below a data folder that holds the journal of the delivery facts. */
    private static final String INBOXES = "inboxes";

    public Verification {
        gaps = Map.copyOf(gaps);
        damages = List.copyOf(damages);
    }

    /** Whether nothing is damaged; a torn last line is no damage. */
    public boolean isSound() {
        return damages.isEmpty();
    }

    /**
     * Reads all of a journal, a data folder or a file, while it may be written. Of a data folder, its signals and its
     * delivery facts: counts and damages are of both, {@code first} and {@code last} of the signals.
     *
     * @param progress told now and then how many bytes were read so far
     * @throws UncheckedIOException when it is not there, or cannot be read
     */
    public static Verification of(Path place, LongConsumer progress) {
        try {
            if (!Files.exists(place)) {
                throw new NoSuchFileException(place.toString(), null, "there is no such file");
            }
            Reading reading = new Reading(progress);
            if (Files.isDirectory(place)) {
                Path folder = JournalReader.folderOf(place);
                Verification signals;
                try (Walk walk = Walk.in(folder, 1, reading::note)) {
                    signals = reading.of(walk);
                }
                Path inboxes = place.resolve(INBOXES);
                if (folder.equals(place) || !JournalReader.isJournal(inboxes)) {
                    return signals;
                }
                Reading more = new Reading(bytes -> progress.accept(signals.bytes() + bytes));
                try (Walk walk = Walk.in(inboxes, 1, more::note)) {
                    return signals.and(more.of(walk));
                }
            }
            try (Walk walk = Walk.of(Source.single(place), reading::note)) {
                return reading.of(walk);
            }
        } catch (IOException failed) {
            throw Failure.of(place, "", failed);
        }
    }

    private Verification and(Verification other) {
        Map<String, Long> allGaps = new TreeMap<>(gaps);
        other.gaps.forEach((reason, count) -> allGaps.merge(reason, count, Long::sum));
        List<Damage> all = Stream.concat(damages.stream(), other.damages.stream())
                .limit(JournalReader.MAX_DAMAGES)
                .toList();
        return new Verification(segments + other.segments, entries + other.entries, bytes + other.bytes, first, last,
                allGaps, stepsBack + other.stepsBack, tornBytes + other.tornBytes, all);
    }

    /** One verification on its way. Owned by one thread. */
    private static final class Reading {

        /** Items between two words of progress. */
        private static final int PROGRESS_EVERY = 4_096;

        private final LongConsumer progress;
        private final List<Damage> damages = new ArrayList<>();
        private final Map<String, Long> gaps = new TreeMap<>();
        private @Nullable Source current;
        private int segments;
        private long items;
        private long entries;
        private long first;
        private long last;
        private long stepsBack;
        private Instant latest = Instant.MIN;

        Reading(LongConsumer progress) {
            this.progress = progress;
        }

        void note(Damage damage) {
            if (damages.size() < JournalReader.MAX_DAMAGES) {
                damages.add(damage);
            }
        }

        Verification of(Walk walk) throws IOException {
            for (Item item = walk.next(); item != null; item = walk.next()) {
                look(walk);
                count(item);
                if (++items % PROGRESS_EVERY == 0) {
                    progress.accept(walk.bytesRead());
                }
            }
            look(walk);
            walk.finish();
            progress.accept(walk.bytesRead());
            return new Verification(segments, entries, walk.bytesRead(), first, last, gaps, stepsBack,
                    walk.tornBytes(), damages);
        }

        private void look(Walk walk) {
            Source now = walk.current();
            if (now != null && !now.equals(current)) {
                current = now;
                segments++;
            }
        }

        private void count(Item item) {
            first = first == 0 ? item.first() : first;
            last = item.last();
            switch (item) {
                case Item.Entry entry -> {
                    entries++;
                    Instant recorded = entry.entry().recordedAt();
                    stepsBack += recorded.isBefore(latest) ? 1 : 0;
                    latest = recorded;
                }
                case Item.Gap gap -> gaps.merge(gap.gap().reason(), gap.gap().removed(), Long::sum);
                case Item.Bad bad -> throw new IllegalStateException("a walk must not give damaged lines, got " + bad);
            }
        }
    }
}
