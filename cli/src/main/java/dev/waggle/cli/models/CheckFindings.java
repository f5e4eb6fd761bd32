package dev.waggle.cli.models;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import dev.waggle.cli.terminal.TextStyle;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.harness.PriceTable;
import dev.waggle.swarm.harness.SolveCost.UsageTotals;
import org.jspecify.annotations.Nullable;

/**
 * Findings about a model from the two steps of its check. Only computes.
 *
 * @param plain the step without tools
 * @param tools the step with a tool
 * @param toolCalls the calls that the tool has answered
 * @param model the model as it is known after the steps, lessons of refusals included
 * @param prices the price list
 * @param modelName {@code provider:model}
 * @param mask hides what is not for others
 */
record CheckFindings(CheckStep plain, CheckStep tools, int toolCalls, HarnessCapabilities model, PriceTable prices,
        String modelName, UnaryOperator<String> mask) {

    private static final double MILLIS = 1_000;

    /** Longest fact in characters: an error with its remedy. */
    private static final int MAX_FACT = 600;

    /** All of them, in the order of the report. */
    List<CheckFinding> list(List<String> learned) {
        List<CheckFinding> all = new ArrayList<>(List.of(answers(), streams(), schema(), ofTools(), parallel(),
                thinking(), cached(), latency(), tokens(), price()));
        all.add(figure("output limit", count(model.usualOutputTokens()) + " tokens asked for, the most is "
                + known(model.maxOutputTokens())));
        all.add(figure("context window", known(model.contextTokens())));
        all.add(figure("learned", learned.isEmpty() ? "nothing: no request was changed" : String.join("; ", learned)));
        return all.stream().map(finding -> new CheckFinding(finding.capability(), finding.outcome(),
                shortened(mask.apply(TextStyle.sentences(finding.fact()))))).toList();
    }

    CheckReport.CheckFigures figures() {
        UsageTotals cost = cost();
        Optional<WatchedCall> timed = timed();
        return new CheckReport.CheckFigures(cost.calls(), cost.usage(), prices.knows(modelName) ? cost.usd() : null,
                timed.flatMap(call -> Optional.ofNullable(call.firstContent())).map(Duration::toMillis).orElse(null),
                timed.map(WatchedCall::took).map(Duration::toMillis).orElse(null), model.usualOutputTokens(),
                model.maxOutputTokens(), model.contextTokens());
    }

    private CheckFinding answers() {
        return plain.answered().map(call -> new CheckFinding(CheckReport.ANSWERS, CheckOutcome.YES,
                call.answer().flatMap(output -> Optional.ofNullable(output.usage())).map(CheckFindings::used)
                        .orElse("no usage is reported")))
                .orElseGet(() -> new CheckFinding(CheckReport.ANSWERS, CheckOutcome.FAILED,
                        plain.failure().orElse("there was no answer")));
    }

    private CheckFinding streams() {
        Optional<WatchedCall> call = plain.answered().filter(answered -> answered.pieces() > 0);
        if (call.isEmpty()) {
            return untried("streams", "no text came");
        }
        return call.get().pieces() > 1
                ? new CheckFinding("streams", CheckOutcome.YES, count(call.get().pieces())
                        + " pieces, the first content after " + seconds(call.get().firstContent()))
                : new CheckFinding("streams", CheckOutcome.NOT_SEEN, "the whole text came at once");
    }

    /** The reply of the step without tools, as an agent of a solve reads it. */
    private CheckFinding schema() {
        if (plain.answered().isEmpty()) {
            return untried(CheckReport.SCHEMA, "there is no reply");
        }
        String held = model.structuredOutput() ? "held by the provider" : "held by the prompt";
        if (plain.turns().isEmpty()) {
            return new CheckFinding(CheckReport.SCHEMA, CheckOutcome.FAILED,
                    held + "; " + plain.failure().orElse("the reply could not be read"));
        }
        List<String> faults = plain.turns().getFirst().dropped();
        String read = faults.isEmpty()
                ? "the reply was read without faults"
                : "the reply was read " + (plain.calls().size() > 1 ? "after a repair" : "in part") + ": "
                        + faults.getFirst();
        return new CheckFinding(CheckReport.SCHEMA, CheckOutcome.YES, held + "; " + read);
    }

    private CheckFinding ofTools() {
        if (!model.tools()) {
            return new CheckFinding("tools", CheckOutcome.NOT_SEEN, "the model takes none, a solve leaves them out");
        }
        if (isAccepted()) {
            return new CheckFinding("tools", CheckOutcome.YES, CheckTool.NAME + " was called "
                    + count(toolCalls) + (toolCalls == 1 ? " time" : " times") + ", and its results were accepted");
        }
        Optional<String> failure = tools.failure();
        if (asked() > 0) {
            return new CheckFinding("tools", CheckOutcome.FAILED, toolCalls == 0
                    ? "called with arguments that do not fit" + failure.map(reason -> "; " + reason).orElse("")
                    : "called, and its results were not accepted: " + failure.orElse("there was no answer to them"));
        }
        return tools.answered().isEmpty()
                ? new CheckFinding("tools", CheckOutcome.FAILED, failure.orElse("there was no answer"))
                : new CheckFinding("tools", CheckOutcome.NOT_SEEN, "not called, though the question needs it");
    }

    private CheckFinding parallel() {
        int most = tools.calls().stream().mapToInt(WatchedCall::toolCalls).max().orElse(0);
        return most > 1 && isAccepted()
                ? new CheckFinding("parallel tools", CheckOutcome.YES, count(most) + " calls in one answer")
                : new CheckFinding("parallel tools", most > 1 ? CheckOutcome.FAILED : CheckOutcome.NOT_SEEN, most > 1
                        ? count(most) + " calls in one answer, and their results were not accepted"
                        : most == 1 ? "one call in an answer" : "no calls");
    }

    private CheckFinding thinking() {
        double tokens = cost().usage().reasoningTokens();
        boolean thought = calls().anyMatch(WatchedCall::thought);
        if (tokens < 1 && !thought) {
            return new CheckFinding("thinking", CheckOutcome.NOT_SEEN, "none seen");
        }
        return new CheckFinding("thinking", CheckOutcome.YES,
                (tokens < 1 ? "tokens are not counted" : count((long) tokens) + " tokens")
                        + (thought ? ", thoughts are shown" : ", thoughts are not shown"));
    }

    private CheckFinding cached() {
        TokenUsage usage = cost().usage();
        String fact = count((long) usage.cachedInputTokens()) + " of " + count((long) usage.inputTokens())
                + " tokens read from a cache"
                + (usage.cacheWriteTokens() < 1
                        ? ""
                        : ", " + count((long) usage.cacheWriteTokens()) + " written to it");
        return new CheckFinding("cached",
                usage.cachedInputTokens() < 1 ? CheckOutcome.NOT_SEEN : CheckOutcome.YES, fact);
    }

    private CheckFinding latency() {
        return timed().map(call -> figure("latency", "first content after " + seconds(call.firstContent())
                + ", whole answer after " + seconds(call.took())))
                .orElseGet(() -> untried("latency", "there is no answer"));
    }

    private CheckFinding tokens() {
        UsageTotals cost = cost();
        return figure("tokens", count((long) cost.inputTokens()) + " in, " + count((long) cost.outputTokens())
                + " out, in " + count(cost.calls()) + (cost.calls() == 1 ? " call" : " calls")
                + (cost.estimatedCalls() == 0 ? "" : ", estimated for " + count(cost.estimatedCalls()) + " of them"));
    }

    private CheckFinding price() {
        return figure("price", prices.knows(modelName)
                ? String.format(PlainLocale.NONE, "about $%.4f at list prices", cost().usd())
                : "unknown price");
    }

    /** True if a call that brought results of the tool was answered. */
    private boolean isAccepted() {
        return toolCalls > 0 && tools.calls().stream().anyMatch(call -> call.hadResults() && call.output() != null);
    }

    private int asked() {
        return tools.calls().stream().mapToInt(WatchedCall::toolCalls).sum();
    }

    private Optional<WatchedCall> timed() {
        return plain.answered().or(tools::answered);
    }

    private Stream<WatchedCall> calls() {
        return Stream.concat(plain.calls().stream(), tools.calls().stream());
    }

    private UsageTotals cost() {
        return plain.cost().and(tools.cost());
    }

    private static String used(TokenUsage usage) {
        return count((long) usage.inputTokens()) + " tokens in, " + count((long) usage.outputTokens()) + " out";
    }

    private static CheckFinding figure(String name, String fact) {
        return new CheckFinding(name, CheckOutcome.FIGURE, fact);
    }

    private static CheckFinding untried(String name, String reason) {
        return new CheckFinding(name, CheckOutcome.NOT_TRIED, reason);
    }

    private static String known(@Nullable Integer tokens) {
        return tokens == null ? "unknown" : count(tokens) + " tokens";
    }

    private static String count(long number) {
        return String.format(PlainLocale.NONE, "%,d", number);
    }

    private static String seconds(@Nullable Duration span) {
        Duration known = Objects.requireNonNullElse(span, Duration.ZERO);
        return String.format(PlainLocale.NONE, "%.1f s", known.toMillis() / MILLIS);
    }

    private static String shortened(String fact) {
        return fact.length() <= MAX_FACT ? fact : fact.substring(0, MAX_FACT) + "...";
    }
}
