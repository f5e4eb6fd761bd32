package dev.waggle.connect.a2a.client;

import java.time.Duration;

import dev.waggle.connect.a2a.protocol.A2aErrorCode;
import dev.waggle.connect.a2a.protocol.A2aException;
import dev.waggle.connect.llm.wire.TransportError;
import dev.waggle.connect.llm.wire.TransportException;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Mapper of the failures of a remote agent to one sentence with the remedy. Words of the agent are quoted short, without
 * a token. An agent may have acted on a message whose answer never came, so only refusals before that are recoverable.
 */
final class AgentFailures {

    /** Length of a quote that identifies an error or a question. */
    private static final int MAX_QUOTE = 500;

    private final AgentAddress address;
    private final SecretSet secrets;

    AgentFailures(AgentAddress address, SecretSet secrets) {
        this.address = address;
        this.secrets = secrets;
    }

    HarnessException of(Throwable failure) {
        return switch (failure) {
            case TransportException ofTransport -> of(ofTransport.error());
            case RemoteErrorException error -> of(error);
            case A2aException invalid when invalid.code() == A2aErrorCode.INVALID_AGENT_RESPONSE ->
                failed(Kind.MALFORMED, subject() + " " + quoted(String.valueOf(invalid.getMessage())));
            default -> failed(Kind.FAILED, "the call of " + subject() + " failed: "
                    + failure.getClass().getSimpleName() + ": " + quote(String.valueOf(failure.getMessage())));
        };
    }

    /** The last state of a task without an answer. */
    HarnessException ended(RemoteTask task) {
        String words = task.words().isBlank() ? "" : ": \"" + quote(task.words()) + '"';
        return switch (task.state()) {
            case INPUT_REQUIRED -> failed(Kind.FAILED, subject() + " asks back" + words
                    + "\nMaybe put what it asks for into the question of the solve.");
            case AUTH_REQUIRED -> failed(Kind.FAILED, subject() + " wants a login for this task" + words
                    + "\nMaybe log in where it says, and solve again.");
            case REJECTED -> failed(Kind.REFUSED, subject() + " rejected the task" + words);
            case CANCELED -> failed(Kind.FAILED, subject() + " cancelled the task" + words);
            case FAILED -> failed(Kind.FAILED, subject() + " failed" + words);
            case COMPLETED -> failed(Kind.MALFORMED, subject() + " answered without any text or data");
            case UNKNOWN, SUBMITTED, WORKING ->
                throw new IllegalArgumentException("the task has no last state, but " + task.state());
        };
    }

    HarnessException silent(Duration limit) {
        return failed(Kind.FAILED, subject() + " sent nothing for " + limit.toMinutes()
                + " minutes; its task is cancelled and not repeated, because it may have acted");
    }

    HarnessException late() {
        return failed(Kind.DEADLINE, "there was no time left for the answer of " + subject());
    }

    HarnessException unpriced() {
        return failed(Kind.BUDGET, "a budget in USD cannot limit " + subject() + ": its cost is unknown"
                + "\nMaybe use a budget in tokens, or add a row \"a2a:*\" to the prices of the models file.");
    }

    HarnessException failed(Kind kind, String message) {
        return failed(kind, message, null);
    }

    /** The words as a message may show them. */
    String quote(String words) {
        String line = VisibleText.of(secrets.maskError(words).strip().replaceAll("\\s+", " "));
        return line.length() <= MAX_QUOTE ? line : line.substring(0, MAX_QUOTE) + "...";
    }

    String subject() {
        return "the agent at " + address.url();
    }

    private String quoted(String words) {
        return quote(words);
    }

    private HarnessException failed(Kind kind, String message, @Nullable Duration retryAfter) {
        return new HarnessException(new HarnessFailure(kind, secrets.maskError(message), retryAfter));
    }

    private HarnessException of(RemoteErrorException error) {
        String words = " (error " + error.code() + "): \"" + quote(String.valueOf(error.getMessage())) + '"';
        A2aErrorCode code = A2aErrorCode.of(error.code()).orElse(A2aErrorCode.INTERNAL_ERROR);
        return switch (code) {
            case PARSE_ERROR, INVALID_REQUEST, INVALID_PARAMS, CONTENT_TYPE_NOT_SUPPORTED, UNSUPPORTED_OPERATION,
                    PUSH_NOTIFICATION_NOT_SUPPORTED, EXTENDED_AGENT_CARD_NOT_CONFIGURED, EXTENSION_SUPPORT_REQUIRED ->
                failed(Kind.BAD_REQUEST, subject() + " does not take the request" + words);
            case METHOD_NOT_FOUND, VERSION_NOT_SUPPORTED -> failed(Kind.BAD_REQUEST, subject()
                    + " does not speak the version of its card" + words + "\nMaybe its card is out of date.");
            case TASK_NOT_FOUND, TASK_NOT_CANCELABLE ->
                failed(Kind.FAILED, subject() + " does not know its own task any more" + words);
            case INTERNAL_ERROR, INVALID_AGENT_RESPONSE -> failed(Kind.FAILED, subject() + " failed" + words);
        };
    }

    private HarnessException of(TransportError error) {
        return switch (error) {
            case TransportError.Status it -> status(it);
            case TransportError.ErrorEvent it -> failed(Kind.FAILED, subject() + " failed: " + quote(it.excerpt()));
            case TransportError.Redirect it -> failed(Kind.MALFORMED, subject() + " redirects (HTTP " + it.code()
                    + ") to " + quote(it.target()) + ", and neither a message nor a token follows"
                    + "\nMaybe name that address, if you trust it: a2a:" + quote(it.target()));
            case TransportError.Unreachable it -> failed(Kind.UNREACHABLE, subject() + " cannot be reached: "
                    + quote(it.reason()) + "\nMaybe it is not running, or the address is another one.");
            case TransportError.Untrusted it -> failed(Kind.FAILED, subject() + " is not trusted: host "
                    + quote(it.host()) + ", " + quote(it.reason())
                    + "\nMaybe a company signs its certificate: name the authority's PEM file as WAGGLE_CA_FILE.");
            case TransportError.ProxyLogin _ -> failed(Kind.AUTHENTICATION, "the proxy before " + subject()
                    + " wants a user and a password (HTTP 407)\nMaybe write them into its address:"
                    + " http://user:password@proxy:8080.");
            case TransportError.Misconfiguration it ->
                failed(Kind.FAILED, subject() + " cannot be called: " + quote(it.reason()));
            case TransportError.ForeignFormat it -> failed(Kind.MALFORMED, subject() + " answered HTTP " + it.code()
                    + " with " + quote(it.contentType()) + ", not with A2A: \"" + quote(it.excerpt()) + "\"");
            case TransportError.InvalidEncoding it ->
                failed(Kind.MALFORMED, subject() + " sent what is not UTF-8, at byte " + it.at() + " of its answer");
            case TransportError.TooLarge it ->
                failed(Kind.TOO_LARGE, subject() + " sent more than " + it.limit() + "; the connection was closed");
            case TransportError.Interruption it -> failed(Kind.FAILED, subject() + " broke off its answer: "
                    + quote(it.reason()) + "; the message is not sent again, because it may have acted");
            case TransportError.Cancellation _ -> failed(Kind.CANCELLED, "the call was cancelled");
        };
    }

    private HarnessException status(TransportError.Status status) {
        String words = " (HTTP " + status.code() + "): \"" + quote(status.excerpt()) + '"';
        return switch (status.code()) {
            case 401, 403 -> failed(Kind.AUTHENTICATION, subject() + " does not accept the caller" + words
                    + "\nMaybe set " + address.tokenVariable() + " to a token that it accepts.");
            case 404, 405, 410 -> failed(Kind.UNKNOWN_MODEL, "there is no agent at " + address.url() + words
                    + "\nMaybe the address is another one.");
            case 413 -> failed(Kind.TOO_LARGE, subject() + " does not take a message of this size" + words);
            case 429 -> failed(Kind.RATE_LIMITED, subject() + " asks to slow down" + words, status.retryAfter());
            case 503 -> failed(Kind.OVERLOADED, subject() + " is overloaded" + words, status.retryAfter());
            default -> failed(status.code() < 500 ? Kind.BAD_REQUEST : Kind.FAILED, subject() + " failed" + words);
        };
    }
}
