package dev.waggle.swarm.resume;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Choices of a process for itself, such as the order of its hash tables, are not in the log. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // A hang fails the test instead of the build.
class TwoProcessesTest {

    @Test
    @DisplayName("F26 the same seed gives the same bytes in every process")
    void f26TheSameSeedGivesTheSameBytesInEveryProcess() throws Exception {
        List<Process> processes = List.of(started(), started());

        for (Process process : processes) {
            String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(process.waitFor()).as(told).isZero();
            assertThat(told.strip()).isEqualTo(OneLog.digest());
        }
    }

    private static Process started() throws Exception {
        String java = ProcessHandle.current().info().command().orElseThrow();
        return new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), OneLog.class.getName())
                .redirectErrorStream(true).start();
    }
}
