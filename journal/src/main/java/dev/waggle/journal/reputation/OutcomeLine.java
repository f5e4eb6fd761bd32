package dev.waggle.journal.reputation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

import dev.waggle.journal.lines.ChecksummedLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.learning.OutcomeLog;
import dev.waggle.signal.learning.OutcomeLog.LoggedOutcome;
import dev.waggle.signal.learning.OutcomeLog.OutcomeMark;

/**
 * Codec of an outcome as a line of a file.
 *
 * <pre>
 *   {"log":"outcomes","version":1}
 *   {"number":1,"run":"solve_1","replaces":false,"outcome":{ ... },"crc":"1f2e3d4c"}
 * </pre>
 *
 * <p>The first line is that of the file. The checksum is the CRC-32C of every byte of the line before {@code ,"crc"}.
 */
final class OutcomeLine {

    /** Beginning of the first line, up to the version. */
    static final String BEGINNING = "{\"log\":\"outcomes\",\"version\":1";

    /** First line of a file, with its line end. */
    static final String HEAD = BEGINNING + "}\n";

    /** Length of the digest of a run in bytes. */
    static final int DIGEST = 20;

    private OutcomeLine() {}

    /**
     * The bytes of a line, with its line end.
     *
     * @throws IllegalArgumentException when it is too long, or JSON cannot hold it
     */
    static byte[] encode(long number, String run, boolean replaces, JsonValue.Obj outcome) {
        return ChecksummedLine.encode("an outcome", new JsonObjectBuilder().with("number", number).with("run", run)
                .with("replaces", replaces).with("outcome", outcome).json());
    }

    /**
     * The outcome of a line.
     *
     * @param line its bytes with the line end
     * @param before the mark before the line
     * @throws IllegalArgumentException when they differ from the written bytes; the message gives the reason
     */
    static LoggedOutcome decode(byte[] line, OutcomeMark before) {
        LoggedOutcome entry = decodeAt(line, Math.max(before.offset(), HEAD.length()));
        if (entry.end().number() != before.number() + 1) {
            throw new IllegalArgumentException("it has the number " + entry.end().number() + ", expected "
                    + (before.number() + 1));
        }
        return entry;
    }

    /** The outcome of a line that begins at that offset, of any number. */
    static LoggedOutcome decodeAt(byte[] line, long offset) {
        JsonObjectReader in = JsonObjectReader.root("outcome", ChecksummedLine.decode(line));
        if (!(in.value("outcome") instanceof JsonValue.Obj outcome)) {
            throw in.invalid("outcome", "an object");
        }
        LoggedOutcome entry = new LoggedOutcome(OutcomeLog.requireRun(in.text("run")), outcome, in.flag("replaces"),
                new OutcomeMark(in.integer("number"), offset + line.length));
        in.rejectUnknownFields();
        return entry;
    }

    /** Digest of a run id, the first {@value #DIGEST} bytes of its SHA-256. */
    static byte[] digest(String run) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(run.getBytes(StandardCharsets.UTF_16BE));
            return Arrays.copyOf(hash, DIGEST);
        } catch (NoSuchAlgorithmException everyPlatformHasIt) {
            throw new IllegalStateException(everyPlatformHasIt);
        }
    }
}
