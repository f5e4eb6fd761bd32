package dev.waggle.swarm.reaction;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.harness.ToolLimits;
import dev.waggle.swarm.harness.call.AgentTools;
import dev.waggle.swarm.harness.call.ToolSession;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Dialogues of random answers: what is sent is what every provider takes. */
class ModelDialogueTest {

    private static final int DIALOGUES = 1_000;

    @Test
    void noMessageIsBlankAndTheRolesAlternate() throws Exception {
        int empty = 0;
        int lost = 0;
        for (long seed = 0; seed < DIALOGUES; seed++) {
            RandomAnswers answers = new RandomAnswers(new Random(seed));
            TalkingHarness model = dialogue(seed, answers);
            for (TalkingHarness.Asked question : model.questions()) {
                HarnessInput input = question.input();

                assertThat(input.messages()).as("seed %d", seed).noneMatch(message -> message.content().isBlank());
                if (input.sessionId() == null) {
                    assertThat(input.messages()).as("seed %d", seed).extracting(Message::role)
                            .isEqualTo(alternating(input.messages().size()));
                } else {
                    assertThat(input.messages()).as("seed %d", seed).hasSizeLessThan(2)
                            .allMatch(message -> message.role() == Message.Role.USER);
                }
            }
            empty += answers.empty;
            lost += answers.lost;
        }
        assertThat(empty).as("empty answers").isGreaterThan(DIALOGUES);
        assertThat(lost).as("lost sessions").isGreaterThan(DIALOGUES / 20);
    }

    @Test
    void afterAnAnswerThatItsLengthCutTheLimitIsHigherOrAtItsEnd() throws Exception {
        int raised = 0;
        for (long seed = 0; seed < DIALOGUES; seed++) {
            RandomAnswers answers = new RandomAnswers(new Random(seed));
            dialogue(seed, answers);
            for (int i = 1; i < answers.asks.size(); i++) {
                AskedLimit before = answers.asks.get(i - 1);
                AskedLimit after = answers.asks.get(i);
                boolean atEnd = before.limit >= 4 * answers.asks.getFirst().limit || before.limit >= answers.most;

                assertThat(after.limit > before.limit).as("seed %d, request %d", seed, i)
                        .isEqualTo(before.wasCut && !atEnd);
                assertThat(after.limit).as("seed %d", seed).isGreaterThanOrEqualTo(before.limit)
                        .isLessThanOrEqualTo(Math.max(answers.most, answers.asks.getFirst().limit))
                        .isLessThanOrEqualTo(4 * answers.asks.getFirst().limit);
                raised += after.limit > before.limit ? 1 : 0;
            }
        }
        assertThat(raised).isGreaterThan(DIALOGUES / 5);
    }

    private static List<Message.Role> alternating(int size) {
        List<Message.Role> roles = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            roles.add(i % 2 == 0 ? Message.Role.USER : Message.Role.ASSISTANT);
        }
        assertThat(roles.getLast()).isEqualTo(Message.Role.USER);
        return roles;
    }

    /** A turn of a question and three repairs, whatever is answered. */
    private static TalkingHarness dialogue(long seed, RandomAnswers answers) throws Exception {
        Random random = new Random(seed);
        answers.most = random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(4_000);
        HarnessCapabilities able = new HarnessCapabilities(true, random.nextBoolean(), random.nextInt(4) > 0,
                random.nextBoolean(), 1 + random.nextInt(2_000),
                answers.most == Integer.MAX_VALUE ? null : Integer.valueOf((int) answers.most), null,
                random.nextBoolean());
        TalkingHarness model = TalkingHarness.answers(answers::next).with(able);
        RunContext context = RunContext.of(RunContext.Caller.of("agent", 1),
                new ManualWorld(Instant.parse("2026-03-01T12:00:00Z"), seed), signal -> {
                });
        ToolSession tools = new ToolSession(new AgentTools(ToolRegistry.of(List.of(new CountingTool("count"))),
                ToolLimits.DEFAULTS, _ -> true), context);
        ModelDialogue dialogue = new ModelDialogue(model, ModelAgentConfig.RequestOptions.DEFAULT, tools, "system");
        for (int i = 0; i < 4; i++) {
            var _ = dialogue.ask("question " + i);
        }
        return model;
    }

    /**
     * The limit of an answered request.
     *
     * @param limit its limit
     * @param wasCut whether its answer was cut by its length
     */
    private record AskedLimit(double limit, boolean wasCut) {}

    /** Answers by chance: empty ones, calls of tools, stops of every kind, sessions that are lost. */
    private static final class RandomAnswers {

        private final Random random;
        private final List<AskedLimit> asks = new ArrayList<>();
        private double most;
        private int empty;
        private int lost;

        RandomAnswers(Random random) {
            this.random = random;
        }

        HarnessOutput next(int number, HarnessInput input) throws HarnessException {
            double limit = Objects.requireNonNull(input.maxTokens());
            if (input.sessionId() != null && random.nextInt(5) == 0) {
                lost++;
                throw HarnessException.of(HarnessFailure.Kind.UNKNOWN_SESSION, "too old");
            }
            String text = switch (random.nextInt(4)) {
                case 0 -> "";
                case 1 -> " \n\t";
                case 2 -> "\u2003";
                default -> "answer " + number;
            };
            empty += text.isBlank() ? 1 : 0;
            List<ToolCall> calls = random.nextInt(3) == 0
                    ? List.of(new ToolCall("c" + number, "count", null))
                    : List.of();
            ModelStopReason reason = random.nextInt(3) == 0 ? null
                    : List.of(ModelStopReason.values()).get(random.nextInt(ModelStopReason.values().length));
            String word = random.nextInt(4) == 0 ? "pause_turn" : null;
            asks.add(new AskedLimit(limit, reason == ModelStopReason.MAX_TOKENS && word == null));
            return new HarnessOutput(text, calls, random.nextBoolean() ? "s" + number : null, null, reason, word);
        }
    }
}
