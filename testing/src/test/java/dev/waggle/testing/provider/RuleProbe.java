package dev.waggle.testing.provider;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.function.Function;

import dev.waggle.journal.JsonText;
import dev.waggle.testing.provider.rule.WireJson;

/** A server of ours and a plain client, which sends exactly what a test writes. */
final class RuleProbe implements AutoCloseable {

    final FakeModels server;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    RuleProbe(FakeServerConfig config, Function<FakeRequest, FakeAnswer> script) {
        server = FakeModels.configured(config, script);
    }

    RuleProbe() {
        this(FakeServerConfig.defaults(), _ -> FakeAnswer.says("taken"));
    }

    /**
     * A request and the refusal of it.
     *
     * @param rule the rule that it breaks
     * @param bad the request
     * @param words part of the message
     * @param good the nearest request that is taken
     */
    record Rule(String rule, String bad, String words, String good) {

        @Override
        public String toString() {
            return rule;
        }
    }

    /** An answer of the server. */
    record Reply(int status, String body) {

        String message() {
            return WireJson.text(JsonText.read(body), "error", "message");
        }

        String param() {
            return WireJson.text(JsonText.read(body), "error", "param");
        }

        String code() {
            return WireJson.text(JsonText.read(body), "error", "code");
        }
    }

    /** Sends a body with the key that OpenAI wants. */
    Reply post(String path, String body) throws IOException, InterruptedException {
        return post(path, body, "Authorization", "Bearer sk-test");
    }

    Reply post(String path, String body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        return new Reply(response.statusCode(), response.body());
    }

    @Override
    public void close() {
        client.shutdownNow();
        server.close();
    }
}
