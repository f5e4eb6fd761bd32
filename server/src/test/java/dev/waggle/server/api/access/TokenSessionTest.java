package dev.waggle.server.api.access;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.server.RawClient;
import dev.waggle.server.RawClient.RawAnswer;
import dev.waggle.server.access.AccessConfig;
import dev.waggle.server.access.AccessScope;
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
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Sessions of browsers that a token began, and attacks on them. */
class TokenSessionTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");
    private static final String ALLOWED = "https://dash.example.org";

    @TempDir
    private Path home;

    private final ManualWorld world = new ManualWorld(START, 1);
    private final MemoryJournal journal = new MemoryJournal();
    private ServerAccess access;
    private ServerListener listener;

    @BeforeEach
    void start() {
        serve(AccessConfig.local().withOrigins(List.of(ALLOWED)));
    }

    private void serve(AccessConfig config) {
        access = ServerAccess.open(config, tokens(), journal, FolderSecret.random(), SecretSet.NONE, world);
        List<Operation> operations = new ArrayList<>(new AccessApi(access,
                Parameter.header("Accept", "Media types."), _ -> Optional.empty()).operations());
        operations.add(Operation.of("read", HttpVerb.GET, "/v1/read", "Reads.", _ -> ApiAnswer.empty())
                .needing(AccessScope.READ));
        operations.add(Operation.of("change", HttpVerb.POST, "/v1/change", "Changes.", _ -> ApiAnswer.empty())
                .needing(AccessScope.SOLVE));
        listener = ServerListener.open(Place.local(), operations, access.gate(), new RequestCounter(),
                Optional.empty(), world);
    }

    @AfterEach
    void stop() {
        listener.close();
        access.close();
    }

    private TokenFile tokens() {
        return TokenFile.of(home.resolve("tokens.jsonl"), world);
    }

    private String own() {
        return "Origin: http://127.0.0.1:" + listener.port();
    }

    private RawAnswer send(String line, String... headers) throws IOException {
        List<String> all = new ArrayList<>(List.of("Host: 127.0.0.1:" + listener.port(), "Content-Length: 0"));
        all.addAll(List.of(headers));
        return RawClient.send(listener.port(), line, all.toArray(String[]::new));
    }

    private String token(TokenGrant grant) {
        String secret = tokens().create(grant).secret();
        world.advance(Duration.ofSeconds(1));
        return "Authorization: Bearer " + secret;
    }

    /** The header of a session that a page of this server began with that token. */
    private String login(String token, String... headers) throws IOException {
        List<String> all = new ArrayList<>(List.of(token, own()));
        all.addAll(List.of(headers));
        RawAnswer answer = send("POST /v1/login", all.toArray(String[]::new));
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return session(answer);
    }

    private static String session(RawAnswer answer) {
        String cookie = answer.header("Set-Cookie").getFirst();
        return "Cookie: " + cookie.substring(0, cookie.indexOf(';'));
    }

    private int read(String credentials) throws IOException {
        return send("GET /v1/read", credentials).status();
    }

    @Test
    void aSessionHasExactlyWhatItsTokenHas() throws IOException {
        String token = token(TokenGrant.of("reader", AccessScope.READ, AccessScope.SEAT).withAgent("ada")
                .withTenant("acme"));
        RawAnswer answer = send("POST /v1/login", token, own());
        assertThat(answer.header("Set-Cookie")).singleElement().asString()
                .contains("HttpOnly", "SameSite=Strict", "Path=/").doesNotContain("Secure", "wgl_");
        String session = session(answer);
        String rights = send("GET /v1/caller", session).body();
        assertThat(JsonText.read(rights)).isEqualTo(JsonText.read(send("GET /v1/caller", token).body()))
                .isEqualTo(JsonText.read("{\"authenticated\":true,\"name\":\"reader\",\"scopes\":[\"read\",\"seat\"],"
                        + "\"agent\":\"ada\",\"tenant\":\"acme\"}"));
        assertThat(read(session)).isEqualTo(204);
        assertThat(send("POST /v1/change", session, own()).status()).isEqualTo(403);
        assertThat(send("GET /v1/caller").body()).contains("\"authenticated\":false", "anonymous");
    }

    @Test
    void aChangeByASessionNeedsAPageOfThisServer() throws IOException {
        String session = login(token(TokenGrant.of("solver", AccessScope.SOLVE)));
        assertThat(send("POST /v1/change", session).status()).isEqualTo(403);
        assertThat(send("POST /v1/change", session, "Origin: " + ALLOWED).status()).isEqualTo(401);
        assertThat(send("POST /v1/change", session, "Origin: https://evil.org").status()).isEqualTo(403);
        assertThat(send("GET /v1/caller", session, "Sec-Fetch-Site: cross-site").body()).contains("anonymous");
        assertThat(send("POST /v1/change", session, own()).status()).isEqualTo(204);
    }

    @Test
    void aRevokedTokenEndsItsSessionsAndANewOneOfItsNameRevivesNone() throws IOException {
        TokenGrant grant = TokenGrant.of("reader", AccessScope.READ);
        String session = login(token(grant));
        assertThat(read(session)).isEqualTo(204);
        var _ = tokens().revoke("reader");
        world.advance(Duration.ofSeconds(1));
        assertThat(read(session)).isEqualTo(401);
        String fresh = token(grant);
        assertThat(read(fresh)).isEqualTo(204);
        assertThat(read(session)).isEqualTo(401);
    }

    @Test
    void anExpiredTokenEndsItsSessionsAndBeginsNone() throws IOException {
        String token = token(TokenGrant.of("brief", AccessScope.READ).withExpiry(START.plusSeconds(60)));
        String session = login(token);
        world.advance(Duration.ofSeconds(60));
        assertThat(read(session)).isEqualTo(401);
        assertThat(send("POST /v1/login", token, own())).satisfies(refused -> {
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.header("Set-Cookie")).isEmpty();
        });
    }

    @Test
    void aPlantedSessionIsNeverTakenOver() throws IOException { // Session fixation.
        String attacker = login(token(TokenGrant.of("attacker", AccessScope.READ)));
        String victim = token(TokenGrant.of("victim", AccessScope.READ, AccessScope.SOLVE));
        String session = login(victim, attacker);
        assertThat(session).isNotEqualTo(attacker);
        assertThat(read(attacker)).isEqualTo(401);
        String invented = attacker.substring(0, attacker.indexOf('=') + 1) + "0".repeat(64);
        assertThat(login(victim, invented)).isNotEqualTo(invented);
        assertThat(read(invented)).isEqualTo(401);
        assertThat(send("GET /v1/caller", session).body()).contains("victim");
    }

    @Test
    void aSessionBeginsNoOther() throws IOException { // Else it would never end.
        String session = login(token(TokenGrant.of("reader", AccessScope.READ)));
        String owner = session(send("GET " + access.loginAddress("")));
        for (String credentials : List.of(session, owner)) {
            assertThat(send("POST /v1/login", credentials, own())).satisfies(refused -> {
                assertThat(refused.status()).isEqualTo(401);
                assertThat(refused.header("Set-Cookie")).isEmpty();
            });
        }
        for (int hours = 0; hours < 7 * 24; hours += 8) {
            assertThat(read(session)).isEqualTo(204);
            world.advance(Duration.ofHours(8));
        }
        assertThat(read(session)).isEqualTo(401);
    }

    @Test
    void aSessionOfATokenMakesNoTicketOfTheOwner() throws IOException {
        String session = login(token(TokenGrant.of("boss", AccessScope.ADMIN)));
        assertThat(send("POST /v1/login-tickets", session, own()).status()).isEqualTo(403);
    }

    @Test
    void pagesOfOthersLogNoBrowserIn() throws IOException { // Login CSRF.
        String token = token(TokenGrant.of("reader", AccessScope.READ));
        for (String page : List.of("Origin: " + ALLOWED, "Origin: https://evil.org", "Origin: null",
                "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site")) {
            assertThat(send("POST /v1/login", token, page)).as(page).satisfies(refused -> {
                assertThat(refused.status()).isEqualTo(403);
                assertThat(refused.header("Set-Cookie")).isEmpty();
            });
        }
    }

    @Test
    void wrongTokensAtTheLoginAreSlowed() throws IOException {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 11; i++) {
            statuses.add(send("POST /v1/login", "Authorization: Bearer wrong" + i, own()).status());
        }
        assertThat(statuses.subList(0, 10)).containsOnly(401);
        assertThat(statuses.getLast()).isEqualTo(429);
        assertThat(read(login(token(TokenGrant.of("reader", AccessScope.READ))))).isEqualTo(204);
    }

    @Test
    void aSessionSharesTheRateOfItsToken() throws IOException {
        String token = token(TokenGrant.of("slow", AccessScope.READ)
                .withLimits(CallerLimits.defaults().withRate(0.5, 3)));
        String session = login(token);
        assertThat(List.of(read(session), read(token), read(session), read(token))).containsExactly(204, 204, 429,
                429);
    }

    /** A page has some fifty files, for which a browser sends the session too. */
    @Test
    void whatIsOpenToAllDoesNotCountForTheRateOfASession() throws IOException {
        String session = login(token(TokenGrant.of("slow", AccessScope.READ)
                .withLimits(CallerLimits.defaults().withRate(0.5, 2))));
        for (int i = 0; i < 5; i++) {
            assertThat(send("GET /v1/caller", session).status()).isEqualTo(200);
        }
        assertThat(List.of(read(session), read(session))).containsExactly(204, 429);
    }

    @Test
    void manySessionsOfOneTokenDisplaceNoOther() throws IOException {
        String owner = session(send("GET " + access.loginAddress("")));
        String many = token(TokenGrant.of("many", AccessScope.READ));
        String first = login(many);
        for (int i = 0; i < 64; i++) {
            assertThat(read(login(many))).isEqualTo(204);
        }
        assertThat(read(first)).isEqualTo(401);
        assertThat(read(owner)).isEqualTo(204);
    }

    @Test
    void underTlsTheCookieNeverGoesWithout() throws IOException {
        listener.close();
        access.close();
        String token = token(TokenGrant.of("reader", AccessScope.READ));
        serve(AccessConfig.local().withPublicUrl(URI.create("https://waggle.example.org")));
        assertThat(RawClient.send(listener.port(), "POST /v1/login", "Host: waggle.example.org", "Content-Length: 0",
                "Origin: https://waggle.example.org", token).header("Set-Cookie")).singleElement().asString()
                .contains("; Secure");
    }

    @Test
    void aLogoutEndsTheSessionOfAToken() throws IOException {
        String session = login(token(TokenGrant.of("reader", AccessScope.READ)));
        assertThat(send("POST /v1/logout", session, own()).status()).isEqualTo(200);
        assertThat(read(session)).isEqualTo(401);
    }
}
