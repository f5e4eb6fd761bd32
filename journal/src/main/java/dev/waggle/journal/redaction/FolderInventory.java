package dev.waggle.journal.redaction;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SequencedSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

import dev.waggle.journal.file.recovery.DeliveryPositions;
import dev.waggle.journal.file.recovery.HighWaterMark;
import dev.waggle.journal.file.recovery.MultiFileCommit;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.PartialFileName;
import dev.waggle.journal.file.storage.WriterLock;

/**
 * The files below a folder that may hold a text. Links are not followed.
 *
 * @param files in the order of their paths
 * @param locked the folders with a writer lock, in the order of their paths
 * @param links links, of which the targets are not searched
 */
record FolderInventory(List<FoundFile> files, List<Path> locked, List<Path> links) {

    /** A data folder, a folder of recordings, a recording; far more than there is. */
    private static final int MAX_DEPTH = 16;

    private static final byte[] ENTRY = "{\"seq\":".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LOG = LineRedactor.HEAD.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DELAYED = (LineRedactor.HEAD + "\"delayed\"").getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SEATS = (LineRedactor.HEAD + "\"seats\"").getBytes(StandardCharsets.US_ASCII);
    /** Tasks of agents of other systems. */
    private static final byte[] TASKS = (LineRedactor.HEAD + "\"a2a\"").getBytes(StandardCharsets.US_ASCII);
    private static final int HEAD_BYTES = DELAYED.length;
    private static final byte[] GZIP = {(byte) 0x1f, (byte) 0x8b};
    private static final Pattern CHECKPOINT = Pattern.compile("at-.*\\.json");
    private static final Pattern REMAINS = Pattern.compile("events.*\\.jsonl\\.(torn|damaged)-.*");
    /** Files without a text: locks, indexes, marks, and those of a redaction. */
    private static final Pattern TEXTLESS = Pattern.compile("\\.lock|events-[0-9]{20}\\.index|events\\.mark|"
            + MultiFileCommit.PREPARED + '|' + MultiFileCommit.COMMITTED);

    FolderInventory {
        files = List.copyOf(files);
        locked = List.copyOf(locked);
        links = List.copyOf(links);
    }

    /** True if a folder is that of a journal. */
    static boolean isJournal(Path folder) throws IOException {
        return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                && (Files.exists(folder.resolve(SegmentFile.ACTIVE)) || Files.exists(HighWaterMark.in(folder))
                        || Files.exists(folder.resolve(MultiFileCommit.PREPARED))
                        || !SegmentFile.list(folder).isEmpty());
    }

    /** The data folder of a folder of a log; else that folder itself. */
    static Path rootOf(Path folder) {
        Path data = folder.getParent();
        return data != null && folder.endsWith(DeliveryPositions.SIGNALS)
                && Files.isDirectory(data.resolve(DeliveryPositions.INBOXES)) ? data : folder;
    }

    /** True if no signal can be in it: no journal, and only files that are none of ours. */
    boolean isWithoutEntries() {
        return locked.isEmpty() && files.stream().allMatch(file -> file.kind() == FoundFile.Kind.FOREIGN);
    }

    /** Looks at all files below a folder. */
    static FolderInventory of(Path root, Set<Path> excluded) throws IOException {
        List<FoundFile> files = new ArrayList<>();
        SequencedSet<Path> locked = new TreeSet<>();
        List<Path> links = new ArrayList<>();
        Files.walkFileTree(root, Set.of(), MAX_DEPTH, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                if (excluded.contains(folder)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                if (isJournal(folder) || WriterLock.isIn(folder)) {
                    locked.add(folder);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isSymbolicLink()) {
                    links.add(file);
                } else if (attributes.isRegularFile() && !excluded.contains(file)
                        && !TEXTLESS.matcher(String.valueOf(file.getFileName())).matches()) {
                    Path parent = file.getParent();
                    boolean isLocked = parent != null && locked.contains(parent);
                    files.add(new FoundFile(file, kind(file, isLocked), isLocked ? parent : null));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        files.sort(Comparator.comparing(FoundFile::file));
        return new FolderInventory(files, List.copyOf(locked), links);
    }

    private static FoundFile.Kind kind(Path file, boolean isLocked) throws IOException {
        String name = String.valueOf(file.getFileName());
        if (isLocked && (name.equals(SegmentFile.ACTIVE) || name.matches("events-[0-9]{20}\\.jsonl"))) {
            return FoundFile.Kind.ENTRIES;
        }
        if ((isLocked && isRemains(name)) || PartialFileName.isLeftBehind(name)) {
            return FoundFile.Kind.REMAINS;
        }
        if (name.endsWith(PartialFileName.SUFFIX)) {
            return FoundFile.Kind.FOREIGN;
        }
        if (CHECKPOINT.matcher(name).matches()) {
            return FoundFile.Kind.CHECKPOINT;
        }
        byte[] head = head(file);
        if (begins(head, ENTRY)) {
            return FoundFile.Kind.ENTRIES;
        }
        if (!isLocked || !begins(head, LOG)) {
            return FoundFile.Kind.FOREIGN;
        }
        return begins(head, DELAYED) || begins(head, SEATS) || begins(head, TASKS)
                ? FoundFile.Kind.CHECKED_LINES
                : FoundFile.Kind.FIXED_LINES;
    }

    /** True for the name of a file with bytes that a recovery or a repair moved aside. */
    static boolean isRemains(String name) {
        return REMAINS.matcher(name).matches();
    }

    /** The first bytes of a file, plain; the compressed ones where gzip data are damaged. */
    private static byte[] head(Path file) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(file)) {
            head = in.readNBytes(HEAD_BYTES);
        }
        if (isGzip(head)) {
            try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
                return in.readNBytes(HEAD_BYTES);
            } catch (ZipException | EOFException damaged) {
                return head;
            }
        }
        return head;
    }

    private static boolean begins(byte[] head, byte[] expected) {
        return head.length >= expected.length
                && Arrays.equals(head, 0, expected.length, expected, 0, expected.length);
    }

    /** True if these bytes begin as those of a gzip file. */
    static boolean isGzip(byte[] head) {
        return head.length >= GZIP.length && head[0] == GZIP[0] && head[1] == GZIP[1];
    }
}
