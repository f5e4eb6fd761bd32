package dev.waggle.journal.repair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LeftoverFilesTest {

    @TempDir
    private Path folder = Path.of("");

    /** Found by HostileArgumentsTest: a folder of the system that its owner may not list either. */
    @Test
    void whatCannotBeReadIsOmitted() throws IOException {
        Path tmp = Files.createFile(folder.resolve("events.jsonl.tmp"));
        Files.createSymbolicLink(folder.resolve("loop"), folder);
        Path unreadable = Files.createDirectory(folder.resolve("unreadable"));
        Files.createFile(unreadable.resolve("events.index.tmp"));
        boolean isLocked = unreadable.toFile().setReadable(false) && !Files.isReadable(unreadable);

        assertThat(LeftoverFiles.in(folder)).contains(tmp).hasSize(isLocked ? 1 : 2);
        assertThat(unreadable.toFile().setReadable(true)).isTrue();
    }

    @Test
    void aFolderThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> LeftoverFiles.in(folder.resolve("none"))).isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("none cannot be listed");
    }
}
