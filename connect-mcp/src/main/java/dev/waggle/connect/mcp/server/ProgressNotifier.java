package dev.waggle.connect.mcp.server;

import java.lang.System.Logger.Level;

import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;

/** Notifier of progress to the requesting client, by the token of its request. */
final class ProgressNotifier implements ProgressReporter {

    private static final System.Logger LOG = System.getLogger(ProgressNotifier.class.getName());

    private final McpAsyncServerExchange exchange;
    private final Object token;

    private ProgressNotifier(McpAsyncServerExchange exchange, Object token) {
        this.exchange = exchange;
        this.token = token;
    }

    /** As the request asks; a token is a text or a number. */
    static ProgressReporter of(McpAsyncServerExchange exchange, CallToolRequest request) {
        Object token = request.progressToken();
        return token instanceof String || token instanceof Number ? new ProgressNotifier(exchange, token) : NONE;
    }

    @Override
    public void report(long step, String message) {
        try {
            exchange.progressNotification(new ProgressNotification(token, (double) step, null, message, null))
                    .subscribe(sent -> {}, gone -> LOG.log(Level.DEBUG, "progress was not delivered", gone));
        } catch (RuntimeException gone) {
            LOG.log(Level.DEBUG, "progress was not delivered", gone);
        }
    }
}
