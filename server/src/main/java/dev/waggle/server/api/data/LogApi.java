package dev.waggle.server.api.data;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.FileJournal;
import dev.waggle.journal.file.JournalConfig;
import dev.waggle.journal.file.JournalQuery;
import dev.waggle.journal.file.JournalSegment;
import dev.waggle.journal.file.JournalVerification;
import dev.waggle.journal.file.RecoveryReport;
import dev.waggle.journal.file.VerificationJson;
import dev.waggle.journal.recording.RecordingStore;
import dev.waggle.journal.repair.LeftoverFiles;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.JsonShape;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.ProblemException;
import dev.waggle.server.http.WorkLimit;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

import static dev.waggle.server.http.JsonShape.FLAG;
import static dev.waggle.server.http.JsonShape.OBJECT;
import static dev.waggle.server.http.JsonShape.TEXT;
import static dev.waggle.server.http.JsonShape.WHOLE;
import static dev.waggle.server.http.JsonShape.list;

/**
 * State of the log and of its verification. Both concern all tenants, so a caller of one tenant is refused. No answer
 * names a folder of the machine.
 */
public final class LogApi {

    /** Maximum number of segments in an answer, the newest. */
    static final int MAX_SEGMENTS = 1_000;

    /** Maximum number of damages in an answer. */
    static final int MAX_DAMAGES = 100;

    /** Pause between two words of progress. A client learns by them that the server is at work. */
    private static final long PROGRESS_NANOS = 1_000_000_000;

    private static final String GROUP = "log";

    private final FileJournal log;
    private final Path data;
    private final World world;
    private final WorkLimit verifications = new WorkLimit(1);
    private final AtomicReference<VerificationState> state = new AtomicReference<>(new VerificationState(null, null));

    /**
     * The log of a data folder.
     *
     * @param data the folder
     */
    public LogApi(FileJournal log, Path data, World world) {
        this.log = log;
        this.data = data;
        this.world = world;
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("getLog", HttpVerb.GET, "/v1/log", "Shows the segments of the log and its state.",
                        this::show)
                        .answering(AnswerForm.json(200, "The state.", LogState.class))
                        .in(GROUP).needing(AccessScope.READ),
                Operation.of("verifyLog", HttpVerb.POST, "/v1/log/verification",
                        "Reads every byte of the log and of the delivery facts, and answers the verdict.",
                        this::verify)
                        .answering(AnswerForm.json(200, "The verdict, after as long as the reading takes.", verdict()))
                        .refusing(503).in(GROUP).needing(AccessScope.ADMIN));
    }

    /** State of the log. */
    public record LogState(@ApiDoc("Number of its first entry; 0 for none.") long first,
            @ApiDoc("Number of its last entry; 0 for none.") long last,
            @ApiDoc("Time of its first entry.") @Nullable Instant firstAt,
            @ApiDoc("Time of its last entry.") @Nullable Instant lastAt,
            @ApiDoc("Bytes of all segments.") long bytes,
            @ApiDoc("Number of all segments.") int segmentCount,
            @ApiDoc("Segments, the oldest first; at most the newest 1,000.") List<SegmentLine> segments,
            @ApiDoc("Findings of its opening.") OpeningReport opening,
            @ApiDoc("Failures since then that harmed no entry.") int failures,
            @ApiDoc("The running verification; absent without one.") @Nullable VerificationProgress verifying,
            @ApiDoc("The last verification since the start of the server.") @Nullable LastVerification verified) {}

    /** Segment of the log. */
    public record SegmentLine(@ApiDoc("Name of its file.") String name,
            @ApiDoc("Whether it is complete; the other one is being written.") boolean sealed,
            @ApiDoc("Its bytes.") long bytes, @ApiDoc("Number of its first entry; 0 for none.") long first,
            @ApiDoc("Number of its last entry; 0 for none.") long last) {

        static SegmentLine of(JournalSegment segment) {
            return new SegmentLine(segment.name(), segment.sealed(), segment.bytes(), segment.first(), segment.last());
        }
    }

    /** Findings of the opening, which examines the segment that is being written. */
    public record OpeningReport(@ApiDoc("Whether nothing was wrong.") boolean clean,
            @ApiDoc("Entries in the segment that was being written.") long entries,
            @ApiDoc("Bytes of an unfinished line that were cut off and saved.") long cutBytes,
            @ApiDoc("Number of damaged places.") int damageCount,
            @ApiDoc("Damaged places, at most 100.") List<JsonValue.Obj> damages) {}

    /** Progress of a verification. */
    public record VerificationProgress(@ApiDoc("Time of its beginning.") Instant since,
            @ApiDoc("Bytes that it has read.") long bytes) {}

    /** Result of a verification. */
    public record LastVerification(@ApiDoc("Time of its end.") Instant at,
            @ApiDoc("Its verdict.") JsonValue.Obj verdict) {}

    /** The running verification and the last one. */
    private record VerificationState(@Nullable VerificationProgress running, @Nullable LastVerification last) {}

    private static JsonValue.Obj verdict() {
        return new JsonShape().with("sound", FLAG).with("segments", WHOLE).with("entries", WHOLE).with("bytes", WHOLE)
                .with("first", WHOLE).with("last", WHOLE).with("gaps", OBJECT).with("stepsBack", WHOLE)
                .with("tornBytes", WHOLE).with("repeatedIds", WHOLE).with("redactions", WHOLE)
                .with("leftovers", list(TEXT)).with("damages", list(new JsonShape().with("file", TEXT)
                        .with("line", WHOLE).with("offset", WHOLE).withOptional("first", WHOLE)
                        .withOptional("last", WHOLE).with("reason", TEXT).json()))
                .json();
    }

    private ApiAnswer show(ApiCall call) {
        requireWhole(call);
        List<JournalSegment> all = log.segments();
        long first = all.stream().mapToLong(JournalSegment::first).filter(number -> number > 0).findFirst().orElse(0);
        VerificationState now = state.get();
        return ApiAnswer.ofRecord(new LogState(first, log.lastSequence(), timeOf(JournalQuery.ALL.withFirst(1)),
                timeOf(JournalQuery.last(1)), all.stream().mapToLong(JournalSegment::bytes).sum(), all.size(),
                all.subList(Math.max(0, all.size() - MAX_SEGMENTS), all.size()).stream().map(SegmentLine::of).toList(),
                opening(), log.backgroundFailures().size(), now.running(), now.last()));
    }

    private @Nullable Instant timeOf(JournalQuery query) {
        List<LogEntry> found = log.select(query);
        return found.isEmpty() ? null : found.getFirst().recordedAt();
    }

    private OpeningReport opening() {
        RecoveryReport found = log.recovery();
        return new OpeningReport(found.isClean(), found.entries(), found.cutBytes(), found.damages().size(),
                found.damages().stream().limit(MAX_DAMAGES)
                        .map(damage -> VerificationJson.of(damage, LogApi::nameOf)).toList());
    }

    /** The verification runs while its answer is written, so that it ends with its client. */
    private ApiAnswer verify(ApiCall call) {
        requireWhole(call);
        verifications.enter().close(); // Refused with a status, and nothing is held until the answer begins.
        return new ApiAnswer.Written(AnswerForm.JSON, out -> {
            try (WorkLimit.WorkSlot _ = verifications.enter()) {
                out.write(JsonText.write(verify(new AnswerProgress(out))).getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    private JsonValue.Obj verify(LongConsumer progress) {
        progress.accept(0);
        try {
            JournalVerification found = JournalVerification.of(data, progress);
            JsonValue.Obj verdict = VerificationJson.of(found, leftovers(), LogApi::nameOf);
            state.set(new VerificationState(null, new LastVerification(world.now(), verdict)));
            return verdict;
        } finally {
            state.updateAndGet(known -> new VerificationState(null, known.last()));
        }
    }

    private List<Path> leftovers() {
        List<Path> found = new ArrayList<>(LeftoverFiles.in(data));
        found.addAll(RecordingStore.open(data.resolve("recordings"), JournalConfig.defaults(), world).leftBehind());
        return found;
    }

    private static String nameOf(Path file) {
        return Objects.requireNonNullElse(file.getFileName(), file).toString();
    }

    private static void requireWhole(ApiCall call) {
        if (call.tenant() != null) {
            throw ProblemException.of(403, "the log is that of all tenants\nMaybe use a token without a tenant.");
        }
    }

    /** Progress for others, and a blank before the JSON for the client. Owned by the thread of the answer. */
    private final class AnswerProgress implements LongConsumer {

        private final OutputStream out;
        private final Instant since = world.now();
        private long told = world.nanos();

        private AnswerProgress(OutputStream out) {
            this.out = out;
        }

        @Override
        public void accept(long bytes) {
            state.updateAndGet(known -> new VerificationState(new VerificationProgress(since, bytes), known.last()));
            if (world.nanos() - told >= PROGRESS_NANOS) {
                told = world.nanos();
                try {
                    out.write(' ');
                    out.flush();
                } catch (IOException left) {
                    throw new UncheckedIOException("the client left", left);
                }
            }
        }
    }
}
