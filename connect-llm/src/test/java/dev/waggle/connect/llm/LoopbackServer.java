package dev.waggle.connect.llm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Sockets of a server on the loopback interface. Each connection has a virtual thread, and all end with the server. */
public final class LoopbackServer implements AutoCloseable {

    private static final int BACKLOG = 50;

    /** Conversation on a connection, which is closed after it. */
    @FunctionalInterface
    public interface Conversation {

        /** Serves a client; an exception means that the client has left. */
        void serve(Socket socket) throws IOException, InterruptedException;
    }

    private final ServerSocket server;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    private LoopbackServer(ServerSocket server) {
        this.server = server;
    }

    /** A server of plain connections at a free port. */
    public static LoopbackServer open() {
        try {
            return of(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A server with a socket that listens. */
    public static LoopbackServer of(ServerSocket server) {
        return new LoopbackServer(server);
    }

    /** Accepts connections until the server is closed. */
    public void start(Conversation conversation) {
        Thread.ofVirtual().start(() -> accept(conversation));
    }

    public int port() {
        return server.getLocalPort();
    }

    /** Closes that socket with the server. */
    public void closeAtTheEnd(Socket socket) {
        sockets.add(socket);
    }

    private void accept(Conversation conversation) {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket, conversation));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void serve(Socket socket, Conversation conversation) {
        try (socket) {
            conversation.serve(socket);
        } catch (IOException | InterruptedException gone) {
            // The client left, as some tests want.
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
