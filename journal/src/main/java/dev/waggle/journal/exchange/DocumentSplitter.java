package dev.waggle.journal.exchange;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

import dev.waggle.journal.LineCodec;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream into lines or, if it begins with a bracket, into the elements of an array; plain or gzip. A piece
 * longer than a line of a journal is skipped to its end and refused, so memory is bounded. Owned by one thread.
 */
final class DocumentSplitter {

    private static final int BLOCK = 64 * 1024;
    private static final byte[] GZIP = {(byte) 0x1f, (byte) 0x8b};
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
    private static final String REMEDY = "\nMaybe the file is not whole: fetch it again.";

    private final InputStream in;
    private final boolean isArray;
    private final ByteArrayOutputStream piece = new ByteArrayOutputStream();
    private long number;
    private boolean isTooLong;
    private boolean ended;

    private DocumentSplitter(InputStream in, boolean isArray) {
        this.in = in;
        this.isArray = isArray;
    }

    /** Inspects the beginning of a stream, which the caller closes. */
    static DocumentSplitter of(InputStream raw) throws IOException {
        InputStream plain = new BufferedInputStream(raw, BLOCK);
        if (startsWith(plain, GZIP)) {
            plain = new BufferedInputStream(new GZIPInputStream(plain, BLOCK), BLOCK);
        }
        if (startsWith(plain, BYTE_ORDER_MARK)) {
            plain.skipNBytes(BYTE_ORDER_MARK.length);
        }
        return new DocumentSplitter(plain, isArray(plain));
    }

    /** True if the whole is one array. */
    boolean isArray() {
        return isArray;
    }

    /** The next piece that is not blank, or {@code null} at the end. */
    @Nullable DocumentPiece next() throws IOException {
        return isArray ? nextElement() : nextLine();
    }

    private @Nullable DocumentPiece nextLine() throws IOException {
        while (!ended) {
            number++;
            for (int b = in.read(); b != '\n'; b = in.read()) {
                if (b < 0) {
                    ended = true;
                    break;
                }
                append(b);
            }
            DocumentPiece line = cutPiece("line " + number);
            if (line.refusal() != null || !isBlank(line.bytes())) {
                return line;
            }
        }
        return null;
    }

    /** Brackets inside texts do not count. */
    private @Nullable DocumentPiece nextElement() throws IOException {
        if (ended) {
            return null;
        }
        number++;
        long depth = 0;
        boolean isText = false;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (!isText && depth == 0 && (b == ',' || b == ']')) {
                return element(b == ']');
            }
            append(b);
            if (isText && b == '\\') {
                appendNext();
            } else if (b == '"') {
                isText = !isText;
            } else if (!isText) {
                depth += switch (b) {
                    case '{', '[' -> 1;
                    case '}', ']' -> -1;
                    default -> 0;
                };
            }
        }
        ended = true;
        piece.reset();
        return new DocumentPiece("event " + number, new byte[0], "the array does not end" + REMEDY);
    }

    private @Nullable DocumentPiece element(boolean isLast) throws IOException {
        DocumentPiece element = cutPiece("event " + number);
        if (!isLast) {
            return element;
        }
        ended = true;
        boolean isNothing = element.refusal() == null && isBlank(element.bytes()) && number == 1;
        for (int b = in.read(); b >= 0; b = in.read()) {
            if (!Character.isWhitespace(b)) {
                return new DocumentPiece("event " + number, new byte[0],
                        "there is more behind the end of the array" + REMEDY);
            }
        }
        return isNothing ? null : element;
    }

    private void appendNext() throws IOException {
        int b = in.read();
        if (b >= 0) {
            append(b);
        }
    }

    private void append(int b) {
        if (piece.size() >= LineCodec.MAX_LINE) {
            isTooLong = true;
        } else {
            piece.write(b);
        }
    }

    private DocumentPiece cutPiece(String place) {
        String refusal = isTooLong ? "it must have at most " + LineCodec.MAX_LINE + " bytes" : null;
        byte[] bytes = refusal == null ? piece.toByteArray() : new byte[0];
        piece.reset();
        isTooLong = false;
        return new DocumentPiece(place, bytes, refusal);
    }

    /** Steps over the bracket that an array begins with. */
    private static boolean isArray(InputStream in) throws IOException {
        in.mark(BLOCK);
        for (int i = 0; i < BLOCK - 1; i++) {
            int b = in.read();
            if (b == '[') {
                return true;
            }
            if (b < 0 || !Character.isWhitespace(b)) {
                break;
            }
        }
        in.reset();
        return false;
    }

    private static boolean startsWith(InputStream in, byte[] beginning) throws IOException {
        in.mark(beginning.length);
        byte[] head = in.readNBytes(beginning.length);
        in.reset();
        return Arrays.equals(head, beginning);
    }

    private static boolean isBlank(byte[] bytes) {
        for (byte b : bytes) {
            if (!Character.isWhitespace(b)) {
                return false;
            }
        }
        return true;
    }
}
