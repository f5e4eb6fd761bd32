package dev.waggle.connect.llm.provider;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/** Messages as an endpoint wants them: with own headers and query parameters, and with the key in its header. */
final class EndpointRequest {

    /** Version of Anthropic's format (docs.anthropic.com, "Versions"). */
    private static final String ANTHROPIC_VERSION = "2023-06-01";

    private final ProviderConfig provider;
    private final @Nullable ApiKey key;

    EndpointRequest(ProviderConfig provider, @Nullable ApiKey key) {
        this.provider = provider;
        this.key = key;
    }

    /**
     * A message with a body.
     *
     * @param path its path below the address of the endpoint, with a slash before it and with its query
     * @param body JSON
     */
    HttpRequest post(String model, String path, String body) {
        return builder(provider.callUrl(model) + path).header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)).build();
    }

    /** A request for the list of models; nothing is paid for it. */
    HttpRequest listOfModels() {
        String url = provider.baseUrl() + switch (provider.kind()) {
            case OPENAI, ANTHROPIC, GEMINI -> "/models";
            case OLLAMA -> "/api/tags";
            // learn.microsoft.com, "Models - List": beside the deployments in the dated form.
            case AZURE -> provider.endpoint().azure().apiVersion() == null ? "/openai/v1/models" : "/openai/models";
        };
        return builder(url).GET().build();
    }

    private HttpRequest.Builder builder(String url) {
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri(url));
        headers().forEach(builder::header);
        return builder;
    }

    private URI uri(String url) {
        List<String> parameters = new ArrayList<>();
        String version = provider.endpoint().azure().apiVersion();
        if (provider.kind() == ProviderConfig.Kind.AZURE && version != null) {
            parameters.add("api-version=" + version);
        }
        provider.endpoint().query()
                .forEach((name, value) -> parameters.add(encoded(name) + "=" + encoded(value.text())));
        return URI.create(parameters.isEmpty()
                ? url
                : url + (url.indexOf('?') < 0 ? "?" : "&") + String.join("&", parameters));
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        if (provider.kind() == ProviderConfig.Kind.ANTHROPIC) {
            headers.put("anthropic-version", ANTHROPIC_VERSION);
        }
        if (key != null) {
            String changed = provider.changedKeyHeader();
            String usual = provider.kind().keyHeader();
            headers.put(changed == null ? usual : changed,
                    changed == null && usual.equals("Authorization") ? "Bearer " + key.reveal() : key.reveal());
        }
        provider.endpoint().headers().forEach((name, value) -> headers.put(name, value.text()));
        return headers;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
