package dev.waggle.server.stream;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** A client of a feed. It takes a write at once, or when the test says so. */
final class SampleClient implements EventFeed.FeedOutput {

    private final StringBuilder text = new StringBuilder();
    private final Queue<Callback> pending = new ArrayDeque<>();
    private boolean isSlow;
    private boolean isEnded;
    private @Nullable Throwable aborted;

    /** From now on each write waits for {@link #read}. */
    synchronized void slowDown() {
        isSlow = true;
    }

    /** Completes the waiting writes and those that follow. */
    void read() {
        List<Callback> waiting;
        synchronized (this) {
            isSlow = false;
            waiting = new ArrayList<>(pending);
            pending.clear();
        }
        waiting.forEach(Callback::succeeded);
    }

    @Override
    public void write(ByteBuffer bytes, Callback written) {
        synchronized (this) {
            text.append(StandardCharsets.UTF_8.decode(bytes));
            if (isSlow) {
                pending.add(written);
                return;
            }
        }
        written.succeeded();
    }

    @Override
    public synchronized void writeNow(ByteBuffer bytes) throws IOException {
        text.append(StandardCharsets.UTF_8.decode(bytes));
    }

    @Override
    public synchronized void end() {
        isEnded = true;
    }

    @Override
    public synchronized void abort(Throwable reason) {
        aborted = reason;
    }

    synchronized boolean isEnded() {
        return isEnded;
    }

    synchronized @Nullable Throwable aborted() {
        return aborted;
    }

    /** The ids that it received, in order. */
    synchronized List<Long> ids() {
        return text.toString().lines().filter(line -> line.startsWith("id: ")).map(line -> Long.valueOf(
                line.substring(4))).toList();
    }

    synchronized List<String> events() {
        return text.toString().lines().filter(line -> line.startsWith("event: ")).map(line -> line.substring(7))
                .toList();
    }
}
