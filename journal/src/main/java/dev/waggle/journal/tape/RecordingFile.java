package dev.waggle.journal.tape;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import dev.waggle.journal.cassette.CassetteFailure;
import dev.waggle.journal.cassette.CassetteFile;
import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Recording of one run while it runs. Each call is on the disk before its caller gets the answer, in a file beside the
 * target. At the end, the cassette of the run takes the target's name, and the file beside it is deleted.
 *
 * <pre>
 *   FILE.part   the seed and the calls so far, whole ones, in the order of their ends: all that a killed run
 *               leaves, itself a {@link CallTape}
 *   FILE        the cassette: the question, signals of agents, and all calls
 * </pre>
 *
 * <p>A call that cannot be written still answers the run, because it was paid for. The first such fault is reported at
 * once, each further call is written nevertheless if possible, and {@link #close} throws that fault. Late output of an
 * abandoned call, after the end of the run, is not stored. Thread-safe.
 */
public final class RecordingFile implements AutoCloseable {

    /** Suffix of the file beside the recording. */
    public static final String PART = ".part";

    /** Longest name of a file on the usual file systems, in bytes. */
    private static final int MAX_NAME = 255;

    private final OutputTarget target;
    private final Path file;
    private final Path part;
    private final World world;
    private final Consumer<UncheckedIOException> onFault;
    private final CallFile calls;
    /** True if any call was ever stored; without one a killed run could leave nothing. */
    private volatile boolean used;
    private final AtomicReference<@Nullable UncheckedIOException> fault = new AtomicReference<>();

    private RecordingFile(OutputTarget target, Path part, World world, Consumer<UncheckedIOException> onFault,
            CallFile calls) {
        this.target = target;
        this.file = target.named().toAbsolutePath();
        this.part = part;
        this.world = world;
        this.onFault = onFault;
        this.calls = calls;
    }

    /**
     * Begins a recording of that name, before any call is paid for.
     *
     * @param onFault receives the failure of the first call that could not be written
     * @throws UncheckedIOException when it cannot be written there, or the calls of an earlier run that was killed
     *        are beside it
     */
    public static RecordingFile open(Path file, World world, Consumer<UncheckedIOException> onFault) {
        return open(OutputTarget.of(file), world, onFault);
    }

    /** The same for a place that the caller has looked at. */
    public static RecordingFile open(OutputTarget target, World world, Consumer<UncheckedIOException> onFault) {
        return open(target, world, onFault, JournalDisk.real());
    }

    static RecordingFile open(OutputTarget target, World world, Consumer<UncheckedIOException> onFault,
            JournalDisk disk) {
        Path file = target.named();
        Path part = part(file);
        try {
            if (!target.isFile()) {
                throw new FileSystemException(file.toString(), null, "it is a stream, and a recording keeps its calls"
                        + " in a file\nMaybe name a file.");
            }
            CallFile calls = CallFile.create(part, disk,
                    SeedFinder.entry(world.nextId("sig"), world.now(), world.seed()));
            return new RecordingFile(target, part, world, onFault, calls);
        } catch (FileAlreadyExistsException left) {
            throw failure(file, part + " is in the way: another run writes it, or one that was killed left its"
                    + " calls there\nMaybe replay it, then take it away.", left);
        } catch (NoSuchFileException nowhere) {
            throw failure(file, "it cannot be written: there is no folder " + part.getParent()
                    + "\nMaybe make it, or name another file.", nowhere);
        } catch (FileSystemException refused) {
            throw failure(file, "it cannot be written: " + (refused.getReason() == null
                    ? "access to its folder is denied"
                    : refused.getReason()), refused);
        } catch (IOException failed) {
            throw failure(file, "it cannot be written: " + failed.getMessage(), failed);
        }
    }

    /** The file beside a recording of that name; its name is cut where it would be too long with the suffix. */
    public static Path part(Path file) {
        Path place = file.toAbsolutePath();
        String name = String.valueOf(place.getFileName());
        if (name.getBytes(StandardCharsets.UTF_8).length + PART.length() <= MAX_NAME) {
            return place.resolveSibling(name + PART);
        }
        String tail = "-" + Integer.toHexString(name.hashCode()) + PART;
        int length = name.length();
        while (name.substring(0, length).getBytes(StandardCharsets.UTF_8).length + tail.length() > MAX_NAME) {
            length = name.offsetByCodePoints(length, -1);
        }
        return place.resolveSibling(name.substring(0, length) + tail);
    }

    /** The file that the recording is to have. */
    public Path file() {
        return file;
    }

    /**
     * Ends a successful run: the recording takes its name. Calls that the log does not hold, as of an abandoned turn,
     * are in it as well.
     *
     * @param log the entries of the run, in order
     * @throws IllegalArgumentException when the log does not hold that run with its question and its roster
     * @throws UncheckedIOException when it cannot be written
     */
    public void finish(List<LogEntry> log, String run) {
        export(withCalls(log), run);
        deletePart();
    }

    /**
     * Ends a failed run: the remains take the name of the recording, with a last line about the failure. They are a
     * cassette if the run reached its question, else only the calls.
     *
     * @param log the entries of the run, in order; may be empty
     * @param run the run, if it began
     * @param reason the reason, for people
     * @throws UncheckedIOException when it cannot be written
     */
    public void fail(List<LogEntry> log, @Nullable String run, String reason) {
        List<LogEntry> all = withCalls(log);
        if (run != null && isExported(all, run, reason)) {
            deletePart();
            return;
        }
        List<LogEntry> entries = new ArrayList<>();
        for (LogEntry entry : all) {
            if (TapeSplicer.isCallEntry(entry) || SeedFinder.isOpening(entry)) {
                entries.add(new LogEntry(entries.size() + 1L, entry.recordedAt(), entry.emission(), entry.signal()));
            }
        }
        entries.add(failure(entries.size() + 1L, run, reason));
        write(out -> JournalExcerpt.write(out, entries));
        deletePart();
    }

    /** True if the run reached its question, so that there is a cassette of it now. */
    private boolean isExported(List<LogEntry> log, String run, String reason) {
        List<LogEntry> all = new ArrayList<>(log);
        all.add(failure(all.size() + 1L, run, reason));
        try {
            export(all, run);
            return true;
        } catch (IllegalArgumentException noCassette) {
            return false;
        }
    }

    private LogEntry failure(long sequence, @Nullable String run, String reason) {
        return CassetteFailure.entry(sequence, world.nextId("sig"), world.now(), run, reason);
    }

    /**
     * Closes the file. If neither {@link #finish} nor {@link #fail} was called, the calls stay beside it.
     *
     * @throws UncheckedIOException the first fault, when a call could not be written
     */
    @Override
    public void close() {
        endWriting();
        if (!used) {
            deletePart();
        }
        UncheckedIOException first = fault.get();
        if (first != null) {
            throw first;
        }
    }

    /** Appends the signals of one call; returns when the disk has them, or the write has failed. */
    void append(Emission by, List<Signal> signals) {
        used = true;
        try {
            calls.append(signals.stream().map(signal -> new LogEntry(1, world.now(), by, signal)).toList());
        } catch (IOException | IllegalArgumentException failed) {
            reportFault(failure(file, "a call of agent \"" + by.by() + "\" in turn " + by.invocation()
                    + " was not recorded: " + failed.getMessage(), failed));
        }
    }

    private void reportFault(UncheckedIOException failed) {
        if (fault.compareAndSet(null, failed)) {
            try {
                onFault.accept(failed);
            } catch (RuntimeException worse) {
                failed.addSuppressed(worse);
            }
        }
    }

    private interface Content {

        void write(OutputStream out) throws IOException;
    }

    private void export(List<LogEntry> log, String run) {
        write(out -> CassetteFile.export(log, run, out));
    }

    private void write(Content content) {
        try (AtomicFile whole = AtomicFile.open(target, AtomicFile.FileAccess.OWNER)) {
            content.write(whole.stream());
            whole.commit();
        } catch (IOException failed) {
            throw failure(file, "it was not written: " + failed.getMessage(), failed);
        }
    }

    /** The log, followed by the entries that only the file of calls holds. */
    private List<LogEntry> withCalls(List<LogEntry> log) {
        endWriting();
        List<LogEntry> all = new ArrayList<>(log);
        Set<String> known = new HashSet<>();
        log.forEach(entry -> known.add(entry.signal().id()));
        try (JournalExcerpt excerpt = JournalExcerpt.read(part)) {
            for (Optional<LogEntry> entry = excerpt.next(); entry.isPresent(); entry = excerpt.next()) {
                if (known.add(entry.get().signal().id())) {
                    all.add(entry.get());
                }
            }
        }
        return all;
    }

    private void endWriting() {
        try {
            calls.close();
        } catch (IOException failed) {
            reportFault(failure(file, "the recording could not be closed: " + failed.getMessage(), failed));
        }
    }

    private void deletePart() {
        try {
            Files.deleteIfExists(part);
        } catch (IOException failed) {
            throw failure(file, part + " could not be taken away: " + failed.getMessage(), failed);
        }
    }

    private static UncheckedIOException failure(Path file, String reason, Exception failed) {
        return new UncheckedIOException(file + ": " + reason,
                failed instanceof IOException io ? io : new IOException(failed));
    }
}
