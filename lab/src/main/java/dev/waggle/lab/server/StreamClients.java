package dev.waggle.lab.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;

import org.jspecify.annotations.Nullable;

/** Many clients of one stream on one thread, which reads and checks the numbers of all events. */
final class StreamClients implements AutoCloseable {

    private static final int BUFFER = 256 * 1024;
    private static final long PAUSE = 1_000_000;
    private static final long MAX_WAIT = 180_000_000_000L;
    private static final int SMALL_WINDOW = 4_096;

    private final Selector selector;
    private final List<SocketChannel> channels = new ArrayList<>();
    private final List<StreamParser> parsers = new ArrayList<>();
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private volatile @Nullable Throwable failure;
    private volatile boolean isClosed;

    private StreamClients(Selector selector) {
        this.selector = selector;
    }

    /** Clients that have sent their requests. */
    static StreamClients connect(int port, String path, int count) throws IOException {
        StreamClients clients = new StreamClients(Selector.open());
        try {
            for (int i = 0; i < count; i++) {
                SocketChannel channel = open(port, 0);
                clients.channels.add(channel);
                send(channel, StreamParser.request(port, path));
                channel.configureBlocking(false);
                StreamParser parser = new StreamParser();
                clients.parsers.add(parser);
                channel.register(clients.selector, SelectionKey.OP_READ, parser);
            }
        } catch (IOException | RuntimeException | Error failed) {
            try (clients) {
                throw failed;
            }
        }
        Thread.ofPlatform().daemon().name("stream clients").start(clients::read);
        return clients;
    }

    /** A client that sends its request and then reads nothing. */
    static SocketChannel silent(int port, String path) throws IOException {
        SocketChannel channel = open(port, SMALL_WINDOW);
        send(channel, StreamParser.request(port, path));
        return channel;
    }

    /** A connection that has sent nothing yet. */
    static SocketChannel open(int port, int window) throws IOException {
        SocketChannel channel = SocketChannel.open();
        if (window > 0) {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, window);
        }
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return channel;
    }

    /** Writes everything. */
    static void send(SocketChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            var _ = channel.write(bytes);
        }
    }

    /** Waits until all clients together have received that many events. */
    void awaitEvents(long total) {
        await("events", events, has -> has >= total);
    }

    /** Waits until the server has ended all streams. */
    void awaitEnd() {
        await("ended streams", ended, has -> has == channels.size());
    }

    /** The number of clients that have not exactly these events, each once and in order. */
    long wrong(IdDigest expected) {
        return parsers.stream().filter(parser -> !parser.ids().isOrdered() || !parser.ids().equals(expected)).count();
    }

    /** Clients that were told that they were too slow. */
    long cut() {
        return parsers.stream().filter(StreamParser::isCut).count();
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        var _ = selector.wakeup();
        for (SocketChannel channel : channels) {
            channel.close();
        }
        selector.close();
    }

    private void await(String name, AtomicLong count, LongPredicate isEnough) {
        long begin = System.nanoTime();
        while (!isEnough.test(count.get())) {
            Throwable failed = failure;
            if (failed != null) {
                throw new IllegalStateException("a client failed", failed);
            }
            if (System.nanoTime() - begin > MAX_WAIT) {
                throw new IllegalStateException("only " + count + " " + name + " in time");
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    private void read() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
        try {
            while (!isClosed) {
                var _ = selector.select(key -> {
                    try {
                        take(key, buffer);
                    } catch (IOException | RuntimeException broken) {
                        failure = broken;
                        key.cancel();
                    }
                });
            }
        } catch (IOException | RuntimeException broken) {
            if (!isClosed) {
                failure = broken;
            }
        }
    }

    private void take(SelectionKey key, ByteBuffer buffer) throws IOException {
        SocketChannel channel = (SocketChannel) key.channel();
        buffer.clear();
        int got = channel.read(buffer);
        if (got < 0) {
            key.cancel();
            ended.incrementAndGet();
            return;
        }
        StreamParser parser = (StreamParser) key.attachment();
        int found = parser.read(buffer.flip());
        events.addAndGet(found);
        if (parser.isEnded()) {
            key.cancel();
            ended.incrementAndGet();
        }
    }
}
