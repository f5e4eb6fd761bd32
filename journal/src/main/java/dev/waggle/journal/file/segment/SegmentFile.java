package dev.waggle.journal.file.segment;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.text.PlainLocale;

/**
 * A sealed file of a journal's folder: entries in order, of which the first has, or had before a compaction, that
 * sequence number.
 *
 * @param path {@code events-<first, 20 digits>.jsonl}
 * @param first sequence number, from 1
 */
public record SegmentFile(Path path, long first) {

    /** The segment that is being written. */
    public static final String ACTIVE = "events.jsonl";

    private static final Pattern SEALED = Pattern.compile("events-([0-9]{20})\\.jsonl");

    /** Path of a sealed segment that begins with that number. */
    public static SegmentFile sealed(Path folder, long first) {
        return new SegmentFile(folder.resolve(String.format(PlainLocale.NONE, "events-%020d.jsonl", first)), first);
    }

    /** The first sequence number in the name of a sealed segment; empty for every other name. */
    static OptionalLong firstByName(String file) {
        Matcher name = SEALED.matcher(file);
        return name.matches() ? OptionalLong.of(Long.parseLong(name.group(1))) : OptionalLong.empty();
    }

    /** The sealed segments of a folder, the oldest first; none when there is no folder. */
    public static List<SegmentFile> list(Path folder) throws IOException {
        List<SegmentFile> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                Matcher name = SEALED.matcher(file.getFileName().toString());
                if (name.matches()) {
                    found.add(new SegmentFile(file, Long.parseLong(name.group(1))));
                }
            }
        } catch (NoSuchFileException none) {
            return List.of();
        }
        found.sort(Comparator.comparingLong(SegmentFile::first));
        return List.copyOf(found);
    }
}
