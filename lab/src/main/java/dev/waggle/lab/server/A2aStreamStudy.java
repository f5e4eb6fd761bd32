package dev.waggle.lab.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

import dev.waggle.journal.JsonText;
import dev.waggle.lab.models.MedianRange;
import dev.waggle.signal.json.JsonObjectReader;

/**
 * Measurement of the stream of a task of the Agent2Agent protocol, in both versions. Beside it are two streams of our
 * own, the discoveries of the log and all events of the run. The server is a process of its own. One client reads a
 * finished run from its beginning, with the same code for all streams and in turns. A task is verbose, so that it has
 * the signals of the agents, which are discoveries but for the last rounds. The ratio is to the stream of discoveries,
 * because both read the whole log and send a part of it.
 *
 * <pre>
 *   java -cp 'lab/target/dist/lib/*' dev.waggle.lab.server.A2aStreamStudy [AGENTS [ROUNDS [REPETITIONS]]]
 * </pre>
 */
public final class A2aStreamStudy {

    private static final int AGENTS = 20;
    private static final int ROUNDS = 50;
    private static final int REPETITIONS = 40;

    /** Streams of each kind that warm up. */
    private static final int WARM_UP = 20;
    private static final int BUFFER = 256 * 1_024;
    private static final double NANOS_A_MICRO = 1e3;
    private static final String RPC = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":%s}";

    private final int port;
    private final String run;
    private final long discoveries;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);

    private A2aStreamStudy(int port, String run, long discoveries) {
        this.port = port;
        this.run = run;
        this.discoveries = discoveries;
    }

    /** Streams of a run. */
    private enum StreamKind {
        DISCOVERIES, EVENTS, A2A_1_0, A2A_0_3
    }

    /**
     * One stream that was read whole.
     *
     * @param micros the time per event
     * @param events the number of its events
     */
    private record StreamReading(double micros, long events) {}

    /** Measures a run of that many agents and rounds. */
    @SuppressWarnings("SystemOut") // What a program on the command line says.
    public static void main(String[] args) throws IOException, InterruptedException {
        int agents = args.length > 0 ? Integer.parseInt(args[0]) : AGENTS;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : ROUNDS;
        int repetitions = args.length > 2 ? Integer.parseInt(args[2]) : REPETITIONS;
        try (MeasuredProcess server = MeasuredProcess.start(StudyServer.class)) {
            String run = solve(server.port(), new StudyPanel(false, agents, rounds, 0));
            new A2aStreamStudy(server.port(), run, (long) agents * rounds).measure(repetitions, System.out::println);
        }
    }

    /** The finished task of a panel, whose id is that of its run. */
    private static String solve(int port, StudyPanel panel) throws IOException, InterruptedException {
        String message = RPC.formatted("SendMessage", "{\"message\":{\"messageId\":\"m1\",\"role\":\"ROLE_USER\","
                + "\"parts\":[{\"text\":\"" + panel.question() + "\"}]},\"metadata\":{\"verbosity\":\"verbose\"}}");
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(HttpRequest
                    .newBuilder(URI.create("http://127.0.0.1:" + port + "/a2a")).header("A2A-Version", "1.0")
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(message)).build(), BodyHandlers.ofString());
            JsonObjectReader task = JsonObjectReader.root("the answer", JsonText.read(answer.body().strip()))
                    .object("result").object("task");
            String state = task.object("status").text("state");
            if (!state.equals("TASK_STATE_COMPLETED")) {
                throw new IOException("the task must be completed, but is " + state);
            }
            return task.text("id");
        }
    }

    private void measure(int repetitions, Consumer<String> out) throws IOException {
        Map<StreamKind, List<Double>> micros = new EnumMap<>(StreamKind.class);
        Map<StreamKind, Long> events = new EnumMap<>(StreamKind.class);
        StreamKind[] kinds = StreamKind.values();
        for (int i = 0; i < WARM_UP + repetitions; i++) {
            for (int turn = 0; turn < kinds.length; turn++) {
                StreamKind kind = kinds[(i + turn) % kinds.length]; // Each is the first equally often.
                StreamReading reading = read(kind);
                events.put(kind, reading.events());
                if (i >= WARM_UP) {
                    micros.computeIfAbsent(kind, _ -> new ArrayList<>()).add(reading.micros());
                }
            }
        }
        out.accept(repetitions + " streams of each kind, us per event: median (least to most)");
        double own = MedianRange.of(micros.getOrDefault(StreamKind.DISCOVERIES, List.of())).median();
        micros.forEach((kind, all) -> {
            MedianRange range = MedianRange.of(all);
            out.accept(String.format(Locale.ROOT, "%-11s %,6d events  %s  ratio %.2f", kind, events.get(kind), range,
                    range.median() / own));
        });
    }

    /** Reads one stream on a connection of its own, whose opening does not count. */
    private StreamReading read(StreamKind kind) throws IOException {
        StreamParser parser = new StreamParser();
        try (SocketChannel channel = StreamClients.open(port, 0)) {
            ByteBuffer request = request(kind);
            long begin = System.nanoTime();
            StreamClients.send(channel, request);
            while (!parser.isEnded() && (kind != StreamKind.DISCOVERIES || parser.ids().count() < discoveries)) {
                if (channel.read(buffer.clear()) < 0) {
                    throw new IOException("the stream of " + kind + " broke off");
                }
                var _ = parser.read(buffer.flip());
            }
            long events = parser.ids().count();
            if (events == 0 || parser.isCut()) {
                throw new IOException("the stream of " + kind + " had " + events + " events");
            }
            return new StreamReading((System.nanoTime() - begin) / NANOS_A_MICRO / events, events);
        }
    }

    private ByteBuffer request(StreamKind kind) {
        return switch (kind) {
            case DISCOVERIES -> StreamParser.request(port, "/v1/signals/events?pattern=discovery&after=0");
            case EVENTS -> StreamParser.request(port, "/v1/solves/" + run + "/events");
            case A2A_1_0 -> subscription("1.0", "SubscribeToTask");
            case A2A_0_3 -> subscription("0.3", "tasks/resubscribe");
        };
    }

    /** The request for the events of the task after number 0, which are all. */
    private ByteBuffer subscription(String version, String method) {
        String body = RPC.formatted(method, "{\"id\":\"" + run + "\"}");
        return ByteBuffer.wrap(("POST /a2a HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nA2A-Version: " + version
                + "\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nLast-Event-ID: 0\r\n"
                + "Content-Length: " + body.length() + "\r\n\r\n" + body).getBytes(StandardCharsets.US_ASCII));
    }
}
