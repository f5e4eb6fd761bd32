package dev.waggle.cli.command.webhook;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.server.api.signal.WebhookSecretFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code waggle webhook} on a folder without a server. */
class WebhookCommandsTest {

    @TempDir
    private Path home;

    private CommandRun webhook(List<String> words) {
        String[] all = new String[words.size() + 3];
        all[0] = "webhook";
        for (int i = 0; i < words.size(); i++) {
            all[i + 1] = words.get(i);
        }
        all[words.size() + 1] = "--data";
        all[words.size() + 2] = home.resolve("data").toString();
        return CommandRun.of(all);
    }

    private String succeeds(String... words) {
        CommandRun run = webhook(List.of(words));
        assertThat(run.code()).as("%s", run).isZero();
        return run.out();
    }

    @Test
    void aSecretIsShownOnceAndItsFileIsPrivate() throws IOException {
        String secret = succeeds("create", "ci", "--tenant", "acme").strip();
        assertThat(secret).matches("[0-9a-f]{64}");
        Path file = home.resolve("data").resolve(WebhookSecretFile.PLACE);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
        assertThat(succeeds("list")).isEqualTo("ci  tenant acme\n");
        assertThat(succeeds("list", "--json")).isEqualTo("{\"id\":\"ci\",\"tenant\":\"acme\"}\n");
    }

    @Test
    void aNewSecretKeepsTheTenantAndReplacesTheFormerOne() throws IOException {
        String first = succeeds("create", "ci", "--tenant", "acme").strip();
        String second = succeeds("renew", "ci").strip();

        assertThat(second).isNotEqualTo(first);
        assertThat(Files.readString(home.resolve("data").resolve(WebhookSecretFile.PLACE))).contains(second, "acme")
                .doesNotContain(first);
    }

    @Test
    void aDeletedWebhookIsNoLongerListed() {
        String _ = succeeds("create", "ci");
        assertThat(succeeds("delete", "ci")).isEqualTo("deleted ci\n");
        assertThat(succeeds("list")).isEqualTo("no webhooks\n");
        assertThat(webhook(List.of("delete", "ci")).err()).endsWith(" - See waggle webhook delete --help.\n");
    }

    @Test
    void aTakenIdIsRefusedAndKeepsItsSecret() throws IOException {
        String secret = succeeds("create", "ci").strip();
        CommandRun again = webhook(List.of("create", "ci"));

        assertThat(again.code()).isEqualTo(2);
        assertThat(again.err()).contains("there is a webhook \"ci\" already", "waggle webhook renew");
        assertThat(Files.readString(home.resolve("data").resolve(WebhookSecretFile.PLACE))).contains(secret);
    }

    @Test
    void badValuesAreRefusedAndCreateNothing() {
        for (List<String> words : List.of(List.of("create"), List.of("create", "a b"), List.of("create", " "),
                List.of("create", "x".repeat(65)), List.of("create", "../ci"),
                List.of("create", "ci", "--tenant", " "), List.of("renew", "ci"), List.of("delete", "ci"),
                List.of("create", "ci", "--nonsense"))) {
            CommandRun run = webhook(words);
            assertThat(run.code()).as("%s", run).isEqualTo(2);
            assertThat(home).as("%s", words).isEmptyDirectory();
        }
    }
}
