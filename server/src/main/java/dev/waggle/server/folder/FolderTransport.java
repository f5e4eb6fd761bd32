package dev.waggle.server.folder;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

import dev.waggle.journal.logging.Slf4jWarning;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.http.AnswerForm;
import org.eclipse.jetty.client.BytesRequestContent;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.io.Transport;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/** Requests of a command to the owner of a folder, over its socket or the loopback address. Thread-safe. */
final class FolderTransport implements AutoCloseable {

    /** Longest silence of the owner. A session has a beat a second, and a sync of a busy disk takes seconds. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** Largest answer that is read: shown items, which end soon after 32 MiB, with an entry of 8 MiB. */
    private static final int MAX_ANSWER = 64 << 20;

    private static final int THREADS = 4;

    private static final System.Logger LOG = System.getLogger(FolderTransport.class.getName());

    static {
        Slf4jWarning.suppress();
    }

    private final HttpClient client;

    FolderTransport() throws IOException {
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
        threads.setName("waggle folder");
        threads.setDaemon(true);
        ClientConnector connector = new ClientConnector();
        connector.setSelectors(1);
        connector.setExecutor(threads);
        connector.setConnectTimeout(CONNECT_TIMEOUT);
        client = new HttpClient(new HttpClientTransportOverHTTP(connector));
        client.setExecutor(threads);
        client.setIdleTimeout(SILENCE.toMillis());
        client.setFollowRedirects(false);
        client.setUserAgentField(null);
        try {
            client.start();
        } catch (Exception failed) {
            throw new IOException("the client of the folder cannot start: " + failed.getMessage(), failed);
        }
        client.getContentDecoderFactories().clear();
    }

    /**
     * An answer.
     *
     * @param status its status
     * @param body its bytes
     */
    @SuppressWarnings("ArrayRecordComponent") // Read once, and compared with nothing.
    record Reply(int status, byte[] body) {}

    /** Sends a call. The answer completes with an {@link IOException} when none comes. */
    CompletableFuture<Reply> call(FolderPlace place, FolderDescriptor owner, String session, byte[] message) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        try {
            request(place, owner, "/v1/folder/sessions/" + session + "/calls")
                    .body(new BytesRequestContent(AnswerForm.LINES, message))
                    .send(new ReplyListener(reply, null));
        } catch (IOException failed) {
            reply.completeExceptionally(failed);
        }
        return reply;
    }

    /**
     * Opens a session.
     *
     * @param resumed the session to continue; empty for a new one
     * @param greeting receives the bytes so far, each time that more of them came
     * @return completes with the answer when the session has ended
     */
    OpenStream open(FolderPlace place, FolderDescriptor owner, String resumed, Consumer<byte[]> greeting)
            throws IOException {
        Request request = request(place, owner,
                "/v1/folder/sessions" + (resumed.isEmpty() ? "" : "?resume=" + resumed));
        CompletableFuture<Reply> ended = new CompletableFuture<>();
        request.send(new ReplyListener(ended, greeting));
        return new OpenStream(request, ended);
    }

    /**
     * A session's connection.
     *
     * @param request its request
     * @param ended its end
     */
    record OpenStream(Request request, CompletableFuture<Reply> ended) {

        void abort() {
            var _ = request.abort(new IOException("the session is closed"));
        }
    }

    /** The result of a future that completes in bounded time, also for an interrupted thread. */
    static <T> T join(CompletableFuture<T> future) throws IOException {
        try {
            return future.join();
        } catch (CompletionException failed) {
            @Nullable Throwable cause = failed.getCause();
            throw cause instanceof IOException io ? io : new IOException(String.valueOf(cause), cause);
        }
    }

    @Override
    public void close() {
        try {
            client.stop();
        } catch (Exception untidy) {
            LOG.log(Level.DEBUG, "the client of the folder did not stop tidily", untidy);
        }
    }

    private Request request(FolderPlace place, FolderDescriptor owner, String path) throws IOException {
        String socket = owner.socket();
        Request request = client.newRequest("http://127.0.0.1:" + owner.port() + path).method(HttpMethod.POST)
                .headers(headers -> headers.put(FolderVersion.HEADER, FolderVersion.OWN));
        if (socket != null) {
            return request.transport(new Transport.TCPUnix(Path.of(socket)));
        }
        String secret = Files.readString(place.secret());
        return request.headers(headers -> headers.put(FolderSecret.HEADER, secret));
    }

    /** Collects an answer. A session's answer is short, because its beats are not kept. */
    private static final class ReplyListener implements Response.Listener {

        private final CompletableFuture<Reply> reply;
        private final @Nullable Consumer<byte[]> more;
        private byte[] bytes = new byte[0];
        private int count;

        ReplyListener(CompletableFuture<Reply> reply, @Nullable Consumer<byte[]> more) {
            this.reply = reply;
            this.more = more;
        }

        @Override
        public void onContent(Response response, ByteBuffer content) {
            int length = content.remaining();
            if (length == 1 && content.get(content.position()) == '\n' && count > 0 && bytes[count - 1] == '\n') {
                return; // A beat.
            }
            if (count + (long) length > MAX_ANSWER) {
                var _ = response.abort(new IOException("the answer of the server has more than " + MAX_ANSWER
                        + " bytes"));
                return;
            }
            if (count + length > bytes.length) {
                bytes = Arrays.copyOf(bytes,
                        Math.max(count + length, Math.min(MAX_ANSWER, 2 * bytes.length)));
            }
            content.get(bytes, count, length);
            count += length;
            if (more != null && response.getStatus() == 200) {
                more.accept(Arrays.copyOf(bytes, count));
            }
        }

        @Override
        public void onComplete(Result result) {
            if (result.isSucceeded()) {
                reply.complete(new Reply(result.getResponse().getStatus(), Arrays.copyOf(bytes, count)));
            } else {
                Throwable failure = result.getFailure();
                reply.completeExceptionally(failure instanceof IOException io ? io
                        : new IOException(String.valueOf(failure), failure));
            }
        }
    }
}
