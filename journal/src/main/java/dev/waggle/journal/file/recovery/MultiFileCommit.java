package dev.waggle.journal.file.recovery;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.read.SegmentIndexFile;
import dev.waggle.journal.file.segment.SegmentFile;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;

/**
 * Atomic replacement of files in several folders, of which one is the leader. It is a two-phase commit.
 *
 * <pre>
 *   FOLDER/redaction.prepared    the files to replace, in each folder
 *   FILE.redacted                the new content of a file, beside it
 *   LEADER/redaction.committed   the decision, and the folders
 *
 *   prepare -> write the new files -> commit: redaction.committed takes its name -> settle each folder
 *   settle  -> committed: each new file takes the name of the old one; else the new files are deleted
 * </pre>
 *
 * <p>So a crash before the commit leaves all old files, and after it all are replaced, at the latest by the next
 * writer of the folder or of the leader. Until then a reader finds some files old and some new, each of them whole. A
 * caller of these methods holds the writer lock of the folder.
 */
public final class MultiFileCommit {

    /** Name of the file with the replacements of a folder. */
    public static final String PREPARED = "redaction.prepared";

    /** Name of the file with the decision. */
    public static final String COMMITTED = "redaction.committed";

    /** Ends the name of a file with new content. */
    public static final String NEW = ".redacted";

    private static final int MAX_BYTES = LineCodec.MAX_LINE;

    /** The number of the only line of these files. */
    private static final long LINE = 1;

    private MultiFileCommit() {}

    /**
     * A file to replace.
     *
     * @param file its path, relative to the folder, with slashes
     * @param length length of the old file; -1 when no process can have changed it since
     * @param modified time of its last change in milliseconds; -1 as for the length
     */
    public record Replacement(String file, long length, long modified) {

        /** A file that only the holder of the writer lock changes. */
        public static Replacement locked(String file) {
            return new Replacement(file, -1, -1);
        }

        private boolean isChanged(Path target) throws IOException {
            return length >= 0 && (!Files.exists(target) || Files.size(target) != length
                    || Files.getLastModifiedTime(target).toMillis() != modified);
        }
    }

    private record PreparedFiles(String id, String leader, List<Replacement> files) {}

    private record CommittedFolders(String id, Set<String> folders) {}

    /** Path of the new content of a file. */
    public static Path newFile(Path file) {
        return file.resolveSibling(file.getFileName() + NEW);
    }

    /** Notes the files of a folder that are to be replaced. */
    public static void prepare(Path folder, Path leader, String id, List<Replacement> files, JournalDisk disk)
            throws IOException {
        write(folder.resolve(PREPARED), new JsonObjectBuilder().with("id", id)
                .with("leader", relative(folder, leader))
                .with("files", files.stream().map(file -> new JsonObjectBuilder().with("file", file.file())
                        .with("length", file.length()).with("modified", file.modified()).json()).toList()),
                disk);
        disk.forceFolder(folder);
    }

    /** Decides for the new files; they are replaced from then on, whatever happens. */
    public static void commit(Path leader, String id, Set<Path> folders, JournalDisk disk) throws IOException {
        Set<String> names = new TreeSet<>();
        folders.forEach(folder -> names.add(relative(leader, folder)));
        Path unfinished = leader.resolve(COMMITTED + NEW);
        write(unfinished, new JsonObjectBuilder().with("id", id).withTexts("folders", List.copyOf(names)), disk);
        disk.rename(unfinished, leader.resolve(COMMITTED));
        disk.forceFolder(leader);
    }

    /** True if that replacement was decided and is not settled in all folders. */
    public static boolean isCommitted(Path leader, String id) throws IOException {
        return committed(leader).filter(it -> it.id().equals(id)).isPresent();
    }

    /** Completes or discards the replacements of a folder, and of the others if it is the leader. */
    public static void settle(Path folder, JournalDisk disk) throws IOException {
        if (exists(folder.resolve(PREPARED))) {
            Optional<PreparedFiles> prepared = prepared(folder);
            if (prepared.isPresent()) {
                settle(folder, prepared.get(), disk);
            }
            disk.delete(folder.resolve(PREPARED));
            disk.forceFolder(folder);
        }
        disk.delete(folder.resolve(COMMITTED + NEW));
        if (exists(folder.resolve(COMMITTED))) {
            boolean isDone = true;
            for (String other : committed(folder).map(CommittedFolders::folders).orElse(Set.of())) {
                isDone &= settleOther(folder.resolve(other).normalize(), disk);
            }
            if (isDone) {
                disk.delete(folder.resolve(COMMITTED));
                disk.forceFolder(folder);
            }
        }
    }

    private static void settle(Path folder, PreparedFiles prepared, JournalDisk disk) throws IOException {
        boolean isCommitted = isCommitted(folder.resolve(prepared.leader()).normalize(), prepared.id());
        Set<Path> changed = new TreeSet<>();
        for (Replacement file : prepared.files()) {
            Path target = folder.resolve(file.file()).normalize();
            if (!exists(newFile(target))) {
                continue;
            }
            if (isCommitted && !file.isChanged(target)) {
                replace(target, disk);
            } else {
                disk.delete(newFile(target));
            }
            changed.add(target.resolveSibling(""));
        }
        for (Path parent : changed) {
            disk.forceFolder(parent);
        }
    }

    /** The index goes first, because it would not fit. */
    private static void replace(Path target, JournalDisk disk) throws IOException {
        String name = String.valueOf(target.getFileName());
        if (name.startsWith("events-")) {
            disk.delete(SegmentIndexFile.of(new SegmentFile(target, 1)));
        }
        disk.rename(newFile(target), target);
    }

    /** True if nothing is left to do there. A process that holds the lock has settled the folder when it opened it. */
    private static boolean settleOther(Path folder, JournalDisk disk) throws IOException {
        if (!exists(folder.resolve(PREPARED))) {
            return true;
        }
        try (WriterLock _ = WriterLock.tryAcquire(folder)) {
            settle(folder, disk);
        } catch (WriterLock.HeldException held) {
            return !exists(folder.resolve(PREPARED));
        }
        return true;
    }

    private static boolean exists(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static String relative(Path from, Path to) {
        return from.relativize(to).toString().replace('\\', '/');
    }

    private static void write(Path file, JsonObjectBuilder body, JournalDisk disk) throws IOException {
        disk.delete(file);
        byte[] line = LineCodec.line(LINE, JsonText.write(body.json()).getBytes(StandardCharsets.UTF_8));
        try (AppendFile out = disk.open(file)) {
            out.append(line, line.length);
            out.force();
        }
    }

    /** Empty for a file that was not finished, so that nothing can have been decided. */
    private static Optional<PreparedFiles> prepared(Path folder) throws IOException {
        return read(folder.resolve(PREPARED), in -> new PreparedFiles(in.text("id"), in.text("leader"),
                in.objects("files").stream().map(file -> new Replacement(file.text("file"), file.integer("length"),
                        file.integer("modified"))).toList()));
    }

    private static Optional<CommittedFolders> committed(Path folder) throws IOException {
        return read(folder.resolve(COMMITTED),
                in -> new CommittedFolders(in.text("id"), new TreeSet<>(in.texts("folders"))));
    }

    private static <T> Optional<T> read(Path file, Function<JsonObjectReader, T> codec) throws IOException {
        byte[] bytes;
        try (var in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES);
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
        int length = bytes.length > 0 && bytes[bytes.length - 1] == '\n' ? bytes.length - 1 : bytes.length;
        if (!LineCodec.isIntact(bytes, 0, length)) {
            return Optional.empty();
        }
        try {
            return Optional.of(codec.apply(JsonObjectReader.root(String.valueOf(file.getFileName()),
                    JsonText.read(new String(bytes, 0, length, StandardCharsets.UTF_8)))));
        } catch (IllegalArgumentException foreign) {
            return Optional.empty();
        }
    }
}
