package dev.waggle.journal.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;

import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;

/**
 * A disk that records every operation in one folder, and lays out what a loss of power after any of them may leave.
 *
 * <pre>
 *   bytes before the last force of their file   are there
 *   bytes behind it                             none, all, a part, zeros in their place, or blocks of both
 *   names before the last force of the folder   are there
 *   changes of names behind it                  any of them, but those of one name in their order
 * </pre>
 */
public final class ForgettingDisk implements JournalDisk {

    /** Unsynced bytes reach a disk in blocks; small ones make every line end a border. */
    private static final int BLOCK = 64;

    private final JournalDisk real = JournalDisk.real();
    private final List<Step> steps = new ArrayList<>();
    private final Map<Path, Integer> open = new HashMap<>();
    private final Map<String, byte[]> before = new TreeMap<>();
    private int inodes;

    /** Effect of a loss of power on the things that were not forced. */
    public enum Loss {
        EVERYTHING_UNSYNCED, NOTHING, ANYTHING
    }

    private sealed interface Step {
        record Create(String name, int inode) implements Step {}

        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Append(int inode, byte[] bytes) implements Step {}

        record Truncate(int inode, long length) implements Step {}

        record Force(int inode) implements Step {}

        record Rename(String from, String to) implements Step {}

        record Delete(String name) implements Step {}

        record ForceFolder() implements Step {}

        record Note(Object value) implements Step {}
    }

    /** A disk on which the files of a folder are durable already. */
    public static ForgettingDisk on(Path folder) throws IOException {
        ForgettingDisk disk = new ForgettingDisk();
        try (var files = Files.list(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                disk.before.put(file.getFileName().toString(), Files.readAllBytes(file));
                disk.open.put(file, disk.inodes++);
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
        Map<String, Integer> names = new TreeMap<>();
        Map<Integer, byte[]> live = new HashMap<>();
        Map<Integer, byte[]> synced = new HashMap<>();
        int number = 0;
        for (Map.Entry<String, byte[]> file : before.entrySet()) {
            names.put(file.getKey(), number);
            live.put(number, file.getValue());
            synced.put(number, file.getValue());
            number++;
        }
        List<Step> pending = new ArrayList<>();
        for (Step step : steps.subList(0, point)) {
            switch (step) {
                case Step.Create create -> {
                    live.put(create.inode(), new byte[0]);
                    synced.put(create.inode(), new byte[0]);
                    pending.add(create);
                }
                case Step.Append(int inode, byte[] bytes) -> live.put(inode, joined(there(live, inode), bytes));
                case Step.Truncate(int inode, long length) ->
                    live.put(inode, Arrays.copyOf(there(live, inode), (int) length));
                case Step.Force(int inode) -> synced.put(inode, there(live, inode));
                case Step.Rename rename -> pending.add(rename);
                case Step.Delete delete -> pending.add(delete);
                case Step.ForceFolder _ -> {
                    pending.forEach(change -> apply(change, names));
                    pending.clear();
                }
                case Step.Note _ -> {
                }
            }
        }
        applySome(pending, names, loss, random);
        for (
            Map.Entry<String, Integer> file : names.entrySet()) {
            Files.write(folder.resolve(file.getKey()),
                    content(there(synced, file.getValue()), there(live, file.getValue()), loss, random));
        }
    }

    private static byte[] there(Map<Integer, byte[]> contents, int inode) {
        return Objects.requireNonNull(contents.get(inode), () -> "file " + inode);
    }

    private static void applySome(List<Step> pending, Map<String, Integer> names, Loss loss, SplittableRandom random) {
        Set<String> blocked = new HashSet<>();
        for (Step change : pending) {
            List<String> own = switch (change) {
                case Step.Create(String name, int _) -> List.of(name);
                case Step.Rename(String from, String to) -> List.of(from, to);
                case Step.Delete(String name) -> List.of(name);
                default -> throw new IllegalStateException("no change of names: " + change);
            };
            boolean isThere = switch (loss) {
                case EVERYTHING_UNSYNCED -> false;
                case NOTHING -> true;
                case ANYTHING -> random.nextBoolean();
            };
            if (isThere && own.stream().noneMatch(blocked::contains)) {
                apply(change, names);
            } else {
                blocked.addAll(own);
            }
        }
    }

    private static void apply(Step change, Map<String, Integer> names) {
        switch (change) {
            case Step.Create(String name, int inode) -> names.put(name, inode);
            case Step.Rename(String from, String to) -> {
                Integer inode = names.remove(from);
                if (inode != null) {
                    names.put(to, inode);
                }
            }
            case Step.Delete(String name) -> names.remove(name);
            default -> throw new IllegalStateException("no change of names: " + change);
        }
    }

    private static byte[] content(byte[] synced, byte[] live, Loss loss, SplittableRandom random) {
        boolean isAppended = live.length >= synced.length
                && Arrays.equals(synced, 0, synced.length, live, 0, synced.length);
        if (loss == Loss.NOTHING || Arrays.equals(synced, live)) {
            return live;
        }
        if (loss == Loss.EVERYTHING_UNSYNCED || !isAppended) {
            return loss == Loss.ANYTHING && random.nextBoolean() ? live : synced;
        }
        int end = synced.length + random.nextInt(live.length - synced.length + 1);
        byte[] left = Arrays.copyOf(live, end);
        switch (random.nextInt(3)) {
            case 0 -> Arrays.fill(left, synced.length, end, (byte) 0);
            case 1 -> {
                for (int at = synced.length; at < end; at += BLOCK) {
                    if (random.nextBoolean()) {
                        Arrays.fill(left, at, Math.min(end, at + BLOCK), (byte) 0);
                    }
                }
            }
            default -> {
            }
        }
        return left;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(first);
        all.writeBytes(second);
        return all.toByteArray();
    }

    @Override
    public synchronized AppendFile open(Path file) throws IOException {
        boolean isNew = !Files.exists(file);
        AppendFile opened = real.open(file);
        if (isNew || !open.containsKey(file)) {
            open.put(file, inodes++);
            steps.add(new Step.Create(nameOf(file), open.get(file)));
        }
        int inode = Objects.requireNonNull(open.get(file));
        return new AppendFile() {
            @Override
            public long length() throws IOException {
                return opened.length();
            }

            @Override
            public void append(byte[] bytes, int count) throws IOException {
                synchronized (ForgettingDisk.this) {
                    opened.append(bytes, count);
                    steps.add(new Step.Append(inode, Arrays.copyOf(bytes, count)));
                }
            }

            @Override
            public void truncate(long length) throws IOException {
                synchronized (ForgettingDisk.this) {
                    opened.truncate(length);
                    steps.add(new Step.Truncate(inode, length));
                }
            }

            @Override
            public void force() {
                synchronized (ForgettingDisk.this) {
                    steps.add(new Step.Force(inode));
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
        Integer inode = open.remove(from);
        if (inode != null) {
            open.put(to, inode);
        }
        steps.add(new Step.Rename(nameOf(from), nameOf(to)));
    }

    @Override
    public synchronized void delete(Path file) throws IOException {
        if (Files.exists(file)) {
            real.delete(file);
            open.remove(file);
            steps.add(new Step.Delete(nameOf(file)));
        }
    }

    @Override
    public synchronized void forceFolder(Path folder) {
        steps.add(new Step.ForceFolder());
    }

    private static String nameOf(Path file) {
        return file.getFileName().toString();
    }
}
