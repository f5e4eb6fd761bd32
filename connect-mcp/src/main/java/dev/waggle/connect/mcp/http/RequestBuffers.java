package dev.waggle.connect.mcp.http;

import org.eclipse.jetty.io.ArrayByteBufferPool;
import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.ThreadPool;

/**
 * Buffers of a server that are never read by two requests. Requests are read into new memory of the heap, and only
 * answers share a pool. Jetty 12.1.14 may release the buffer of a request twice when it refuses the head itself. From a
 * pool, another connection would then read that buffer while it is cleared, and would run its own request twice.
 */
public final class RequestBuffers extends ByteBufferPool.Wrapper {

    private RequestBuffers() {
        super(new ArrayByteBufferPool());
    }

    /** A server with such buffers; its connections must be {@linkplain #connections of these}. */
    public static Server server(ThreadPool threads) {
        return new Server(threads, null, new RequestBuffers());
    }

    /** Connections by HTTP/1.1 that read requests into the heap. */
    public static HttpConnectionFactory connections(HttpConfiguration config) {
        config.setUseInputDirectByteBuffers(false);
        return new HttpConnectionFactory(config);
    }

    @Override
    public RetainableByteBuffer.Mutable acquire(int size, boolean direct) {
        return direct ? super.acquire(size, true) : ByteBufferPool.NON_POOLING.acquire(size, false);
    }
}
