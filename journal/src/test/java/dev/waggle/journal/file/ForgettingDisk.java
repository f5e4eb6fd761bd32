package dev.waggle.journal.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;

import dev.waggle.journal.file.ForgottenWrites.Change;
import dev.waggle.journal.file.ForgottenWrites.Step;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;

/**
 * A disk that records every operation below one folder, and lays out what a loss of power after any of them may leave.
 *
 * <pre>
 *   bytes before the last force of their file   are there
 *   bytes behind it                             none, all, a part, zeros in their place, or blocks of both
 *   names before the last force of their folder are there
 *   changes of names behind it                  any of them, but those of one name in their order
 *   a folder whose name is not there            takes everything in it with it
 * </pre>
 */
public final class ForgettingDisk implements JournalDisk {

    private final JournalDisk real = JournalDisk.real();
    private final Path root;
    private final List<Step> steps = new ArrayList<>();
    private final ForgottenWrites before = new ForgottenWrites();
    private final ForgottenWrites live = new ForgottenWrites();

    /** Effect of a loss of power on the things that were not forced. */
    public enum Loss {
        EVERYTHING_UNSYNCED, NOTHING, ANYTHING
    }

    private ForgettingDisk(Path root) {
        this.root = root;
    }

    /** A disk on which the files and folders below a folder are durable already. */
    public static ForgettingDisk on(Path folder) throws IOException {
        ForgettingDisk disk = new ForgettingDisk(folder);
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path place : all.filter(it -> !it.equals(folder)).sorted().toList()) {
                byte[] content = Files.isDirectory(place) ? null : Files.readAllBytes(place);
                disk.before.load(disk.pathOf(place), content);
                disk.live.load(disk.pathOf(place), content);
            }
        }
        return disk;
    }

    /** A promise that was made at this point, for the points behind it. */
    public synchronized void note(Object value) {
        steps.add(new Step.Note(value));
    }

    /** Number of points at which the power may be lost. */
    public synchronized int points() {
        return steps.size() + 1;
    }

    /** True unless the operations on both sides of a point append to one file, so that the point is as others. */
    public synchronized boolean isBorder(int point) {
        return point == 0 || point == steps.size()
                || !(steps.get(point) instanceof Step.Append(int next, byte[] _)
                        && steps.get(point - 1) instanceof Step.Append(int last, byte[] _) && next == last);
    }

    /** True if only a promise follows, so that the next point is the same with more to keep. */
    public synchronized boolean isBeforeNote(int point) {
        return point < steps.size() && steps.get(point) instanceof Step.Note;
    }

    /** The promises made before that point. */
    public synchronized List<Object> notesBefore(int point) {
        List<Object> notes = new ArrayList<>();
        for (Step step : steps.subList(0, point)) {
            if (step instanceof Step.Note(Object value)) {
                notes.add(value);
            }
        }
        return notes;
    }

    /** Lays out a folder as a loss of power at that point may leave it. */
    public synchronized void leave(int point, Loss loss, SplittableRandom random, Path folder) throws IOException {
        ForgottenWrites left = before.copy();
        steps.subList(0, point).forEach(left::add);
        left.leave(loss, random, folder);
    }

    /** Makes an empty file; false if there is one. */
    public synchronized boolean create(Path file) throws IOException {
        boolean isNew = file.toFile().createNewFile();
        if (isNew) {
            var _ = named(file);
        }
        return isNew;
    }

    @Override
    public synchronized void createFolder(Path folder) throws IOException {
        real.createFolder(folder);
        if (folder.startsWith(root) && !folder.equals(root) && live.find(pathOf(folder)) == null) {
            createFolder(Objects.requireNonNull(folder.getParent()));
            int inode = live.next();
            add(new Step.Folder(inode));
            add(new Step.Names(List.of(change(folder, inode))));
        }
    }

    @Override
    public synchronized AppendFile open(Path file) throws IOException {
        AppendFile opened = real.open(file);
        int inode = named(file);
        return new AppendFile() {
            @Override
            public long length() throws IOException {
                return opened.length();
            }

            @Override
            public void append(byte[] bytes, int count) throws IOException {
                synchronized (ForgettingDisk.this) {
                    opened.append(bytes, count);
                    add(new Step.Append(inode, Arrays.copyOf(bytes, count)));
                }
            }

            @Override
            public void truncate(long length) throws IOException {
                synchronized (ForgettingDisk.this) {
                    opened.truncate(length);
                    add(new Step.Truncate(inode, length));
                }
            }

            @Override
            public void force() {
                synchronized (ForgettingDisk.this) {
                    add(new Step.Force(inode));
                }
            }

            @Override
            public void close() throws IOException {
                opened.close();
            }
        };
    }

    @Override
    public synchronized void rename(Path from, Path to) throws IOException {
        real.rename(from, to);
        int inode = Objects.requireNonNull(live.find(pathOf(from)), () -> from + " was made beside this disk");
        add(new Step.Names(List.of(change(from, ForgottenWrites.NONE), change(to, inode))));
    }

    @Override
    public synchronized void delete(Path file) throws IOException {
        real.delete(file);
        if (live.find(pathOf(file)) != null) {
            add(new Step.Names(List.of(change(file, ForgottenWrites.NONE))));
        }
    }

    @Override
    public synchronized void forceFolder(Path folder) {
        Integer inode = folder.startsWith(root) ? live.find(pathOf(folder)) : null;
        if (inode != null) {
            add(new Step.ForceFolder(inode));
        }
    }

    /** The inode of a file, which is new if the disk did not know it. */
    private int named(Path file) {
        Integer known = live.find(pathOf(file));
        if (known != null) {
            return known;
        }
        int inode = live.next();
        add(new Step.File(inode));
        add(new Step.Names(List.of(change(file, inode))));
        return inode;
    }

    private Change change(Path file, int inode) {
        Path folder = Objects.requireNonNull(file.getParent());
        Integer known = Objects.requireNonNull(live.find(pathOf(folder)), () -> folder + " was made beside this disk");
        return new Change(known, String.valueOf(file.getFileName()), inode);
    }

    private void add(Step step) {
        steps.add(step);
        live.add(step);
        live.applyAll();
    }

    private Path pathOf(Path file) {
        return root.relativize(file);
    }
}
