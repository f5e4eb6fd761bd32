package dev.waggle.connect.llm.hostile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;

import dev.waggle.connect.llm.hostile.HostileServer.Reply;
import dev.waggle.signal.harness.HarnessFailure.Kind;

/**
 * Hostile behaviour of a model, with its documented ends.
 *
 * @param name the name in failures
 * @param reply the reply in a format
 * @param ends the kinds of failure that are documented for it; {@code ANSWER} for an answer
 * @param cost how much of the client's time and memory it takes
 */
record HostileBehaviour(String name, Function<HostileWire, Reply> reply, Set<String> ends, Cost cost) {

    static final String ANSWER = "ANSWER";

    /** Secret of the client, which a server may echo. */
    static final String KEY = "sk-live-0123456789abcdef";

    private static final String STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n";
    private static final String CHUNKED = head("Transfer-Encoding: chunked");

    private static final String LIE = "\\u001b]0;owned\\u0007\\u001b[2J\\u202egnp.exe\\u2066\\u0000\\u0085";

    /** Resources that a behaviour takes from its client. */
    enum Cost {
        SMALL,
        /** A body up to the limit. */
        LARGE,
        /** Silence, which ends when the clock moves. */
        SILENT
    }

    @Override
    public String toString() {
        return name;
    }

    static List<HostileBehaviour> all() {
        List<HostileBehaviour> all = new ArrayList<>();
        statuses(all);
        bodies(all);
        cuts(all);
        endless(all);
        structures(all);
        counts(all);
        return all;
    }

    private static void statuses(List<HostileBehaviour> all) {
        for (String wait : List.of("3", "-5", "1000000000", "99999999999999999999", "NaN", "soon", "0x10",
                "Thu, 01 Jan 1970 00:00:00 GMT", "Fri, 31 Dec 9999 23:59:59 GMT")) {
            all.add(small("429 that asks for " + wait, _ -> status("429 Slow", "Retry-After: " + wait + "\r\n",
                    "{\"error\":{\"message\":\"slow " + KEY + "\"}}"), Kind.RATE_LIMITED));
        }
        all.add(small("429 alone", _ -> status("429 Slow", "", ""), Kind.RATE_LIMITED));
        for (String code : List.of("500", "502", "503", "529", "599")) {
            all.add(small(code, _ -> status(code + " x", "", "<html>" + LIE + "</html>"), Kind.OVERLOADED));
        }
        all.add(small("401 with the key", _ -> status("401 x", "", "{\"error\":{\"message\":\"" + KEY + LIE + "\"}}"),
                Kind.AUTHENTICATION));
        all.add(small("404 page", _ -> status("404 x", "Content-Type: text/html\r\n", "<html>" + KEY + "</html>"),
                Kind.UNKNOWN_MODEL));
        all.add(small("400 without end", _ -> line -> line.send("HTTP/1.1 400 x\r\nConnection: close\r\n\r\n")
                .forever("no " + KEY + " "), Kind.BAD_REQUEST));
        all.add(small("204", _ -> line -> line.send("HTTP/1.1 204 No Content\r\n\r\n"), Kind.TRUNCATED));
        all.add(small("a status of 999", _ -> status("999 x", "", ""), Kind.OVERLOADED));
        all.add(small("a status of 0", _ -> status("000 x", "", ""), Kind.BAD_REQUEST, Kind.UNREACHABLE));
        for (String target : List.of("http://127.0.0.2:9/", "/v1/again", "file:///etc/hostname", "", LIE,
                "http://a/" + KEY)) {
            all.add(small("redirect to " + target, _ -> status("302 Found", "Location: " + target + "\r\n", ""),
                    Kind.MALFORMED));
        }
        all.add(small("redirect to nowhere", _ -> status("307 x", "", ""), Kind.MALFORMED));
        all.add(small("101", _ -> status("101 Switching Protocols", "Upgrade: x\r\nConnection: Upgrade\r\n", ""),
                Kind.UNREACHABLE, Kind.BAD_REQUEST, Kind.TRUNCATED));
        all.add(silent("102 without end", _ -> line -> line.forever("HTTP/1.1 102 Processing\r\n\r\n"),
                Kind.UNREACHABLE, Kind.STALLED));
    }

    private static void bodies(List<HostileBehaviour> all) {
        for (String type : List.of("text/html", "application/xml")) {
            all.add(small("a page of " + type, _ -> ok(type, "<x>" + KEY + "</x>"), Kind.MALFORMED));
        }
        all.add(small("a text", _ -> ok("text/plain", "hello " + KEY), Kind.MALFORMED));
        all.add(small("a number", _ -> ok("application/json", "7"), Kind.MALFORMED));
        all.add(small("a whole body", _ -> ok("application/json", "{\"id\":\"x\",\"object\":\"y\"}"), Kind.MALFORMED,
                Kind.TRUNCATED));
        all.add(small("nothing", _ -> ok("application/json", ""), Kind.TRUNCATED));
        for (String type : List.of("image/png", "application/octet-stream", "", "\u0001")) {
            all.add(answered("a stream labelled " + type, wire -> ok(type, wire.whole("fine"))));
        }
        all.add(small("bad UTF-8",
                wire -> line -> line.send(STREAM + wire.begin()).send(new byte[] {(byte) 0xC3, 0x28}),
                Kind.MALFORMED));
        all.add(small("overlong UTF-8", wire -> line -> line.send(STREAM + wire.begin())
                .send(new byte[] {(byte) 0xC0, (byte) 0x80, (byte) 0xED, (byte) 0xA0, (byte) 0x80}), Kind.MALFORMED));
        all.add(small("UTF-16",
                wire -> line -> line.send(STREAM).send(wire.whole("fine").getBytes(StandardCharsets.UTF_16)),
                Kind.MALFORMED));
        all.add(small("a gzip bomb", _ -> line -> line
                .send(head("Content-Encoding: gzip", "Connection: close"))
                .send(bomb()), Kind.MALFORMED));
    }

    /** The head of a stream with more fields. */
    private static String head(String... fields) {
        return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" + String.join("\r\n", fields) + "\r\n\r\n";
    }

    private static void cuts(List<HostileBehaviour> all) {
        all.add(small("no byte", _ -> _ -> {
        }, Kind.UNREACHABLE));
        all.add(small("half a status line", _ -> line -> line.send("HTTP/1.1 2"), Kind.UNREACHABLE));
        all.add(small("half a header", _ -> line -> line.send("HTTP/1.1 200 OK\r\nContent-Ty"), Kind.UNREACHABLE));
        all.add(small("headers only", _ -> line -> line.send(STREAM), Kind.TRUNCATED));
        all.add(small("no HTTP", _ -> line -> line.send("SSH-2.0-OpenSSH_9.6\r\n"), Kind.UNREACHABLE));
        all.add(small("content without end", wire -> line -> line.send(STREAM + wire.begin() + wire.text("half")),
                Kind.TRUNCATED));
        all.add(small("half an event",
                wire -> line -> line.send(STREAM + wire.begin() + wire.text("half") + "data: {\"ch"),
                Kind.TRUNCATED, Kind.MALFORMED));
        all.add(small("less than the length",
                wire -> line -> line.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
                        + wire.begin() + wire.text("half")),
                Kind.TRUNCATED));
        all.add(small("a length below zero", wire -> status("200 OK", "Content-Length: -7\r\n", wire.whole("fine")),
                Kind.UNREACHABLE, Kind.TRUNCATED));
        all.add(small("two lengths",
                wire -> line -> line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\n"
                        + wire.whole("fine")),
                Kind.UNREACHABLE, Kind.TRUNCATED, Kind.MALFORMED));
        all.add(small("a chunk of no number", wire -> line -> line.send(CHUNKED + "zz\r\n" + wire.whole("fine")),
                Kind.TRUNCATED, Kind.UNREACHABLE));
        all.add(small("half a chunk",
                wire -> line -> line.send(CHUNKED + "fffff\r\n" + wire.begin() + wire.text("half")),
                Kind.TRUNCATED));
        all.add(silent("headers that never end in time", _ -> line -> {
            line.send("HTTP/1.1 200 OK\r\n");
            line.silence();
        }, Kind.STALLED));
        all.add(silent("silence", _ -> HostileServer.Connection::silence, Kind.STALLED));
        all.add(silent("silence in the middle", wire -> line -> {
            line.send(STREAM + wire.begin() + wire.text("half"));
            line.silence();
        }, Kind.STALLED));
    }

    private static void endless(List<HostileBehaviour> all) {
        all.add(answered("text without end",
                wire -> line -> line.send(STREAM + wire.begin()).forever(wire.text("and so on "))));
        all.add(answered("one huge piece of text", wire -> line -> line.send(STREAM + wire.begin()
                + wire.text("x".repeat(3_000_000)))));
        all.add(small("calls without end", wire -> line -> {
            line.send(STREAM + wire.begin());
            for (int call = 0;; call++) {
                line.send(wire.call("c" + call, "look" + call, call % 200));
            }
        }, true, Kind.TOO_LARGE));
        all.add(answered("a call with a huge name", wire -> line -> line.send(STREAM + wire.begin()
                + wire.call("c", "n".repeat(1_000_000), 0) + wire.end("9", "5"))));
        all.add(small("headers without end",
                _ -> line -> line.send("HTTP/1.1 200 OK\r\n").forever("X-A: " + "b".repeat(90)
                        + "\r\n"),
                Kind.UNREACHABLE));
        all.add(small("one header without end", _ -> line -> line.send("HTTP/1.1 200 OK\r\nX-A: ").forever("b"),
                Kind.UNREACHABLE));
        all.add(silent("a status line without end", _ -> line -> line.forever("HTTP/1.1 200 O"), Kind.UNREACHABLE,
                Kind.STALLED));
        all.add(large("pings without end", wire -> line -> line.send(STREAM + wire.begin()).forever(wire.ping())));
        all.add(large("a line without end",
                wire -> line -> line.send(STREAM + wire.begin() + "data: {\"a\":\"").forever("x")));
        all.add(large("events of no kind",
                wire -> line -> line.send(STREAM).forever(wire.event("{\"type\":\"new\",\"x\":[1]}"))));
        all.add(large("events after the end", wire -> line -> line.send(STREAM + wire.begin() + wire.text("fine")
                + wire.finish("stop")).forever(wire.event("{\"type\":\"new\"}")), ANSWER, Kind.TOO_LARGE.name()));
    }

    private static void structures(List<HostileBehaviour> all) {
        for (String value : List.of("7", "null", "true", "[]", "{}", "[[]]", "\"\"", "1e400", "{\"text\":[{}]}")) {
            all.add(answered("a text that is " + value,
                    wire -> ok("text/event-stream", wire.begin() + wire.content(value)
                            + wire.end("9", "5"))));
        }
        for (String json : List.of("{}", "[]", "[[],{}]", "{\"choices\":[]}",
                "{\"choices\":7,\"candidates\":7,\"message\":7}",
                "{\"choices\":[7,null,[]],\"candidates\":[7,null,[]],\"message\":[]}", "{\"type\":7}",
                "{\"choices\":[{\"delta\":7}],\"candidates\":[{\"content\":7}]}",
                "{\"a\":1,\"a\":2}",
                "{\"type\":\"content_block_delta\",\"index\":1e9,\"delta\":{\"type\":\"text_delta\",\"text\":\"x\"}}",
                "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":-1},{\"index\":1e9,\"id\":7},7,null]}}]}",
                "{\"type\":\"response.output_item.done\",\"output_index\":-1,\"item\":7}")) {
            all.add(small("an event " + json, wire -> ok("text/event-stream", wire.begin() + wire.event(json)
                    + wire.text("fine") + wire.end("9", "5")), true, Kind.MALFORMED));
        }
        all.add(small("deep JSON", wire -> ok("text/event-stream", wire.begin() + wire.event("[".repeat(100_000)
                + "]".repeat(100_000)) + wire.end("9", "5")), Kind.MALFORMED));
        all.add(small("deep arguments", wire -> ok("text/event-stream", wire.begin() + wire.content("[".repeat(900)
                + "]".repeat(900)) + wire.end("9", "5")), true, Kind.MALFORMED));
        all.add(answered("doubled events", wire -> ok("text/event-stream", (wire.begin() + wire.text("fine")).repeat(2)
                + wire.end("9", "5").repeat(2))));
        all.add(small("the end first",
                wire -> ok("text/event-stream", wire.end("9", "5") + wire.text("late") + wire.begin()),
                true, Kind.TRUNCATED));
        all.add(answered("two reasons to stop", wire -> ok("text/event-stream", wire.begin() + wire.text("fine")
                + wire.finish("stop") + wire.finish("length") + wire.end("9", "5"))));
        all.add(answered("calls with one id", wire -> ok("text/event-stream", wire.begin() + wire.call("c", "a", 0)
                + wire.call("c", "b", 1) + wire.call("c", "c", 2) + wire.end("9", "5"))));
        all.add(answered("calls without a name", wire -> ok("text/event-stream", wire.begin() + wire.call("", "", 0)
                + wire.call("", "", 0) + wire.end("9", "5"))));
        all.add(answered("escapes in its text", wire -> ok("text/event-stream", wire.whole(LIE + KEY))));
        all.add(small("an error with escapes", wire -> ok("text/event-stream", wire.begin() + wire.text("half")
                + wire.error(LIE + KEY)), Kind.OVERLOADED));
        all.add(small("a reason with escapes", wire -> ok("text/event-stream", wire.begin() + wire.text("half")
                + wire.finish(LIE + KEY)), true, Kind.TRUNCATED));
    }

    private static void counts(List<HostileBehaviour> all) {
        for (String count : List.of("-1", "-1e18", "1e18", "1e400", "\"7\"", "null", "0", "1", "0.5", "[]", "true")) {
            all.add(answered("a usage of " + count,
                    wire -> ok("text/event-stream", wire.begin() + wire.text("word ".repeat(200))
                            + wire.end(count, count))));
        }
        all.add(small("a usage of NaN", wire -> ok("text/event-stream", wire.begin() + wire.text("fine")
                + wire.end("NaN", "NaN")), true, Kind.MALFORMED));
    }

    private static HostileBehaviour small(String name, Function<HostileWire, Reply> reply, Kind... ends) {
        return new HostileBehaviour(name, reply, names(ends), Cost.SMALL);
    }

    /** One that some formats answer, and others report. */
    private static HostileBehaviour small(String name, Function<HostileWire, Reply> reply, boolean isAnswered,
            Kind... ends) {
        Set<String> names = new TreeSet<>(names(ends));
        if (isAnswered) {
            names.add(ANSWER);
        }
        return new HostileBehaviour(name, reply, names, Cost.SMALL);
    }

    private static HostileBehaviour answered(String name, Function<HostileWire, Reply> reply) {
        return new HostileBehaviour(name, reply, Set.of(ANSWER), Cost.SMALL);
    }

    private static HostileBehaviour silent(String name, Function<HostileWire, Reply> reply, Kind... ends) {
        return new HostileBehaviour(name, reply, names(ends), Cost.SILENT);
    }

    private static HostileBehaviour large(String name, Function<HostileWire, Reply> reply, String... ends) {
        return new HostileBehaviour(name, reply, ends.length == 0 ? Set.of(Kind.TOO_LARGE.name()) : Set.of(ends),
                Cost.LARGE);
    }

    private static Set<String> names(Kind... kinds) {
        Set<String> names = new TreeSet<>();
        for (Kind kind : kinds) {
            names.add(kind.name());
        }
        return names;
    }

    private static Reply status(String status, String headers, String body) {
        return line -> line.send("HTTP/1.1 " + status + "\r\n" + headers
                + (headers.contains("Content-Length") ? ""
                        : "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n")
                + "Connection: close\r\n\r\n" + body);
    }

    private static Reply ok(String type, String body) {
        return line -> line.send("HTTP/1.1 200 OK\r\n" + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n")
                + "Connection: close\r\n\r\n" + body);
    }

    /** Some kilobytes that would become four megabytes. */
    private static byte[] bomb() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            byte[] block = new byte[1 << 16];
            for (int i = 0; i < 64; i++) {
                zip.write(block);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }
}
