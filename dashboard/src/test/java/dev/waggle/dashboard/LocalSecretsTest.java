package dev.waggle.dashboard;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LocalSecretsTest {

    @Test
    void keysOfTheEnvironmentAndFoldersOfTheMachineAreMasked() {
        String home = System.getProperty("user.home");
        RunFileMask mask = LocalSecrets.mask(Map.of("SOME_API_KEY", "planted-key-12345", "EDITOR", "planted-editor-1",
                "HTTPS_PROXY", "http://ada:planted-pass-99@proxy.example:1"), List.of(Path.of("relative-data")));

        String file = RunFile.html(new RunFileData(new JsonObjectBuilder().with("question", "planted-key-12345 of "
                + "planted-editor-1 by planted-pass-99 in " + home + "/notes and "
                + Path.of("relative-data").toAbsolutePath()).json(), new JsonValue.Obj(Map.of()), JsonValue.ofNull(),
                JsonValue.ofNull()), mask, Instant.EPOCH);

        assertThat(file).contains("(key) of planted-editor-1 by (key) in (folder)/notes and (folder)")
                .doesNotContain("planted-key", "planted-pass", home + '/');
    }
}
