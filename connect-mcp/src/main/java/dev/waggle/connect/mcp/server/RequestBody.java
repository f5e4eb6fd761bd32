package dev.waggle.connect.mcp.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

import dev.waggle.signal.world.World;

/**
 * Body of a request, read up to a size and within a time. The connector ends a silent connection; a body that arrives
 * byte by byte is ended here.
 */
final class RequestBody {

    /** Longest time for a whole body; a megabyte at the speed of a slow line takes a tenth of it. */
    static final Duration MAX_TIME = Duration.ofSeconds(30);

    private static final int CHUNK = 8192;

    private RequestBody() {}

    /** Refusal of a body that is too large or too slow. */
    static final class RefusalException extends Exception {

        private static final long serialVersionUID = 1L;

        private final int status;

        private RefusalException(int status, String reason) {
            super(reason, null, false, false);
            this.status = status;
        }

        /** The status of HTTP. */
        int status() {
            return status;
        }
    }

    /** All of it. */
    static byte[] read(InputStream in, World world) throws IOException, RefusalException {
        long end = world.nanos() + MAX_TIME.toNanos();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            body.write(chunk, 0, read);
            requireSize(body.size());
            if (world.nanos() - end > 0) {
                throw new RefusalException(408, "the body must arrive within " + MAX_TIME.toSeconds() + " seconds"
                        + "\nMaybe send it in one piece.");
            }
        }
        return body.toByteArray();
    }

    static void requireSize(long bytes) throws RefusalException {
        if (bytes > MessageParser.MAX_BYTES) {
            throw new RefusalException(413, "a message must have at most " + MessageParser.MAX_BYTES + " bytes");
        }
    }
}
