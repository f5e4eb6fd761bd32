package dev.waggle.lab.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

import dev.waggle.journal.logging.Slf4jWarning;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The least that Jetty needs for an answer and for server-sent events, with the listener of the server. Each message is
 * encoded once and written to each client by a write of its own. It knows no log, no access and no limit.
 *
 * <pre>
 *   port                     the port
 *   append RUN COUNT MICROS  sends messages, each that long after the one before
 *   ids RUN                  the messages so far, as {@link IdDigest}
 *   clients                  the number of clients
 *   release RUN              ends the streams
 * </pre>
 */
public final class PlainServer {

    /** Path of the stream. */
    static final String EVENTS = "/events";

    private static final int THREADS = 8;
    private static final int MAX_HEAD = 16 * 1024;
    private static final long SILENCE = 30_000;
    private static final int QUEUE = 1_024;
    private static final String LIVE = "{\"status\":\"up\",\"version\":\"plain\"}";

    private PlainServer() {}

    /** Serves until its input ends, at the port that the argument names. */
    public static void main(String[] args) throws Exception {
        Slf4jWarning.suppress();
        PlainHandler handler = new PlainHandler();
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 1);
        threads.setDaemon(true);
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        Server jetty = new Server(threads);
        HttpConfiguration config = new HttpConfiguration();
        config.setSendServerVersion(false);
        config.setSendDateHeader(false);
        config.setRequestHeaderSize(MAX_HEAD);
        ServerConnector connector = new ServerConnector(jetty, 1, 1, new HttpConnectionFactory(config));
        connector.setHost("127.0.0.1");
        connector.setPort(args.length == 0 ? 0 : Integer.parseInt(args[0]));
        connector.setIdleTimeout(SILENCE);
        connector.setAcceptQueueSize(QUEUE);
        jetty.addConnector(connector);
        jetty.setHandler(handler);
        jetty.start();
        if (args.length > 0) { // Without the commands, for a measurement of its start.
            var _ = System.in.read();
        } else {
            SampleMessages samples = new SampleMessages();
            new CommandLoop().with("port", _ -> String.valueOf(connector.getLocalPort()))
                    .with("append", words -> handler.append(samples, words))
                    .with("ids", _ -> handler.sent.text())
                    .with("clients", _ -> String.valueOf(handler.clients.size()))
                    .with("release", _ -> handler.release())
                    .run(System.in, System.out);
        }
        jetty.stop();
    }

    /** The handler, which is not loaded before the warning of its logger is suppressed. */
    private static final class PlainHandler extends Handler.Abstract {

        private final CopyOnWriteArrayList<PlainClient> clients = new CopyOnWriteArrayList<>();
        private IdDigest sent = IdDigest.none();

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            if (request.getHttpURI().getPath().equals(EVENTS)) {
                request.addIdleTimeoutListener(_ -> false);
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/event-stream");
                response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
                PlainClient client = new PlainClient(response, callback, clients);
                clients.add(client);
                client.send(bytes(":\n\n"));
            } else {
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
                response.write(true, bytes(LIVE), callback);
            }
            return true;
        }

        private String append(SampleMessages samples, String... words) {
            int count = Integer.parseInt(words[1]);
            samples.paced(count, Long.parseLong(words[2]), number -> {
                ByteBuffer message = bytes(samples.message(number, words[0]));
                sent = sent.and(number);
                clients.forEach(client -> client.send(message.duplicate()));
            });
            return String.valueOf(count);
        }

        private String release() {
            clients.forEach(PlainClient::end);
            sent = IdDigest.none();
            return "0";
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** One client: a queue without a bound, and one write for each message. */
    private static final class PlainClient extends IteratingCallback {

        private final Response response;
        private final Callback callback;
        private final CopyOnWriteArrayList<PlainClient> all;
        private final Queue<ByteBuffer> waiting = new ConcurrentLinkedQueue<>();
        private volatile boolean isEnded;

        private PlainClient(Response response, Callback callback, CopyOnWriteArrayList<PlainClient> all) {
            this.response = response;
            this.callback = callback;
            this.all = all;
        }

        private void send(ByteBuffer message) {
            waiting.add(message);
            iterate();
        }

        private void end() {
            isEnded = true;
            iterate();
        }

        @Override
        protected Action process() {
            ByteBuffer next = waiting.poll();
            if (next == null) {
                return isEnded ? Action.SUCCEEDED : Action.IDLE;
            }
            response.write(false, next, this);
            return Action.SCHEDULED;
        }

        @Override
        protected void onCompleteSuccess() {
            all.remove(this);
            callback.succeeded();
        }

        @Override
        protected void onCompleteFailure(Throwable cause) {
            all.remove(this);
            callback.failed(cause instanceof IOException ? cause : new IOException(cause));
        }
    }
}
