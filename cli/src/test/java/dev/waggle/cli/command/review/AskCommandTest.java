package dev.waggle.cli.command.review;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import dev.waggle.cli.CommandRun;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

class AskCommandTest {

    private static final String PRICES = ", \"prices\": {\"lab:*\": {\"inputPerMillion\": 1.0, \"outputPerMillion\": 10.0}}";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(WireFormatName.class)
    void everyModelIsAskedOnceAndOneModelAtTheSameSpend(WireFormatName format) throws IOException {
        try (AskedModels models = AskedModels.adding(folder)) {
            CommandRun run = AskedModels.ask(models.models(format, PRICES), models.questions(12), "--budget", "5usd");

            assertThat(run.code()).as(run.err()).isZero();
            assertThat(run.out()).contains("questions.csv: 12 of 12 questions, 3 models").contains("deep x 3")
                    .contains("deep, the best single model");
            assertThat(models.calls).hasValue(12 * 3 + 12 * 2);
            assertThat(run.err()).contains("36 calls are open");
            assertThat(Files.readAllLines(folder.resolve("questions.csv.calls.jsonl.votes.csv"))).hasSize(37)
                    .contains("q1,cheap,1,0.8,2,", "item,agent,answer,confidence,truth,cost,category")
                    .anyMatch(line -> line.startsWith("q1,deep,2,0.8,2,"));
        }
    }
}
