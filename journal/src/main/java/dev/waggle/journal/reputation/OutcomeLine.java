package dev.waggle.journal.reputation;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
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

    /** First line of a file, with its line end. */
    static final String HEAD = "{\"log\":\"outcomes\",\"version\":1}\n";

    /** Maximum length of a line in bytes, with its line end. */
    static final int MAX_LINE = LineCodec.MAX_LINE;

    /** Length of the digest of a run in bytes. */
    static final int DIGEST = 20;

    private static final HexFormat HEX = HexFormat.of();
    private static final String CHECKSUM = ",\"crc\":\"";
    static final String END = "\"}\n";
    private static final int TRAILER = CHECKSUM.length() + 8 + END.length();

    private OutcomeLine() {}

    /**
     * The bytes of a line, with its line end.
     *
     * @throws IllegalArgumentException when it is too long, or JSON cannot hold it
     */
    static byte[] encode(long number, String run, boolean replaces, JsonValue.Obj outcome) {
        String json = JsonText.write(new JsonObjectBuilder().with("number", number).with("run", run)
                .with("replaces", replaces).with("outcome", outcome).json());
        byte[] body = json.substring(0, json.length() - 1).getBytes(StandardCharsets.UTF_8);
        if (body.length > MAX_LINE - TRAILER) {
            throw new IllegalArgumentException("an outcome must have at most " + (MAX_LINE - TRAILER)
                    + " bytes, got " + body.length);
        }
        byte[] line = Arrays.copyOf(body, body.length + TRAILER);
        System.arraycopy(trailer(body, body.length), 0, line, body.length, TRAILER);
        return line;
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
        int length = line.length - TRAILER;
        if (length < 0 || !Arrays.equals(line, length, line.length, trailer(line, length), 0, TRAILER)) {
            throw new IllegalArgumentException("the checksum of its bytes is not the one that it ends with");
        }
        JsonObjectReader in = JsonObjectReader.root("outcome",
                JsonText.read(new String(line, 0, length, StandardCharsets.UTF_8) + '}'));
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

    private static byte[] trailer(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (CHECKSUM + HEX.toHexDigits((int) sum.getValue()) + END).getBytes(StandardCharsets.US_ASCII);
    }
}
