package dev.waggle.connect.langchain4j;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

import javax.net.ssl.SSLException;

import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ContentFilteredException;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.RateLimitException;
import dev.langchain4j.exception.RetriableException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Maps exceptions of the library to one sentence with the remedy. The first exception of the chain of causes whose type
 * says something decides. The library does not report the waiting time that a provider asks for.
 */
record ChatModelErrorMapper(ChatModelName name) {

    /** Length of a quote that identifies an error. */
    private static final int MAX_QUOTE = 300;

    /** Number of causes that are read; a chain may be a circle. */
    private static final int MAX_CAUSES = 20;

    /** Package of the JSON library of LangChain4j, whose exceptions are those of input and output. */
    private static final String JSON_LIBRARY = "com.fasterxml.jackson.";

    /** Keys in URLs and headers that a message may quote. The harness does not know the key itself. */
    private static final Pattern SECRET = Pattern.compile(
            "(?i)([?&](?:api[-_]?)?key=|bearer\\s+|x-api-key[:=]\\s*)[^\\s&\"',]+|\\bsk-[a-z0-9_-]{8,}");

    /**
     * Maps a failure of a call.
     *
     * @param hasOutput whether a part of the answer had come
     */
    HarnessException of(Throwable failure, boolean hasOutput) {
        List<Throwable> chain = chain(failure);
        Words words = new Words(chain);
        for (Throwable cause : chain) {
            Optional<HarnessException> known = known(cause, words, hasOutput);
            if (known.isPresent()) {
                return known.get();
            }
        }
        return ofWords(words, failure);
    }

    /** Maps by the provider's words. Errors in mid-stream, and those of gRPC, have no type that the core knows. */
    private HarnessException ofWords(Words words, Throwable failure) {
        if (words.contains("rate_limit") || words.contains("too many requests")
                || words.contains("resource_exhausted:")) {
            return rateLimited(words, failure);
        }
        if (words.contains("overloaded") || words.contains("server busy") || words.contains("unavailable:")) {
            return overloaded(words, failure);
        }
        if (words.contains("unauthenticated:") || words.contains("permission_denied:")) {
            return wrongKey(words, failure);
        }
        if (words.contains("not_found:")) {
            return unknownModel(words, failure);
        }
        if (words.contains("invalid_argument:")) {
            return status(400, words, failure);
        }
        return failed(Kind.FAILED, "the call of " + name + " failed: " + failure.getClass().getSimpleName() + ": "
                + words.quote(), failure);
    }

    private Optional<HarnessException> known(Throwable cause, Words words, boolean hasOutput) {
        return Optional.ofNullable(switch (cause) {
            case HarnessException ours -> ours;
            case ContentFilteredException it -> failed(Kind.REFUSED,
                    name + " did not want to answer this: " + words.quote(), it);
            case AuthenticationException it -> wrongKey(words, it);
            case RateLimitException it -> words.isAboutCredit() ? noCredit(words, it) : rateLimited(words, it);
            case ModelNotFoundException it -> unknownModel(words, it);
            case InvalidRequestException it -> status(words.statusOr(400), words, it);
            case InternalServerException it -> overloaded(words, it);
            case UnresolvedModelServerException it -> unreachable(words, it);
            case TimeoutException it -> words.has(HttpConnectTimeoutException.class)
                    ? unreachable(words, it)
                    : words.statusOr(0) == 408 ? overloaded(words, it) : stalled(words, it);
            case HttpException it -> status(it.statusCode(), words, it);
            case UnsupportedFeatureException it -> failed(Kind.BAD_REQUEST, "LangChain4j's module of "
                    + name.provider() + " cannot write this request: " + words.quote()
                    + "\nMaybe a newer one can, or say less with ChatModelHarness.withCapabilities.", it);
            case SSLException it -> untrusted(words, it);
            case CertificateException it -> untrusted(words, it);
            case HttpConnectTimeoutException it -> unreachable(words, it);
            case HttpTimeoutException it -> stalled(words, it);
            case SocketTimeoutException it -> stalled(words, it);
            case java.util.concurrent.TimeoutException it -> stalled(words, it);
            case ConnectException it -> unreachable(words, it);
            case UnknownHostException it -> unreachable(words, it);
            case NoRouteToHostException it -> unreachable(words, it);
            case UnresolvedAddressException it -> unreachable(words, it);
            case IOException it when it.getClass().getName().startsWith(JSON_LIBRARY) -> failed(Kind.MALFORMED,
                    name + " sent what is not its format: " + words.quote(), it);
            case IOException it -> hasOutput ? brokenOff(words, it) : unreachable(words, it);
            case RetriableException it when it.getCause() == null -> overloaded(words, it);
            default -> null;
        });
    }

    private HarnessException status(int code, Words words, Throwable cause) {
        if (words.isAboutCredit() || code == 402) {
            return noCredit(words, cause);
        }
        if (code == 401 || code == 403 || words.contains("api_key_invalid") || words.contains("api key not valid")) {
            return wrongKey(words, cause);
        }
        if (code == 404) {
            return unknownModel(words, cause);
        }
        if (code == 429) {
            return rateLimited(words, cause);
        }
        if (code == 408 || code >= 500) {
            return overloaded(words, cause);
        }
        return failed(code >= 300 && code < 400 ? Kind.MALFORMED : Kind.BAD_REQUEST,
                name + " does not take the request" + words.reason(), cause);
    }

    private HarnessException wrongKey(Words words, Throwable cause) {
        return failed(Kind.AUTHENTICATION, name.provider() + " does not accept the key" + words.reason()
                + "\nMaybe the model was built with the key of another account.", cause);
    }

    private HarnessException noCredit(Words words, Throwable cause) {
        return failed(Kind.AUTHENTICATION, name.provider() + " does not accept the key" + words.reason()
                + "\nMaybe its account has no credit left.", cause);
    }

    private HarnessException rateLimited(Words words, Throwable cause) {
        return failed(Kind.RATE_LIMITED, name.provider() + " asks to slow down" + words.reason(), cause);
    }

    private HarnessException unknownModel(Words words, Throwable cause) {
        return failed(Kind.UNKNOWN_MODEL, name.provider() + " knows no model " + name.model() + words.reason()
                + "\nMaybe the model was built with another name or address.", cause);
    }

    private HarnessException overloaded(Words words, Throwable cause) {
        return failed(Kind.OVERLOADED, name + " is overloaded or failed" + words.reason(), cause);
    }

    private HarnessException unreachable(Words words, Throwable cause) {
        return failed(Kind.UNREACHABLE, name.provider() + " cannot be reached: " + words.quote()
                + "\nMaybe the network is down, or the model was built with another address.", cause);
    }

    private HarnessException stalled(Words words, Throwable cause) {
        return failed(Kind.STALLED, name + " did not answer within the timeout of the library: " + words.quote()
                + "\nMaybe it needs longer: build the model with a longer timeout.", cause);
    }

    private HarnessException brokenOff(Words words, Throwable cause) {
        return failed(Kind.TRUNCATED, name + " broke off its answer: " + words.quote(), cause);
    }

    /** No retry heals a certificate that is not trusted. */
    private HarnessException untrusted(Words words, Throwable cause) {
        return failed(Kind.FAILED, name.provider() + " is not trusted: " + words.quote()
                + "\nMaybe a proxy or a company signs its certificate: add the authority to the trust store of Java.",
                cause);
    }

    private static HarnessException failed(Kind kind, String message, Throwable cause) {
        return new HarnessException(HarnessFailure.of(kind, message), cause);
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable at = failure; at != null && chain.size() < MAX_CAUSES; at = at.getCause()) {
            chain.add(at);
        }
        return chain;
    }

    /** Words and types of the exceptions of a chain. */
    private record Words(List<Throwable> chain) {

        /** The status of the response, with the message. */
        String reason() {
            int status = statusOr(0);
            return (status == 0 ? ": " : " (HTTP " + status + "): ") + quote();
        }

        int statusOr(int unknown) {
            return chain.stream().filter(HttpException.class::isInstance)
                    .mapToInt(cause -> ((HttpException) cause).statusCode()).findFirst().orElse(unknown);
        }

        boolean has(Class<? extends Throwable> type) {
            return chain.stream().anyMatch(type::isInstance);
        }

        boolean contains(String words) {
            return chain.stream().anyMatch(cause -> message(cause).toLowerCase(Locale.ROOT).contains(words));
        }

        boolean isAboutCredit() {
            return contains("insufficient_quota") || contains("credit balance");
        }

        /** The message of the deepest cause that has one, short and without keys. */
        String quote() {
            String text = chain.reversed().stream().map(Words::message).filter(message -> !message.isBlank())
                    .findFirst().orElseGet(() -> chain.getLast().getClass().getSimpleName());
            String masked = SECRET.matcher(text).replaceAll("$1***");
            String line = VisibleText.of(masked.strip().replaceAll("\\s+", " "));
            return line.length() <= MAX_QUOTE ? line : line.substring(0, MAX_QUOTE) + "...";
        }

        private static String message(@Nullable Throwable cause) {
            String message = cause == null ? null : cause.getMessage();
            return message == null ? "" : message;
        }
    }
}
