package dev.waggle.server.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SecretFileTest {

    @TempDir
    private Path folder;

    @Test
    void theSecretIsCreatedOnceAndForItsOwnerAlone() throws IOException {
        Path file = folder.resolve("server/secret");
        byte[] secret = SecretFile.readOrCreate(file);

        assertThat(secret).hasSize(32);
        assertThat(SecretFile.readOrCreate(file)).isEqualTo(secret);
        assertThat(SecretFile.readOrCreate(folder.resolve("other"))).isNotEqualTo(secret);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file))).isEqualTo("rw-------");
    }

    @Test
    void aFileThatOthersReadOrThatHoldsSomethingElseIsRefused() throws IOException {
        Path file = folder.resolve("secret");
        byte[] _ = SecretFile.readOrCreate(file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> SecretFile.readOrCreate(file)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is open to other users").hasMessageContaining("chmod 600");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(file, "short");
        assertThatThrownBy(() -> SecretFile.readOrCreate(file)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("64 hexadecimal digits").hasMessageContaining("Maybe delete it");
    }
}
