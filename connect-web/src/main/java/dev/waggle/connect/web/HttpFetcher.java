package dev.waggle.connect.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

import javax.net.ssl.SSLException;

import dev.waggle.connect.web.address.WebAddress;
import dev.waggle.connect.web.address.WebException;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.DefaultHttpClientConnectionOperator;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.config.RegistryBuilder;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * HTTP client for one request to one server: no proxy, cookies, credentials, redirects, retries or persistent
 * connection. It connects to the given addresses and does not look up the name again. The caller limits the time by
 * closing the sockets.
 */
final class HttpFetcher {

    /** Longest line of a header, in bytes: as long as the longest address. */
    static final int MAX_HEADER_LINE = 2 * WebAddress.MAX_LENGTH;

    /** Maximum number of lines of a header; real ones have a few dozen. */
    static final int MAX_HEADERS = 200;

    /** Connect timeout of one of several addresses before the next is tried. */
    private static final Timeout CONNECT_TIMEOUT = Timeout.ofSeconds(5);

    private final NetworkAccess network;
    private final int sizeLimit;

    HttpFetcher(NetworkAccess network, int sizeLimit) {
        this.network = network;
        this.sizeLimit = sizeLimit;
    }

    /**
     * The server's answer.
     *
     * @param addresses the addresses to connect to, the best first
     * @param headers the headers besides the required ones of HTTP
     * @param isWanted decides by its status and content type whether the body of an answer is read
     * @param sockets the source of the connection, which is ended before this returns
     */
    FetchResponse get(WebAddress target, List<InetAddress> addresses, Map<String, String> headers,
            Predicate<FetchResponse> isWanted, SocketGroup sockets) throws WebException {
        HttpGet request = new HttpGet(target.uri());
        headers.forEach(request::setHeader);
        request.setHeader(HttpHeaders.ACCEPT_ENCODING, "gzip");
        return execute(target, addresses, request, isWanted, sockets);
    }

    /** Text of a POST request with its media type. */
    record PostBody(String type, String text) {}

    /** Status of the server's answer to a POST request; its body is not read. */
    int post(WebAddress target, List<InetAddress> addresses, Map<String, String> headers, PostBody body,
            SocketGroup sockets) throws WebException {
        HttpPost request = new HttpPost(target.uri());
        headers.forEach(request::setHeader);
        request.setEntity(new StringEntity(body.text(), ContentType.create(body.type(), StandardCharsets.UTF_8)));
        return execute(target, addresses, request, _ -> false, sockets).status();
    }

    private FetchResponse execute(WebAddress target, List<InetAddress> addresses, HttpUriRequestBase request,
            Predicate<FetchResponse> isWanted, SocketGroup sockets) throws WebException {
        // The client is never closed gracefully, because that would read the rest of a body of any length.
        CloseableHttpClient client = client(addresses, sockets);
        try {
            HttpHost host = new HttpHost(target.scheme(), target.host(), target.port());
            return read(client.executeOpen(host, request, null), isWanted);
        } catch (IOException bad) {
            throw failure(target, bad);
        } finally {
            sockets.closeAll();
            client.close(CloseMode.IMMEDIATE);
        }
    }

    private CloseableHttpClient client(List<InetAddress> addresses, SocketGroup sockets) {
        BasicHttpClientConnectionManager connections = new BasicHttpClientConnectionManager(
                new DefaultHttpClientConnectionOperator(sockets, null, fixed(addresses),
                        RegistryBuilder.<TlsSocketStrategy>create()
                                .register("https", network.tls()).build()),
                ManagedHttpClientConnectionFactory.builder().http1Config(Http1Config.custom()
                        .setMaxLineLength(MAX_HEADER_LINE).setMaxHeaderCount(MAX_HEADERS).build()).build());
        connections.setConnectionConfig(ConnectionConfig.custom().setConnectTimeout(CONNECT_TIMEOUT)
                .setSocketTimeout(Timeout.DISABLED).build());
        return HttpClientBuilder.create()
                .setConnectionManager(connections)
                .setDefaultRequestConfig(RequestConfig.custom().setAuthenticationEnabled(false)
                        .setRedirectsEnabled(false).setProtocolUpgradeEnabled(false).build())
                .setConnectionReuseStrategy((request, response, context) -> false)
                .disableAutomaticRetries().disableRedirectHandling().disableCookieManagement().disableAuthCaching()
                .disableContentCompression().disableConnectionState().disableDefaultUserAgent()
                .build();
    }

    private static DnsResolver fixed(List<InetAddress> addresses) {
        return new DnsResolver() {
            @Override
            public InetAddress[] resolve(String host) {
                return addresses.toArray(InetAddress[]::new);
            }

            @Override
            public String resolveCanonicalHostname(String host) {
                return host;
            }
        };
    }

    private FetchResponse read(ClassicHttpResponse response, Predicate<FetchResponse> isWanted)
            throws IOException, WebException {
        FetchResponse head = new FetchResponse(response.getCode(), utf8(header(response, HttpHeaders.LOCATION)),
                header(response, HttpHeaders.CONTENT_TYPE), new byte[0]);
        if (response.getEntity() == null || !isWanted.test(head)) {
            return head;
        }
        InputStream raw = response.getEntity().getContent();
        byte[] body = body(new LimitedStream(raw, sizeLimit), header(response, HttpHeaders.CONTENT_ENCODING));
        return new FetchResponse(head.status(), head.location(), head.contentType(), body);
    }

    /** Both sides of the decompression are limited: a little may become much, and much may become nothing. */
    private byte[] body(InputStream raw, @Nullable String encoding) throws IOException, WebException {
        return switch (encoding == null ? "identity" : encoding.strip().toLowerCase(Locale.ROOT)) {
            case "identity", "" -> raw.readAllBytes();
            case "gzip", "x-gzip" -> new LimitedStream(new GZIPInputStream(raw), sizeLimit).readAllBytes();
            default -> throw new WebException("the answer is compressed in a way that was not offered: "
                    + WebException.quoted(String.valueOf(encoding)));
        };
    }

    private static @Nullable String header(ClassicHttpResponse response, String name) {
        Header first = response.getFirstHeader(name);
        return first == null ? null : first.getValue();
    }

    /** Headers arrive with a character for each byte. */
    private static @Nullable String utf8(@Nullable String header) {
        return header == null ? null
                : new String(header.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static WebException failure(WebAddress target, IOException bad) {
        String place = WebException.quoted(target.hostAndPort());
        return new WebException(switch (bad) {
            case LimitedStream.LimitExceededException tooLong ->
                "the answer of " + place + " is longer than " + tooLong.limit() + " bytes";
            case ConnectTimeoutException _ -> "no connection to " + place + " could be made in time";
            case ConnectException _ -> "no connection to " + place + " could be made";
            case SSLException insecure -> "no secure connection to " + place + " could be made: "
                    + WebException.quoted(String.valueOf(insecure.getMessage()));
            case MessageConstraintException _ -> "the header of the answer of " + place + " is too long";
            case ZipException _ -> "the answer of " + place + " is not compressed as it says";
            default -> "the answer of " + place + " broke off: " + bad.getClass().getSimpleName() + ' '
                    + WebException.quoted(String.valueOf(bad.getMessage()));
        }, bad);
    }
}
