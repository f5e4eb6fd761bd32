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
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

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
 * Atomic replacement of files in several folders, of which one is the main folder. It is a two-phase commit.
 *
 * <pre>
 *   FOLDER/redaction.prepared    the files to replace, in each folder
 *   FILE.redacted                the new content of a file, beside it
 *   MAIN/redaction.committed     the decision, and the folders
 *
 *   prepare -> write the new files -> commit: redaction.committed takes its name -> complete each folder
 *   complete -> committed: each new file takes the name of the old one; else the new files are deleted
 *               an empty new file deletes the old one, unless that is a segment of FOLDER
 * </pre>
 *
 * <p>So a crash before the commit leaves all old files. After it all are replaced, at the latest by the next writer of
 * the folder or of the main one. Until then a reader finds some files old and some new, each of them whole. A
 * caller of these methods holds the writer lock of the folder.
 */
public final class MultiFileCommit {

    /** Name of the file with the replacements of a folder. */
    public static final String PREPARED = "redaction.prepared";

    /** Name of the file with the decision. */
    public static final String COMMITTED = "redaction.committed";

    /** Ends the name of a file with new content. */
    public static final String NEW = ".redacted";

    private static final Pattern SEALED = Pattern.compile("events-[0-9]{20}\\.jsonl");

    private static final int MAX_BYTES = LineCodec.MAX_LINE;

    /** The number of the only line of these files. */
    private static final long LINE = 1;

    private MultiFileCommit() {}

    /**
     * A file to replace.
     *
     * @param file its path, relative to the folder, with slashes
     * @param sum CRC-32C of the old file; -1 when only the holder of the writer lock changes it
     */
    public record Replacement(String file, long sum) {

        private static final int BLOCK = 64 * 1024;

        /** A file that only the holder of the writer lock changes. */
        public static Replacement locked(String file) {
            return new Replacement(file, -1);
        }

        /** A file that any process may change; it is replaced only if it is what it was. */
        public static Replacement unlocked(String file, Path old) throws IOException {
            return new Replacement(file, sum(old));
        }

        private boolean isChanged(Path target) throws IOException {
            return sum >= 0 && (!exists(target) || sum(target) != sum);
        }

        private static long sum(Path file) throws IOException {
            CRC32C sum = new CRC32C();
            try (var in = Files.newInputStream(file)) {
                for (byte[] block = in.readNBytes(BLOCK); block.length > 0; block = in.readNBytes(BLOCK)) {
                    sum.update(block);
                }
            }
            return sum.getValue();
        }
    }

    /** Only the main folder knows the others. */
    private record PreparedFiles(String id, String main, Set<String> folders, List<Replacement> files) {}

    private record CommittedFolders(String id, Set<String> folders) {}

    /** Path of the new content of a file. */
    public static Path newFile(Path file) {
        return file.resolveSibling(file.getFileName() + NEW);
    }

    /**
     * Notes the files of a folder that are to be replaced. The main folder is the first one.
     *
     * @param others the other folders, for the main one
     */
    public static void prepare(Path folder, Path main, String id, Set<Path> others, List<Replacement> files,
            JournalDisk disk) throws IOException {
        write(folder.resolve(PREPARED), new JsonObjectBuilder().with("id", id)
                .with("main", relative(folder, main))
                .withTexts("folders", relative(folder, others))
                .with("files", files.stream().map(file -> new JsonObjectBuilder().with("file", file.file())
                        .with("sum", file.sum()).json()).toList()),
                disk);
        disk.forceFolder(folder);
    }

    /** Decides for the new files; they are replaced from then on, whatever happens. */
    public static void commit(Path main, String id, Set<Path> folders, JournalDisk disk) throws IOException {
        Path unfinished = main.resolve(COMMITTED + NEW);
        write(unfinished, new JsonObjectBuilder().with("id", id).withTexts("folders",
                relative(main, folders)), disk);
        disk.rename(unfinished, main.resolve(COMMITTED));
        disk.forceFolder(main);
    }

    /** True if a replacement was decided and is not complete in all folders. */
    public static boolean isCommitted(Path main) throws IOException {
        return committed(main).isPresent();
    }

    /** True if that replacement was decided and is not complete in all folders. */
    public static boolean isCommitted(Path main, String id) throws IOException {
        return committed(main).filter(it -> it.id().equals(id)).isPresent();
    }

    /** Completes or discards the replacements of a folder, and of the others if it is the main one. */
    public static void complete(Path folder, JournalDisk disk) throws IOException {
        Set<String> others = new TreeSet<>(committed(folder).map(CommittedFolders::folders).orElse(Set.of()));
        if (exists(folder.resolve(PREPARED))) {
            Optional<PreparedFiles> prepared = prepared(folder);
            if (prepared.isPresent()) {
                complete(folder, prepared.get(), disk);
                others.addAll(prepared.get().folders());
            }
        }
        boolean isDone = true;
        for (String other : others) {
            isDone &= completeOther(folder.resolve(other).normalize(), disk);
        }
        delete(folder, PREPARED, disk);
        delete(folder, COMMITTED + NEW, disk);
        if (isDone) {
            delete(folder, COMMITTED, disk);
        }
    }

    private static void delete(Path folder, String name, JournalDisk disk) throws IOException {
        if (exists(folder.resolve(name))) {
            disk.delete(folder.resolve(name));
            disk.forceFolder(folder);
        }
    }

    private static void complete(Path folder, PreparedFiles prepared, JournalDisk disk) throws IOException {
        boolean isCommitted = isCommitted(folder.resolve(prepared.main()).normalize(), prepared.id());
        Set<Path> changed = new TreeSet<>();
        for (Replacement file : prepared.files()) {
            Path target = folder.resolve(file.file()).normalize();
            if (!exists(newFile(target))) {
                continue;
            }
            if (isCommitted && !file.isChanged(target)) {
                replace(folder, target, disk);
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
    private static void replace(Path folder, Path target, JournalDisk disk) throws IOException {
        String name = String.valueOf(target.getFileName());
        if (SEALED.matcher(name).matches()) {
            disk.delete(SegmentIndexFile.of(new SegmentFile(target, 1)));
        }
        boolean isSegment = folder.equals(target.getParent())
                && (SEALED.matcher(name).matches() || name.equals(SegmentFile.ACTIVE));
        if (!isSegment && Files.size(newFile(target)) == 0) {
            disk.delete(target);
            disk.delete(newFile(target));
        } else {
            disk.rename(newFile(target), target);
        }
    }

    /** True if nothing is left to do there. A holder of the lock has completed it when it opened the folder. */
    private static boolean completeOther(Path folder, JournalDisk disk) throws IOException {
        if (!exists(folder.resolve(PREPARED))) {
            return true;
        }
        try (WriterLock _ = WriterLock.tryAcquire(folder)) {
            complete(folder, disk);
        } catch (WriterLock.HeldException held) {
            return !exists(folder.resolve(PREPARED));
        }
        return true;
    }

    private static boolean exists(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static List<String> relative(Path from, Set<Path> to) {
        return to.stream().map(other -> relative(from, other)).sorted().toList();
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
        return read(folder.resolve(PREPARED), in -> new PreparedFiles(in.text("id"), in.text("main"),
                new TreeSet<>(in.texts("folders")), in.objects("files").stream()
                        .map(file -> new Replacement(file.text("file"), file.integer("sum"))).toList()));
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
