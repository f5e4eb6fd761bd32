package dev.waggle.server.folder;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.LineCodec;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;

/**
 * Call of a command or its answer: a line with a JSON object, then log entries as lines of a journal, each with its
 * checksum.
 *
 * @param head the object
 * @param entries the entries
 */
record FolderMessage(JsonValue.Obj head, List<LogEntry> entries) {

    /** Largest call: an entry and its head. */
    static final int MAX_CALL = LineCodec.MAX_LINE + (1 << 20);

    FolderMessage {
        entries = List.copyOf(entries);
    }

    /** A message without entries. */
    static FolderMessage of(JsonObjectBuilder head) {
        return new FolderMessage(head.json(), List.of());
    }

    /** The object, to be read. */
    JsonObjectReader in() {
        return JsonObjectReader.root("the call", head);
    }

    byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(JsonText.write(head).getBytes(StandardCharsets.UTF_8));
        bytes.write('\n');
        entries.forEach(entry -> bytes.writeBytes(LineCodec.toLine(entry)));
        return bytes.toByteArray();
    }

    /**
     * The message of these bytes.
     *
     * @throws IllegalArgumentException when they are none
     */
    static FolderMessage decode(byte[] bytes) {
        int end = endOfLine(bytes, 0);
        if (!(JsonText.read(utf8(bytes, end)) instanceof JsonValue.Obj head)) {
            throw new IllegalArgumentException("the first line must be an object");
        }
        List<LogEntry> entries = new ArrayList<>();
        for (int from = end + 1; from < bytes.length; from = end + 1) {
            end = endOfLine(bytes, from);
            if (!LineCodec.hasChecksum(bytes, from, end)) {
                throw new IllegalArgumentException("line " + (entries.size() + 2) + " has no checksum");
            }
            entries.add(LineCodec.fromLine(bytes, from, end));
        }
        return new FolderMessage(head, entries);
    }

    private static int endOfLine(byte[] bytes, int from) {
        for (int i = from; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i;
            }
        }
        throw new IllegalArgumentException("the message of " + bytes.length + " bytes ends within a line");
    }

    private static String utf8(byte[] bytes, int end) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, end)).toString();
        } catch (CharacterCodingException broken) {
            throw new IllegalArgumentException("the first line is no UTF-8", broken);
        }
    }
}
