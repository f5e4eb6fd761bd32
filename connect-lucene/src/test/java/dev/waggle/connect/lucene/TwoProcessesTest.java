package dev.waggle.connect.lucene;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Memory from one process to the next, each of them a JVM of its own. */
class TwoProcessesTest {

    @TempDir
    private Path folder;

    @Test
    @DisplayName("K8 what process 1 learned in layers 4 to 7 is there in process 2, layers 1 to 3 are empty")
    void k8LayersFourToSevenOutliveTheProcess() throws Exception {
        Map<String, String> first = run();
        Map<String, String> second = run();

        assertThat(first).containsEntry("4 pool", "").containsEntry("5 search", "").containsEntry("6 bandit", "0")
                .containsEntry("7 reputation", "").containsEntry("recalled", "").containsEntry("decided", "true")
                .containsEntry("1 working", "task:new").containsEntry("2 episodic", "task:new");
        assertThat(second).containsEntry("4 pool", "model proposal right [voter]")
                .containsEntry("5 search", "Shard the database by tenant.")
                .containsEntry("7 reputation", "model, voter")
                .containsEntry("recalled", "model of " + first.get("run") + " right")
                .containsEntry("1 working", "task:new, memory:shared")
                .containsEntry("2 episodic", "task:new, memory:shared").containsEntry("3 bus", "own");
        assertThat(second.get("6 bandit")).matches("[1-9]");
        assertThat(second.get("run")).isNotEqualTo(first.get("run"));
    }

    private Map<String, String> run() throws IOException, InterruptedException {
        String java = Path.of(Objects.requireNonNull(System.getProperty("java.home")), "bin", "java").toString();
        Process process = new ProcessBuilder(java, "-Xmx256m", "-Dstdout.encoding=UTF-8", "-cp",
                Objects.requireNonNull(System.getProperty("java.class.path")), RememberingProcess.class.getName(),
                folder.toString()).redirectErrorStream(true).start();
        try {
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(printed).isZero();
            Map<String, String> layers = new LinkedHashMap<>();
            printed.lines().filter(line -> line.contains(": ")).forEach(line -> layers.put(
                    line.substring(0, line.indexOf(": ")), line.substring(line.indexOf(": ") + 2)));
            return layers;
        } finally {
            process.destroyForcibly(); // An interrupted test leaves no process behind.
        }
    }
}
