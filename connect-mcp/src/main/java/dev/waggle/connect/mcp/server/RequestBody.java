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

    /** Outcome of reading. */
    sealed interface Reading {

        /** All of it. */
        record Complete(byte[] bytes) implements Reading {}

        /** Too large, too slow or broken. */
        record Refused(int status, String reason) implements Reading {}
    }

    /** Reads it. */
    static Reading read(InputStream in, World world) throws IOException {
        long end = world.nanos() + MAX_TIME.toNanos();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
            body.write(chunk, 0, read);
            if (body.size() > MessageParser.MAX_BYTES) {
                return tooLarge();
            }
            if (world.nanos() - end > 0) {
                return new Reading.Refused(408, "the body must arrive within " + MAX_TIME.toSeconds() + " seconds"
                        + "\nMaybe send it in one piece.");
            }
        }
        return new Reading.Complete(body.toByteArray());
    }

    static Reading.Refused tooLarge() {
        return new Reading.Refused(413, "a message must have at most " + MessageParser.MAX_BYTES + " bytes");
    }
}
