package dev.waggle.signal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SecretSetTest {

    private static final String KEY = "sk-test-0123456789abcdef";
    private static final SecretSet SECRETS = SecretSet.of(List.of(KEY, "Basic YW5uOmh1bnRlcjI=", "a/b+c=d 12345678x",
            "sk-test-other-key-9"));

    @Test
    void masksEachSecretAsItIsAndAsAnAddressHasIt() {
        assertThat(SECRETS.mask("the key " + KEY + "." + KEY)).isEqualTo("the key (key).(key)");
        assertThat(SECRETS.mask("Authorization: Basic YW5uOmh1bnRlcjI=")).isEqualTo("Authorization: Basic (key)");
        assertThat(SecretSet.of(List.of("a/b+c=d1")).mask("?x=a%2Fb%2Bc%3Dd1&y")).isEqualTo("?x=(key)&y");
    }

    @Test
    void ofAnAddressOnlyTheUserAndThePasswordAreSecrets() {
        assertThat(SecretSet.of(List.of("postgres://ann:hunter2hunter2@db1:5432/data"))
                .mask("postgres://ann:hunter2hunter2@db1:5432/data, hunter2hunter2, db1:5432/data"))
                .isEqualTo("postgres://(key)@db1:5432/data, (key), db1:5432/data");
    }

    @Test
    void masksSecretsWithJsonEscapes() {
        String escaped = KEY.chars().mapToObj(unit -> String.format(Locale.ROOT, "\\u%04x", unit))
                .collect(Collectors.joining());
        assertThat(SECRETS.mask("{\"a\": \"" + escaped + "\"}")).isEqualTo("{\"a\": \"(key)\"}");
        assertThat(SECRETS.mask("\\u0073" + KEY.substring(1) + " \\u0073k " + KEY.replace("-", "\\u002D")))
                .isEqualTo("(key) \\u0073k (key)");
        assertThat(SecretSet.of(List.of("a/b+c=d1\"")).mask("a\\/b+c=d1\\\", \\ \\u \\u00 \\")).isEqualTo(
                "(key), \\ \\u \\u00 \\");
        SecretSet.PieceMask pieces = SECRETS.pieces();
        StringBuilder shown = new StringBuilder();
        ("x\\" + escaped + "\\u00").chars().forEach(unit -> shown.append(pieces.next(Character.toString(unit))));
        assertThat(shown + pieces.end()).isEqualTo("x\\(key)\\u00");
    }

    @Test
    void masksALongBeginningAndNoShortOne() {
        assertThat(SECRETS.mask("sk-test-0123 and sk-test-012... and sk-test-")).isEqualTo(
                "(key) and sk-test-012... and sk-test-");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "yes", "research", "a-team", "lm-studio", "password", "key 1", "20261124", "ollama", "v1",
                "/home/ann/project1/data", "~/projects/waggle2", "C:\\Users\\ann42\\data",
                "https://example.org/v1/things"})
    void wordsOfOrdinaryTextAreNoSecrets(String value) {
        assertThat(SecretSet.of(List.of(value)).isEmpty()).isTrue();
    }

    @Test
    void anErrorMessageMasksShortAndPlainValuesToo() {
        SecretSet secrets = SecretSet.of(List.of("passwd", "Basic annpwd", "correct horse", "ümläut1x"));

        assertThat(secrets.mask("passwd annpwd correct horse")).isEqualTo("passwd annpwd correct horse");
        assertThat(secrets.maskError("passwd, annpwd, correct horse, %C3%BCml%C3%A4ut1x"))
                .isEqualTo("(key), (key), (key), (key)");
        assertThat(SecretSet.of(List.of("yes", "12345")).maskError("yes, 12345")).isEqualTo("yes, 12345");
    }

    @Test
    void anErrorMessageMasksTheWordsThatBeginAsASecretDoes() {
        assertThat(SECRETS.maskError("key sk-test-0***cdef is wrong, sk-test is none"))
                .isEqualTo("key (key) is wrong, sk-test is none");
        assertThat(SECRETS.with(List.of("proj-aaaa-bbbb")).maskError("proj-aaa*** proj-aab")).isEqualTo(
                "(key) proj-aab");
    }

    @Test
    void anErrorMessageKeepsOtherPathsAndAddresses() {
        assertThat(SecretSet.of(List.of("https://waggle.example/app", "/home/ann/tools")).maskError(
                "https://lab.example refused https://waggle.example/app, /home/ann/tools, /home/ann/data"))
                .isEqualTo("https://lab.example refused (key), (key), /home/ann/data");
    }

    @Test
    void ofTwoValuesTheLongerIsMaskedFirst() {
        assertThat(SecretSet.of(List.of("abcdef", "abcdefghijk")).maskError("abcdefghijk abcdef")).isEqualTo(
                "(key) (key)");
    }

    /** Wherever a text is divided, the shown pieces are the mask of the whole. */
    @Test
    void piecesAreMaskedAsTheWhole() {
        Random random = new Random(11);
        List<String> parts = List.of(KEY, "sk-", "sk-test-", KEY.substring(0, 15), "x", " ", "sk-test-other-key-9",
                "sk-test-other", "YW5uOmh1bnRlcjI=", "YW5uOmh1bnRl", "1");
        for (int trial = 0; trial < 3_000; trial++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(8); i >= 0; i--) {
                text.append(parts.get(random.nextInt(parts.size())));
            }
            SecretSet.PieceMask mask = SECRETS.pieces();
            List<String> shown = new ArrayList<>();
            for (int at = 0; at < text.length();) {
                int next = Math.min(text.length(), at + 1 + random.nextInt(9));
                shown.add(mask.next(text.substring(at, next)));
                at = next;
            }
            shown.add(mask.end());

            assertThat(String.join("", shown)).as("seed 11, trial %s, %s", trial, text)
                    .isEqualTo(SECRETS.mask(text.toString())).doesNotContain(KEY);
        }
    }

    @Test
    void textThatBeginsNoSecretIsShownAtOnce() {
        assertThat(SECRETS.pieces().next("well then ")).isEqualTo("well then ");
    }

    @Test
    void showsNoSecretItself() {
        assertThat(SECRETS).asString().doesNotContain("sk-");
    }
}
