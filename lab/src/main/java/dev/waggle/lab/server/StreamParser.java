package dev.waggle.lab.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reader of one answer with server-sent events. It keeps the numbers of the events only. */
final class StreamParser {

    private static final String STATUS = "HTTP/1.1 200";
    private static final String ID = "id: ";
    private static final String CUT = "event: cut";
    private static final int MAX_START = 32;
    private static final int HEX = 16;

    private Part part = Part.HEAD;
    private final StringBuilder head = new StringBuilder();
    private final StringBuilder size = new StringBuilder();
    private final StringBuilder line = new StringBuilder();
    private int left;
    private long id;
    private boolean isLineEmpty = true;
    private IdDigest ids = IdDigest.none();
    private boolean isCut;

    /** Parts of an answer in chunks. */
    private enum Part {
        HEAD, SIZE, CHUNK, CHUNK_END, END
    }

    /** Reads all that is there, and returns the number of events that ended in it. */
    int read(ByteBuffer bytes) {
        long before = ids.count();
        while (bytes.hasRemaining()) {
            if (part == Part.CHUNK) {
                chunk(bytes);
            } else {
                frame((char) bytes.get());
            }
        }
        return (int) (ids.count() - before);
    }

    IdDigest ids() {
        return ids;
    }

    /** True if the answer has ended. */
    boolean isEnded() {
        return part == Part.END;
    }

    /** True if it was told that it was too slow. */
    boolean isCut() {
        return isCut;
    }

    private void frame(char next) {
        switch (part) {
            case HEAD -> {
                head.append(next);
                if (next == '\n' && head.length() >= 4 && head.substring(head.length() - 4).equals("\r\n\r\n")) {
                    if (!head.substring(0, STATUS.length()).equals(STATUS)) {
                        throw new IllegalStateException("the server refused a stream: " + head);
                    }
                    head.setLength(0);
                    part = Part.SIZE;
                }
            }
            case SIZE -> {
                if (next == '\n') {
                    left = Integer.parseInt(size.toString().strip(), HEX);
                    size.setLength(0);
                    part = left == 0 ? Part.END : Part.CHUNK;
                } else {
                    size.append(next);
                }
            }
            case CHUNK_END -> part = next == '\n' ? Part.SIZE : Part.CHUNK_END;
            case CHUNK, END -> {
                // A chunk is read as a whole, and nothing counts after the end.
            }
        }
    }

    private void chunk(ByteBuffer bytes) {
        int end = bytes.position() + Math.min(left, bytes.remaining());
        left -= end - bytes.position();
        int at = bytes.position();
        while (at < end) {
            byte next = bytes.get(at++);
            if (next == '\n') {
                endLine();
            } else {
                isLineEmpty = false;
                if (line.length() < MAX_START) {
                    line.append((char) next);
                }
            }
        }
        bytes.position(end);
        if (left == 0) {
            part = Part.CHUNK_END;
        }
    }

    private void endLine() {
        if (isLineEmpty) {
            ids = id > 0 ? ids.and(id) : ids;
            id = 0;
        } else if (line.indexOf(ID) == 0) {
            id = Long.parseLong(line, ID.length(), line.length(), 10);
        } else if (line.indexOf(CUT) == 0) {
            isCut = true;
        }
        line.setLength(0);
        isLineEmpty = true;
    }

    /** The request for a stream. */
    static ByteBuffer request(int port, String path) {
        return ByteBuffer.wrap(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nAccept: text/event-stream\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
    }
}
