package dev.waggle.server.folder;

import java.io.BufferedReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.journal.signals.SignalBroker;
import dev.waggle.journal.signals.SignalRequest;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/** A server whose disk is full refuses a command as the folder itself does. */
class FullDiskFolderTest {

    /** Limit on the size of a file, in kilobytes; writing beyond it fails as on a full disk. */
    private static final int LIMIT = 64;

    @TempDir
    private Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void anEntryWithoutRoomIsRefusedAndTheServerGoesOn() throws Exception {
        Process server = new ProcessBuilder("bash", "-c", "ulimit -f " + LIMIT + " && exec \"$@\"", "bash",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:-UsePerfData", "-Xmx128m",
                "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                KilledFolderTest.Server.class.getName(), folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader out = server.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("ready");
            try (SignalBroker signals = SharedFolder.open(folder, SignalServiceConfig.defaults(), World.system())) {
                List<Long> appended = new ArrayList<>();
                UncheckedIOException full = appendUntilRefused(signals, appended);

                assertThat(full.getMessage()).contains(folder.toString(), "too large");
                assertThat(signals.log().read(1, Integer.MAX_VALUE)).extracting(LogEntry::sequence)
                        .containsExactlyElementsOf(appended);
                assertThat(appended).hasSizeGreaterThan(10);
            }
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private static UncheckedIOException appendUntilRefused(SignalBroker signals, List<Long> appended) {
        JsonValue kilobyte = JsonValue.of("x".repeat(1_024));
        for (int i = 0; i < 2 * LIMIT; i++) {
            try {
                appended.add(signals.generate(SignalRequest.of("big:one").withData(kilobyte), Map.of()).entry()
                        .sequence());
            } catch (UncheckedIOException full) {
                return full;
            }
        }
        return fail("the disk was never full");
    }
}
