package dev.waggle.cli.command.token;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.server.access.TokenFile;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class TokenCommandsTest {

    @TempDir
    private Path home;

    private CommandRun token(String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "token";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "--data";
        all[words.length + 2] = home.resolve("data").toString();
        return CommandRun.of(all);
    }

    @Test
    void theSecretIsPrintedOnceAndStoredNowhere() throws IOException {
        CommandRun made = token("create", "ci", "--scope", "read,solve", "--agent", "ada", "--tenant", "acme",
                "--budget-usd", "5", "--budget-tokens", "1000", "--expires", "30d");
        assertThat(made.code()).as(made.err()).isZero();
        String secret = made.out().strip();
        assertThat(secret).matches("wgl_[0-9a-f]{12}_[0-9a-f]{64}");
        Path file = home.resolve("data").resolve(TokenFile.PLACE);
        String random = secret.substring(17);
        assertThat(Files.readString(file)).doesNotContain(random);
        for (CommandRun list : List.of(token("list"), token("list", "--json"))) {
            assertThat(list.code()).isZero();
            assertThat(list.out()).contains("ci", "read", "solve", "ada", "acme", "5", "1000").doesNotContain(random,
                    "sha256", "salt");
        }
        assertThat(TokenFile.of(file, World.system()).read().named("ci")).isPresent();
    }

    @Test
    void aRevokedTokenIsNoLongerListed() {
        assertThat(token("create", "ci", "--scope", "read").code()).isZero();
        assertThat(token("revoke", "ci").out()).contains("revoked ci");
        assertThat(token("list").out()).contains("no tokens");
        assertThat(token("revoke", "ci")).satisfies(again -> {
            assertThat(again.code()).isEqualTo(2);
            assertThat(again.err()).contains("no token \"ci\" - See waggle token list.\n");
        });
    }

    @Test
    void badValuesAreRefusedInOneLineAndCreateNothing() {
        for (List<String> words : List.of(List.of("create", "ci"), List.of("create", "owner", "--scope", "read"),
                List.of("create", "a b", "--scope", "read"), List.of("create", "ci", "--scope", "reed"),
                List.of("create", "ci", "--scope", ","), List.of("create", "ci", "--scope", "read", "--expires", "1y"),
                List.of("create", "ci", "--scope", "read", "--expires", "0m"),
                List.of("create", "ci", "--scope", "read", "--budget-usd", "-1"),
                List.of("create", "ci", "--scope", "read", "--budget-usd", "NaN"),
                List.of("create", "ci", "--scope", "read", "--rate", "0"),
                List.of("create", "ci", "--scope", "read", "--burst", "0"),
                List.of("create", "ci", "--scope", "read", "--agent", " "), List.of("revoke", "ci"))) {
            CommandRun run = token(words.toArray(String[]::new));
            assertThat(run.code()).as(words + run.out()).isEqualTo(2);
            assertThat(run.err().strip().lines()).as(words.toString()).hasSize(1);
        }
        assertThat(home.resolve("data").resolve(TokenFile.PLACE)).doesNotExist();
    }

    @Test
    void aFileThatOthersCanReadIsRefused() throws IOException {
        Path file = home.resolve("tokens.jsonl");
        assertThat(token("create", "ci", "--scope", "read", "--token-file", file.toString()).code()).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        for (String word : List.of("list", "revoke ci", "create b --scope read")) {
            String[] words = (word + " --token-file " + file).split(" ");
            assertThat(token(words)).as(word).satisfies(run -> {
                assertThat(run.code()).isEqualTo(2);
                assertThat(run.err()).contains("open to other users", "chmod 600");
            });
        }
    }
}
