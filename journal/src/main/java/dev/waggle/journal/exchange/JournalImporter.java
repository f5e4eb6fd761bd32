package dev.waggle.journal.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.codec.EntryCodec;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.Journal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Imports files of other programs, or other logs, into a journal. The importer emits everything as {@value #EMITTER},
 * because the claims of a file cannot be verified. The emitter of an entry of another log, and its place there, are
 * data in the extension {@value #ORIGIN}. A signal that already has it retains it, so that a log may travel on. Ids
 * are preserved, even when the journal has them already with another content. A signal that the journal held before, with
 * the same id and content, is skipped. So an import that was interrupted can be repeated. Owned by one thread.
 */
public final class JournalImporter {

    /** Emitter of imported signals. */
    public static final String EMITTER = Emission.IMPORTER;

    /** Extension with the emitter and the number of the original entry. */
    public static final String ORIGIN = "imported";

    private static final List<String> ORIGIN_FIELDS = List.of("seq", "recordedAt", "by", "invocation");

    private final Supplier<? extends Journal> opener;
    private final World world;
    private final BadLinePolicy badLines;
    private final Consumer<ExchangeProblem> problems;
    private @Nullable ExchangeFormat format;
    private long imported;
    private long skipped;
    private @Nullable Target target;
    private long refused;
    private long gaps;

    /**
     * @param format its format, or {@code null} to detect it by the first readable line
     * @param problems receives a problem for every line that cannot be imported
     */
    public JournalImporter(Journal journal, World world, @Nullable ExchangeFormat format, BadLinePolicy badLines,
            Consumer<ExchangeProblem> problems) {
        this(() -> journal, world, format, badLines, problems);
    }

    /**
     * An import that opens its journal with the first signal, so that a file without any leaves no journal behind.
     *
     * @param opener called once at most; an exception that it throws ends the import
     * @param format its format, or {@code null} to detect it by the first readable line
     * @param problems receives a problem for every line that cannot be imported
     */
    public JournalImporter(Supplier<? extends Journal> opener, World world, @Nullable ExchangeFormat format,
            BadLinePolicy badLines, Consumer<ExchangeProblem> problems) {
        this.opener = opener;
        this.world = world;
        this.format = format;
        this.badLines = badLines;
        this.problems = problems;
    }

    /**
     * Reads a stream to its end, plain or gzip, and leaves it open.
     *
     * @throws UncheckedIOException when it cannot be read, or the journal accepts nothing more; earlier imports are in
     *         the journal
     */
    public ImportReport read(InputStream in) {
        try {
            DocumentSplitter pieces = DocumentSplitter.of(in);
            if (format == null && pieces.isArray()) {
                format = ExchangeFormat.CLOUDEVENTS_BATCH;
            }
            for (DocumentPiece piece = pieces.next(); piece != null; piece = pieces.next()) {
                importPiece(piece);
                if (refused > 0 && badLines == BadLinePolicy.STOP) {
                    return report(true);
                }
            }
            return report(false);
        } catch (IOException failed) {
            throw new UncheckedIOException("the input cannot be read: " + failed.getMessage(), failed);
        }
    }

    private ImportReport report(boolean isStopped) {
        return new ImportReport(format, imported, skipped, refused, gaps, isStopped);
    }

    private void importPiece(DocumentPiece piece) {
        Instant now = world.now();
        Signal signal = decoded(piece, now);
        if (signal == null) {
            return;
        }
        Target into = target();
        if (into.known().take(signal, now)) {
            skipped++;
            return;
        }
        try {
            into.journal().append(signal, Emission.by(EMITTER), now);
            imported++;
        } catch (IllegalArgumentException bad) {
            refuse(piece, bad);
        }
    }

    /** The signal of a piece; {@code null} when it has none, or was refused. */
    private @Nullable Signal decoded(DocumentPiece piece, Instant now) {
        try {
            JsonValue value = JsonText.read(piece.text());
            ExchangeFormat its = formatOf(value);
            if (its == ExchangeFormat.JSONL) {
                requireIntact(piece);
            }
            if (its == ExchangeFormat.JSONL && isGap(value)) {
                gaps++;
                return null;
            }
            return withOrigin(its.decode(value, now));
        } catch (IllegalArgumentException bad) {
            refuse(piece, bad);
            return null;
        }
    }

    private void refuse(DocumentPiece piece, IllegalArgumentException bad) {
        refused++;
        problems.accept(new ExchangeProblem(piece.place(), String.valueOf(bad.getMessage())));
    }

    private Target target() {
        Target opened = target;
        if (opened == null) {
            Journal journal = opener.get();
            opened = new Target(journal, new KnownSignals(journal));
            target = opened;
        }
        return opened;
    }

    /** Only lines of a journal have checksums. */
    private static void requireIntact(DocumentPiece piece) {
        if (LineCodec.hasChecksum(piece.bytes()) && !LineCodec.isIntact(piece.bytes())) {
            throw new IllegalArgumentException("its checksum does not match its bytes\nMaybe it was edited.");
        }
    }

    private ExchangeFormat formatOf(JsonValue value) {
        ExchangeFormat known = format;
        if (known != null) {
            return known;
        }
        ExchangeFormat detected = ExchangeFormat.of(value).orElseThrow(() -> new IllegalArgumentException(
                "its fields are of no format that is known\nMaybe name one: " + ExchangeFormat.wireNames() + '.'));
        format = detected;
        return detected;
    }

    private static boolean isGap(JsonValue value) {
        return value instanceof JsonValue.Obj obj && obj.fields().containsKey("removed")
                && !obj.fields().containsKey("id");
    }

    private static Signal withOrigin(ExchangeFormat.DecodedLine found) {
        Signal signal = found.signal();
        LogEntry entry = found.entry();
        if (entry == null || signal.extensions().containsKey(ORIGIN)) {
            return signal;
        }
        Map<String, JsonValue> origin = new LinkedHashMap<>(EntryCodec.encode(entry).fields());
        origin.keySet().retainAll(ORIGIN_FIELDS);
        Draft draft = signal.toDraft().withExtension(ORIGIN, JsonValue.of(origin));
        return Signal.of(draft, new Stamp(signal.id(), signal.source(), signal.time(), signal.scope()));
    }

    /** The journal, and what it held before. */
    private record Target(Journal journal, KnownSignals known) {}
}
