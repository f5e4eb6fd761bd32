package dev.waggle.spring.ai;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.text.VisibleText;

/**
 * Maps exceptions of Spring AI. Its core has no types of failures: the status of the response stands in a message, and
 * failures of the network are causes.
 */
final class SpringAiErrorMapper {

    /** Length of a quote that identifies an error. */
    private static final int MAX_QUOTE = 300;

    /** Number of causes that are read; a chain may be a circle. */
    private static final int MAX_CAUSES = 20;

    private static final Pattern STATUS = Pattern.compile("(?:^|HTTP |status(?: code)?[: ]+)\\s*([45][0-9]{2})\\b");

    private static final Pattern SECRET = Pattern.compile(
            "(?i)([?&](?:api[-_]?)?key=|bearer\\s+|x-api-key[:=]\\s*)[^\\s&\"',]+|\\bsk-[a-z0-9_-]{8,}");

    private SpringAiErrorMapper() {}

    /**
     * Maps a failure of a call.
     *
     * @param hasOutput whether a part of the answer had come
     */
    static HarnessException of(String name, Throwable failure, boolean hasOutput) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable at = failure; at != null && chain.size() < MAX_CAUSES; at = at.getCause()) {
            chain.add(at);
        }
        Kind kind = chain.stream().map(cause -> kind(cause, hasOutput)).filter(found -> found != Kind.FAILED)
                .findFirst().orElse(Kind.FAILED);
        return new HarnessException(HarnessFailure.of(kind, sentence(name, kind) + quote(chain)), failure);
    }

    private static Kind kind(Throwable cause, boolean hasOutput) {
        return switch (cause) {
            case ConnectException _ -> Kind.UNREACHABLE;
            case UnknownHostException _ -> Kind.UNREACHABLE;
            case SocketTimeoutException _ -> Kind.STALLED;
            case HttpTimeoutException _ -> Kind.STALLED;
            case TimeoutException _ -> Kind.STALLED;
            case IOException _ -> hasOutput ? Kind.TRUNCATED : Kind.UNREACHABLE;
            default -> ofMessage(String.valueOf(cause.getMessage()));
        };
    }

    private static Kind ofMessage(String message) {
        Matcher status = STATUS.matcher(message);
        if (!status.find()) {
            return message.toLowerCase(Locale.ROOT).contains("overloaded") ? Kind.OVERLOADED : Kind.FAILED;
        }
        int code = Integer.parseInt(status.group(1));
        return switch (code) {
            case 401, 402, 403 -> Kind.AUTHENTICATION;
            case 404 -> Kind.UNKNOWN_MODEL;
            case 429 -> Kind.RATE_LIMITED;
            case 408 -> Kind.OVERLOADED;
            default -> code >= 500 ? Kind.OVERLOADED : Kind.BAD_REQUEST;
        };
    }

    private static String sentence(String name, Kind kind) {
        return switch (kind) {
            case AUTHENTICATION -> "the provider of " + name + " does not accept the key: ";
            case UNKNOWN_MODEL -> "the provider of " + name + " knows no such model: ";
            case RATE_LIMITED -> "the provider of " + name + " asks to slow down: ";
            case OVERLOADED -> name + " is overloaded or failed: ";
            case UNREACHABLE -> "the provider of " + name + " cannot be reached: ";
            case STALLED -> name + " did not answer within the timeout of its client: ";
            case TRUNCATED -> name + " broke off its answer: ";
            case BAD_REQUEST -> name + " does not take the request: ";
            case UNKNOWN_SESSION, REFUSED, MALFORMED, TOO_LARGE, DEADLINE, CANCELLED, CIRCUIT_OPEN, BUDGET, DEPARTED,
                    FAILED ->
                "the call of " + name + " failed: ";
        };
    }

    /** The message of the deepest cause that has one, short and without keys. */
    private static String quote(List<Throwable> chain) {
        String text = chain.reversed().stream().map(Throwable::getMessage)
                .filter(message -> message != null && !message.isBlank()).findFirst()
                .orElseGet(() -> chain.getLast().getClass().getSimpleName());
        String line = VisibleText.of(SECRET.matcher(text).replaceAll("$1***").strip().replaceAll("\\s+", " "));
        return line.length() <= MAX_QUOTE ? line : line.substring(0, MAX_QUOTE) + "...";
    }
}
