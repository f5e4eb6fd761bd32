package dev.waggle.connect.mcp.admission;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OriginPolicyTest {

    @Test
    void onlyWholeNamesOfThisMachineAreThisMachine() {
        assertThat(List.of("localhost", "LOCALHOST:80", "127.0.0.1:7431", "[::1]", "[::1]:1"))
                .allMatch(OriginPolicy::isThisMachine);
        assertThat(List.of("", "localhost.evil.org", "evil-localhost", "127.0.0.1.evil.org", "127.0.0.1@evil.org",
                "[::1].evil.org", "localhost:80:80", "localhost:x", "0.0.0.0")).noneMatch(OriginPolicy::isThisMachine);
    }

    @Test
    void allowedOriginsAreComparedAsAWholeAndWithoutCase() {
        OriginPolicy policy = new OriginPolicy(List.of("https://Example.org"));
        assertThat(policy.isAllowed("HTTPS://example.org")).isTrue();
        assertThat(List.of("null", "http://example.org", "https://example.org:8443", "https://example.org.evil.org",
                "https://a.example.org")).noneMatch(policy::isAllowed);
    }

    @Test
    void anOriginHasNoPath() {
        assertThatThrownBy(() -> new OriginPolicy(List.of("https://example.org/x")))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("Maybe https://example.org");
        assertThatThrownBy(() -> new OriginPolicy(List.of("null"))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aBearerTokenIsThereOnceAndOfThatScheme() {
        assertThat(BearerHeader.token(List.of("bEaReR  abc "))).isEqualTo("abc");
        assertThat(BearerHeader.token(List.of())).isNull();
        assertThat(BearerHeader.token(List.of("Bearer a", "Bearer a"))).isNull();
        assertThat(BearerHeader.token(List.of("Basic a"))).isNull();
        assertThat(BearerHeader.isSame("abc", "abc")).isTrue();
        assertThat(BearerHeader.isSame("abc", "abcd")).isFalse();
    }
}
