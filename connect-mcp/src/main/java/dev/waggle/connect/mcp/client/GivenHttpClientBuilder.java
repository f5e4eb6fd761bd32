package dev.waggle.connect.mcp.client;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.Executor;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * A builder that returns a given client and ignores its settings. A transport of the SDK builds its client itself and
 * never closes it, so its selector thread would stay. The one who gives the client closes it.
 */
final class GivenHttpClientBuilder implements HttpClient.Builder {

    private final HttpClient client;

    GivenHttpClientBuilder(HttpClient client) {
        this.client = client;
    }

    /** No redirects: the headers are for one server. */
    static HttpClient client() {
        return HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER)
                .executor(Thread.ofVirtual().name("mcp-http-", 0)::start).build();
    }

    @Override
    public HttpClient build() {
        return client;
    }

    @Override
    public HttpClient.Builder cookieHandler(CookieHandler handler) {
        return this;
    }

    @Override
    public HttpClient.Builder connectTimeout(Duration duration) {
        return this;
    }

    @Override
    public HttpClient.Builder sslContext(SSLContext context) {
        return this;
    }

    @Override
    public HttpClient.Builder sslParameters(SSLParameters parameters) {
        return this;
    }

    @Override
    public HttpClient.Builder executor(Executor executor) {
        return this;
    }

    @Override
    public HttpClient.Builder followRedirects(HttpClient.Redirect policy) {
        return this;
    }

    @Override
    public HttpClient.Builder version(HttpClient.Version version) {
        return this;
    }

    @Override
    public HttpClient.Builder priority(int priority) {
        return this;
    }

    @Override
    public HttpClient.Builder proxy(ProxySelector selector) {
        return this;
    }

    @Override
    public HttpClient.Builder authenticator(Authenticator authenticator) {
        return this;
    }
}
