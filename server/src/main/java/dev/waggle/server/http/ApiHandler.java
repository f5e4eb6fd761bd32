package dev.waggle.server.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;

import dev.waggle.journal.JsonText;
import dev.waggle.server.access.AccessGate;
import dev.waggle.server.access.AccessGate.AccessRefusedException;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.RequestHead;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.runlog.DamagedLogException;
import dev.waggle.swarm.runlog.ReplayDivergedException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.URIUtil;
import org.jspecify.annotations.Nullable;

/** Serves operations. Every refusal is a problem document, and every failure of ours one without its cause. */
final class ApiHandler extends Handler.Abstract {

    private static final System.Logger LOG = System.getLogger(ApiHandler.class.getName());

    private final RouteTable routes;
    private final AccessGate gate;
    private final RequestReader reader;
    private final RequestCounter counter;
    private final RequestDrain drain;

    ApiHandler(List<Operation> operations, AccessGate gate, RequestCounter counter, RequestDrain drain, World world) {
        this.routes = new RouteTable(operations);
        this.gate = gate;
        this.counter = counter;
        this.drain = drain;
        this.reader = new RequestReader(world);
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        ResponseWriter writer = new ResponseWriter(request, response, callback);
        try (RequestDrain.WaitingRequest waiting = drain.enter()) {
            writer.onAnswered(waiting::close);
            answered(request, writer);
        } catch (ProblemException ending) {
            writer.problem(ending.problem());
        }
        return true;
    }

    private void answered(Request request, ResponseWriter writer) {
        try {
            answer(request, writer);
        } catch (AccessRefusedException refused) {
            writer.problem(withHeaders(Problem.of(refused.status(), refused.getMessage()), refused.headers()));
        } catch (ProblemException refused) {
            writer.problem(refused.problem());
        } catch (IllegalArgumentException refused) {
            writer.problem(Problem.of(400, refused.getMessage()));
        } catch (DamagedLogException | ReplayDivergedException unreadable) {
            writer.problem(Problem.of(422, unreadable.getMessage()));
        } catch (UncheckedIOException | IOException failed) {
            LOG.log(Level.WARNING, "a request failed: " + failed.getMessage());
            writer.failed(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            writer.problem(Problem.of(503, "the server ends\nMaybe try again."));
        } catch (RuntimeException | Error failed) {
            LOG.log(Level.ERROR, "a request failed", failed);
            writer.failed(failed);
        }
    }

    private void answer(Request request, ResponseWriter writer) throws IOException, InterruptedException {
        RequestHead head = head(request);
        RouteTable.@Nullable Match match = routes.match(segments(request));
        if (match == null) {
            try (Ended _ = admit(head, null, writer)) {
                throw ProblemException.of(404, "there is nothing at this path\nMaybe see /v1/openapi.json.");
            }
        }
        boolean isHead = HttpMethod.HEAD.is(request.getMethod());
        Operation operation = operation(match, isHead ? "GET" : request.getMethod());
        if (operation == null) {
            try (Ended _ = admit(head, null, writer)) {
                methods(match, request, writer);
            }
            return;
        }
        Ended admission = admit(head.withOperation(operation.id()), operation.scope(), writer);
        writer.onEnd(admission::close);
        String run = match.parameters(operation).get("run");
        if (!operation.isPrivate()) {
            writer.onAnswer(status -> admission.admission().audit().answered(status, run));
        }
        counter.started(operation);
        ApiCall call = new ApiCall(admission.admission().caller(), match.parameters(operation),
                reader.query(request, operation), Objects.requireNonNullElse(request.getHttpURI().getQuery(), ""),
                reader.headers(head, operation), reader.content(request, head, operation));
        writer.answer(operation.handler().answer(call));
    }

    /** An admission that ends once. */
    private record Ended(AccessGate.Admission admission) implements AutoCloseable {

        @Override
        public void close() {
            admission.end().run();
        }
    }

    private Ended admit(RequestHead head, @Nullable AccessScope scope,
            ResponseWriter writer) {
        AccessGate.Admission admission = gate.admit(head, scope);
        admission.headers().forEach(writer::header);
        return new Ended(admission);
    }

    private static void methods(RouteTable.Match match, Request request, ResponseWriter writer) {
        String allowed = new TreeSet<>(match.operations().keySet()).stream().map(Enum::name)
                .collect(Collectors.joining(", "));
        if (HttpMethod.OPTIONS.is(request.getMethod())) {
            writer.header("Allow", allowed);
            writer.answer(ApiAnswer.empty());
            return;
        }
        throw new ProblemException(
                Problem.of(405, "the method " + printable(request.getMethod()) + " is not known here\nMaybe one of "
                        + allowed + '.').withHeader("Allow", allowed));
    }

    private static @Nullable Operation operation(RouteTable.Match match, String method) {
        for (Map.Entry<HttpVerb, Operation> known : match.operations().entrySet()) {
            if (known.getKey().name().equals(method)) {
                return known.getValue();
            }
        }
        return null;
    }

    private static Problem withHeaders(Problem problem, Map<String, String> headers) {
        Problem full = problem;
        for (Map.Entry<String, String> header : headers.entrySet()) {
            full = full.withHeader(header.getKey(), header.getValue());
        }
        return full;
    }

    private static RequestHead head(Request request) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (HttpField field : request.getHeaders()) {
            headers.computeIfAbsent(field.getLowerCaseName(), _ -> new ArrayList<>())
                    .add(Objects.requireNonNullElse(field.getValue(), ""));
        }
        boolean isSocket = request.getConnectionMetaData().getConnector() instanceof UnixDomainServerConnector;
        return new RequestHead(request.getMethod(), String.valueOf(request.getHttpURI().getPath()), null, isSocket,
                Request.getRemoteAddr(request), headers);
    }

    /** The segments of the path, decoded. */
    private static List<String> segments(Request request) {
        String path = request.getHttpURI().getPath();
        if (path == null || !path.startsWith("/")) {
            throw ProblemException.of(404, "there is nothing at this path");
        }
        List<String> segments = new ArrayList<>();
        for (String segment : path.substring(1).split("/", -1)) {
            if (segment.indexOf(';') >= 0) {
                throw ProblemException.of(400, "a path has no parameters after a semicolon\nMaybe write %3B for one.");
            }
            String decoded;
            try {
                decoded = URIUtil.decodePath(segment);
            } catch (IllegalArgumentException broken) {
                throw ProblemException.of(400, "the path cannot be decoded");
            }
            if (decoded.equals(".") || decoded.equals("..") || decoded.chars().anyMatch(it -> it < ' ' || it == '/')) {
                throw ProblemException.of(400, "the path holds a segment that is none");
            }
            segments.add(decoded);
        }
        return segments;
    }

    private static String printable(String method) {
        String upper = method.toUpperCase(Locale.ROOT);
        return upper.matches("[A-Z]{1,20}") ? upper : "of this request";
    }

    /** Writes the answer to one request. */
    private static final class ResponseWriter {

        private final Request request;
        private final Response response;
        private final Callback callback;
        private Runnable end = () -> {
        };
        private IntConsumer observer = _ -> {
        };
        private Runnable answered = () -> {
        };
        private boolean isStarted;

        private ResponseWriter(Request request, Response response, Callback callback) {
            this.request = request;
            this.response = response;
            this.callback = callback;
        }

        private void onEnd(Runnable action) {
            end = action;
        }

        private void onAnswer(IntConsumer action) {
            observer = action;
        }

        private void onAnswered(Runnable action) {
            answered = action;
        }

        /** Marks the answer as begun, so that no other follows. */
        private void begin() {
            if (!isStarted) {
                isStarted = true;
                try {
                    observer.accept(response.getStatus());
                } finally {
                    answered.run();
                }
            }
        }

        private void header(String name, String value) {
            response.getHeaders().put(name, value);
        }

        private void answer(ApiAnswer answer) {
            header("Cache-Control", "no-store");
            header("X-Content-Type-Options", "nosniff");
            switch (answer) {
                case ApiAnswer.Json json -> json(json);
                case ApiAnswer.Text(String type, String body) -> send(200, type, body);
                case ApiAnswer.Page(String type, String body, var headers) -> {
                    headers.forEach(header -> header(header.name(), header.value()));
                    send(200, type, body);
                }
                case ApiAnswer.Asset asset -> asset(asset);
                case ApiAnswer.Empty(int status) -> {
                    response.setStatus(status);
                    finish(ByteBuffer.allocate(0));
                }
                case ApiAnswer.Written(String type, ApiAnswer.BodyWriter body) -> written(type, body);
                case ApiAnswer.Events(var feed) -> {
                    response.setStatus(200);
                    header("Content-Type", AnswerForm.EVENTS);
                    header("X-Accel-Buffering", "no");
                    begin();
                    Callback ended = Callback.from(callback, end);
                    if (HttpMethod.HEAD.is(request.getMethod())) {
                        ResponseFeed.endBeforeBody(response, feed, ended);
                    } else {
                        ResponseFeed.start(request, response, feed, ended);
                    }
                }
            }
        }

        private void asset(ApiAnswer.Asset asset) {
            response.setStatus(200);
            header("Content-Type", asset.type());
            header("Cache-Control", "public, max-age=31536000, immutable");
            header("Vary", "Accept-Encoding");
            if (asset.isCompressed()) {
                header("Content-Encoding", "gzip");
            }
            finish(asset.body().duplicate());
        }

        private void json(ApiAnswer.Json json) {
            json.headers().forEach(header -> header(header.name(), header.value()));
            if (json.etag() != null) {
                header("ETag", '"' + json.etag() + '"');
                header("Cache-Control", "private, no-cache");
                if (ContentTag.isNamed(json.etag(), request.getHeaders().getValuesList(HttpHeader.IF_NONE_MATCH))) {
                    response.setStatus(304);
                    finish(ByteBuffer.allocate(0));
                    return;
                }
            }
            send(json.status(), AnswerForm.JSON, JsonText.write(json.body()));
        }

        private void written(String type, ApiAnswer.BodyWriter body) {
            response.setStatus(200);
            header("Content-Type", type);
            begin();
            try (var out = Content.Sink.asOutputStream(response)) {
                body.writeTo(out);
            } catch (IOException | RuntimeException failed) {
                end.run();
                callback.failed(failed); // The client sees a broken answer, not a short one.
                return;
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                end.run();
                callback.failed(stopped);
                return;
            }
            end.run();
            callback.succeeded();
        }

        private void problem(Problem problem) {
            if (isStarted) {
                end.run();
                callback.failed(new ProblemException(problem));
                return;
            }
            problem.headers().forEach(header -> header(header.name(), header.value()));
            header("Cache-Control", "no-store");
            send(problem.status(), Problem.TYPE, JsonText.write(problem.json()));
        }

        private void failed(Throwable failed) {
            boolean isFull = failed instanceof UncheckedIOException || failed instanceof IOException;
            problem(isFull
                    ? Problem.of(503, "the folder could not be read or written: " + failed.getMessage()
                            + "\nMaybe free space on the disk, and try again.")
                    : Problem.of(500, "the server failed\nMaybe see its log."));
        }

        private void send(int status, String type, String body) {
            response.setStatus(status);
            header("Content-Type", type);
            finish(ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)));
        }

        private void finish(ByteBuffer body) {
            begin();
            if (!request.consumeAvailable() || HttpMethod.CONNECT.is(request.getMethod())) {
                header("Connection", "close"); // The rest of the body is not read, and no tunnel begins.
            }
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.remaining());
            response.write(true, HttpMethod.HEAD.is(request.getMethod()) ? ByteBuffer.allocate(0) : body,
                    Callback.from(callback, end));
        }
    }
}
