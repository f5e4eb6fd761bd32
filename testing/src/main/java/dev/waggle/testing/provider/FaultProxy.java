package dev.waggle.testing.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The port that clients connect to, in front of the HTTP server. It passes bytes on in both directions. So it can do
 * two things that the HTTP server cannot: see at once that a client has left, and reset a connection.
 */
final class FaultProxy implements AutoCloseable {

    /** Maximum number of connections that wait to be accepted. */
    static final int BACKLOG = 2_048;
    private static final int BUFFER = 16 * 1024;

    private final ServerSocket listener;
    private final InetSocketAddress behind;
    private final Map<Integer, Line> lines = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    FaultProxy(int port, InetSocketAddress behind) {
        this.behind = behind;
        try {
            listener = new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException taken) {
            throw new UncheckedIOException("cannot listen on port " + port, taken);
        }
        threads.execute(this::admit);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** The connection that reaches the HTTP server from that port. */
    Line line(int portBehind) {
        Line line = lines.get(portBehind);
        if (line == null) {
            throw new IllegalStateException("no connection comes from port " + portBehind);
        }
        return line;
    }

    @Override
    public void close() {
        shut(listener);
        lines.values().forEach(Line::hangUp);
        threads.close();
    }

    private void admit() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                begin(() -> connect(client), client);
            } catch (IOException closed) {
                shut(listener);
            }
        }
    }

    /** Begins work for a connection; a connection that arrives while the port closes is closed. */
    private void begin(Runnable work, AutoCloseable connection) {
        try {
            threads.execute(work);
        } catch (RejectedExecutionException closing) {
            shut(connection);
        }
    }

    private void connect(Socket client) {
        try {
            Socket server = new Socket(behind.getAddress(), behind.getPort());
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Line line = new Line(client, server);
            lines.put(server.getLocalPort(), line);
            if (listener.isClosed()) {
                line.hangUp();
            }
            begin(() -> {
                if (pass(server, client).equals(client)) {
                    line.clientLeft();
                } else {
                    line.hangUp();
                }
            }, line::hangUp);
            var _ = pass(client, server);
            line.clientLeft();
            lines.remove(server.getLocalPort(), line);
        } catch (IOException refused) {
            shut(client);
        }
    }

    /** Passes bytes on until one side has closed, and returns that side. */
    private static Socket pass(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        Socket touched = from;
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                touched = to;
                out.write(buffer, 0, read);
                touched = from;
            }
        } catch (IOException broken) {
            // The socket that was touched last has closed; the caller closes the other.
        }
        return touched;
    }

    private static void shut(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception alreadyGone) {
            // Nothing is left to shut.
        }
    }

    /** One connection of a client. */
    static final class Line {

        private final Socket client;
        private final Socket server;
        private final AtomicBoolean hungUp = new AtomicBoolean();
        private final AtomicBoolean left = new AtomicBoolean();
        private final CountDownLatch over = new CountDownLatch(1);

        private Line(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        /** Waits that long; false if the connection was over before. */
        boolean lasts(Duration span) {
            try {
                return !over.await(span.toNanos(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        /** True if it was the client that left. */
        boolean isLeft() {
            return left.get();
        }

        /** Resets the connection like a machine that lost power and came back. */
        void reset() {
            hungUp.set(true);
            try {
                client.setSoLinger(true, 0);
            } catch (IOException alreadyGone) {
                // There is nothing to reset.
            }
            end();
        }

        private void clientLeft() {
            if (!hungUp.get()) {
                left.set(true);
            }
            end();
        }

        private void hangUp() {
            if (!left.get()) {
                hungUp.set(true);
            }
            end();
        }

        private void end() {
            shut(client);
            shut(server);
            over.countDown();
        }
    }
}
