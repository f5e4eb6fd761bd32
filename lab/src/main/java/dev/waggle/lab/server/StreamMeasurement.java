package dev.waggle.lab.server;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Measurements of one server that many clients follow.
 *
 * @param server its process
 * @param isWaggle whether it is ours; else it is a {@link PlainServer}
 * @param clients the number of clients
 */
record StreamMeasurement(MeasuredProcess server, boolean isWaggle, int clients) {

    /** Messages that are appended at once, of less than the memory of a topic. */
    private static final int BURST = 512;

    private static final double NANOS_A_MICRO = 1e3;
    private static final double NANOS_A_MILLI = 1e6;
    private static final long PAUSE = 1_000_000;
    private static final int BUFFER = 64 * 1024;
    private static final String IDLE = "GET /v1/health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

    /**
     * A repetition of the same messages for all clients.
     *
     * @param micros processor time of the server per delivery
     * @param heap bytes in the heap of the server per client
     * @param wrong clients that had not every event once and in order
     */
    record Delivery(double micros, double heap, long wrong) {}

    /**
     * A solve.
     *
     * @param millis its duration
     * @param entries the entries of its log
     * @param cut clients that were cut because they were slow
     * @param wrong clients that had not every event once and in order, the cut ones among them
     */
    record TimedSolve(double millis, long entries, long cut, long wrong) {}

    /**
     * The end of a client that reads nothing.
     *
     * @param isTold whether it was cut with a message that says so
     * @param cut other clients that were cut
     * @param wrong other clients that had not every event once and in order
     */
    record SlowClient(boolean isTold, long cut, long wrong) {}

    /** Measures the delivery of messages, each that long after the one before. */
    Delivery delivery(int messages, long paceMicros) throws IOException {
        String run = isWaggle ? start(StudyPanel.held()) : "run";
        long empty = server.number("heap");
        try (StreamClients all = connect(run)) {
            long known = isWaggle ? digest(run).count() : 0;
            all.awaitEvents(known * clients);
            double heap = (server.number("heap") - empty) / (double) clients;
            long before = server.cpu();
            var _ = server.ask("append " + run + " " + messages + " " + paceMicros);
            all.awaitEvents((known + messages) * clients);
            double micros = (server.cpu() - before) / NANOS_A_MICRO / clients / messages;
            IdDigest sent = digest(run);
            var _ = server.number("release " + run);
            all.awaitEnd();
            return new Delivery(micros, heap, all.wrong(isWaggle ? digest(run) : sent));
        }
    }

    /** Measures a solve that all clients follow. */
    TimedSolve followed(StudyPanel panel) throws IOException {
        String run = start(panel);
        try (StreamClients all = connect(run)) {
            double millis = server.number("release " + run) / NANOS_A_MILLI;
            all.awaitEnd();
            IdDigest log = digest(run);
            return new TimedSolve(millis, log.count(), all.cut(), all.wrong(log));
        }
    }

    /** Measures a solve beside as many connections that have had an answer and are silent since. */
    TimedSolve beside(StudyPanel panel) throws IOException {
        String run = start(panel);
        List<SocketChannel> idle = new ArrayList<>();
        try {
            ByteBuffer answer = ByteBuffer.allocate(BUFFER);
            for (int i = 0; i < clients; i++) {
                SocketChannel one = StreamClients.open(server.port(), 0);
                idle.add(one);
                StreamClients.send(one, ByteBuffer.wrap(IDLE.getBytes(StandardCharsets.US_ASCII)));
                if (one.read(answer.clear()) <= 0) {
                    throw new IOException("an idle connection was cut");
                }
            }
            double millis = server.number("release " + run) / NANOS_A_MILLI;
            return new TimedSolve(millis, digest(run).count(), 0, 0);
        } finally {
            for (SocketChannel one : idle) {
                one.close();
            }
        }
    }

    /**
     * Sends many messages while one client reads none. They go on when all others have the ones before.
     *
     * @param messages more than the buffers of a connection and the memory of a topic hold
     */
    SlowClient slow(int messages) throws IOException {
        String run = start(StudyPanel.held());
        try (SocketChannel silent = StreamClients.silent(server.port(), path(run)); StreamClients all = connect(run)) {
            long known = digest(run).count();
            for (int sent = 0; sent < messages; sent += BURST) {
                var _ = server.ask("append " + run + " " + BURST + " 0");
                all.awaitEvents((known + sent + BURST) * clients);
            }
            boolean isTold = isTold(silent);
            var _ = server.number("release " + run);
            all.awaitEnd();
            return new SlowClient(isTold, all.cut(), all.wrong(digest(run)));
        }
    }

    private static boolean isTold(SocketChannel silent) throws IOException {
        StreamParser parser = new StreamParser();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        while (!parser.isEnded() && silent.read(buffer.clear()) >= 0) {
            var _ = parser.read(buffer.flip());
        }
        return parser.isCut();
    }

    private StreamClients connect(String run) throws IOException {
        StreamClients all = StreamClients.connect(server.port(), path(run), clients);
        while (server.number("clients") < clients) {
            LockSupport.parkNanos(PAUSE);
        }
        return all;
    }

    private String path(String run) {
        return isWaggle ? "/v1/solves/" + run + "/events" : PlainServer.EVENTS;
    }

    private String start(StudyPanel panel) {
        return server.ask("start " + panel.question());
    }

    private IdDigest digest(String run) {
        return IdDigest.parse(server.ask("ids " + run));
    }
}
