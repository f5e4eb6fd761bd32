package dev.waggle.server.api.signal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.waggle.server.api.TestServer.Reply;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.ManualWorld;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WebhooksOverHttpTest {

    private static final String TYPE = "webhook:ci";
    private static final String JSON = "application/json";

    @TempDir
    private Path data;

    private SignalServer server;

    @BeforeEach
    void start() {
        server = new SignalServer(data);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String secret(String... headers) throws IOException, InterruptedException {
        Reply made = server.http.post("/v1/webhooks/ci/secret", "", headers);
        assertThat(made.status()).isEqualTo(201);
        return ((JsonValue.Str) made.field("secret")).value();
    }

    private static String signed(String secret, long time, String type, String body) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return "sha256=" + HexFormat.of().formatHex(mac.doFinal((time + "\n" + type + "\n" + body)
                .getBytes(StandardCharsets.UTF_8)));
    }

    private long now() {
        return server.world.now().getEpochSecond();
    }

    private Reply send(String body, String media, long time, String signature, String... more)
            throws IOException, InterruptedException {
        String[] headers = new String[6 + more.length];
        System.arraycopy(new String[] {"Content-Type", media, "X-Waggle-Timestamp", String.valueOf(time),
            "X-Waggle-Signature", signature}, 0, headers, 0, 6);
        System.arraycopy(more, 0, headers, 6, more.length);
        return server.http.post("/v1/webhooks/ci", body, headers);
    }

    private LogEntry last() {
        return server.log.read(server.log.lastSequence(), 1).getFirst();
    }

    private @Nullable JsonValue lastData() {
        return ((Payload.Open) last().signal().payload()).data();
    }

    @Test
    void aSignedRequestBecomesASignalOfTheWebhook() throws Exception {
        String secret = secret();
        String body = "{\"commit\": \"4f1c\"}";
        Reply stored = send(body, JSON, now(), signed(secret, now(), TYPE, body));
        assertThat(stored.status()).isEqualTo(201);
        assertThat(stored.field("sequence")).isEqualTo(JsonValue.of(1));
        assertThat(last().signal().type().text()).isEqualTo(TYPE);
        assertThat(last().signal().source()).isEqualTo(new Source.Webhook("ci"));
        assertThat(last().emission().by()).isEqualTo("urn:waggle:webhook:ci");
        assertThat(lastData()).isEqualTo(JsonValue.of(Map.of("commit", JsonValue.of("4f1c"))));
        assertThat(send("null", JSON, now(), signed(secret, now(), "x:y", "null"), "X-Waggle-Type", "x:y").status())
                .isEqualTo(201);
        assertThat(last().signal().type().text()).isEqualTo("x:y");
        assertThat(lastData()).isEqualTo(JsonValue.ofNull());
        assertThat(send("a=b", "text/plain", now(), signed(secret, now(), TYPE, "a=b")).status()).isEqualTo(201);
        assertThat(lastData()).isEqualTo(JsonValue.of("a=b"));
    }

    @Test
    void noUnsignedRequestIsStoredAndNoneTellsWhetherTheWebhookExists() throws Exception {
        String secret = secret();
        String right = signed(secret, now(), TYPE, "{}");
        Reply model = server.http.post("/v1/webhooks/none", "{}", "X-Waggle-Timestamp", String.valueOf(now()),
                "X-Waggle-Signature", right);
        assertThat(model.status()).isEqualTo(401);
        long old = now() - 301;
        long early = now() + 301;
        for (Reply refused : List.of(send("{}", JSON, now(), signed("0".repeat(64), now(), TYPE, "{}")),
                send("{} ", JSON, now(), right), send("{}", JSON, now() + 1, right),
                send("{}", JSON, now(), right, "X-Waggle-Type", "other:type"),
                send("{}", JSON, old, signed(secret, old, TYPE, "{}")),
                send("{}", JSON, early, signed(secret, early, TYPE, "{}")),
                send("{}", JSON, now(), right.substring(1)), send("{}", JSON, now(), right + "0"),
                send("{}", JSON, now(), "sha256="), send("{}", JSON, now(), "sha1=" + right.substring(7)),
                send("{}", JSON, -5, right), send("{}", JSON, Long.MAX_VALUE, right),
                server.http.post("/v1/webhooks/ci", "{}"), server.http.post("/v1/webhooks/ci", ""),
                server.http.post("/v1/webhooks/ci", "{}", "X-Waggle-Signature", right),
                server.http.post("/v1/webhooks/%F0%9F%98%80", "{}"),
                server.http.post("/v1/webhooks/" + "x".repeat(4_000), "{}"))) {
            assertThat(refused.status()).as(refused.text()).isEqualTo(401);
            assertThat(refused.text()).isEqualTo(model.text());
        }
        assertThat(server.log.lastSequence()).isZero();
    }

    @Test
    void aCopyOfARequestIsRefused() throws Exception {
        String secret = secret();
        String signature = signed(secret, now(), TYPE, "{}");
        long time = now();
        assertThat(send("{}", JSON, time, signature).status()).isEqualTo(201);
        assertThat(send("{}", JSON, time, signature).status()).isEqualTo(409);
        server.world.advance(Duration.ofMinutes(5));
        assertThat(send("{}", JSON, time, signature.toUpperCase(Locale.ROOT).replace("SHA256", "sha256"))
                .status()).isEqualTo(409);
        server.world.advance(Duration.ofSeconds(1));
        assertThat(send("{}", JSON, time, signature).status()).isEqualTo(401);
        assertThat(server.log.lastSequence()).isEqualTo(1);
    }

    @Test
    void rememberedSignaturesAreBoundedAndNoneIsForgottenTooEarly() {
        WebhookSignature few = new WebhookSignature(server.world, 2);
        byte[] body = {};
        for (int i = 0; i < 3; i++) {
            String time = String.valueOf(now());
            String signature;
            try {
                signature = signed("s", now(), "t" + i, "");
            } catch (GeneralSecurityException impossible) {
                throw new AssertionError(impossible);
            }
            assertThat(few.verify("s", time, "t" + i, body, signature)).as("request " + i)
                    .isEqualTo(i < 2 ? WebhookSignature.Verdict.VALID : WebhookSignature.Verdict.CROWDED);
        }
    }

    @Test
    void aHostileBodyIsRefusedAfterItsSignature() throws Exception {
        String secret = secret();
        String deep = "[".repeat(100_000);
        for (String bad : List.of("{", "{} {}", deep, "nothing")) {
            assertThat(send(bad, JSON, now(), signed(secret, now(), TYPE, bad)).status())
                    .as(bad.substring(0, Math.min(9, bad.length()))).isEqualTo(400);
        }
        assertThat(send("{}", JSON, now(), signed(secret, now(), " ", "{}"), "X-Waggle-Type", " ").status())
                .isIn(400, 401);
        String large = "\"" + "x".repeat(600_000) + "\"";
        assertThat(send(large, JSON, now(), signed(secret, now(), TYPE, large)).status()).isEqualTo(413);
        assertThat(server.log.lastSequence()).isZero();
    }

    @Test
    void secretsAreKeptPrivatelyAndTheFormerOneIsVoid() throws Exception {
        String first = secret();
        String second = secret();
        assertThat(send("1", JSON, now(), signed(first, now(), TYPE, "1")).status()).isEqualTo(401);
        Path file = data.resolve(WebhookSecretFile.PLACE);
        assertThat(Files.getPosixFilePermissions(file)).containsExactlyInAnyOrder(PosixFilePermission.OWNER_READ,
                PosixFilePermission.OWNER_WRITE);
        ManualWorld world = server.world;
        server.close();
        server = new SignalServer(data, world);
        assertThat(send("1", JSON, now(), signed(second, now(), TYPE, "1")).status()).isEqualTo(201);
        assertThat(server.http.get("/v1/webhooks").text()).isEqualTo("{\"items\":[\"ci\"]}");
        assertThat(server.http.send("DELETE", "/v1/webhooks/ci", "").status()).isEqualTo(204);
        assertThat(server.http.send("DELETE", "/v1/webhooks/ci", "").status()).isEqualTo(404);
        assertThat(send("2", JSON, now(), signed(second, now(), TYPE, "2")).status()).isEqualTo(401);
        assertThat(server.http.post("/v1/webhooks/a%20b/secret", "").status()).isEqualTo(400);
    }

    @Test
    void aWebhookBelongsToTheTenantOfItsAdministrator() throws Exception { // 48
        String secret = secret("X-Tenant", "north");
        assertThat(server.http.post("/v1/webhooks/ci/secret", "").status()).isEqualTo(400);
        assertThat(server.http.send("DELETE", "/v1/webhooks/ci", "").status()).isEqualTo(404);
        assertThat(server.http.get("/v1/webhooks").text()).isEqualTo("{\"items\":[]}");
        assertThat(send("1", JSON, now(), signed(secret, now(), TYPE, "1")).status()).isEqualTo(201);
        assertThat(last().signal().scope().tenant()).isEqualTo("north");
    }

    @Test
    void anOpenOrForeignFileIsRefused() throws Exception {
        var _ = secret();
        Path file = data.resolve(WebhookSecretFile.PLACE);
        Path _ = Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> WebhookSecretFile.open(file, server.world))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("chmod 600");
        Path _ = Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        for (String foreign : List.of("", "{}", "{\"version\":2,\"webhooks\":{}}",
                "{\"version\":1,\"webhooks\":{\"a\":{}}}")) {
            Path _ = Files.writeString(file, foreign);
            assertThatThrownBy(() -> WebhookSecretFile.open(file, server.world)).as(foreign)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
