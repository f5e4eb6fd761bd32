package dev.waggle.cli.command.solve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import dev.waggle.cli.CommandRun;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Models beside the agents that a flag names. */
class AssistantFlagsTest {

    private static final List<String> ANSWERS = List.of("Split the database by customer",
            "Purchase stronger hardware", "Archive old orders");

    @TempDir
    private Path folder;

    private final AtomicInteger asked = new AtomicInteger();
    private final FakeModels server = FakeModels.answering(this::answer);

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void aFlagNamesTheJudgeOfProposals() throws IOException {
        assertThat(solve().code()).isIn(0, 3);
        assertThat(asksOfAJudge()).as("none without the flag").isZero();

        CommandRun run = solve("--proposal-judge", "fast", "--json");

        assertThat(run.code()).as(run.err()).isIn(0, 3);
        assertThat(asksOfAJudge()).isPositive();
        assertThat(run.out()).contains("\"proposal-judge\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--proposal-judge", "--log-condenser"})
    void anUnknownModelIsRefusedBeforeAnybodyIsAsked(String flag) throws IOException {
        CommandRun run = solve(flag, "nowhere:none");

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("nowhere");
        assertThat(server.requests()).noneMatch(request -> !request.asked().messages().isEmpty());
    }

    private long asksOfAJudge() {
        return server.requests().stream().filter(AssistantFlagsTest::isForJudge).count();
    }

    private static boolean isForJudge(FakeRequest request) {
        return request.toString().contains("You compare proposals of agents");
    }

    private FakeAnswer answer(FakeRequest request) {
        return FakeAnswer.says(isForJudge(request)
                ? "{\"same\": 0, \"reason\": \"another plan\"}"
                : "{\"signals\":[{\"type\":\"proposal\",\"content\":\""
                        + ANSWERS.get(asked.getAndIncrement() % ANSWERS.size())
                        + "\",\"reasoning\":\"it helps\",\"confidence\":0.7}]}");
    }

    private CommandRun solve(String... more) throws IOException {
        Path models = Files.writeString(folder.resolve("models.json"), """
                {"providers": {"lab": {"kind": "ollama", "baseUrl": "%s"}}, "models": {"fast": "lab:fake-fast"}}
                """.formatted(server.baseUrl(WireFormatName.OLLAMA)));
        List<String> args = new ArrayList<>(List.of("solve", "Shard the database or buy time?", "--models-file",
                models.toString(), "--model", "lab:fake-fast", "--seed", "11", "--agents", "3", "--max-rounds", "2"));
        args.addAll(Arrays.asList(more));
        return CommandRun.of(args.toArray(String[]::new));
    }
}
