package dev.waggle.journal.file;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

import dev.waggle.journal.file.ForgettingDisk.Loss;
import org.jspecify.annotations.Nullable;

/** Content of a disk: files and folders by number, what of them was forced, and the changes of names that were not. */
final class ForgottenWrites {

    /** No file: the name is taken away. */
    static final int NONE = -1;

    private static final int ROOT = 0;

    /** Unsynced bytes reach a disk in blocks; small ones make every line end a border. */
    private static final int BLOCK = 64;

    private final Map<Integer, TreeMap<String, Integer>> folders = new HashMap<>();
    private final Map<Integer, byte[]> live = new HashMap<>();
    private final Map<Integer, byte[]> synced = new HashMap<>();
    private final List<Step.Names> pending = new ArrayList<>();

    ForgottenWrites() {
        folders.put(ROOT, new TreeMap<>());
    }

    /** A name in a folder from now on means that file or folder. */
    record Change(int folder, String name, int inode) {}

    sealed interface Step {
        record File(int inode) implements Step {}

        record Folder(int inode) implements Step {}

        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Append(int inode, byte[] bytes) implements Step {}

        record Truncate(int inode, long length) implements Step {}

        record Force(int inode) implements Step {}

        /** Changes that happen together or not at all. */
        record Names(List<Change> changes) implements Step {}

        record ForceFolder(int inode) implements Step {}

        record Note(Object value) implements Step {}
    }

    ForgottenWrites copy() {
        ForgottenWrites copy = new ForgottenWrites();
        folders.forEach((inode, names) -> copy.folders.put(inode, new TreeMap<>(names)));
        copy.live.putAll(live);
        copy.synced.putAll(synced);
        return copy;
    }

    /** A number that no file or folder has. */
    int next() {
        return folders.size() + live.size();
    }

    /** Something that is durable already; without a content a folder. */
    void load(Path path, byte @Nullable [] content) {
        int inode = next();
        if (content == null) {
            folders.put(inode, new TreeMap<>());
        } else {
            live.put(inode, content);
            synced.put(inode, content);
        }
        Path parent = path.getParent();
        int folder = parent == null ? ROOT : Objects.requireNonNull(find(parent), parent::toString);
        names(folder).put(String.valueOf(path.getFileName()), inode);
    }

    /** The number of what a path means; {@code null} for nothing. */
    @Nullable Integer find(Path path) {
        Integer inode = ROOT;
        for (Path name : path) {
            TreeMap<String, Integer> names = name.toString().isEmpty() ? null : folders.get(inode);
            inode = name.toString().isEmpty() ? inode : names == null ? null : names.get(name.toString());
            if (inode == null) {
                return null;
            }
        }
        return inode;
    }

    void add(Step step) {
        switch (step) {
            case Step.File(int inode) -> {
                live.put(inode, new byte[0]);
                synced.put(inode, new byte[0]);
            }
            case Step.Folder(int inode) -> folders.put(inode, new TreeMap<>());
            case Step.Append(int inode, byte[] bytes) -> live.put(inode, joined(there(live, inode), bytes));
            case Step.Truncate(int inode, long length) ->
                live.put(inode, Arrays.copyOf(there(live, inode), (int) length));
            case Step.Force(int inode) -> synced.put(inode, there(live, inode));
            case Step.Names names -> pending.add(names);
            case Step.ForceFolder(int inode) -> {
                for (Iterator<Step.Names> all = pending.iterator(); all.hasNext();) {
                    Step.Names names = all.next();
                    if (names.changes().stream().anyMatch(change -> change.folder() == inode)) {
                        apply(names);
                        all.remove();
                    }
                }
            }
            case Step.Note _ -> {
            }
        }
    }

    /** Applies all changes of names: the view of a running system. */
    void applyAll() {
        pending.forEach(this::apply);
        pending.clear();
    }

    /** Lays out a folder as a loss of power may leave it. */
    void leave(Loss loss, SplittableRandom random, Path folder) throws IOException {
        Set<List<Object>> blocked = new HashSet<>();
        for (Step.Names names : pending) {
            List<List<Object>> own = names.changes().stream()
                    .map(change -> List.<Object>of(change.folder(), change.name())).toList();
            boolean isThere = switch (loss) {
                case EVERYTHING_UNSYNCED -> false;
                case NOTHING -> true;
                case ANYTHING -> random.nextBoolean();
            };
            if (isThere && own.stream().noneMatch(blocked::contains)) {
                apply(names);
            } else {
                blocked.addAll(own);
            }
        }
        write(ROOT, loss, random, folder);
    }

    private void write(int inode, Loss loss, SplittableRandom random, Path place) throws IOException {
        TreeMap<String, Integer> names = folders.get(inode);
        if (names == null) {
            Files.write(place, content(there(synced, inode), there(live, inode), loss, random));
            return;
        }
        Files.createDirectories(place);
        for (Map.Entry<String, Integer> name : names.entrySet()) {
            write(name.getValue(), loss, random, place.resolve(name.getKey()));
        }
    }

    private void apply(Step.Names names) {
        for (Change change : names.changes()) {
            if (change.inode() == NONE) {
                names(change.folder()).remove(change.name());
            } else {
                names(change.folder()).put(change.name(), change.inode());
            }
        }
    }

    private SortedMap<String, Integer> names(int folder) {
        return Objects.requireNonNull(folders.get(folder), () -> "folder " + folder);
    }

    private static byte[] there(Map<Integer, byte[]> contents, int inode) {
        return Objects.requireNonNull(contents.get(inode), () -> "file " + inode);
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
}
