package dev.waggle.server.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import dev.waggle.server.access.TokenFile.NewToken;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TokenFileTest {

    private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

    @TempDir
    private Path home;

    private final ManualWorld world = new ManualWorld(START, 1);

    private TokenFile file() {
        return TokenFile.of(home.resolve("server/tokens.jsonl"), world);
    }

    @Test
    void aTokenComesBackWithEverythingButItsSecret() throws IOException {
        TokenGrant grant = TokenGrant.of("ci", AccessScope.READ, AccessScope.SOLVE).withAgent("ada").withTenant("acme")
                .withExpiry(START.plusSeconds(60)).withLimits(CallerLimits.defaults().withBudget(1.5, 2_000L)
                        .withRate(0.5, 3).withConcurrency(0, 4));
        NewToken made = file().create(grant);
        assertThat(file().read().tokens()).singleElement().satisfies(read -> {
            assertThat(read.grant()).isEqualTo(grant);
            assertThat(read.created()).isEqualTo(START);
        });
        assertThat(file().read().authenticated(made.secret())).isPresent();
        String random = made.secret().substring(made.secret().lastIndexOf('_') + 1);
        assertThat(Files.readString(file().path())).contains("\"ci\"").doesNotContain(random);
        assertThat(made.toString() + file().read().tokens() + BearerSecret.parse(made.secret())).doesNotContain(random)
                .doesNotContain(made.token().hash().digest());
    }

    @Test
    void onlyTheWholeSecretOfTheSameTokenIsRight() {
        NewToken one = file().create(TokenGrant.of("one", AccessScope.READ));
        NewToken two = file().create(TokenGrant.of("two", AccessScope.READ));
        TokenList tokens = file().read();
        String mixed = one.secret().substring(0, 17) + two.secret().substring(17);
        String last = one.secret().substring(0, one.secret().length() - 1) + (one.secret().endsWith("0") ? "1" : "0");
        for (String wrong : List.of("", "wgl_", mixed, last, one.secret() + "0", one.secret().toUpperCase(Locale.ROOT),
                one.secret().substring(4))) {
            assertThat(tokens.authenticated(wrong)).as(wrong).isEmpty();
        }
        assertThat(tokens.authenticated(one.secret()).map(AccessToken::name)).hasValue("one");
    }

    @Test
    void aRevokedTokenIsGoneAndItsNameFree() {
        NewToken made = file().create(TokenGrant.of("ci", AccessScope.READ));
        assertThat(file().revoke("ci").id()).isEqualTo(made.token().id());
        assertThat(file().read().tokens()).isEmpty();
        NewToken next = file().create(TokenGrant.of("ci", AccessScope.READ));
        assertThat(file().read().authenticated(made.secret())).isEmpty();
        assertThat(file().read().authenticated(next.secret())).isPresent();
    }

    @Test
    void aTakenNameAnUnknownNameAndAPastExpiryAreRefusedAndChangeNothing() throws IOException {
        file().create(TokenGrant.of("ci", AccessScope.READ));
        byte[] before = Files.readAllBytes(file().path());
        assertThatThrownBy(() -> file().create(TokenGrant.of("ci", AccessScope.READ)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("\"ci\" already");
        assertThatThrownBy(() -> file().revoke("cj")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no token \"cj\"").hasMessageContaining("Maybe").hasMessageContaining("ci");
        assertThatThrownBy(() -> file().create(TokenGrant.of("late", AccessScope.READ).withExpiry(START)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("expire");
        assertThat(Files.readAllBytes(file().path())).isEqualTo(before);
    }

    @Test
    void theFileIsForItsOwnerAlone() throws IOException {
        file().create(TokenGrant.of("ci", AccessScope.READ));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file().path()))).isEqualTo("rw-------");
        Files.setPosixFilePermissions(file().path(), PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> file().read()).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("open to other users (rw-r-----)").hasMessageContaining("chmod 600");
        assertThatThrownBy(() -> file().create(TokenGrant.of("two", AccessScope.READ)))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("open to other users");
    }

    @Test
    void anUnfinishedLineOfAKilledWriterIsIgnoredAndCut() throws IOException {
        file().create(TokenGrant.of("ci", AccessScope.READ));
        long whole = Files.size(file().path());
        byte[] bytes = Files.readAllBytes(file().path());
        for (int cut = 1; cut < bytes.length - TokenLine.HEAD.length(); cut += 7) {
            Files.write(file().path(), bytes, StandardOpenOption.TRUNCATE_EXISTING);
            Files.write(file().path(), Arrays.copyOfRange(bytes, bytes.length - cut, bytes.length - 1),
                    StandardOpenOption.APPEND);
            assertThat(file().read().tokens()).hasSize(1);
        }
        file().create(TokenGrant.of("two", AccessScope.READ));
        assertThat(file().read().tokens()).hasSize(2);
        assertThat(Files.size(file().path())).isLessThan(3 * whole);
    }

    @Test
    void aDamagedLineIsNamedAndNothingOfItIsShown() throws IOException {
        file().create(TokenGrant.of("ci", AccessScope.READ));
        String text = Files.readString(file().path());
        Files.writeString(file().path(), text.replace("\"read\"", "\"admin\""));
        assertThatThrownBy(() -> file().read()).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("line 2 is damaged").hasMessageNotContainingAny("salt", "sha256");
    }

    @Test
    void aRunningRegistryNoticesEachChangeWithinASecond() {
        TokenRegistry registry = new TokenRegistry(file(), world);
        NewToken made = file().create(TokenGrant.of("ci", AccessScope.READ));
        assertThat(registry.current().tokens()).isEmpty();
        world.advance(Duration.ofSeconds(1));
        assertThat(registry.current().authenticated(made.secret())).isPresent();
        file().revoke("ci");
        world.advance(Duration.ofSeconds(1));
        assertThat(registry.current().authenticated(made.secret())).isEmpty();
    }

    @Test
    void noTokenIsValidWhileTheFileIsDamaged() throws IOException {
        NewToken made = file().create(TokenGrant.of("ci", AccessScope.READ));
        TokenRegistry registry = new TokenRegistry(file(), world);
        byte[] sound = Files.readAllBytes(file().path());
        Files.write(file().path(), "x\n".getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
        world.advance(Duration.ofSeconds(1));
        assertThat(registry.current().tokens()).isEmpty();
        Files.write(file().path(), sound);
        world.advance(Duration.ofSeconds(1));
        assertThat(registry.current().authenticated(made.secret())).isPresent();
    }

    @Test
    void badGrantsAreRefusedByName() {
        for (String name : List.of("", " ", "a b", "owner", "anonymous", "-x", "x".repeat(65), "ü", "a\nb")) {
            assertThatThrownBy(() -> TokenGrant.of(name, AccessScope.READ)).as(name)
                    .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("token's name");
        }
        assertThatThrownBy(() -> TokenGrant.of("a", AccessScope.READ).withAgent(" "))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CallerLimits.defaults().withBudget(Double.NaN, null))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("NaN");
        assertThatThrownBy(() -> CallerLimits.defaults().withRate(0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> AccessScope.of("reed")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"reed\"").hasMessageContaining("read, solve, signals, seat, admin");
    }

    @Test
    void aRefusedChangeLeavesNothingBesideTheFile(@TempDir Path other) throws IOException {
        TokenFile missing = TokenFile.of(other.resolve("none/tokens.jsonl"), World.system());
        assertThatThrownBy(() -> missing.revoke("me")).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("there is no token \"me\"");
        Path circle = Files.createSymbolicLink(other.resolve("circle"), other.resolve("circle"));
        assertThatThrownBy(() -> TokenFile.of(circle, World.system()).revoke("me"))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("no ordinary file");

        Path foreign = Files.writeString(other.resolve("foreign"), "no tokens");
        assertThatThrownBy(() -> TokenFile.of(foreign, World.system()).revoke("me"))
                .isInstanceOf(RuntimeException.class);

        try (Stream<Path> left = Files.list(other)) {
            assertThat(left).containsExactlyInAnyOrder(circle, foreign);
        }
    }
}
