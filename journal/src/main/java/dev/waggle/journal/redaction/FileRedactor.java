package dev.waggle.journal.redaction;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.segment.RawLineScanner;
import dev.waggle.journal.file.segment.RawLineScanner.RawLine;
import dev.waggle.journal.redaction.LineRedactor.RedactedLine;

/** Redacts whole files: reads one, and writes its new content to a stream. Owned by one thread. */
final class FileRedactor {

    private static final int BLOCK = 64 * 1024;

    /** Bytes of a foreign file that are searched at a time, and their overlap. */
    private static final int SEARCHED = 16 * 1024 * 1024;
    private static final int OVERLAP = 1024 * 1024;

    private final SearchPlan plan;
    private final LineRedactor lines;

    FileRedactor(SearchPlan plan) {
        this.plan = plan;
        this.lines = new LineRedactor(plan);
    }

    /**
     * The redaction of one file.
     *
     * @param lines number of lines that are rewritten
     * @param linesOfTargets number of them for each target
     * @param isLeft whether a text stays in it
     */
    record FileChange(long lines, Map<Integer, Long> linesOfTargets, boolean isLeft) {

        static final FileChange NONE = new FileChange(0, Map.of(), false);

        FileChange {
            linesOfTargets = Map.copyOf(linesOfTargets);
        }
    }

    /** Redacts a line and gives it to the output. */
    private interface LineStep {

        RedactedLine redacted(byte[] line);
    }

    /**
     * Redacts a file.
     *
     * @param out receives the new content; a null stream for a count
     * @throws BadJournalException when a damaged line holds a text
     */
    FileChange redact(FoundFile found, OutputStream out) throws IOException {
        return switch (found.kind()) {
            case ENTRIES -> entries(found.file(), out);
            case FIXED_LINES -> lines(found.file(), out, lines::fixed);
            case CHECKED_LINES -> lines(found.file(), out, lines::checked);
            case REMAINS -> remains(found.file(), out);
            case CHECKPOINT -> checkpoint(found.file(), out);
            case FOREIGN -> new FileChange(0, Map.of(), isIn(found.file()));
        };
    }

    private FileChange entries(Path file, OutputStream out) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BLOCK)) {
            in.mark(BLOCK);
            byte[] head = in.readNBytes(2);
            in.reset();
            if (!FolderInventory.isGzip(head)) {
                return lines(file, RawLineScanner.of(in), out, lines::entry);
            }
            GZIPOutputStream packed = new GZIPOutputStream(out, BLOCK);
            FileChange change = lines(file, RawLineScanner.of(new GZIPInputStream(in, BLOCK)), packed, lines::entry);
            packed.finish();
            return change;
        } catch (EOFException | ZipException bad) {
            throw damagedGzip(file, bad);
        }
    }

    /** The refusal of a compressed file that cannot be read to its end. */
    static BadJournalException damagedGzip(Path file, IOException bad) {
        return new BadJournalException(file, "the gzip data are damaged or end early"
                + "\nMaybe unpack what can be read, or move the file to another folder.", bad);
    }

    /** The bytes of a file, plain. */
    static InputStream plain(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BLOCK);
        try {
            in.mark(BLOCK);
            boolean isGzip = FolderInventory.isGzip(in.readNBytes(2));
            in.reset();
            return isGzip ? new GZIPInputStream(in, BLOCK) : in;
        } catch (IOException | RuntimeException failed) {
            in.close();
            throw failed;
        }
    }

    private FileChange remains(Path file, OutputStream out) throws IOException {
        return lines(file, out, line -> lines.plain(LosslessText.decode(line)));
    }

    private FileChange lines(Path file, OutputStream out, LineStep step) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BLOCK)) {
            return lines(file, RawLineScanner.of(in), out, step);
        }
    }

    private FileChange lines(Path file, RawLineScanner in, OutputStream out, LineStep step) throws IOException {
        Map<Integer, Long> ofTargets = new TreeMap<>();
        long changed = 0;
        boolean isLeft = false;
        long number = 0;
        for (RawLine line = in.next(); line != null; line = in.next()) {
            number++;
            byte[] bytes = line.bytes();
            if (bytes == null) {
                throw new BadJournalException(file, "line " + number + " is longer than any line of a journal, and"
                        + " cannot be searched\nMaybe move it away: waggle log repair.", null);
            }
            RedactedLine redacted;
            try {
                redacted = step.redacted(bytes);
            } catch (IllegalArgumentException refused) {
                throw new BadJournalException(file, "line " + number + " cannot be redacted: " + refused.getMessage()
                        + "\nMaybe move it away first: waggle log repair.", refused);
            }
            isLeft |= redacted.isLeft();
            if (redacted.targets().isEmpty()) {
                out.write(bytes);
            } else {
                changed++;
                redacted.targets().forEach(target -> ofTargets.merge(target, 1L, Long::sum));
                out.write(LosslessText.encode(redacted.text()));
            }
            if (line.isEnded()) {
                out.write('\n');
            }
        }
        return new FileChange(changed, ofTargets, isLeft);
    }

    /** A checkpoint that is damaged is no text of JSON, so it is searched as plain text. */
    private FileChange checkpoint(Path file, OutputStream out) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (!plan.matcher().isIn(LosslessText.decode(bytes))) {
            out.write(bytes);
            return FileChange.NONE;
        }
        CheckpointLines checkpoint;
        RedactedLine state;
        try {
            checkpoint = CheckpointLines.of(bytes);
            state = lines.value(checkpoint.state());
        } catch (IllegalArgumentException damaged) {
            return remains(file, out);
        }
        out.write(checkpoint.withState(state.text()).bytes());
        return change(state.targets(), state.isLeft());
    }

    private static FileChange change(Set<Integer> targets, boolean isLeft) {
        Map<Integer, Long> ofTargets = new TreeMap<>();
        targets.forEach(target -> ofTargets.put(target, 1L));
        return new FileChange(targets.isEmpty() ? 0 : 1, ofTargets, isLeft);
    }

    private boolean isIn(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] before = new byte[0];
            for (byte[] block = in.readNBytes(SEARCHED); block.length > 0; block = in.readNBytes(SEARCHED)) {
                ByteArrayOutputStream both = new ByteArrayOutputStream(before.length + block.length);
                both.writeBytes(before);
                both.writeBytes(block);
                if (plan.matcher().stands(LosslessText.decode(both.toByteArray()))) {
                    return true;
                }
                before = Arrays.copyOfRange(block, Math.max(0, block.length - OVERLAP), block.length);
            }
            return false;
        } catch (NoSuchFileException deleted) {
            return false;
        }
    }
}
