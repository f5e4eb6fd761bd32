package dev.waggle.connect.web;

import java.io.Closeable;
import java.io.IOException;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import org.apache.hc.client5.http.io.DetachedSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of one task. Closing the group closes them all, from any thread, and refuses new ones. That ends the
 * task at any step, also in a server's endless headers. Thread-safe.
 */
final class SocketGroup implements DetachedSocketFactory, Closeable {

    private final Supplier<Socket> source;
    private final List<Socket> open = new ArrayList<>();
    private boolean isClosed;

    SocketGroup(Supplier<Socket> source) {
        this.source = source;
    }

    /** Direct connections, even if the system has a SOCKS proxy, because the proxy would choose the address. */
    static Socket direct() {
        return new Socket(Proxy.NO_PROXY);
    }

    @Override
    public Socket create(@Nullable Proxy proxy) throws SocketException {
        Socket socket = source.get();
        synchronized (open) {
            if (isClosed) {
                throw new SocketException("the errand has ended");
            }
            open.add(socket);
        }
        return socket;
    }

    /** Ends every connection; new ones can be made. */
    void closeAll() {
        List<Socket> all;
        synchronized (open) {
            all = List.copyOf(open);
            open.clear();
        }
        for (Socket socket : all) {
            try {
                socket.close();
            } catch (IOException bad) {
                // A socket that cannot be closed counts as closed, because no thread reads from it any more.
            }
        }
    }

    @Override
    public void close() {
        synchronized (open) {
            isClosed = true;
        }
        closeAll();
    }
}
