package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

import dev.waggle.cli.CommandRun;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.FakeServerConfig;
import dev.waggle.testing.provider.ScriptedDeliberators;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Three models of one file, called cheap, fast and deep: an agent that asks for a deeper look gets one. */
class EscalationTest {

    @TempDir
    private Path folder;

    private final AtomicBoolean escalated = new AtomicBoolean();
    private final FakeModels server = FakeModels.configured(FakeServerConfig.compatible(), this::answer);

    @AfterEach
    void close() {
        server.close();
    }

    /** Escalates at the first request; later requests are answered as always. */
    private FakeAnswer answer(FakeRequest request) {
        return escalated.compareAndSet(false, true)
                ? FakeAnswer.says("{\"signals\":[{\"type\":\"escalate\",\"confidence\":0.9,\"content\":"
                        + "\"The numbers contradict each other.\",\"reasoning\":\"Two sources, two totals.\"}]}")
                : ScriptedDeliberators.answer(request);
    }

    @Test
    void theNextCallAfterAnEscalationAsksTheDeepModel() throws IOException {
        CommandRun run = solve("cheap");

        assertThat(run.code()).as(run.err()).isZero();
        List<String> asked = server.requests().stream().map(FakeRequest::model).toList();
        assertThat(asked.subList(0, 2)).containsOnly("fake-cheap");
        assertThat(asked.subList(2, 4)).as("of two at once the first that begins is deep")
                .containsExactlyInAnyOrder("fake-deep", "fake-cheap");
        assertThat(asked.stream().skip(4)).as("one call is raised, no more").doesNotContain("fake-deep");
        assertThat(run.out()).contains("escalates", "asked lab:fake-deep");
    }

    @Test
    void withoutAnEscalationAllCallsAreAsTheModeSays() throws IOException {
        escalated.set(true);

        assertThat(solve("fast").code()).isZero();

        assertThat(server.requests()).extracting(FakeRequest::model).containsOnly("fake-fast");
    }

    private CommandRun solve(String mode) throws IOException {
        Path models = Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "openai", "baseUrl": "%s"}},
                 "models": {"cheap": "lab:fake-cheap", "fast": "lab:fake-fast", "deep": "lab:fake-deep"}}
                """.formatted(server.baseUrl(WireFormatName.OPENAI)));
        return CommandRun.of("solve", "Shard or buy time?", "--models-file", models.toString(), "--agents", "2",
                "--mode", mode, "--seed", "11", "--max-rounds", "4");
    }
}
