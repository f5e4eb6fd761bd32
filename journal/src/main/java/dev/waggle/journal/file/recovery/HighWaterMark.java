package dev.waggle.journal.file.recovery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.JournalDamage.SequenceRange;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalFolder;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import org.jspecify.annotations.Nullable;

/**
 * The high-water mark of a journal: the highest number that its writer knew to be on the disk, in a small file beside
 * the segments. Nothing else shows that the newest lines or files were deleted.
 *
 * <pre>{@code {"seq":1200,"active":1001,"open":true,"crc":"1f2e3d4c"}}</pre>
 *
 * <p>It is written when a journal is opened, after a segment was sealed and when the journal is closed. The
 * entries that it names are written first, so it is never ahead of them. A crash leaves the old one or the new one.
 *
 * @param last the highest number, from 0
 * @param active the number with which the active segment begins
 * @param isOpen whether a writer may have appended more since
 * @param missing numbers at the beginning of the journal that an opening found lost; {@code null} for none
 */
public record HighWaterMark(long last, long active, boolean isOpen, @Nullable SequenceRange missing) {

    /** Name of its file in the folder of the journal. */
    public static final String NAME = "events.mark";

    private static final int MAX_BYTES = 4_096;

    public HighWaterMark {
        if (last < 0 || active < 1) {
            throw new IllegalArgumentException("a mark needs seq >= 0 and active >= 1, got " + last + " and " + active);
        }
    }

    /** Content of the file of a mark. */
    public sealed interface Content {

        /** The mark; {@code null} when there is none, or it is damaged. */
        default @Nullable HighWaterMark mark() {
            return null;
        }
    }

    /** No file: an earlier version of the program wrote the journal. */
    public record Absent() implements Content {}

    /** A file with another content, which proves nothing. */
    public record Damaged(String reason) implements Content {}

    /** A whole mark. */
    public record Whole(HighWaterMark mark) implements Content {}

    /** Path of the file in that folder. */
    public static Path in(Path folder) {
        return folder.resolve(NAME);
    }

    /** Reads the mark of a folder. */
    public static Content read(Path folder) {
        byte[] bytes;
        if (Files.exists(in(folder)) && !Files.isRegularFile(in(folder))) {
            return new Damaged("the high-water mark cannot be read: it is no regular file");
        }
        try (var in = Files.newInputStream(in(folder))) {
            bytes = in.readNBytes(MAX_BYTES);
        } catch (NoSuchFileException none) {
            return new Absent();
        } catch (IOException failed) {
            return new Damaged("the high-water mark cannot be read: " + failed.getMessage());
        }
        byte[] line = bytes.length > 0 && bytes[bytes.length - 1] == '\n'
                ? Arrays.copyOf(bytes, bytes.length - 1)
                : bytes;
        if (!LineCodec.isIntact(line)) {
            return new Damaged("the high-water mark does not have the checksum of its bytes");
        }
        try {
            return new Whole(decode(new String(line, StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException bad) {
            return new Damaged("the high-water mark cannot be read: " + bad.getMessage());
        }
    }

    /** Replaces the mark of a folder atomically; unless {@code isSynced}, the disk may lack it after a loss of power. */
    public void write(JournalFolder folder, boolean isSynced) throws IOException {
        Path unfinished = folder.path().resolve(NAME + ".tmp");
        byte[] line = toLine();
        folder.disk().delete(unfinished);
        try (AppendFile file = folder.disk().open(unfinished)) {
            file.append(line, line.length);
            if (isSynced) {
                file.force();
            }
        }
        folder.disk().rename(unfinished, in(folder.path()));
    }

    private byte[] toLine() {
        JsonObjectBuilder body = new JsonObjectBuilder().with("active", active).with("open", isOpen);
        if (missing != null) {
            body.with("missing", new JsonObjectBuilder().with("first", missing.first()).with("last", missing.last())
                    .json());
        }
        return LineCodec.line(last, JsonText.write(body.json()).getBytes(StandardCharsets.UTF_8));
    }

    private static HighWaterMark decode(String line) {
        JsonObjectReader in = JsonObjectReader.root("a high-water mark", JsonText.read(line));
        return in.build(() -> {
            long last = in.integer("seq");
            long active = in.integer("active");
            boolean isOpen = in.flag("open");
            JsonObjectReader missing = in.optionalObject("missing");
            in.text("crc");
            return new HighWaterMark(last, active, isOpen, missing == null ? null : range(missing));
        });
    }

    private static SequenceRange range(JsonObjectReader in) {
        return in.build(() -> new SequenceRange(in.integer("first"), in.integer("last")));
    }
}
