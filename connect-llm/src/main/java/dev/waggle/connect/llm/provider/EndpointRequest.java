package dev.waggle.connect.llm.provider;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import dev.langchain4j.http.client.HttpRequest;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Request as an endpoint wants it: the library's request with own headers, query parameters and fields, and with the
 * key in its header.
 *
 * <p>A field of {@code extraBody} goes before ours, objects are merged field by field, and null omits ours. Model,
 * conversation and streaming stay ours.
 */
final class EndpointRequest implements UnaryOperator<HttpRequest> {

    private final ProviderConfig provider;
    private final @Nullable ApiKey key;

    EndpointRequest(ProviderConfig provider, @Nullable ApiKey key) {
        this.provider = provider;
        this.key = key;
    }

    @Override
    public HttpRequest apply(HttpRequest request) {
        return HttpRequest.builder().method(request.method()).url(url(request.url())).headers(headers(request))
                .body(body(request.body())).build();
    }

    private String url(String url) {
        List<String> parameters = new ArrayList<>();
        String version = provider.endpoint().azure().apiVersion();
        if (provider.kind() == ProviderConfig.Kind.AZURE && version != null) {
            parameters.add("api-version=" + version);
        }
        provider.endpoint().query()
                .forEach((name, value) -> parameters.add(encoded(name) + "=" + encoded(value.text())));
        return parameters.isEmpty() ? url : url + (url.indexOf('?') < 0 ? "?" : "&") + String.join("&", parameters);
    }

    private Map<String, List<String>> headers(HttpRequest request) {
        Map<String, List<String>> headers = new LinkedHashMap<>(request.headers());
        String changed = provider.changedKeyHeader();
        if (changed != null) {
            remove(headers, provider.kind().keyHeader());
        }
        if (key != null && (changed != null || provider.kind() == ProviderConfig.Kind.OLLAMA)) {
            // The library has no key for Ollama; gateways before it take the usual header.
            String header = changed == null ? provider.kind().keyHeader() : changed;
            remove(headers, header);
            headers.put(header, List.of(changed == null ? "Bearer " + key.reveal() : key.reveal()));
        }
        provider.endpoint().headers().forEach((name, value) -> {
            remove(headers, name);
            headers.put(name, List.of(value.text()));
        });
        return headers;
    }

    private static void remove(Map<String, List<String>> headers, String name) {
        headers.keySet().removeIf(name::equalsIgnoreCase);
    }

    private @Nullable String body(@Nullable String body) {
        JsonValue.Obj extra = provider.settings().extraBody();
        if (body == null || extra.fields().isEmpty()) {
            return body;
        }
        return JsonText.read(body) instanceof JsonValue.Obj ours
                ? JsonText.write(merged(ours, withoutOwned(extra)))
                : body;
    }

    private static JsonValue.Obj withoutOwned(JsonValue.Obj extra) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(extra.fields());
        ModelSettings.OWNED_FIELDS.forEach(fields::remove);
        return new JsonValue.Obj(fields);
    }

    /** A depth beyond that of a file cannot come: the reader of the file limits it. */
    private static JsonValue.Obj merged(JsonValue.Obj ours, JsonValue.Obj theirs) {
        Map<String, JsonValue> fields = new LinkedHashMap<>(ours.fields());
        theirs.fields().forEach((name, value) -> {
            if (value instanceof JsonValue.Null) {
                fields.remove(name);
            } else if (value instanceof JsonValue.Obj object && fields.get(name) instanceof JsonValue.Obj own) {
                fields.put(name, merged(own, object));
            } else {
                fields.put(name, value);
            }
        });
        return new JsonValue.Obj(fields);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
