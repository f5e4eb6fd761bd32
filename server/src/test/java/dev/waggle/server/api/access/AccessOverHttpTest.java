package dev.waggle.server.api.access;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.server.RawClient;
import dev.waggle.server.RawClient.RawAnswer;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.AccessConfig.Credentials;
import dev.waggle.server.access.AccessScope;
import dev.waggle.server.access.AuditLog;
import dev.waggle.server.access.CallerLimits;
import dev.waggle.server.access.FolderSecret;
import dev.waggle.server.access.ServerAccess;
import dev.waggle.server.access.TokenFile;
import dev.waggle.server.access.TokenGrant;
import dev.waggle.server.http.ApiAnswer;
import dev.waggle.server.http.HttpVerb;
import dev.waggle.server.http.Operation;
import dev.waggle.server.http.Parameter;
import dev.waggle.server.http.RequestCounter;
import dev.waggle.server.http.ServerListener;
import dev.waggle.server.http.ServerListener.Place;
import dev.waggle.signal.Payload;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.ManualWorld;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AccessOverHttpTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final String ALLOWED = "https://dash.example.org";

    private static final FolderSecret FOLDER = FolderSecret.random();

    @TempDir
    private Path home;

    private final ManualWorld world = new ManualWorld(START, 1);
    private final MemoryJournal journal = new MemoryJournal();
    private @Nullable ServerAccess access;
    private @Nullable ServerListener listener;

    @BeforeEach
    void start() {
        serve(AccessConfig.local().withOrigins(List.of(ALLOWED)));
    }

    @AfterEach
    void stop() {
        if (listener != null) {
            listener.close();
        }
        access().close();
    }

    private void serve(AccessConfig config) {
        if (listener != null) {
            listener.close();
        }
        access = ServerAccess.open(config, tokens(), journal, FOLDER, SecretSet.of(List.of("sk-secret-1234567890")),
                world);
        List<Operation> operations = new ArrayList<>(new AccessApi(access,
                Parameter.header("Accept", "Media types."), _ -> Optional.empty()).operations());
        operations.add(Operation.of("read", HttpVerb.GET, "/v1/read", "Reads.",
                call -> ApiAnswer.of(new JsonObjectBuilder().with("caller", call.caller().name()).json()))
                .needing(AccessScope.READ));
        operations.add(Operation.of("health", HttpVerb.GET, "/v1/health", "Lives.",
                call -> ApiAnswer.of(JsonValue.of(call.caller().name()))));
        operations.add(Operation.of("change", HttpVerb.POST, "/v1/solves/{run}/cancel", "Changes.",
                call -> ApiAnswer.empty()).needing(AccessScope.SOLVE).with(Parameter.path("run", "The run.")));
        listener = ServerListener.open(Place.local(), operations, access.gate(), new RequestCounter(),
                Optional.empty(), world);
    }

    private TokenFile tokens() {
        return TokenFile.of(home.resolve("tokens.jsonl"), world);
    }

    private ServerAccess access() {
        if (access == null) {
            throw new IllegalStateException("not started");
        }
        return access;
    }

    private int port() {
        if (listener == null) {
            throw new IllegalStateException("not started");
        }
        return listener.port();
    }

    private String host() {
        return "Host: 127.0.0.1:" + port();
    }

    private String own() {
        return "Origin: http://127.0.0.1:" + port();
    }

    private RawAnswer get(String path, String... headers) throws IOException {
        return send("GET " + path, headers);
    }

    private RawAnswer post(String path, String... headers) throws IOException {
        return send("POST " + path, headers);
    }

    private RawAnswer send(String line, String... headers) throws IOException {
        List<String> all = new ArrayList<>(List.of(host(), "Content-Length: 0"));
        all.addAll(List.of(headers));
        return RawClient.send(port(), line, all.toArray(String[]::new));
    }

    /** The header of a new token that the server knows. */
    private String token(TokenGrant grant) {
        String secret = tokens().create(grant).secret();
        world.advance(Duration.ofSeconds(1));
        return "Authorization: Bearer " + secret;
    }

    private List<String> audits() {
        return journal.read(1, 10_000).stream().filter(AuditLog::isAudit).map(AccessOverHttpTest::data).toList();
    }

    private static String data(LogEntry entry) {
        return entry.signal().payload() instanceof Payload.Open open && open.data() != null
                ? JsonLine.of(open.data())
                : "";
    }

    @Test
    void onlyARightTokenOfTheRightScopeIsAdmitted() throws IOException {
        String reader = token(TokenGrant.of("reader", AccessScope.READ));
        assertThat(get("/v1/read", reader)).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).contains("reader");
        });
        assertThat(get("/v1/read").status()).isEqualTo(401);
        assertThat(get("/v1/read").header("WWW-Authenticate")).containsExactly("Bearer");
        assertThat(get("/v1/read", reader + "0").status()).isEqualTo(401);
        assertThat(get("/v1/read", "Authorization: Basic dTpw").status()).isEqualTo(401);
        assertThat(post("/v1/solves/r1/cancel", reader)).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.body()).contains("needs the scope solve");
        });
        String admin = token(TokenGrant.of("boss", AccessScope.ADMIN));
        assertThat(post("/v1/solves/r1/cancel", admin).status()).isEqualTo(204);
    }

    @Test
    void theSecretOfTheFolderProvesItsOwner() throws IOException {
        String header = FolderSecret.HEADER + ": ";
        assertThat(get("/v1/read", header + FOLDER.text()).body()).contains("owner");
        assertThat(get("/v1/read", header + FolderSecret.random().text()).status()).isEqualTo(401);
        assertThat(get("/v1/read", header + FOLDER.text(), header + FOLDER.text()).status()).isEqualTo(401);
    }

    @Test
    void anExpiredAndARevokedTokenAreRefusedWhileTheServerRuns() throws IOException {
        String brief = token(TokenGrant.of("brief", AccessScope.READ).withExpiry(START.plusSeconds(30)));
        String gone = token(TokenGrant.of("gone", AccessScope.READ));
        assertThat(get("/v1/read", brief).status()).isEqualTo(200);
        assertThat(get("/v1/read", gone).status()).isEqualTo(200);
        var _ = tokens().revoke("gone");
        world.advance(Duration.ofSeconds(1));
        assertThat(get("/v1/read", gone).status()).isEqualTo(401);
        world.advance(Duration.ofSeconds(30));
        assertThat(get("/v1/read", brief)).satisfies(answer -> {
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.body()).contains("brief has expired");
        });
    }

    @Test
    void headersThatAreThereTwiceAreRefused() throws IOException {
        String reader = token(TokenGrant.of("reader", AccessScope.READ));
        assertThat(get("/v1/read", reader, reader).status()).isEqualTo(401);
        assertThat(get("/v1/read", reader, own(), own()).status()).isEqualTo(403);
        assertThat(RawClient.send(port(), "GET /v1/read", host(), host(), reader).status()).isIn(400, 403);
    }

    @Test
    void anotherHostNameIsRefusedAlsoWhereNoTokenIsNeeded() throws IOException {
        for (String path : List.of("/v1/health", "/v1/read", "/v1/nothing")) {
            for (String host : List.of("evil.example.org", "127.0.0.1.evil.org:80", "localhost.evil.org", "10.0.0.1")) {
                RawAnswer answer = RawClient.send(port(), "GET " + path, "Host: " + host,
                        token(TokenGrant.of("t" + world.nanos(), AccessScope.READ)));
                assertThat(answer.status()).as(host + path).isEqualTo(403);
                assertThat(answer.body()).contains("is not this server");
            }
        }
        assertThat(RawClient.send(port(), "GET /v1/health", "Host: localhost:" + port()).status()).isEqualTo(200);
    }

    @Test
    void pagesOfOthersAreRefusedAndAllowedOnesGetTheirHeaders() throws IOException {
        String reader = token(TokenGrant.of("reader", AccessScope.READ));
        for (String other : List.of("null", "http://localhost:1", "https://evil.org", ALLOWED + ".evil.org",
                "http://127.0.0.1:" + (port() + 1))) {
            RawAnswer refused = get("/v1/read", reader, "Origin: " + other);
            assertThat(refused.status()).as(other).isEqualTo(403);
            assertThat(refused.header("Access-Control-Allow-Origin")).isEmpty();
        }
        RawAnswer allowed = get("/v1/read", reader, "Origin: " + ALLOWED);
        assertThat(allowed.status()).isEqualTo(200);
        assertThat(allowed.header("Access-Control-Allow-Origin")).containsExactly(ALLOWED);
        assertThat(allowed.header("Access-Control-Allow-Credentials")).isEmpty();
        assertThat(allowed.header("Vary")).containsExactly("Origin");
        assertThat(get("/v1/read", reader, own()).header("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void aPreflightIsAnsweredForAllowedPagesOnly() throws IOException {
        String asked = "Access-Control-Request-Method: POST";
        RawAnswer allowed = send("OPTIONS /v1/solves/r1/cancel", "Origin: " + ALLOWED, asked,
                "Access-Control-Request-Headers: authorization");
        assertThat(allowed.status()).isEqualTo(204);
        assertThat(allowed.header("Access-Control-Allow-Methods")).singleElement().asString().contains("POST");
        assertThat(allowed.header("Access-Control-Allow-Headers")).singleElement().asString()
                .contains("Authorization");
        assertThat(send("OPTIONS /v1/read", "Origin: https://evil.org", asked).status()).isEqualTo(403);
    }

    @Test
    void aTicketBeginsOneSessionOnce() throws IOException {
        String path = access().loginAddress("");
        RawAnswer login = get(path);
        assertThat(login.status()).isEqualTo(303);
        assertThat(login.header("Location")).containsExactly("/");
        String cookie = login.header("Set-Cookie").getFirst();
        assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/").doesNotContain("Secure")
                .doesNotContain(path.substring(path.indexOf('=') + 1));
        assertThat(get(path).status()).isEqualTo(401);
        String session = "Cookie: " + cookie.substring(0, cookie.indexOf(';'));
        assertThat(get("/v1/read", session).body()).contains("owner");
        assertThat(get("/v1/read", "Cookie: waggle_session_" + port() + "=" + "0".repeat(64)).status()).isEqualTo(401);
        assertThat(get("/v1/read", session + "; " + session.substring(8)).status()).isEqualTo(401);
    }

    @Test
    void aTicketEndsAfterTenMinutesAndASessionAfterItsPause() throws IOException {
        String late = access().loginAddress("");
        world.advance(Duration.ofMinutes(10));
        assertThat(get(late).status()).isEqualTo(401);
        String session = login();
        world.advance(Duration.ofHours(9));
        assertThat(get("/v1/read", session).status()).isEqualTo(200);
        world.advance(Duration.ofHours(9));
        assertThat(get("/v1/read", session).status()).isEqualTo(200);
        world.advance(Duration.ofHours(10));
        assertThat(get("/v1/read", session).status()).isEqualTo(401);
    }

    @Test
    void aSessionEndsAfterAWeekHoweverItIsUsedAndAtALogout() throws IOException {
        String session = login();
        for (int hours = 0; hours < 7 * 24; hours += 8) {
            assertThat(get("/v1/read", session).status()).as(hours + " hours").isEqualTo(200);
            world.advance(Duration.ofHours(8));
        }
        assertThat(get("/v1/read", session).status()).isEqualTo(401);
        String other = login();
        assertThat(post("/v1/logout", other, own()).status()).isEqualTo(200);
        assertThat(get("/v1/read", other).status()).isEqualTo(401);
    }

    private String login() throws IOException {
        String cookie = get(access().loginAddress("")).header("Set-Cookie").getFirst();
        return "Cookie: " + cookie.substring(0, cookie.indexOf(';'));
    }

    @Test
    void aChangeByASessionNeedsAPageOfThisServer() throws IOException {
        String session = login();
        assertThat(post("/v1/solves/r1/cancel", session).status()).isEqualTo(403);
        assertThat(post("/v1/solves/r1/cancel", session, "Origin: " + ALLOWED).status()).isEqualTo(401);
        assertThat(post("/v1/solves/r1/cancel", session, "Origin: http://localhost:1").status()).isEqualTo(403);
        assertThat(post("/v1/solves/r1/cancel", session, own()).status()).isEqualTo(204);
        assertThat(get("/v1/read", session, "Sec-Fetch-Site: same-site").status()).isEqualTo(401);
        assertThat(get("/v1/read", session, "Sec-Fetch-Site: same-origin").status()).isEqualTo(200);
    }

    @Test
    void onlyTheOwnerMakesTickets() throws IOException {
        String admin = token(TokenGrant.of("boss", AccessScope.ADMIN));
        assertThat(post("/v1/login-tickets", admin).status()).isEqualTo(403);
        RawAnswer made = post("/v1/login-tickets", login(), own());
        assertThat(made.status()).isEqualTo(201);
        String path = made.body().substring(made.body().indexOf("/?"), made.body().lastIndexOf('"'));
        assertThat(get(path).status()).isEqualTo(303);
    }

    @Test
    void aTokenThatSendsTooManyRequestsWaits() throws IOException {
        String slow = token(TokenGrant.of("slow", AccessScope.READ)
                .withLimits(CallerLimits.defaults().withRate(0.5, 3)));
        for (int i = 0; i < 3; i++) {
            assertThat(get("/v1/read", slow).status()).isEqualTo(200);
        }
        RawAnswer refused = get("/v1/read", slow);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).containsExactly("2");
        world.advance(Duration.ofSeconds(2));
        assertThat(get("/v1/read", slow).status()).isEqualTo(200);
        assertThat(get("/v1/read", slow).status()).isEqualTo(429);
    }

    @Test
    void wrongTokensOfOneAddressAreSlowedAndARightOneIsNot() throws IOException {
        String reader = token(TokenGrant.of("reader", AccessScope.READ));
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            statuses.add(get("/v1/read", "Authorization: Bearer wrong" + i).status());
        }
        assertThat(statuses.subList(0, 10)).containsOnly(401);
        assertThat(statuses.subList(10, 12)).containsOnly(429);
        assertThat(get("/v1/read", reader).status()).isEqualTo(200);
        world.advance(Duration.ofSeconds(6));
        assertThat(get("/v1/read", "Authorization: Bearer wrong").status()).isEqualTo(401);
    }

    @Test
    void eachChangeAndEachRefusalIsInTheLogWithoutASecret() throws IOException {
        String solver = token(TokenGrant.of("solver", AccessScope.SOLVE));
        assertThat(post("/v1/solves/run-7/cancel", solver).status()).isEqualTo(204);
        assertThat(audits()).singleElement().asString().contains("\"caller\":\"solver\"", "\"operation\":\"change\"",
                "\"status\":204", "\"run\":\"run-7\"", "\"remote\":\"127.0.0.1\"");
        String guess = "Authorization: Bearer wgl_000000000000_" + "ab".repeat(32);
        assertThat(get("/v1/read?x=sk-secret-1234567890", guess).status()).isEqualTo(401);
        assertThat(post("/v1/solves/sk-secret-1234567890/cancel", solver).status()).isEqualTo(204);
        assertThat(post("/v1/solves/" + "y".repeat(3_000) + "/cancel", solver).status()).isEqualTo(204);
        assertThat(get("/v1/read", solver).status()).isEqualTo(403);
        List<String> all = audits();
        assertThat(all).hasSize(5).allSatisfy(line -> assertThat(line).hasSizeLessThan(600)
                .doesNotContain("abab", "sk-secret", solver.substring(30)));
        assertThat(all.get(1)).contains("\"event\":\"refused\"", "\"status\":401", "\"operation\":\"read\"");
        assertThat(all.getLast()).contains("\"caller\":\"solver\"", "\"reason\":\"scope\"");
    }

    @Test
    void aFloodOfRefusalsLeavesABoundedNumberOfEntries() throws IOException {
        for (int i = 0; i < 100; i++) {
            assertThat(get("/v1/read").status()).isEqualTo(401);
        }
        assertThat(audits()).hasSize(30);
        world.advance(Duration.ofMinutes(1));
        assertThat(get("/v1/read").status()).isEqualTo(401);
        assertThat(audits()).hasSize(32).anySatisfy(line -> assertThat(line).contains("\"count\":70"));
    }

    @Test
    void withoutTokensEveryProgramOfThisMachineIsTheOwnerButNoPageOfOthers() throws IOException {
        serve(AccessConfig.local().withCredentials(Credentials.NONE));
        assertThat(get("/v1/read").body()).contains("owner");
        assertThat(post("/v1/solves/r1/cancel").status()).isEqualTo(204);
        assertThat(post("/v1/solves/r1/cancel", "Origin: https://evil.org").status()).isEqualTo(403);
        assertThat(get("/v1/read", "Sec-Fetch-Site: cross-site").status()).isEqualTo(401);
        assertThat(RawClient.send(port(), "GET /v1/read", "Host: evil.org").status()).isEqualTo(403);
    }

    @Test
    void aServerThatOthersReachNeedsAToken() {
        AccessConfig open = AccessConfig.local().withHost("0.0.0.0");
        AccessConfig proxied = AccessConfig.local().withPublicUrl(URI.create("https://waggle.example.org"));
        for (AccessConfig config : List.of(open, proxied)) {
            assertThatThrownBy(() -> open(config)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("needs a token").hasMessageContaining("waggle token create");
            assertThatThrownBy(() -> open(config.withCredentials(Credentials.NONE)))
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Maybe omit --no-token");
        }
        var _ = tokens().create(TokenGrant.of("brief", AccessScope.READ).withExpiry(START.plusSeconds(9)));
        open(open).close();
        world.advance(Duration.ofSeconds(9));
        assertThatThrownBy(() -> open(proxied)).isInstanceOf(IllegalArgumentException.class);
    }

    private ServerAccess open(AccessConfig config) {
        return ServerAccess.open(config, tokens(), journal, FOLDER, SecretSet.NONE, world);
    }

    @Test
    void behindAProxyThePublicAddressIsThisServer() throws IOException {
        String reader = token(TokenGrant.of("reader", AccessScope.READ, AccessScope.SOLVE));
        serve(AccessConfig.local().withPublicUrl(URI.create("https://waggle.example.org")));
        String host = "Host: waggle.example.org";
        String login = access().loginAddress("");
        String cookie = RawClient.send(port(), "GET " + login, host).header("Set-Cookie").getFirst();
        assertThat(cookie).contains("; Secure");
        String session = "Cookie: " + cookie.substring(0, cookie.indexOf(';'));
        String change = "POST /v1/solves/r1/cancel";
        String length = "Content-Length: 0";
        assertThat(RawClient.send(port(), change, host, session, length, "Origin: https://waggle.example.org").status())
                .isEqualTo(204);
        assertThat(RawClient.send(port(), change, host, session, length, "Origin: https://evil.org").status())
                .isEqualTo(403);
        assertThat(RawClient.send(port(), "GET /v1/read", host, reader).status()).isEqualTo(200);
        assertThat(RawClient.send(port(), "GET /v1/read", "Host: evil.org", "X-Forwarded-Host: waggle.example.org",
                reader).status()).isEqualTo(403);
    }
}
