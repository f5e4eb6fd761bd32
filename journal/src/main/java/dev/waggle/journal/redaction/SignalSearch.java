package dev.waggle.journal.redaction;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.ZipException;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.journal.file.BadJournalException;
import dev.waggle.journal.file.segment.LineVerdict;
import dev.waggle.journal.file.segment.RawLineScanner;
import dev.waggle.journal.file.segment.RawLineScanner.RawLine;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Signal;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.inbox.RuntimeBookkeeping;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;

/** Finds the signals of a redaction in all files of entries, and among delayed ones. Owned by one thread. */
final class SignalSearch {

    private static final String ID = "\"id\":\"";

    private final SearchPlan.Builder texts;

    SignalSearch(SearchPlan.Builder texts) {
        this.texts = texts;
    }

    /**
     * Adds the texts of all signals that are found.
     *
     * @throws BadJournalException when one of them is bookkeeping, of which all other entries need the texts
     */
    void run(FolderInventory inventory) throws IOException {
        if (!texts.wantsSignals()) {
            return;
        }
        for (FoundFile file : inventory.files()) {
            switch (file.kind()) {
                case ENTRIES -> search(file.file(), this::addLogged);
                case CHECKED_LINES -> search(file.file(), (_, line) -> addDelayed(line));
                case FIXED_LINES, CHECKPOINT, REMAINS, FOREIGN -> {
                }
            }
        }
    }

    /** Step for a line in which the first id is that of a signal that is looked for. */
    private interface LineStep {

        void take(Path file, byte[] line);
    }

    private void addLogged(Path file, byte[] line) {
        if (LineVerdict.of(line) instanceof LineVerdict.Entry(LogEntry entry)
                && texts.isWanted(entry.signal().id())) {
            requireSpoken(file, entry);
            texts.add(entry.signal());
        }
    }

    /** A signal that waits for its time, or did. */
    private void addDelayed(byte[] line) {
        if (LineCodec.isIntact(line)
                && JsonText.read(new String(line, StandardCharsets.UTF_8)) instanceof JsonValue.Obj(var fields)
                && fields.get("signal") instanceof JsonValue.Obj signal) {
            texts.add(SignalCodec.decode(signal));
        }
    }

    private void search(Path file, LineStep step) throws IOException {
        try (InputStream in = FileRedactor.plain(file)) {
            RawLineScanner lines = RawLineScanner.of(in);
            for (RawLine line = lines.next(); line != null; line = lines.next()) {
                byte[] bytes = line.bytes();
                if (bytes != null && isWanted(new String(bytes, StandardCharsets.UTF_8))) {
                    step.take(file, bytes);
                }
            }
        } catch (EOFException | ZipException bad) {
            throw FileRedactor.damagedGzip(file, bad);
        }
    }

    /** True if the first id of a line is that of a signal that is looked for. */
    private boolean isWanted(String line) {
        int start = line.indexOf(ID);
        int end = start < 0 ? -1 : line.indexOf('"', start + ID.length());
        return end >= 0 && texts.isWanted(line.substring(start + ID.length(), end));
    }

    private static void requireSpoken(Path file, LogEntry entry) {
        Signal signal = entry.signal();
        boolean isBookkeeping = RuntimeBookkeeping.contains(entry) || signal.type().profile() == Profile.HARNESS;
        if (isBookkeeping && signal.payload() instanceof Payload.Open) {
            throw new BadJournalException(file, "signal " + signal.id() + " is bookkeeping of the runtime ("
                    + signal.type() + "), which cannot be redacted as a whole"
                    + "\nMaybe name the signal of the agent that said the text.", null);
        }
    }
}
