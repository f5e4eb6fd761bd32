package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import dev.waggle.connect.mcp.SdkJson;
import dev.waggle.connect.mcp.admission.RequestAdmission;
import dev.waggle.signal.world.World;
import io.modelcontextprotocol.spec.HttpHeaders;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Filter before the library's servlet. Checks the path, the admission, the form and length of the body, and
 * open sessions in {@link HttpSessionRegistry}. Handles cancellations of calls, which the servlet does not support.
 */
final class HttpRequestFilter extends HttpFilter {

    /** The only path that is served. */
    static final String PATH = "/mcp";

    /** Request attribute in which the servlet's extractor finds the id of a request. */
    static final String REQUEST_ID = "waggle.request";

    /** Request attribute in which the servlet's extractor finds the account of a request. */
    static final String ACCOUNT = "waggle.account";

    private static final long serialVersionUID = 1L;

    private static final String JSON = "application/json";
    private static final Pattern JSON_TYPE = Pattern.compile(
            "application/json\\s*(;\\s*charset\\s*=\\s*\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);
    private static final String OVER = "that session is over\nMaybe initialize again.";

    private final transient RequestAdmission admission;
    private final transient MessageParser messages;
    private final transient HttpSessionRegistry sessions;
    private final transient CallRegistry calls;
    private final transient RequestRules rules;
    private final transient World world;

    HttpRequestFilter(RequestAdmission admission, MessageParser messages, RequestRules rules, CallRegistry calls,
            HttpSessionRegistry sessions, World world) {
        this.rules = rules;
        this.world = world;
        this.admission = admission;
        this.messages = messages;
        this.sessions = sessions;
        this.calls = calls;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain servlet)
            throws IOException, ServletException {
        switch (admission.decide(request)) {
            case RequestAdmission.Refusal(int status, String reason) -> {
                if (status == HttpServletResponse.SC_UNAUTHORIZED) {
                    response.setHeader("WWW-Authenticate", "Bearer");
                }
                refuse(response, status, reason);
            }
            case RequestAdmission.Admitted admitted -> admitted(admitted, request, response, servlet);
        }
    }

    private void admitted(RequestAdmission.Admitted admitted, HttpServletRequest request, HttpServletResponse response,
            FilterChain servlet) throws IOException, ServletException {
        letPagesRead(request, response);
        if (!request.getRequestURI().equals(PATH)) {
            refuse(response, HttpServletResponse.SC_NOT_FOUND, "there is nothing here\nMaybe " + PATH + "?");
            return;
        }
        switch (request.getMethod()) {
            case "POST" -> post(admitted, request, response, servlet);
            case "DELETE" -> delete(request, response, servlet);
            case "OPTIONS" -> response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            default -> {
                // A stream of a GET would carry nothing: the server sends nothing that no call asked for.
                response.setHeader("Allow", "POST, DELETE, OPTIONS");
                refuse(response, HttpServletResponse.SC_METHOD_NOT_ALLOWED, "the method must be POST or DELETE");
            }
        }
    }

    private void post(RequestAdmission.Admitted admitted, HttpServletRequest request, HttpServletResponse response,
            FilterChain servlet) throws IOException, ServletException {
        Optional<RequestAdmission.Refusal> refusal = refusalOfForm(request);
        if (refusal.isPresent()) {
            refuse(response, refusal.get().status(), refusal.get().reason());
            return;
        }
        try {
            RequestBody.requireSize(request.getContentLengthLong());
            byte[] body = RequestBody.read(request.getInputStream(), world);
            message(admitted, messages.read(body), new BufferedRequest(request, body), response, servlet);
        } catch (RequestBody.RefusalException bad) {
            response.setHeader("Connection", "close"); // The rest of the body is not read.
            refuse(response, bad.status(), String.valueOf(bad.getMessage()));
        } catch (InvalidMessageException bad) {
            send(response, HttpServletResponse.SC_BAD_REQUEST, bad.answer());
        }
    }

    /** Error of the headers of a message. */
    private static Optional<RequestAdmission.Refusal> refusalOfForm(HttpServletRequest request) {
        if (!accepts(request, JSON) || !accepts(request, "text/event-stream")) {
            return Optional.of(new RequestAdmission.Refusal(HttpServletResponse.SC_NOT_ACCEPTABLE,
                    "the header Accept must name application/json and text/event-stream"));
        }
        String type = request.getContentType();
        if (type == null || !JSON_TYPE.matcher(type).matches()) {
            return Optional.of(new RequestAdmission.Refusal(HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
                    "the header Content-Type must be application/json, in UTF-8"));
        }
        return request.getHeader("Content-Encoding") == null ? Optional.empty()
                : Optional.of(new RequestAdmission.Refusal(HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE,
                        "the body must not be compressed\nMaybe leave Content-Encoding out."));
    }

    private void message(RequestAdmission.Admitted admitted, Optional<JSONRPCMessage> read, HttpServletRequest request,
            HttpServletResponse response, FilterChain servlet) throws IOException, ServletException {
        JSONRPCMessage message = read.orElse(null);
        if (message instanceof JSONRPCRequest first && McpSchema.METHOD_INITIALIZE.equals(first.method())) {
            if (isKept(first, response)) {
                initialize(request, response, servlet);
            }
            return;
        }
        String session = open(request, response);
        if (session == null) {
            return;
        }
        try {
            if (message instanceof JSONRPCRequest rpc) {
                if (isKept(rpc, response)) {
                    request.setAttribute(REQUEST_ID, rpc.id());
                    request.setAttribute(ACCOUNT, admitted.account());
                    if (McpSchema.METHOD_TOOLS_CALL.equals(rpc.method())) {
                        admitted.onToolCall().run();
                    }
                    forward(session, request, response, servlet);
                }
            } else {
                // The library would answer some notifications with requests of its own, and others with an error.
                Object cancelled = message == null ? null : MessageParser.cancelled(message);
                if (cancelled != null) {
                    calls.cancel(new CallId(session, cancelled));
                }
                response.setStatus(HttpServletResponse.SC_ACCEPTED);
            }
        } finally {
            sessions.leave(session);
        }
    }

    /** True if the request keeps the rules; else it is answered. */
    private boolean isKept(JSONRPCRequest request, HttpServletResponse response) throws IOException {
        Optional<RequestRules.BrokenRule> broken = rules.brokenBy(request);
        if (broken.isPresent()) {
            send(response, HttpServletResponse.SC_OK, RpcError.of(broken.get().code(), broken.get().reason(),
                    SdkJson.read(request.id())));
        }
        return broken.isEmpty();
    }

    private void forward(String session, HttpServletRequest request, HttpServletResponse response,
            FilterChain servlet) throws IOException, ServletException {
        LibraryResponse answer = new LibraryResponse(response);
        servlet.doFilter(request, answer);
        if (answer.failure().isEmpty()) {
            return;
        }
        if (answer.failure().getAsInt() == HttpServletResponse.SC_NOT_FOUND) {
            over(session); // The library drops the session of a client that has vanished.
            refuse(response, HttpServletResponse.SC_NOT_FOUND, OVER);
        } else {
            refuse(response, answer.failure().getAsInt(), "the message cannot be answered");
        }
    }

    private void initialize(HttpServletRequest request, HttpServletResponse response, FilterChain servlet)
            throws IOException, ServletException {
        boolean room = sessions.reserve();
        if (!room) {
            makeRoom(request, response, servlet);
            room = sessions.reserve();
        }
        if (!room) {
            response.setHeader("Retry-After", String.valueOf(sessions.retryAfter().plusMillis(999).toSeconds()));
            refuse(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, sessions.limits().count()
                    + " sessions are open, which is the most\nMaybe end one: DELETE with its Mcp-Session-Id.");
            return;
        }
        SessionStartResponse answer = new SessionStartResponse(response, sessions);
        try {
            servlet.doFilter(request, answer);
        } finally {
            if (answer.opened().isEmpty()) {
                sessions.releaseReservation();
            }
        }
        if (answer.opened().isEmpty() || answer.failure().isPresent()) {
            if (answer.opened().isPresent()) {
                end(answer.opened().get(), request, response, servlet);
            }
            refuse(response, HttpServletResponse.SC_INTERNAL_SERVER_ERROR, "the session cannot be started");
        }
    }

    /** Ends a session that no request uses as its client would have done. */
    private void makeRoom(HttpServletRequest request, HttpServletResponse response, FilterChain servlet)
            throws IOException, ServletException {
        Optional<String> idle = sessions.evict();
        if (idle.isPresent()) {
            end(idle.get(), request, response, servlet);
        }
    }

    private void end(String session, HttpServletRequest request, HttpServletResponse response, FilterChain servlet)
            throws IOException, ServletException {
        servlet.doFilter(new SessionEndRequest(request, session), new DiscardedResponse(response));
        over(session);
    }

    /** True if the client accepts that type. */
    private static boolean accepts(HttpServletRequest request, String type) {
        String accept = request.getHeader("Accept");
        return accept != null && accept.toLowerCase(Locale.ROOT).contains(type);
    }

    private void delete(HttpServletRequest request, HttpServletResponse response, FilterChain servlet)
            throws IOException, ServletException {
        String session = open(request, response);
        if (session != null) {
            servlet.doFilter(request, new LibraryResponse(response));
            over(session);
        }
    }

    private void over(String session) {
        sessions.close(session);
        calls.cancelSession(session);
    }

    /** Its session, of which a request has begun; {@code null} when there is none, and then it is answered. */
    private @Nullable String open(HttpServletRequest request, HttpServletResponse response) throws IOException {
        List<String> named = Collections.list(request.getHeaders(HttpHeaders.MCP_SESSION_ID));
        List<String> versions = Collections.list(request.getHeaders(HttpHeaders.PROTOCOL_VERSION));
        if (named.size() != 1 || named.getFirst().isBlank()) {
            refuse(response, HttpServletResponse.SC_BAD_REQUEST, "the header " + HttpHeaders.MCP_SESSION_ID
                    + (named.size() > 1 ? " is there twice"
                            : " is missing\nMaybe initialize first: the answer has it."));
        } else if (versions.size() > 1 || !RequestRules.VERSIONS.containsAll(versions)) {
            refuse(response, HttpServletResponse.SC_BAD_REQUEST, "the header " + HttpHeaders.PROTOCOL_VERSION
                    + " must be the version that initialize agreed on\nMaybe one of: "
                    + String.join(", ", RequestRules.VERSIONS) + ".");
        } else if (!sessions.enter(named.getFirst())) {
            refuse(response, HttpServletResponse.SC_NOT_FOUND, OVER);
        } else {
            return named.getFirst();
        }
        return null;
    }

    /** Sets the CORS headers; without them a browser withholds the answer from the page. */
    private static void letPagesRead(HttpServletRequest request, HttpServletResponse response) {
        String origin = request.getHeader("Origin");
        if (origin != null) {
            response.setHeader("Access-Control-Allow-Origin", origin);
            response.setHeader("Vary", "Origin");
            response.setHeader("Access-Control-Expose-Headers", HttpHeaders.MCP_SESSION_ID);
            response.setHeader("Access-Control-Allow-Methods", "POST, DELETE");
            response.setHeader("Access-Control-Allow-Headers",
                    "Authorization, Content-Type, Accept, Mcp-Session-Id, Mcp-Protocol-Version");
        }
    }

    private static void refuse(HttpServletResponse response, int status, String reason) throws IOException {
        send(response, status, RpcError.of(RpcError.NO_MESSAGE, reason));
    }

    private static void send(HttpServletResponse response, int status, String json) throws IOException {
        response.setStatus(status);
        response.setContentType(JSON);
        response.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Gate of " + admission;
    }

    /** The end of a session, on request of the host. */
    private static final class SessionEndRequest extends HttpServletRequestWrapper {

        private final String session;

        private SessionEndRequest(HttpServletRequest request, String session) {
            super(request);
            this.session = session;
        }

        @Override
        public String getMethod() {
            return "DELETE";
        }

        @Override
        public @Nullable String getHeader(String name) {
            return name.equalsIgnoreCase(HttpHeaders.MCP_SESSION_ID) ? session : super.getHeader(name);
        }
    }

    /** The answer to a message that is no request. */
    private static final class DiscardedResponse extends HttpServletResponseWrapper {

        private DiscardedResponse(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void setStatus(int status) {
            // Discarded.
        }

        @Override
        public void sendError(int status) {
            // Discarded.
        }

        @Override
        public void sendError(int status, String message) {
            // Discarded.
        }

        @Override
        public PrintWriter getWriter() {
            return new PrintWriter(Writer.nullWriter());
        }
    }
}
