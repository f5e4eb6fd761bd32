package dev.waggle.journal.redaction;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.read.JournalIndex;
import dev.waggle.journal.file.recovery.HighWaterMark;
import dev.waggle.journal.file.recovery.JournalRecovery;
import dev.waggle.journal.file.storage.BackgroundFailures;
import dev.waggle.journal.file.storage.JournalDisk;
import dev.waggle.journal.file.storage.JournalFolder;
import dev.waggle.journal.redaction.RedactionReport.RedactedTarget;
import dev.waggle.journal.redaction.RedactionReport.RedactionOutcome;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.RedactionFact;
import dev.waggle.signal.world.World;

/** End of a recovered log, behind which the facts of a redaction come. Owned by the holder of the writer lock. */
final class LogTail implements Closeable {

    private final JournalFolder folder;
    private final HighWaterMark mark;
    private final Instant lastAt;
    private long last;

    private LogTail(JournalFolder folder, HighWaterMark mark, Instant lastAt) {
        this.folder = folder;
        this.mark = mark;
        this.lastAt = lastAt;
        this.last = mark.last();
    }

    /** Recovers a log as an opening does: a torn end is cut and saved beside it. */
    static LogTail of(Path log, JournalDisk disk) throws IOException {
        JournalFolder folder = new JournalFolder(log, disk,
                new BackgroundFailures(() -> System.getLogger("dev.waggle.journal")));
        JournalRecovery.RecoveredSegment ready = new JournalRecovery(folder, JournalConfig.defaults())
                .run(new JournalIndex(folder));
        ready.file().close();
        return new LogTail(folder, ready.mark(), ready.scan().lastAt());
    }

    /** Writes the facts of redacted targets behind the active segment. */
    void append(List<RedactedTarget> targets, World world, OutputStream out) throws IOException {
        Instant now = world.now();
        for (RedactedTarget target : targets) {
            if (target.outcome() == RedactionOutcome.REDACTED) {
                Signal fact = RedactionFact.signal(world.nextId("sig"), now, target.signalId(), target.lines(),
                        target.files());
                append(fact, out);
            }
        }
    }

    /** Writes a fact behind the active segment, with its time as that of recording, which never steps back. */
    void append(Signal fact, OutputStream out) throws IOException {
        last++;
        Instant recordedAt = fact.time().isBefore(lastAt) ? lastAt : fact.time();
        out.write(LineCodec.toLine(new LogEntry(last, recordedAt, Emission.by(Emission.REDACTOR), fact)));
    }

    /** Writes the mark of a closed log. It never names an entry that is not there. */
    @Override
    public void close() throws IOException {
        new HighWaterMark(mark.last(), mark.active(), false, mark.missing()).write(folder, true);
    }
}
