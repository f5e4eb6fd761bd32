package dev.waggle.testing.provider;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.function.Function;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;

import static org.assertj.core.api.Assertions.assertThat;

/** A plain client of one server: the fixture of the tests of rules. */
final class RulesClient implements AutoCloseable {

    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final FakeModels server;
    private String path;

    RulesClient(String path, Function<FakeRequest, FakeAnswer> script) {
        this.path = path;
        server = FakeModels.answering(script);
    }

    RulesClient at(String newPath) {
        path = newPath;
        return this;
    }

    FakeModels server() {
        return server;
    }

    HttpResponse<String> send(String body, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** The answer to a request with the usual headers of a provider. */
    HttpResponse<String> ask(String body) throws IOException, InterruptedException {
        return send(body, "x-api-key", "sk-test-key-0001", "anthropic-version", "2023-06-01", "x-goog-api-key",
                "sk-test-key-0001");
    }

    /** Fails unless the request is refused with that status and those words. */
    void refuses(int status, String body, String words) throws IOException, InterruptedException {
        assertThat(JsonText.read(body)).as("the request is JSON").isNotNull();
        HttpResponse<String> answer = ask(body);
        assertThat(answer.body()).as(body).contains(JsonText.write(JsonValue.of(words)).replaceAll("^\"|\"$", ""));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    }

    /** Fails unless the request is taken. */
    JsonValue takes(String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = ask(body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonText.read(answer.body());
    }

    @Override
    public void close() {
        client.shutdownNow();
        server.close();
    }
}
