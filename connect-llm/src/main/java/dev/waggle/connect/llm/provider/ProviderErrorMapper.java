package dev.waggle.connect.llm.provider;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

import dev.waggle.connect.llm.wire.TransportError;
import dev.waggle.connect.llm.wire.TransportException;
import dev.waggle.journal.JsonText;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * Maps a provider's errors to one sentence with the remedy. The provider's message is quoted short, without the key.
 */
final class ProviderErrorMapper {

    /** Length of a quote that identifies an error. */
    private static final int MAX_QUOTE = 300;
    private static final int MAX_PAGE = 200;

    private final ProviderConfig provider;
    private final String model;
    private final SecretSet secrets;

    ProviderErrorMapper(ProviderConfig provider, String model, @Nullable ApiKey key) {
        this(provider, model, key, SecretSet.NONE);
    }

    /**
     * @param key the key of this endpoint, which may have been given to its harness only
     * @param secrets the secrets of all endpoints, beside those of this one
     */
    ProviderErrorMapper(ProviderConfig provider, String model, @Nullable ApiKey key, SecretSet secrets) {
        List<String> own = new ArrayList<>(provider.endpoint().secrets());
        if (key != null) {
            own.add(key.reveal());
        }
        this.secrets = secrets.with(own);
        this.provider = provider;
        this.model = model;
    }

    HarnessException noKey() {
        return failed(HarnessFailure.Kind.AUTHENTICATION, "no key for " + provider.name() + ": looked in "
                + provider.key().places() + "\nMaybe set " + firstPlace() + ".");
    }

    HarnessException unusableKey(String reason) {
        return failed(HarnessFailure.Kind.AUTHENTICATION, "no key for " + provider.name() + ": " + reason);
    }

    /** An own header or query parameter cannot be sent. */
    HarnessException unusableEndpoint(String reason) {
        return failed(HarnessFailure.Kind.AUTHENTICATION, provider.name() + " cannot be called: its " + reason);
    }

    HarnessException cutShort(String reason) {
        return failed(HarnessFailure.Kind.TRUNCATED, endpoint() + " broke off its answer: " + reason);
    }

    /**
     * A refusal by the model or its filters.
     *
     * @param word the provider's word for it
     */
    HarnessException refused(String word) {
        return failed(HarnessFailure.Kind.REFUSED,
                endpoint() + " did not want to answer this (" + quote(word) + ")");
    }

    /**
     * Models that an Ollama server does not list.
     *
     * @param models their names, at least one
     * @param nearest the listed name most like the first of them
     */
    HarnessException notInstalled(List<String> models, Optional<String> nearest) {
        return failed(HarnessFailure.Kind.UNKNOWN_MODEL, provider.name() + " at " + address() + " knows no model "
                + String.join(", ", models) + "\nMaybe " + nearest.map(name -> printable(name, MAX_PAGE) + ", or: ")
                        .orElse("get it: ")
                + models.stream().map(model -> "ollama pull " + model).collect(Collectors.joining(" && ")));
    }

    /** A setting that the model does not take; nothing was sent. */
    HarnessException unfit(String reason) {
        return failed(HarnessFailure.Kind.BAD_REQUEST, reason);
    }

    /** Maps any failure of a call. */
    HarnessException of(CompletionException thrown) {
        Throwable failure = thrown.getCause() == null ? thrown : thrown.getCause();
        return failure instanceof TransportException ofTransport
                ? of(ofTransport.error())
                : failed(HarnessFailure.Kind.FAILED, "the call of " + endpoint() + " failed: "
                        + failure.getClass().getSimpleName() + ": " + quote(message(failure)));
    }

    HarnessException of(TransportError fault) {
        return switch (fault) {
            case TransportError.Status it ->
                status(it.code(), "HTTP " + it.code(), it.excerpt(), it.retryAfter());
            case TransportError.ErrorEvent it -> streamedError(it.excerpt());
            case TransportError.Redirect it -> failed(HarnessFailure.Kind.MALFORMED, endpoint() + " redirects (HTTP "
                    + it.code() + ") to " + quote(it.target())
                    + ", and a key does not travel\nMaybe set the base URL to that address.");
            case TransportError.Unreachable it ->
                failed(HarnessFailure.Kind.UNREACHABLE, provider.name() + " at " + address()
                        + " cannot be reached: " + quote(it.reason()) + "\n" + remedy());
            case TransportError.Untrusted it -> untrusted(it);
            case TransportError.ProxyLogin it -> failed(HarnessFailure.Kind.AUTHENTICATION,
                    "the proxy " + (it.proxy().isEmpty() ? "" : "of " + quote(it.proxy()) + " ")
                            + (it.hadLogin() ? "does not accept its user and password" : "wants a user and a password")
                            + " (HTTP 407)\nMaybe " + (it.hadLogin()
                                    ? "they are wrong, or Java was started without"
                                            + " -Djdk.http.auth.tunneling.disabledSchemes= and had used HTTP before."
                                    : "write them into its address: http://user:password@proxy:8080."));
            // Nothing was sent, and another attempt reads the same setting.
            case TransportError.Misconfiguration it -> failed(HarnessFailure.Kind.FAILED,
                    provider.name() + " at " + address() + " cannot be called: " + lines(it.reason()));
            case TransportError.ForeignFormat it -> failed(HarnessFailure.Kind.MALFORMED, endpoint() + " answered HTTP "
                    + it.code() + " with " + printable(it.contentType(), MAX_PAGE) + ", not with its format: "
                    + printable(it.excerpt(), MAX_PAGE)
                    + "\nMaybe a proxy answers, or the base URL " + address() + " lacks a path.");
            case TransportError.InvalidEncoding it -> failed(HarnessFailure.Kind.MALFORMED,
                    endpoint() + " sent what is not UTF-8, at byte " + it.at() + " of its answer");
            case TransportError.TooLarge it -> failed(HarnessFailure.Kind.TOO_LARGE,
                    endpoint() + " sent more than " + it.limit() + "; the connection was closed");
            case TransportError.Interruption it -> cutShort(quote(it.reason()));
            case TransportError.Cancellation _ -> failed(HarnessFailure.Kind.CANCELLED, "the call was cancelled");
        };
    }

    /**
     * A certificate that is not trusted is no failure of the key, and no retry heals it. So it is {@code FAILED}, which
     * is not repeated and does not count for the circuit of the endpoint.
     */
    private HarnessException untrusted(TransportError.Untrusted error) {
        String host = VisibleText.of(error.host());
        String words = switch (error.fault()) {
            case UNKNOWN_ISSUER -> "no trusted authority has issued its certificate"
                    + "\nMaybe a proxy or a company signs it: name the authority's PEM file as WAGGLE_CA_FILE, or as"
                    + " caFile of the provider.";
            case WRONG_HOST -> "its certificate belongs to other hosts\nMaybe the base URL names the server by another"
                    + " name or by its address.";
            case EXPIRED -> "its certificate has expired\nMaybe its owner has to renew it, or the clock of this machine"
                    + " is wrong.";
            case NOT_YET_VALID -> "its certificate is not valid yet\nMaybe the clock of this machine is wrong.";
            case REVOKED -> "its certificate was revoked\nMaybe its owner has to renew it.";
            case INVALID -> "its certificate is not accepted\nMaybe it is too weak, or not one of a server.";
            case CLIENT_CERTIFICATE -> "it wants a certificate of this client, which Waggle does not send"
                    + "\nMaybe another address of it takes a key.";
        };
        int remedy = words.indexOf('\n');
        return failed(HarnessFailure.Kind.FAILED, provider.name() + " at " + address() + " is not trusted: host " + host
                + ", " + words.substring(0, remedy) + " (" + quote(error.reason()) + ")" + words.substring(remedy));
    }

    /**
     * Maps by the status.
     *
     * @param place where the error came, for people
     */
    private HarnessException status(int code, String place, String body, @Nullable Duration retryAfter) {
        String lower = body.toLowerCase(Locale.ROOT);
        String message = " (" + place + "): " + quote(reason(body));
        // Azure (openai/openai-python#331, 2023).
        if (code == 400 && (lower.contains("\"content_filter\"") || lower.contains("responsibleaipolicyviolation"))) {
            return failed(HarnessFailure.Kind.REFUSED, endpoint() + " did not want to answer this" + message);
        }
        boolean isNoCredit = code == 402 || lower.contains("insufficient_quota") || lower.contains("credit balance");
        if (code == 401 || code == 403 || isNoCredit || isWrongKey(lower)) {
            return failed(HarnessFailure.Kind.AUTHENTICATION, provider.name() + " does not accept the key" + message
                    + "\nMaybe " + (isNoCredit
                            ? "its account has no credit left."
                            : provider.kind() == ProviderConfig.Kind.AZURE ? azureKeyRemedy()
                                    : provider.key().equals(KeySource.NONE)
                                            ? "it wants one: name its place in the models file, as keyEnv or keyFile."
                                            : "it is another one's: it was looked for in " + provider.key().places()
                                                    + "."));
        }
        // The page of a server that is down may have any words.
        if (code == 404 || (code < 500 && isUnknownModel(lower))) {
            return failed(HarnessFailure.Kind.UNKNOWN_MODEL, provider.name() + " at " + address()
                    + " knows no model " + model + message + (provider.kind() == ProviderConfig.Kind.AZURE
                            ? azureModelRemedy(lower)
                            : "\nMaybe look at `waggle models`, or at the base URL."));
        }
        if (code == 429) {
            return failed(HarnessFailure.Kind.RATE_LIMITED, provider.name() + " asks to slow down" + message,
                    retryAfter);
        }
        if (code == 408 || code >= 500) {
            return failed(HarnessFailure.Kind.OVERLOADED, endpoint() + " is overloaded or failed" + message,
                    retryAfter);
        }
        return failed(HarnessFailure.Kind.BAD_REQUEST,
                endpoint() + " does not take the request" + message + schemaRemedy(lower));
    }

    /** An error in the middle of a stream has a type instead of a status. */
    private HarnessException streamedError(String data) {
        String lower = data.toLowerCase(Locale.ROOT);
        int code = lower.contains("overloaded") || lower.contains("unavailable") ? 529
                : lower.contains("rate_limit") || lower.contains("resource_exhausted") ? 429
                        : lower.contains("authentication_error") || lower.contains("permission_error")
                                || lower.contains("unauthenticated") || lower.contains("permission_denied") ? 401
                                        : lower.contains("not_found") || isUnknownModel(lower) ? 404
                                                : lower.contains("invalid_request")
                                                        || lower.contains("invalid_argument") ? 400
                                                                : 500;
        return status(code, "in its answer", data, null);
    }

    /** Azure says "invalid subscription key or wrong API endpoint" (microsoft/semantic-kernel#10337, 2025). */
    private String azureKeyRemedy() {
        return provider.endpoint().azure().bearer()
                ? "its token has expired, or lacks the role Cognitive Services OpenAI User."
                : "it is the key of another resource, or a token that needs \"bearer\": true; it was looked for in "
                        + provider.key().places() + ".";
    }

    /**
     * Azure answers {@code DeploymentNotFound} (chatboxai/chatbox#861, 2023), or "Resource not found" for a path that
     * it does not know.
     */
    private String azureModelRemedy(String lower) {
        String version = provider.endpoint().azure().apiVersion();
        return lower.contains("deploymentnotfound") || lower.contains("deployment")
                ? "\nMaybe the deployment " + provider.requestedName(model)
                        + " has another name: set deployment, or wait five minutes if it is new."
                : "\nMaybe the resource has another address, or no apiVersion " + (version == null ? "v1" : version)
                        + ".";
    }

    /** Google reports it as a bad request. */
    private static boolean isWrongKey(String lower) {
        return lower.contains("api_key_invalid") || lower.contains("api key not valid");
    }

    private static boolean isUnknownModel(String lower) {
        return lower.contains("model_not_found") || (lower.contains("model") && lower.contains("not found"));
    }

    private String schemaRemedy(String lower) {
        boolean isAboutSchema = lower.contains("response_format") || lower.contains("json_schema")
                || (lower.contains("output_config") && !lower.contains("output_config.effort"))
                || lower.contains("output_format");
        return isAboutSchema
                ? "\nMaybe it takes no schema: set structuredOutput of " + provider.name() + " to none."
                : "";
    }

    private String remedy() {
        return switch (provider.kind()) {
            case OLLAMA -> "Maybe start it: ollama serve";
            case OPENAI, AZURE, ANTHROPIC, GEMINI -> provider.usesDefaultUrl()
                    ? "Maybe the network is down, or only a proxy leads out."
                    : "Maybe the server is not running, or the base URL is another one.";
        };
    }

    private String endpoint() {
        return provider.name() + ":" + model;
    }

    private String address() {
        return BaseUrl.display(provider.baseUrl());
    }

    private String firstPlace() {
        return provider.key().variables().isEmpty() ? "keyEnv or keyFile" : provider.key().variables().getFirst();
    }

    /**
     * The message within an error, or all of it. Gemini may send an array of errors, the Responses API an error
     * without or within an object.
     */
    private static String reason(String body) {
        try {
            JsonValue json = JsonText.read(body);
            JsonValue first = json instanceof JsonValue.Arr array && !array.items().isEmpty()
                    ? array.items().getFirst()
                    : json;
            for (JsonValue place : new JsonValue[] {field(first, "error"), field(field(first, "response"), "error"),
                first}) {
                if (place instanceof JsonValue.Str text) {
                    return text.value();
                }
                if (field(place, "message") instanceof JsonValue.Str text) {
                    return text.value();
                }
            }
        } catch (IllegalArgumentException notJson) {
            // Then it is quoted as it is.
        }
        return body.isBlank() ? "it says nothing more" : body;
    }

    private static JsonValue field(JsonValue of, String name) {
        JsonValue value = of instanceof JsonValue.Obj object ? object.fields().get(name) : null;
        return value == null ? JsonValue.ofNull() : value;
    }

    /** A reason with a remedy on its second line. */
    private String lines(String reason) {
        return reason.lines().map(this::quote).collect(Collectors.joining("\n"));
    }

    private String quote(String text) {
        return printable(text, MAX_QUOTE);
    }

    private String printable(String text, int max) {
        String masked = secrets.maskError(text);
        String line = VisibleText.of(masked.strip().replaceAll("\\s+", " "));
        return line.length() <= max ? line : line.substring(0, max) + "...";
    }

    private static String message(Throwable failure) {
        return failure.getMessage() == null ? "it says nothing more" : failure.getMessage();
    }

    private HarnessException failed(HarnessFailure.Kind kind, String message) {
        return failed(kind, message, null);
    }

    private static HarnessException failed(HarnessFailure.Kind kind, String message, @Nullable Duration retryAfter) {
        return new HarnessException(new HarnessFailure(kind, message, retryAfter));
    }
}
