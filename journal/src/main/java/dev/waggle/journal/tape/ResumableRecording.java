package dev.waggle.journal.tape;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.journal.userfile.AtomicFile;
import dev.waggle.journal.userfile.OutputTarget;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.session.CallTokenEstimator;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Recording of calls that grows over several processes. A call that it holds is replayed, any other is made and is on
 * the disk before its caller gets the answer. One process writes it at a time.
 *
 * <pre>
 *   FILE        all calls of processes that ended
 *   FILE.part   the calls of the current process, or of one that was killed: the next one takes them over
 *   FILE.lock   held by the process that writes
 * </pre>
 *
 * <p>Each call has a caller and turn of its own. An answer is never asked for again, nor is one that the model refused
 * or that could not be read. A call that failed for another reason is made again. Thread-safe.
 */
public final class ResumableRecording implements AutoCloseable {

    /** Suffix of the lock. */
    public static final String LOCK = ".lock";

    private final Path file;
    private final @Nullable FileChannel lock;
    private final @Nullable CallTape tape;
    private final @Nullable TapePosition playhead;
    private final @Nullable RecordingFile recording;

    private ResumableRecording(Path file, @Nullable FileChannel lock, @Nullable CallTape tape,
            @Nullable RecordingFile recording) {
        this.file = file;
        this.lock = lock;
        this.tape = tape;
        this.playhead = tape == null ? null : new TapePosition(tape);
        this.recording = recording;
    }

    /** One recorded call. */
    public record RecordedUsage(Emission by, String model, TokenUsage usage, boolean estimated) {}

    /**
     * Opens a recording for replay and for new calls. The calls of a killed process become part of it.
     *
     * @param onFault receives the failure of the first call that could not be written
     * @throws UncheckedIOException when it cannot be written, or another process writes it
     */
    public static ResumableRecording open(Path file, World world, Consumer<UncheckedIOException> onFault) {
        Path place = file.toAbsolutePath();
        FileChannel lock = lock(place);
        try {
            mergePart(place);
            CallTape tape = Files.exists(place) ? CallTape.read(place, null) : null;
            return new ResumableRecording(place, lock, tape, RecordingFile.open(place, world, onFault));
        } catch (RuntimeException | Error failed) {
            close(lock, failed);
            throw failed;
        }
    }

    /**
     * Opens a recording for replay only; nothing is written.
     *
     * @throws dev.waggle.journal.file.BadJournalException when it is no recording
     * @throws UncheckedIOException when it cannot be read
     */
    public static ResumableRecording replay(Path file) {
        return new ResumableRecording(file.toAbsolutePath(), null, CallTape.read(file, null), null);
    }

    /** Harness that replays the recorded calls of that model, and makes and records the others. */
    public Harness harness(Harness live) {
        RecordingFile into = recording;
        TapePosition position = playhead;
        if (into == null) {
            return position == null ? live : ReplayHarness.only(position, live);
        }
        Harness recorded = new RecordingHarness(live, into);
        return position == null ? recorded : ReplayHarness.elseLive(position, recorded, ResumableRecording::isFinal);
    }

    /** True if the recording answers that request of that caller. */
    public boolean holds(Emission by, String model, HarnessInput input, JsonValue.@Nullable Obj schema) {
        CallTape known = tape;
        if (known == null) {
            return false;
        }
        boolean isReplay = recording == null;
        TapePosition.Request request = TapePosition.Request.of(model, input, schema);
        return known.calls(by).stream().anyMatch(call -> (isReplay ? call.isWhole() : isFinal(call))
                && call.attempts().stream().anyMatch(attempt -> request.isAskedBy(attempt.request())));
    }

    /** True if another call would bring nothing else: it has its answer, or the model itself was the reason for none. */
    private static boolean isFinal(RecordedCall call) {
        return switch (call.last().end()) {
            case RecordedAttempt.End.Answered _ -> true;
            case RecordedAttempt.End.Open _ -> false;
            case RecordedAttempt.End.Failed(HarnessFailure failure) -> switch (failure.kind()) {
                case REFUSED, MALFORMED, TOO_LARGE -> true;
                case CANCELLED, DEADLINE, BUDGET, CIRCUIT_OPEN, DEPARTED, UNKNOWN_SESSION, AUTHENTICATION, BAD_REQUEST,
                        UNKNOWN_MODEL, RATE_LIMITED, OVERLOADED, UNREACHABLE, STALLED, TRUNCATED, FAILED ->
                    false;
            };
        };
    }

    /** Usage of every recorded attempt of earlier processes, whether it is replayed or not. */
    public List<RecordedUsage> earlier() {
        CallTape known = tape;
        if (known == null) {
            return List.of();
        }
        CallTokenEstimator estimates = new CallTokenEstimator();
        List<RecordedUsage> all = new ArrayList<>();
        known.eachCall((by, call) -> {
            for (RecordedAttempt attempt : call.attempts()) {
                RecordedAttempt.Cost cost = attempt.cost(estimates.of(attempt.request().input(), null));
                all.add(new RecordedUsage(by, attempt.request().model(), cost.usage(), cost.estimated()));
            }
        });
        return all;
    }

    /** The file of the recording. */
    public Path file() {
        return file;
    }

    /**
     * Ends the recording: all calls are in its file.
     *
     * @throws UncheckedIOException the first fault, when a call could not be written
     */
    @Override
    public void close() {
        FileChannel held = lock;
        RecordingFile into = recording;
        if (held == null || into == null) {
            return;
        }
        try {
            into.close();
        } finally {
            try {
                mergePart(file);
            } finally {
                close(held, null);
            }
        }
    }

    /** Adds the calls of the file beside the recording to it. A crash in between repeats the merge without harm. */
    private static void mergePart(Path file) {
        Path part = RecordingFile.part(file);
        if (!Files.exists(part)) {
            return;
        }
        List<LogEntry> entries = new ArrayList<>();
        Set<String> known = new HashSet<>();
        read(file, entries, known);
        read(part, entries, known);
        try {
            if (entries.stream().anyMatch(TapeSplicer::isCallEntry)) {
                try (AtomicFile whole = AtomicFile.open(OutputTarget.of(file), AtomicFile.FileAccess.OWNER)) {
                    JournalExcerpt.write(whole.stream(), entries);
                    whole.commit();
                }
            }
            Files.deleteIfExists(part);
        } catch (IOException failed) {
            throw new UncheckedIOException(file + ": it was not written: " + failed.getMessage(), failed);
        }
    }

    /** Entries of calls, and the seed of the first process; a torn last line was never an answer. */
    private static void read(Path from, List<LogEntry> entries, Set<String> known) {
        if (!Files.exists(from)) {
            return;
        }
        CallTape.eachEntry(from, entry -> {
            boolean isCall = TapeSplicer.isCallEntry(entry);
            if ((isCall || entries.isEmpty()) && known.add(entry.signal().id())) {
                entries.add(new LogEntry(entries.size() + 1L, entry.recordedAt(), entry.emission(), entry.signal()));
            }
        });
    }

    private static FileChannel lock(Path file) {
        Path place = file.resolveSibling(file.getFileName() + LOCK);
        try {
            FileChannel channel = FileChannel.open(place, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock held = tryLock(channel);
            if (held == null) {
                channel.close();
                throw new UncheckedIOException(file + ": another process writes it"
                        + "\nMaybe wait for its end, or record into another file.", new IOException("locked"));
            }
            return channel;
        } catch (IOException failed) {
            throw new UncheckedIOException(file + ": it cannot be written: " + failed
                    + "\nMaybe make its folder, or name another file.", failed);
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException inThisProcess) {
            return null;
        }
    }

    private static void close(FileChannel lock, @Nullable Throwable failed) {
        try {
            lock.close();
        } catch (IOException worse) {
            if (failed == null) {
                throw new UncheckedIOException("the lock of a recording could not be closed: " + worse.getMessage(),
                        worse);
            }
            failed.addSuppressed(worse);
        }
    }
}
