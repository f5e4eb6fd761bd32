package dev.waggle.server.stream;

import java.io.IOException;
import java.nio.ByteBuffer;

import org.eclipse.jetty.util.Callback;

/** Server-sent events for one client. */
@FunctionalInterface
public interface EventFeed {

    /**
     * Sends everything to a client. May return before the end and go on from other threads. Completes the output in
     * every case.
     */
    void start(FeedOutput out) throws IOException, InterruptedException;

    /** Connection to a client. At most one write is under way. */
    interface FeedOutput {

        /** Writes bytes; the callback says when the next ones may follow. */
        void write(ByteBuffer bytes, Callback written);

        /** Writes bytes and waits until they are written. */
        void writeNow(ByteBuffer bytes) throws IOException;

        /** Ends the answer; later calls have no effect. */
        void end();

        /** Cuts the connection. */
        void abort(Throwable reason);
    }
}
