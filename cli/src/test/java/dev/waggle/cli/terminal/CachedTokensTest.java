package dev.waggle.cli.terminal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.waggle.cli.CommandRun;
import dev.waggle.cli.runs.RunSetup;
import dev.waggle.journal.JsonText;
import dev.waggle.journal.file.JournalExcerpt;
import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.MemoryJournal;
import dev.waggle.signal.world.ManualWorld;
import dev.waggle.swarm.Limits;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.json.ResultJson;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SpendingPolicy;
import dev.waggle.swarm.harness.call.MeteredHarness;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.reaction.ModelAgent;
import dev.waggle.swarm.reaction.ModelAgentConfig;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Cached tokens and thinking of a solve, in each view of its cost. */
class CachedTokensTest {

    private static final int WIDTH = 200;
    private static final Price PRICE = new Price(3, 15, 0.3, 3.75, null);
    private static final SpendingPolicy SPENDING = SpendingPolicy.UNLIMITED
            .withPrices(PriceTable.FLAT.with(Map.of("fake", PRICE)));

    @TempDir
    Path folder;

    private final MemoryJournal log = new MemoryJournal();

    @Test
    void theVerdictShowsThem() {
        StringWriter written = new StringWriter();
        PrintWriter out = new PrintWriter(written);

        new VerdictView(new TerminalScreen(out, out, TextStyle.PLAIN, false), WIDTH,
                new ProposalLabels(new SignalNumbers()), 0.7)
                .conclusion(solve(new TokenUsage(3_400, 100, 3_500, 3_000, 300, 60)));

        double usd = (100 * 3 + 3_000 * 0.3 + 300 * 3.75 + 100 * 15) / 1e6;
        assertThat(written.toString()).contains("1 call, 3,500 tokens (3,400 in (3,000 cached, 300 written to the"
                + " cache), 100 out (60 thinking)), about $" + String.format(Locale.ROOT, "%.4f", usd)
                + ", $0.0081 saved by caches");
    }

    @Test
    void theResultAndItsPayerHoldThemWhereThereAreAny() {
        JsonValue.Obj cost = cost(solve(new TokenUsage(3_400, 100, 3_500, 3_000, 300, 60)));
        JsonValue.Obj plain = cost(solve(new TokenUsage(3_400, 100, 3_500)));

        assertThat(JsonLine.of(cost)).contains("\"estimatedCalls\":0,\"cachedInputTokens\":3000,"
                + "\"cacheWriteTokens\":300,\"reasoningTokens\":60,\"savedUsd\":0.0081,\"byPayer\":{\"scout\":{\"tokens\":3500");
        assertThat(plain.fields().keySet()).containsExactly("tokens", "estimatedUsd", "calls", "inputTokens",
                "outputTokens", "estimatedCalls", "byPayer");
    }

    @Test
    void anExplanationShowsThemAsTheProviderReportedThem() {
        solve(new TokenUsage(3_400, 100, 3_500, 3_000, 300, 60));

        assertThat(explained()).contains("1 call, 3,400 tokens in (3,000 cached, 300 written to the cache),"
                + " 100 out (60 thinking)");
        JsonValue.Obj cost = (JsonValue.Obj) ((JsonValue.Obj) JsonText.read(explained("--json"))).fields()
                .getOrDefault("cost", JsonValue.ofNull());
        assertThat(JsonLine.of(cost)).contains("\"outputTokens\":100.0,\"cachedInputTokens\":3000.0,"
                + "\"cacheWriteTokens\":300.0,\"reasoningTokens\":60.0");
    }

    @Test
    void anExplanationShowsTheMoneyWhereTheLogHasThePrices() {
        RunSetup setup = new RunSetup(Map.of(), null, null, SPENDING, List.of());
        SwarmResult result = solve(new TokenUsage(3_400, 100, 3_500, 3_000, 300, 60), Optional.of(setup.toJson()));

        String money = String.format(Locale.ROOT, "about $%.4f, $0.0081 saved by caches", result.cost().estimatedUsd());
        assertThat(explained()).contains(" money " + money,
                "scout 1 call, 3,400 tokens in (3,000 cached, 300 written to"
                        + " the cache), 100 out (60 thinking), " + money);
        JsonValue.Obj cost = (JsonValue.Obj) ((JsonValue.Obj) JsonText.read(explained("--json"))).fields()
                .getOrDefault("cost", JsonValue.ofNull());
        assertThat(JsonLine.of(cost)).contains("\"estimatedUsd\":0.003825,\"savedUsd\":0.0081",
                "\"byModel\":{\"fake\":");
    }

    @Test
    void anExplanationShowsNoMoneyWhereThePricesAreUnknown() {
        solve(new TokenUsage(3_400, 100, 3_500, 3_000, 300, 60));

        assertThat(explained()).doesNotContain(" money ", "$");
        assertThat(explained("--json")).doesNotContain("Usd");
    }

    @Test
    void aRefusedCallIsExplainedAndChargedAsReported() {
        SwarmResult result = solve(null);

        assertThat(result.cost().total().usage()).isEqualTo(new TokenUsage(90, 3, 93, 40, 0, 2));
        assertThat(explained()).contains("1 call, 90 tokens in (40 cached), 3 out (2 thinking)");
    }

    private String explained(String... options) {
        Path file = folder.resolve("log.jsonl");
        if (!file.toFile().exists()) {
            JournalExcerpt.write(file, log.read(1, Integer.MAX_VALUE));
        }
        String[] line = new String[options.length + 2];
        line[0] = "explain";
        line[1] = file.toString();
        System.arraycopy(options, 0, line, 2, options.length);
        return CommandRun.of(line).out().replaceAll("\\s+", " ");
    }

    private static JsonValue.Obj cost(SwarmResult result) {
        return (JsonValue.Obj) ResultJson.of(result).fields().getOrDefault("cost", JsonValue.ofNull());
    }

    /** One turn of one agent whose model reports that usage; without one the model refuses. */
    private SwarmResult solve(@Nullable TokenUsage usage) {
        return solve(usage, Optional.empty());
    }

    private SwarmResult solve(@Nullable TokenUsage usage, Optional<JsonValue> setup) {
        SwarmConfig config = SwarmConfig
                .of(List.of(new ModelAgent(AgentProfile.of("scout"), new MeteredHarness(model(usage)),
                        ModelAgentConfig.defaults())))
                .withWorld(new ManualWorld(Instant.EPOCH, 1)).withJournal(log).withSpending(SPENDING)
                .withLimits(Limits.defaults().withMaxRounds(1));
        try (Swarm swarm = new Swarm(setup.map(config::withSetup).orElse(config))) {
            return swarm.solve(Task.of("Left or right?"));
        }
    }

    private static Harness model(@Nullable TokenUsage usage) {
        return new WorkHarness("fake", run -> {
            if (usage == null) {
                throw new HarnessException(HarnessFailure.of(HarnessFailure.Kind.REFUSED, "I would rather not")
                        .withUsage(new TokenUsage(90, 3, 93, 40, 0, 2)));
            }
            String text = "{\"signals\":[{\"type\":\"proposal\",\"content\":\"left\",\"reasoning\":\"near\","
                    + "\"confidence\":0.8}]}";
            run.text(text);
            return new HarnessOutput(text, List.of(), null, usage, ModelStopReason.END);
        });
    }
}
