package dev.waggle.lab.example;

import java.time.Instant;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.compose.TeamComposer.KeywordExtractor;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ModelKeywordExtractorTest {

    private static final Task TASK = Task.of("Review the auth module for security");

    @Test
    void aModelNamesTheKeywords() throws Exception {
        KeywordExtractor.TaskKeywords found = keywords("Security, 2. `auth`; \n- code review.,  , " + "x".repeat(41));

        assertThat(found.words()).containsExactly("Security", "auth", "code review");
        assertThat(found.origin()).isEqualTo("stub:model");
    }

    @Test
    void aModelOfNoUseIsReplacedAndSaidToBe() throws Exception {
        assertThat(keywords(" ").origin()).isEqualTo(
                "the words of the task, because stub:model was of no use: its reply \" \" has no keywords");
        assertThat(keywords(" ").words()).contains("security");
        assertThat(keywords("fail").origin()).contains("because stub:model was of no use: the model is away");
    }

    private static KeywordExtractor.TaskKeywords keywords(String reply) throws InterruptedException {
        ManualWorld world = new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), 42);
        return new ModelKeywordExtractor(new Stub(reply),
                RunContext.of(RunContext.Caller.of("composer", 1), world, signal -> {
                }), KeywordExtractor.ofTaskWords()).extract(TASK);
    }

    /** A model that says one thing, or fails. */
    private record Stub(String reply) implements Harness {

        @Override
        public String type() {
            return "stub";
        }

        @Override
        public String displayName() {
            return "a stub";
        }

        @Override
        public String model() {
            return "stub:model";
        }

        @Override
        public HarnessCapabilities capabilities() {
            return new HarnessCapabilities(true, true, true, true);
        }

        @Override
        public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException {
            if (reply.equals("fail")) {
                throw HarnessException.of(HarnessFailure.Kind.UNREACHABLE, "the model is away");
            }
            return HarnessOutput.of(reply);
        }
    }
}
