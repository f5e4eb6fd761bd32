package dev.waggle.connect.llm.family;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

import dev.waggle.connect.llm.family.RefusalLesson.Omission;
import dev.waggle.connect.llm.family.RefusalLesson.OutputCap;
import dev.waggle.connect.llm.family.RefusalLesson.ResponsesApi;
import dev.waggle.connect.llm.family.RefusalLesson.TokenField;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Memory of refusals, and the requests that are made by it. */
class LearnedLimitsTest {

    private static final String HOME = "openai at https://api.openai.com/v1";

    /** Two names of the limit, both forms of the Responses API, every omission, and the followed output limits. */
    private static final int MOST_REPETITIONS = 2 + 2 + Omission.values().length + EndpointLessons.MAX_CAPS;

    @Test
    void aLessonHoldsForItsEndpointAndModelOnly() {
        LearnedLimits limits = new LearnedLimits();
        limits.learn(HOME, "gpt-9", Omission.TEMPERATURE);

        assertThat(limits.of(HOME, "gpt-9").lessons()).containsExactly(Omission.TEMPERATURE);
        assertThat(limits.of(HOME, "gpt-8")).isEqualTo(EndpointLessons.NONE);
        assertThat(limits.of("azure", "gpt-9")).isEqualTo(EndpointLessons.NONE);
    }

    @Test
    void peopleAreToldOnceForEachEndpointAndMatter() {
        LearnedLimits limits = new LearnedLimits();

        assertThat(limits.learn(HOME, "gpt-9", Omission.TEMPERATURE)).contains(HOME
                + ": gpt-9 takes no temperature (learned from its refusal, and remembered)");
        assertThat(limits.learn(HOME, "gpt-9", Omission.TEMPERATURE)).isEmpty();
        assertThat(limits.learn(HOME, "gpt-8", Omission.TEMPERATURE)).isEmpty();
        assertThat(limits.learn(HOME, "gpt-9", new OutputCap(100))).get().asString()
                .contains("gpt-9 writes at most 100 tokens").doesNotContain("\n");
        assertThat(limits.learn(HOME, "gpt-9", new OutputCap(50))).isEmpty();
        assertThat(limits.learn("azure", "gpt-9", Omission.TEMPERATURE)).isPresent();
        assertThat(limits.of(HOME, "gpt-8").lessons()).as("learned, though in silence")
                .containsExactly(Omission.TEMPERATURE);
    }

    /** A server that refuses everything for ever, in any order, is asked a limited number of times. */
    @Test
    void noServerMakesARequestGoInACircle() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int repetitions = repetitions(new LearnedLimits(), _ -> Optional.of(lesson(random)));

            assertThat(repetitions).as("seed " + seed).isBetween(1, MOST_REPETITIONS);
        }
        int[] cap = {1_000_000};
        assertThat(repetitions(new LearnedLimits(), _ -> Optional.of(new OutputCap(--cap[0]))))
                .isEqualTo(EndpointLessons.MAX_CAPS);
    }

    @Test
    void aServerThatTakesNeitherNameOfTheLimitIsAskedTwiceMore() {
        int repetitions = repetitions(new LearnedLimits(), profile -> Optional.of(new TokenField(
                profile.tokenLimitField() == TokenLimitField.MAX_TOKENS
                        ? TokenLimitField.MAX_COMPLETION_TOKENS
                        : TokenLimitField.MAX_TOKENS)));

        assertThat(repetitions).isEqualTo(2);
    }

    @Test
    void aServerWithSeveralRefusalsIsSatisfiedInTheEnd() {
        LearnedLimits limits = new LearnedLimits();
        Function<ModelProfile, Optional<RefusalLesson>> server = profile -> {
            if (profile.takesTemperature(false)) {
                return Optional.of(Omission.TEMPERATURE);
            }
            if (profile.tokenLimitField() == TokenLimitField.MAX_TOKENS) {
                return Optional.of(new TokenField(TokenLimitField.MAX_COMPLETION_TOKENS));
            }
            return profile.capped(8_192) > 4_096 ? Optional.of(new OutputCap(4_096)) : Optional.empty();
        };

        assertThat(repetitions(limits, server)).isEqualTo(3);
        assertThat(repetitions(limits, server)).as("the next request is right at once").isZero();
    }

    /** Agents ask at the same time, before the first refusal. Each request may be repeated, and one notice comes. */
    @Test
    void requestsThatWereUnderWayTogetherAreAllSentAgain() throws Exception {
        LearnedLimits limits = new LearnedLimits();
        List<Callable<Optional<String>>> agents = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            EndpointLessons known = limits.of(HOME, "gpt-9");
            agents.add(() -> {
                assertThat(known.isNew(Omission.TEMPERATURE)).isTrue();
                return limits.learn(HOME, "gpt-9", Omission.TEMPERATURE);
            });
        }
        List<String> notices = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Optional<String>> answer : threads.invokeAll(agents)) {
                answer.get().ifPresent(notices::add);
            }
        }

        assertThat(notices).hasSize(1);
        assertThat(limits.of(HOME, "gpt-9").lessons()).containsExactly(Omission.TEMPERATURE);
        assertThat(limits.of(HOME, "gpt-9").isNew(Omission.TEMPERATURE)).isFalse();
    }

    @Test
    void eachLessonCorrectsItsFact() {
        ModelProfile plain = ModelFamilies.shipped().of(ModelHost.OPENAI, "openai", "gpt-4o");

        ModelProfile taught = plain.after(lessons(Omission.TEMPERATURE, new TokenField(TokenLimitField.MAX_TOKENS),
                Omission.SCHEMA, Omission.TOOLS, Omission.THINKING, Omission.STREAM_USAGE, new OutputCap(1_000),
                new OutputCap(500),
                new ResponsesApi(true)));

        assertThat(taught.takesTemperature(false)).isFalse();
        assertThat(taught.tokenLimitField()).isEqualTo(TokenLimitField.MAX_TOKENS);
        assertThat(taught.lacks(ModelGap.STRUCTURED_OUTPUT)).isTrue();
        assertThat(taught.lacks(ModelGap.STRUCTURED_OUTPUT_WITH_TOOLS)).isFalse();
        assertThat(taught.lacks(ModelGap.TOOLS)).isTrue();
        assertThat(taught.lacks(ModelGap.STREAM_USAGE)).isTrue();
        assertThat(taught.lacks(ModelGap.TOOLS_ON_CHAT)).isTrue();
        assertThat(taught.thinkingSwitch()).isEqualTo(ThinkingSwitch.NONE);
        assertThat(taught.usualOutputTokens()).isEqualTo(500);
        assertThat(taught.endpoint()).isEqualTo(ModelApi.RESPONSES);
        assertThat(taught.contextTokens()).as("the others stay").isEqualTo(plain.contextTokens());
        assertThat(taught.facts()).filteredOn(fact -> fact.name().equals("temperature"))
                .extracting(FamilyFact::source).containsExactly("refusal by the provider");
        assertThat(plain.takesTemperature(false)).as("the first profile is unchanged").isTrue();
    }

    @Test
    void aForeignServerHasAResponsesApiOnlyIfItAsksForIt() {
        ModelProfile known = ModelFamilies.shipped().of(ModelHost.COMPATIBLE, "lab", "openai/gpt-5.6");
        ModelProfile model = known.after(lessons(new ResponsesApi(true), Omission.SCHEMA_WITH_TOOLS));

        assertThat(known.endpoint()).isEqualTo(ModelApi.CHAT);
        assertThat(model.endpoint()).isEqualTo(ModelApi.RESPONSES);
        assertThat(model.lacks(ModelGap.TOOLS_ON_CHAT)).isTrue();
        assertThat(model.lacks(ModelGap.STRUCTURED_OUTPUT_WITH_TOOLS)).isTrue();
    }

    @Test
    void aLessonNeverRaisesAKnownLimit() {
        ModelProfile model = ModelFamilies.shipped().of(ModelHost.OPENAI, "openai", "gpt-4o");

        assertThat(model.after(lessons(new OutputCap(1_000_000))).maxOutputTokens()).isEqualTo(16_384);
        assertThat(model.after(EndpointLessons.NONE).facts()).isEqualTo(model.facts());
    }

    /** The order of lessons about different matters does not change what a request looks like. */
    @Test
    void theOrderOfLessonsDoesNotMatter() {
        List<RefusalLesson> learned = new ArrayList<>(List.of(Omission.values()));
        learned.add(new TokenField(TokenLimitField.MAX_TOKENS));
        learned.add(new ResponsesApi(false));
        learned.add(new OutputCap(700));
        ModelProfile model = ModelFamilies.shipped().of(ModelHost.OPENAI, "openai", "gpt-5.5");
        List<FamilyFact> expected = model.after(new EndpointLessons(learned)).facts();
        for (int seed = 0; seed < 50; seed++) {
            Collections.shuffle(learned, new Random(seed));

            assertThat(model.after(new EndpointLessons(learned)).facts()).as("seed " + seed).isEqualTo(expected);
        }
    }

    /** The loop of a caller: it returns the number of repetitions until the server is satisfied or nothing is new. */
    private static int repetitions(LearnedLimits limits, Function<ModelProfile, Optional<RefusalLesson>> server) {
        ModelProfile family = ModelFamilies.shipped().of(ModelHost.COMPATIBLE, "lab", "x");
        int repetitions = 0;
        while (repetitions <= MOST_REPETITIONS) {
            EndpointLessons known = limits.of("lab", "x");
            Optional<RefusalLesson> refusal = server.apply(family.after(known));
            if (refusal.isEmpty() || !known.isNew(refusal.get())) {
                return repetitions;
            }
            limits.learn("lab", "x", refusal.get());
            repetitions++;
        }
        return repetitions;
    }

    private static EndpointLessons lessons(RefusalLesson... lessons) {
        return new EndpointLessons(List.of(lessons));
    }

    private static RefusalLesson lesson(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> new TokenField(List.of(TokenLimitField.values()).get(random.nextInt(2)));
            case 1 -> new OutputCap(1 + random.nextInt(100_000));
            case 2 -> new ResponsesApi(random.nextBoolean());
            default -> List.of(Omission.values()).get(random.nextInt(Omission.values().length));
        };
    }
}
