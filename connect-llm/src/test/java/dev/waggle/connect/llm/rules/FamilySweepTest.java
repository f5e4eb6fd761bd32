package dev.waggle.connect.llm.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import dev.waggle.connect.llm.ModelCatalog;
import dev.waggle.connect.llm.endpoint.ModelSettings;
import dev.waggle.connect.llm.family.ModelApi;
import dev.waggle.connect.llm.family.ModelFamilies;
import dev.waggle.connect.llm.family.ModelFamily;
import dev.waggle.connect.llm.family.ModelHost;
import dev.waggle.connect.llm.family.ModelProfile;
import dev.waggle.connect.llm.family.ThinkingSwitch;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.FakeModels;
import dev.waggle.testing.provider.FakeRequest;
import dev.waggle.testing.provider.WireFormatName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Every family of the table with every setting of thinking, against servers that refuse what it does not take. */
class FamilySweepTest {

    private static final List<String> BUDGET_WORDS = List.of("minimal", "low", "medium", "high", "xhigh", "max");

    private static FakeAnswer answer(FakeRequest request) {
        FakeAnswer.Says says = !request.asked().tools().isEmpty() && request.asked().results().isEmpty()
                ? FakeAnswer.calls(TurnBed.NORTH, TurnBed.SOUTH)
                : FakeAnswer.says("{\"signals\":[]}");
        return says.thinking("well then");
    }

    /** The words that the table knows for it, and none. */
    private static List<@Nullable String> efforts(ModelProfile model) {
        List<@Nullable String> all = new ArrayList<>();
        all.add(null);
        boolean isBudget = model.thinkingSwitch() == ThinkingSwitch.ANTHROPIC_BUDGET
                || model.thinkingSwitch() == ThinkingSwitch.GEMINI_BUDGET;
        all.addAll(isBudget && model.efforts().isEmpty() ? BUDGET_WORDS : model.efforts());
        return all;
    }

    /** False if no source names the setting of thinking, or the words where a word is the setting. */
    private static boolean isKnown(ModelProfile model) {
        return model.thinkingSwitch() != null
                && (model.thinkingSwitch() != ThinkingSwitch.REASONING_EFFORT || !model.efforts().isEmpty());
    }

    /** A name that the row decides. */
    private static String nameOf(ModelFamily row, String vendor) {
        String name = row.pattern().substring(vendor.length() + 1).replace("*", "");
        return name.endsWith(":") ? name + "8b" : name;
    }

    static List<String> vendors() {
        return List.of("openai", "anthropic", "gemini", "ollama");
    }

    @ParameterizedTest
    @MethodSource("vendors")
    void noSettingOfThinkingThatTheTableKnowsIsRefused(String vendor) throws Exception {
        List<String> wrong = new CopyOnWriteArrayList<>();
        try (FakeModels server = FakeModels.answering(FamilySweepTest::answer)) {
            for (ModelFamily row : ModelFamilies.shipped().rows()) {
                if (!row.pattern().startsWith(vendor + ":") || row.pattern().endsWith(":*")) {
                    continue;
                }
                ModelProfile model = ModelFamilies.shipped().of(host(vendor), vendor, nameOf(row, vendor));
                if (isKnown(model)) {
                    for (String effort : efforts(model)) {
                        for (Boolean thinking : Arrays.asList(null, true, false)) {
                            String label = row.pattern() + " effort=" + effort + " thinking=" + thinking + ": ";
                            wrong.addAll(play(server, vendor, model, new ModelSettings(effort, thinking, null, null,
                                    new JsonValue.Obj(Map.of()), null)).stream().map(label::concat).toList());
                        }
                    }
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static List<String> play(FakeModels server, String vendor, ModelProfile model, ModelSettings settings)
            throws Exception {
        List<String> wrong = new CopyOnWriteArrayList<>();
        boolean responds = model.endpoint() == ModelApi.RESPONSES;
        WireFormatName format = responds
                ? WireFormatName.OPENAI_RESPONSES
                : WireFormatName.valueOf(vendor.toUpperCase(Locale.ROOT));
        try (ModelCatalog catalog = ModelCatalog.of(Map.of("LAB_KEY", "sk-test-0123456789abcdef"), """
                {"providers": {"lab": {"kind": "%s", "baseUrl": "%s", "keyEnv": "LAB_KEY" %s}}}"""
                .formatted(vendor, server.baseUrl(format), responds ? ", \"api\": \"responses\"" : ""))
                .withOverrides(settings).withNotices(line -> {
                    // Some take an effort on chat completions, and tools, but not both; that is learned.
                    if (line.contains("refusal") && !line.contains("only through the Responses API")) {
                        wrong.add(line);
                    }
                })) {
            Harness harness = catalog.harness("lab:" + model.model());
            for (double limit : new double[] {800, 40_000}) {
                play(harness, limit, TurnBed.LOOK, TurnBed.NOW);
                play(harness, limit);
            }
        } catch (HarnessException | IllegalArgumentException refused) {
            wrong.add(String.valueOf(refused.getMessage()));
        }
        return wrong;
    }

    /** A turn with two calls, if there are tools, and a repair without any. */
    private static void play(Harness harness, double limit, ToolOffer... offers) throws Exception {
        RunContext context = RunContext.of(RunContext.Caller.of("ann", 0), World.system(7), _ -> {
        }).withReplySchema(TurnBed.REPLY);
        List<ToolOffer> tools = List.of(offers);
        HarnessOutput output = harness.run(input(List.of(Message.user("Shard?")), tools, List.of(), null, limit),
                context);
        assertThat(output.toolCalls()).hasSize(tools.isEmpty() || !harness.capabilities().tools() ? 0 : 2);
        if (!output.toolCalls().isEmpty()) {
            output = harness.run(input(List.of(), tools, List.of(TurnBed.result("a"), TurnBed.result("b")),
                    output.sessionId(), limit), context);
        }
        output = harness.run(input(List.of(Message.user("Repair.")), List.of(), List.of(), output.sessionId(), limit),
                context);
        assertThat(output.content()).isNotEmpty();
    }

    private static HarnessInput input(List<Message> messages, List<ToolOffer> tools, List<ToolResult> results,
            @Nullable String session, double limit) {
        return new HarnessInput("You are ann.", messages, tools, results, session, limit, null);
    }

    private static ModelHost host(String vendor) {
        return switch (vendor) {
            case "openai" -> ModelHost.OPENAI;
            case "anthropic" -> ModelHost.ANTHROPIC;
            case "gemini" -> ModelHost.GEMINI;
            default -> ModelHost.OLLAMA;
        };
    }
}
