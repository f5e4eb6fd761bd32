package dev.waggle.journal.seat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.journal.file.recovery.MultiFileCommit;
import dev.waggle.journal.file.storage.AppendFile;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.WriterLock;
import dev.waggle.journal.lines.ChecksummedLine;
import dev.waggle.journal.lines.LineFile;
import dev.waggle.signal.checkpoint.Checkpoint;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.seat.SeatAnswer;
import dev.waggle.signal.seat.SeatAnswerJson;
import dev.waggle.signal.seat.SeatAnswers;
import dev.waggle.signal.seat.SeatTurn;
import dev.waggle.signal.world.World;

/**
 * Answers of people in the folder {@code seats} of a data folder, one file for each run.
 *
 * <pre>
 *   seats/RUN.jsonl   {"log":"seats","version":1}
 *                     {"run":"solve_1","seat":"maya", ... ,"lines":["pass"],"crc":"1f2e3d4c"}
 *   store: lock of the folder -> cut an unfinished line -> read -> refuse, or write a line, force -> unlock
 * </pre>
 *
 * <p>So a kill at any moment loses at most the answer that is being stored. Processes that answer at once wait for each
 * other, and the first answer of a turn counts. A search takes the lock too, so that an answer in time is never missed
 * at the deadline. A damaged line is an error that names it. Thread-safe.
 */
public final class FileSeatAnswers implements SeatAnswers {

    /** Name of the folder in a data folder. */
    public static final String FOLDER = "seats";

    private static final String BEGINNING = "{\"log\":\"seats\",\"version\":1";
    private static final byte[] HEAD = (BEGINNING + "}\n").getBytes(StandardCharsets.UTF_8);
    private static final String CONTENT = "answers of people";

    /** Timeout for the folder lock; an answer takes milliseconds, so a longer holder hangs. */
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(10);

    private final Path folder;
    private final World world;
    private final JournalDisk disk;
    /** One user of this process at a time; the others of the machine wait at the lock of the folder. */
    private final ReentrantLock lock = new ReentrantLock();

    private FileSeatAnswers(Path folder, World world, JournalDisk disk) {
        this.folder = folder;
        this.world = world;
        this.disk = disk;
    }

    /** Opens the answers of that data folder; the first answer creates their folder. */
    public static FileSeatAnswers open(Path data, World world) {
        return open(data, world, JournalDisk.real());
    }

    static FileSeatAnswers open(Path data, World world, JournalDisk disk) {
        return new FileSeatAnswers(data.toAbsolutePath().normalize().resolve(FOLDER), world, disk);
    }

    @Override
    public Optional<SeatAnswer> find(SeatTurn turn) {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        return locked(turn, "could not be looked for", () -> find(file(turn.run()), turn));
    }

    @Override
    public SeatAnswer store(SeatTurn turn, Instant deadline, String by, List<String> lines) {
        Path file = file(turn.run());
        return locked(turn, "was not stored for certain", () -> {
            SeatAnswer answer = SeatAnswers.admit(find(file, turn), new SeatAnswer(turn, by, world.now(), lines),
                    deadline);
            append(file, ChecksummedLine.encode("an answer", SeatAnswerJson.of(answer)));
            return answer;
        });
    }

    /**
     * Size in bytes of the answers of a run; 0 without any. Each answer makes it larger, so that a program that waits
     * for one needs to look for it only when the size has changed.
     *
     * @throws UncheckedIOException when it cannot be found out
     */
    public long size(String run) {
        Path file = file(run);
        try {
            return Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException failed) {
            throw new UncheckedIOException(file + ": its size is unknown: " + failed.getMessage(), failed);
        }
    }

    private Path file(String run) {
        return folder.resolve(Checkpoint.requireId(run) + ".jsonl");
    }

    private static Optional<SeatAnswer> find(Path file, SeatTurn turn) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        List<SeatAnswer> found = new ArrayList<>();
        try (LineFile lines = LineFile.open(file, BEGINNING, CONTENT)) {
            lines.read(0, 0, (line, _) -> {
                SeatAnswer answer = decode(line);
                if (answer.turn().equals(turn)) {
                    found.add(answer);
                }
                return found.isEmpty();
            });
        }
        return found.stream().findFirst();
    }

    private static SeatAnswer decode(byte[] line) {
        JsonObjectReader fields = JsonObjectReader.root("an answer", ChecksummedLine.decode(line));
        SeatAnswer answer = SeatAnswerJson.read(fields);
        fields.rejectUnknownFields();
        return answer;
    }

    /** Appends a line behind the last whole one; after a failure the file is as before, if the disk allows that. */
    private void append(Path file, byte[] line) throws IOException {
        try (AppendFile log = disk.open(file)) {
            cutUnfinished(log, file);
            long length = log.length();
            try {
                if (length == 0) {
                    log.append(HEAD, HEAD.length);
                }
                log.append(line, line.length);
                log.force();
                disk.forceFolder(folder);
            } catch (IOException failed) {
                log.truncate(length);
                throw failed;
            }
        }
    }

    private static void cutUnfinished(AppendFile log, Path file) throws IOException {
        try (LineFile lines = LineFile.open(file, BEGINNING, CONTENT)) {
            long whole = lines.wholeLength();
            if (whole < log.length()) {
                log.truncate(whole);
            }
        }
    }

    /** An action under the lock of the folder. */
    @FunctionalInterface
    private interface LockedAction<T> {
        T run() throws IOException;
    }

    private <T> T locked(SeatTurn turn, String failure, LockedAction<T> action) {
        lock.lock();
        try {
            disk.createDurably(folder);
            try (WriterLock _ = WriterLock.acquire(folder.toRealPath(), LOCK_TIMEOUT, world)) {
                MultiFileCommit.complete(folder.toRealPath(), disk); // Of a redaction that was killed.
                return action.run();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(folder + ": the answer of " + turn + ' ' + failure + ": "
                    + failed.getMessage(), failed);
        } finally {
            lock.unlock();
        }
    }
}
