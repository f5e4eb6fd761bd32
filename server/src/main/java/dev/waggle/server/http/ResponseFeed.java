package dev.waggle.server.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.server.stream.EventFeed;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Blocker;
import org.eclipse.jetty.util.Callback;

/** A response that carries server-sent events. Its connection may be idle; a write that stalls ends it. */
final class ResponseFeed implements EventFeed.FeedOutput {

    private final Response response;
    private final Callback callback;
    private final AtomicBoolean isOver = new AtomicBoolean();

    private ResponseFeed(Response response, Callback callback) {
        this.response = response;
        this.callback = callback;
    }

    /** Starts a feed on the thread of the request. */
    static void start(Request request, Response response, EventFeed feed, Callback callback) {
        request.addIdleTimeoutListener(_ -> false); // Silence between events is no fault.
        ResponseFeed out = new ResponseFeed(response, callback);
        try {
            feed.start(out);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            out.end();
        } catch (IOException | RuntimeException | Error failed) {
            out.abort(failed);
        }
    }

    /** Answers a request for the head alone. The feed cannot write, so it ends at once and frees what it holds. */
    static void endBeforeBody(Response response, EventFeed feed, Callback callback) {
        ResponseFeed out = new ResponseFeed(response, callback);
        out.isOver.set(true);
        try {
            feed.start(out);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (IOException refused) {
            // The refusal of its first write.
        }
        Content.Sink.write(response, true, "", callback);
    }

    @Override
    public void write(ByteBuffer bytes, Callback written) {
        if (isOver.get()) {
            written.failed(new IOException("the stream has ended"));
            return;
        }
        response.write(false, bytes, written);
    }

    @Override
    public void writeNow(ByteBuffer bytes) throws IOException {
        try (Blocker.Callback done = Blocker.callback()) {
            write(bytes, done);
            done.block();
        }
    }

    @Override
    public void end() {
        if (isOver.compareAndSet(false, true)) {
            Content.Sink.write(response, true, "", callback);
        }
    }

    @Override
    public void abort(Throwable reason) {
        if (isOver.compareAndSet(false, true)) {
            callback.failed(reason);
        }
    }
}
