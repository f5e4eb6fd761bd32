package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

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
 * Filter before the library's servlet. Checks the path, {@link HttpAdmission}, the form and length of the body, and
 * open sessions in {@link HttpSessionRegistry}. Handles cancellations of calls, which the servlet does not support.
 */
final class HttpRequestFilter extends HttpFilter {

    /** The only path that is served. */
    static final String PATH = "/mcp";

    /** Request attribute in which the servlet's extractor finds the id of a request. */
    static final String REQUEST_ID = "waggle.request";

    private static final long serialVersionUID = 1L;

    private final transient HttpEndpoint place;
    private final transient HttpAdmission admission;
    private final transient MessageParser messages;
    private final transient HttpSessionRegistry sessions;
    private final transient CallRegistry calls;

    HttpRequestFilter(HttpEndpoint place, MessageParser messages, HttpSessionRegistry sessions, CallRegistry calls) {
        this.place = place;
        this.admission = new HttpAdmission(place);
        this.messages = messages;
        this.sessions = sessions;
        this.calls = calls;
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain servlet)
            throws IOException, ServletException {
        Optional<HttpAdmission.Refusal> refusal = admission.refusal(request);
        if (refusal.isPresent()) {
            if (refusal.get().status() == HttpServletResponse.SC_UNAUTHORIZED) {
                response.setHeader("WWW-Authenticate", "Bearer");
            }
            refuse(response, refusal.get().status(), refusal.get().reason());
            return;
        }
        letPagesRead(request, response);
        if (!request.getRequestURI().equals(PATH)) {
            refuse(response, HttpServletResponse.SC_NOT_FOUND, "there is nothing here\nMaybe " + PATH + "?");
            return;
        }
        switch (request.getMethod()) {
            case "POST" -> post(request, response, servlet);
            case "GET" -> get(request, response, servlet);
            case "DELETE" -> delete(request, response, servlet);
            case "OPTIONS" -> response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            default -> {
                response.setHeader("Allow", "POST, GET, DELETE, OPTIONS");
                refuse(response, HttpServletResponse.SC_METHOD_NOT_ALLOWED,
                        "the method must be POST, GET or DELETE, got " + request.getMethod());
            }
        }
    }

    private void post(HttpServletRequest request, HttpServletResponse response, FilterChain servlet)
            throws IOException, ServletException {
        if (!accepts(request, "application/json") || !accepts(request, "text/event-stream")) {
            refuse(response, HttpServletResponse.SC_NOT_ACCEPTABLE,
                    "the header Accept must name application/json and text/event-stream");
            return;
        }
        byte[] body = request.getInputStream().readNBytes(MessageParser.MAX_BYTES + 1);
        if (body.length > MessageParser.MAX_BYTES) {
            response.setHeader("Connection", "close"); // The rest of the body is not read.
            refuse(response, HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE,
                    "a message must have at most " + MessageParser.MAX_BYTES + " bytes");
            return;
        }
        JSONRPCMessage message;
        try {
            message = messages.read(body);
        } catch (InvalidMessageException bad) {
            send(response, HttpServletResponse.SC_BAD_REQUEST, bad.answer());
            return;
        }
        BufferedRequest next = new BufferedRequest(request, body);
        if (message instanceof JSONRPCRequest first && McpSchema.METHOD_INITIALIZE.equals(first.method())) {
            initialize(next, response, servlet);
        } else if (isOpen(request, response)) {
            Object cancelled = MessageParser.cancelled(message);
            if (cancelled != null) {
                calls.cancel(new CallId(String.valueOf(session(request)), cancelled));
            }
            next.setAttribute(REQUEST_ID, message instanceof JSONRPCRequest rpc ? rpc.id() : null);
            servlet.doFilter(next, response);
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
            refuse(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, HttpSessionRegistry.MAX_SESSIONS
                    + " sessions are open, which is the most\nMaybe end one: DELETE with its Mcp-Session-Id.");
            return;
        }
        String opened = null;
        try {
            servlet.doFilter(request, response);
            opened = response.getHeader(HttpHeaders.MCP_SESSION_ID);
        } finally {
            if (opened == null) {
                sessions.releaseReservation();
            } else {
                sessions.open(opened);
            }
        }
    }

    /** Ends the session that was idle longest as its client would have done. */
    private void makeRoom(HttpServletRequest request, HttpServletResponse response, FilterChain servlet)
            throws IOException, ServletException {
        Optional<String> idle = sessions.longestIdle();
        if (idle.isPresent()) {
            servlet.doFilter(new SessionEndRequest(request, idle.get()), new DiscardedResponse(response));
            over(idle.get());
        }
    }

    private void get(HttpServletRequest request, HttpServletResponse response, FilterChain servlet)
            throws IOException, ServletException {
        if (!accepts(request, "text/event-stream")) {
            refuse(response, HttpServletResponse.SC_NOT_ACCEPTABLE, "the header Accept must name text/event-stream");
        } else if (isOpen(request, response)) {
            servlet.doFilter(request, response);
        }
    }

    /** True if the client accepts that type. */
    private static boolean accepts(HttpServletRequest request, String type) {
        String accept = request.getHeader("Accept");
        return accept != null && accept.toLowerCase(Locale.ROOT).contains(type);
    }

    private void delete(HttpServletRequest request, HttpServletResponse response, FilterChain servlet)
            throws IOException, ServletException {
        if (isOpen(request, response)) {
            servlet.doFilter(request, response);
            over(String.valueOf(session(request)));
        }
    }

    private void over(String session) {
        sessions.close(session);
        calls.cancelSession(session);
    }

    /** True if its session is open. */
    private boolean isOpen(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String session = session(request);
        if (session == null || session.isBlank()) {
            refuse(response, HttpServletResponse.SC_BAD_REQUEST, "the header " + HttpHeaders.MCP_SESSION_ID
                    + " is missing\nMaybe initialize first: the answer has it.");
            return false;
        }
        if (sessions.touch(session)) {
            return true;
        }
        refuse(response, HttpServletResponse.SC_NOT_FOUND, "that session is over\nMaybe initialize again.");
        return false;
    }

    private static @Nullable String session(HttpServletRequest request) {
        return request.getHeader(HttpHeaders.MCP_SESSION_ID);
    }

    /** Sets the CORS headers; without them a browser withholds the answer from the page. */
    private static void letPagesRead(HttpServletRequest request, HttpServletResponse response) {
        String origin = request.getHeader("Origin");
        if (origin != null) {
            response.setHeader("Access-Control-Allow-Origin", origin);
            response.setHeader("Vary", "Origin");
            response.setHeader("Access-Control-Expose-Headers", HttpHeaders.MCP_SESSION_ID);
            response.setHeader("Access-Control-Allow-Methods", "POST, GET, DELETE");
            response.setHeader("Access-Control-Allow-Headers",
                    "Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, Mcp-Protocol-Version");
        }
    }

    private static void refuse(HttpServletResponse response, int status, String reason) throws IOException {
        send(response, status, RpcError.of(RpcError.NO_MESSAGE, reason));
    }

    private static void send(HttpServletResponse response, int status, String json) throws IOException {
        response.setStatus(status);
        response.setContentType("application/json");
        response.getOutputStream().write(json.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Gate of " + place;
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
    }
}
