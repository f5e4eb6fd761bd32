package dev.waggle.connect.qdrant;

import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Pattern;

import dev.waggle.swarm.harness.BreakerPolicy;
import dev.waggle.swarm.harness.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Access to the collection of a Qdrant server.
 *
 * @param server address of the server and its key
 * @param collection name of the collection, 1 to 255 letters, digits, {@code _}, {@code -} and {@code .}
 * @param leastRelevance cosine below which a memory is no result of a search, 0..1; usual values depend on the model
 * @param timeout time of a call with all its retries, above 0 and at most an hour
 * @param retry retries of calls that failed without an answer, or with one of a busy or failed server
 * @param breaker thresholds at which a failing server is not asked any more for a while
 */
public record QdrantConfig(Server server, String collection, double leastRelevance, Duration timeout, RetryPolicy retry,
        BreakerPolicy breaker) {

    /** Collection without a choice. */
    public static final String DEFAULT_COLLECTION = "swarm-memory";

    /**
     * Least relevance without a choice: twice the standard deviation of the cosine of unrelated texts with the shipped
     * embedder of 384 dimensions.
     */
    public static final double DEFAULT_LEAST_RELEVANCE = 0.1;

    /** Timeout without a choice, below the 10 seconds that a solve grants a memory. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(8);

    /** Retries without a choice: 3, after about 0.1, 0.2 and 0.4 seconds. */
    public static final RetryPolicy DEFAULT_RETRY = new RetryPolicy(3, Duration.ofMillis(100), Duration.ofSeconds(2),
            0.2);

    private static final Duration MAX_TIMEOUT = Duration.ofHours(1);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9_.-]{0,254}");

    public QdrantConfig {
        if (!NAME.matcher(collection).matches()) {
            throw new IllegalArgumentException("the collection must be 1 to 255 letters, digits, _, - and ., got \""
                    + collection + "\"");
        }
        if (!(leastRelevance >= 0 && leastRelevance <= 1)) {
            throw new IllegalArgumentException("leastRelevance must be between 0 and 1, got " + leastRelevance);
        }
        if (timeout.isNegative() || timeout.isZero() || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException(
                    "timeout must be above 0 and at most " + MAX_TIMEOUT + ", got " + timeout);
        }
    }

    /** Access with the defaults. */
    public static QdrantConfig of(Server server) {
        return new QdrantConfig(server, DEFAULT_COLLECTION, DEFAULT_LEAST_RELEVANCE, DEFAULT_TIMEOUT, DEFAULT_RETRY,
                BreakerPolicy.DEFAULTS);
    }

    public QdrantConfig withCollection(String name) {
        return new QdrantConfig(server, name, leastRelevance, timeout, retry, breaker);
    }

    public QdrantConfig withLeastRelevance(double cosine) {
        return new QdrantConfig(server, collection, cosine, timeout, retry, breaker);
    }

    public QdrantConfig withTimeout(Duration most) {
        return new QdrantConfig(server, collection, leastRelevance, most, retry, breaker);
    }

    public QdrantConfig withRetry(RetryPolicy policy) {
        return new QdrantConfig(server, collection, leastRelevance, timeout, policy, breaker);
    }

    public QdrantConfig withBreaker(BreakerPolicy policy) {
        return new QdrantConfig(server, collection, leastRelevance, timeout, retry, policy);
    }

    /**
     * Address of a Qdrant server and the key for it.
     *
     * @param url {@code http} or {@code https} with a host, for example {@code http://localhost:6333}
     * @param key the key, if the server wants one
     * @param isPlainKeyAllowed true to send the key without encryption to another host
     */
    public record Server(URI url, @Nullable QdrantKey key, boolean isPlainKeyAllowed) {

        public Server {
            String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
            boolean isHttp = scheme.equals("http") || scheme.equals("https");
            if (!isHttp || url.getHost() == null || url.getRawUserInfo() != null || url.getRawQuery() != null
                    || url.getRawFragment() != null) {
                throw new IllegalArgumentException("the address of Qdrant must be http or https with a host, without "
                        + "user, query and fragment\nMaybe http://localhost:6333.");
            }
            if (key != null && scheme.equals("http") && !isLocal(url.getHost()) && !isPlainKeyAllowed) {
                throw new IllegalArgumentException("the key of Qdrant would go unencrypted to " + url.getHost()
                        + "\nMaybe use https, or allow it where the network is trusted.");
            }
        }

        /** A server without a key. */
        public static Server of(URI url) {
            return new Server(url, null, false);
        }

        /** A server with a key, which goes over {@code https} or to this machine only. */
        public static Server of(URI url, QdrantKey key) {
            return new Server(url, key, false);
        }

        /** The address without a slash at its end. */
        String base() {
            String text = url.toString();
            return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        }

        private static boolean isLocal(String host) {
            return host.equalsIgnoreCase("localhost") || host.matches("127(\\.\\d{1,3}){3}") || host.equals("[::1]");
        }
    }
}
