package dev.waggle.connect.a2a.client;

import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import dev.waggle.connect.a2a.client.AgentCredential.HeaderField;
import dev.waggle.connect.a2a.codec.A2aCodec;
import dev.waggle.connect.a2a.codec.RpcRequest;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.trace.TraceSpan;
import org.jspecify.annotations.Nullable;

/**
 * Endpoint of a remote agent, as its card describes it.
 *
 * @param url address of the requests, of the origin that the user named
 * @param tenant the tenant that requests state, if any
 * @param isStreaming true if the agent sends events while it works
 * @param header the header with the token, if one is sent
 */
record AgentEndpoint(WebAddress url, A2aVersion version, @Nullable String tenant, boolean isStreaming,
        Optional<HeaderField> header) {

    static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";

    A2aCodec codec() {
        return A2aCodec.of(version);
    }

    /** The same endpoint, asked without streams. */
    AgentEndpoint withoutStreams() {
        return new AgentEndpoint(url, version, tenant, false, header);
    }

    /** HTTP message of a request, with the trace context of the current span. */
    HttpRequest.Builder message(long id, A2aRequest request, boolean isStream) {
        JsonValue.Obj parameters = codec().parameters(request);
        JsonValue.Obj params = tenant == null
                ? parameters
                : new JsonObjectBuilder().with("tenant", tenant).withAll(parameters).json();
        String body = JsonLine.of(RpcRequest.of(id, codec().method(request), params).json());
        HttpRequest.Builder message = HttpRequest.newBuilder(url.uri()).header("Content-Type", JSON)
                .header("Accept", isStream ? EVENTS : JSON).header(A2aVersion.HEADER, version.number())
                .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        header.ifPresent(field -> message.header(field.name(), field.value()));
        TraceSpan.current().headers().forEach(message::header);
        return message;
    }
}
