package dev.waggle.server.api.signal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.journal.signals.GeneratedSignal;
import dev.waggle.journal.signals.ScheduledSignal;
import dev.waggle.journal.signals.SignalReceipt;
import dev.waggle.journal.signals.SignalRequest;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.http.AnswerForm;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.ApiCall;
import dev.waggle.server.http.ApiDoc;
import dev.waggle.server.http.BodyForm;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.Problem;
import dev.waggle.server.http.ProblemException;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.text.QuotedValue;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/** Webhooks: signed requests of other systems, each of which becomes a signal. */
public final class WebhooksApi {

    private static final String GROUP = "webhooks";
    private static final long MAX_BODY = 512 << 10;
    private static final String SIGNATURE = "X-Waggle-Signature";
    private static final String TIMESTAMP = "X-Waggle-Timestamp";
    private static final String TYPE_HEADER = "X-Waggle-Type";
    private static final String TYPE = "type";
    private static final Parameter ID = Parameter.path("id", "Id of the webhook.");

    private final SignalService signals;
    private final WebhookSecretFile secrets;
    private final WebhookSignature signature;

    /**
     * Webhooks of a folder.
     *
     * @param secrets the secrets of the webhooks
     */
    public WebhooksApi(SignalService signals, WebhookSecretFile secrets, World world) {
        this.signals = signals;
        this.secrets = secrets;
        this.signature = new WebhookSignature(world);
    }

    /** Its operations. */
    public List<Operation> operations() {
        return List.of(
                Operation.of("receiveWebhook", HttpVerb.POST, "/v1/webhooks/{id}",
                        "Generates a signal from a signed request. The body is its data: JSON, else a text.",
                        this::receive)
                        .with(ID, Parameter.header(SIGNATURE, "sha256= and the HMAC-SHA256 in hexadecimal digits of the"
                                + " timestamp, the type and the body, with a line feed between them."),
                                Parameter.header(TIMESTAMP, "Seconds since 1970, at most five minutes from now."),
                                Parameter.header(TYPE_HEADER, "Type of the signal; webhook:ID by default."),
                                Parameter.query(TYPE, "The same for a sender that cannot set the header."))
                        .taking(BodyForm.raw(MAX_BODY, "*/*"))
                        .answering(AnswerForm.json(201, "It is stored.", WebhookReceipt.class))
                        .refusing(401, 409, 429).in(GROUP),
                Operation.of("listWebhooks", HttpVerb.GET, "/v1/webhooks", "Lists the webhooks of the tenant.",
                        this::list)
                        .answering(AnswerForm.json(200, "Webhooks without their secrets.", WebhookList.class))
                        .in(GROUP).needing(AccessScope.ADMIN),
                Operation.of("renewWebhookSecret", HttpVerb.POST, "/v1/webhooks/{id}/secret",
                        "Gives a webhook a new secret, which is answered once. The former one is void.", this::renew)
                        .with(ID).answering(AnswerForm.json(201, "The secret.", WebhookSecret.class))
                        .in(GROUP).needing(AccessScope.ADMIN),
                Operation.of("deleteWebhook", HttpVerb.DELETE, "/v1/webhooks/{id}", "Deletes a webhook.", this::delete)
                        .with(ID).answering(AnswerForm.empty(204, "It is deleted.")).refusing(404)
                        .in(GROUP).needing(AccessScope.ADMIN));
    }

    /** Receipt of a webhook. */
    public record WebhookReceipt(@ApiDoc("Id of the signal.") String id,
            @ApiDoc("Its number in the log.") long sequence) {}

    /** New secret of a webhook. */
    public record WebhookSecret(@ApiDoc("Id of the webhook.") String id,
            @ApiDoc("The key of its signatures, 64 hexadecimal digits, used as they are.") String secret) {

        /** Omits the secret. */
        @Override
        public String toString() {
            return "WebhookSecret[" + id + ']';
        }
    }

    /** Webhooks of a tenant. */
    public record WebhookList(@ApiDoc("Their ids.") List<String> items) {}

    private ApiAnswer receive(ApiCall call) {
        String id = call.path("id");
        String timestamp = call.header(TIMESTAMP).orElse("");
        String sent = call.header(SIGNATURE).orElse("");
        String type = type(call);
        if (!signature.isWellFormed(timestamp, sent)) {
            throw unsigned();
        }
        byte[] body = call.body().bytes();
        Optional<WebhookSecretFile.Webhook> webhook = secrets.find(id);
        WebhookSignature.Verdict verdict = signature.verify(
                webhook.map(WebhookSecretFile.Webhook::secret).orElse(null), timestamp, type, body, sent);
        return switch (verdict) {
            case INVALID -> throw unsigned();
            case REPEATED -> throw ProblemException.of(409, "this request was received already\nMaybe sign it with the"
                    + " present time, if it is another one.");
            case CROWDED -> throw new ProblemException(Problem.of(429, "webhooks sent too many requests\nMaybe wait a"
                    + " minute.").withHeader("Retry-After", "60"));
            case VALID -> store(id, SignalRequest.of(type).withData(data(call, body))
                    .withTenant(webhook.map(WebhookSecretFile.Webhook::tenant).orElse(null)));
        };
    }

    private ApiAnswer store(String id, SignalRequest request) {
        Source source = new Source.Webhook(id);
        SignalReceipt receipt = signals.submit(request.withSource(source).withEmission(Emission.of(source)));
        return switch (receipt) {
            case GeneratedSignal done -> ApiAnswer.ofRecord(new WebhookReceipt(done.signal().id(),
                    done.entry().sequence())).withStatus(201);
            case ScheduledSignal _ -> throw new IllegalStateException("a webhook has no delay");
        };
    }

    private static String type(ApiCall call) {
        return call.header(TYPE_HEADER).or(() -> call.query(TYPE)).orElse("webhook:" + call.path("id"));
    }

    /** The same for an unknown webhook and a wrong signature. */
    private static ProblemException unsigned() {
        return ProblemException.of(401, "the request has no valid signature of this webhook\nMaybe see " + SIGNATURE
                + " in /v1/openapi.json, and check the clock.");
    }

    private static @Nullable JsonValue data(ApiCall call, byte[] body) {
        if (body.length == 0) {
            return null;
        }
        String text;
        try {
            text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
        } catch (CharacterCodingException broken) {
            throw new IllegalArgumentException("the body is no UTF-8", broken);
        }
        String type = call.body().type();
        boolean isJson = type.equals("application/json") || type.endsWith("+json");
        if (!isJson && !type.isEmpty()) {
            return JsonValue.of(text);
        }
        try {
            return JsonText.read(text);
        } catch (IllegalArgumentException none) {
            if (isJson) {
                throw new IllegalArgumentException("the body is no JSON: " + none.getMessage(), none);
            }
            return JsonValue.of(text);
        }
    }

    private ApiAnswer list(ApiCall call) {
        return ApiAnswer.ofRecord(new WebhookList(secrets.all().entrySet().stream()
                .filter(webhook -> Objects.equals(webhook.getValue().tenant(), call.tenant()))
                .map(webhook -> webhook.getKey()).toList()));
    }

    private ApiAnswer renew(ApiCall call) {
        String id = call.path("id");
        return ApiAnswer.ofRecord(new WebhookSecret(id, secrets.issue(id, call.tenant()))).withStatus(201)
                .withHeader("Cache-Control", "no-store");
    }

    private ApiAnswer delete(ApiCall call) {
        String id = call.path("id");
        if (!secrets.delete(id, call.tenant())) {
            throw ProblemException.of(404, "there is no webhook " + QuotedValue.of(id)
                    + "\nMaybe see /v1/webhooks.");
        }
        return ApiAnswer.empty();
    }
}
