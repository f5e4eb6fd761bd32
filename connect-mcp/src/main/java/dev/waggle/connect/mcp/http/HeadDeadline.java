package dev.waggle.connect.mcp.http;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import dev.waggle.signal.world.World;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Deadline for the head of each request, from the opening of the connection or the end of the request before. The idle
 * timeout of the connector starts again at each byte, so a client could hold a connection with a byte now and then.
 * A virtual thread waits for each connection that is between two requests.
 */
public final class HeadDeadline extends Handler.Wrapper implements Connection.Listener {

    private final Duration atMost;
    private final World world;
    /** The wait of each open connection: done during a request. */
    private final Map<Connection, CompletableFuture<Void>> waits = new ConcurrentHashMap<>();

    public HeadDeadline(Duration atMost, World world, Handler next) {
        super(next);
        this.atMost = atMost;
        this.world = world;
    }

    @Override
    public void onOpened(Connection connection) {
        CompletableFuture<Void> head = new CompletableFuture<>();
        waits.put(connection, head);
        await(connection, head);
    }

    @Override
    public void onClosed(Connection connection) {
        CompletableFuture<Void> head = waits.remove(connection);
        if (head != null) {
            head.complete(null);
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Connection connection = request.getConnectionMetaData().getConnection();
        CompletableFuture<Void> head = waits.get(connection);
        if (head != null) {
            head.complete(null);
        }
        Request.addCompletionListener(request, _ -> awaitNext(connection));
        return super.handle(request, response, callback);
    }

    private void awaitNext(Connection connection) {
        CompletableFuture<Void> head = new CompletableFuture<>();
        if (waits.replace(connection, head) != null) {
            await(connection, head);
        }
    }

    private void await(Connection connection, CompletableFuture<Void> head) {
        Thread.ofVirtual().name("mcp head").start(() -> {
            try {
                if (!world.await(head, atMost)) {
                    connection.getEndPoint().close();
                }
            } catch (InterruptedException stop) {
                connection.getEndPoint().close();
            }
        });
    }
}
