package dev.waggle.journal.redaction;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The three lines of the file of a checkpoint: its head, its state, and the CRC-32C of all bytes before that line.
 *
 * @param head first line, without its line end
 * @param state second line, without its line end
 */
record CheckpointLines(String head, String state) {

    private static final String CHECKSUM = "{\"crc\":\"";

    /**
     * The lines of a file.
     *
     * @throws IllegalArgumentException when it is damaged
     */
    static CheckpointLines of(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        String[] lines = text.split("\n", -1);
        if (lines.length == 4) {
            CheckpointLines found = new CheckpointLines(lines[0], lines[1]);
            if (Arrays.equals(found.bytes(), bytes)) {
                return found;
            }
        }
        throw new IllegalArgumentException("it is no whole checkpoint");
    }

    CheckpointLines withState(String other) {
        return new CheckpointLines(head, other);
    }

    byte[] bytes() {
        String body = head + '\n' + state + '\n';
        CRC32C sum = new CRC32C();
        sum.update(body.getBytes(StandardCharsets.UTF_8));
        return (body + CHECKSUM + HexFormat.of().toHexDigits((int) sum.getValue()) + "\"}\n")
                .getBytes(StandardCharsets.UTF_8);
    }
}
