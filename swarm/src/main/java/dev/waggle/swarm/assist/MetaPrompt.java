package dev.waggle.swarm.assist;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.consensus.Proposal;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.lens.catalog.LensCatalog;
import dev.waggle.swarm.memory.MemoryProvenance;
import dev.waggle.swarm.reaction.prompt.PromptFile;
import dev.waggle.swarm.reaction.reply.TextExcerpt;

/**
 * Prompt of a meta agent. Each quoted statement is one line of JSON with every angle bracket escaped. So it can neither
 * begin a line of the prompt nor close its block. The prompt holds no ids of signals and no dates.
 */
final class MetaPrompt {

    /** Maximum number of signals, the newest. */
    static final int MAX_SIGNALS = 30;

    /** Maximum number of characters of one text. */
    static final int MAX_TEXT = 200;

    /** Maximum number of characters of the question; longer documents need a tool. */
    static final int MAX_TASK = 20_000;

    private static final PromptFile FILE = PromptFile.of(MetaPrompt.class, "meta-agent");

    private MetaPrompt() {}

    /** System prompt: purpose and format of the answer. */
    static String system() {
        return FILE.section("system");
    }

    /** User prompt: the view of the deliberation. */
    static String of(MetaAgent.View view) {
        List<String> parts = new ArrayList<>();
        parts.add(FILE.section("question",
                Map.of("question", JsonLine.quoted(TextExcerpt.of(view.task().text(), MAX_TASK)),
                        "round", String.valueOf(view.round()))));
        Proposal leading = view.leading();
        if (leading != null) {
            parts.add(FILE.section("leading",
                    Map.of("proposal", JsonLine.quoted(TextExcerpt.of(leading.content(), MAX_TEXT)))));
        }
        String measured = measured(view.analysis());
        if (!measured.isEmpty()) {
            parts.add(FILE.section("measured", Map.of("lines", measured)));
        }
        List<String> lines = view.signals().stream()
                .filter(signal -> !text(signal).isEmpty() && MemoryProvenance.of(signal).isEmpty()) // No agent said it.
                .map(MetaPrompt::line).toList();
        parts.add(FILE.section("signals", Map.of("lines",
                String.join("\n", lines.subList(Math.max(0, lines.size() - MAX_SIGNALS), lines.size())))));
        parts.add(FILE.section("instruction"));
        return String.join("\n\n", parts);
    }

    private static String measured(MathAnalysis analysis) {
        JsonObjectBuilder fields = new JsonObjectBuilder();
        analysis.of(LensCatalog.ENTROPY).flatMap(reading -> reading.headline().stream().boxed().findFirst())
                .ifPresent(bits -> fields.with("uncertainty over the proposals, bits", rounded(bits)));
        analysis.of(LensCatalog.GAME_THEORY).flatMap(reading -> reading.groupthinkRisk())
                .ifPresent(risk -> fields.with("risk of groupthink", risk.wireName()));
        analysis.of(LensCatalog.OPINION_DYNAMICS).ifPresent(
                reading -> fields.with("camps that opinions will end in", reading.clusterCount()));
        analysis.of(LensCatalog.SVD_ANALYZER)
                .ifPresent(
                        reading -> fields.with("dimensions of disagreement", reading.disagreementRank()));
        return fields.json().fields().entrySet().stream()
                .map(entry -> entry.getKey() + ": " + JsonLine.of(entry.getValue()))
                .collect(Collectors.joining("\n"));
    }

    private static JsonValue rounded(double value) {
        return JsonValue.of(Math.round(value * 100) / 100.0);
    }

    private static String line(Signal signal) {
        return JsonLine.of(new JsonObjectBuilder().with("by", signal.source().label())
                .with("type", signal.type().text())
                .withPresent("confidence", UnstatedConfidence.isMarked(signal) ? null : rounded(signal.confidence()))
                .with("content", TextExcerpt.of(text(signal), MAX_TEXT)).json());
    }

    /** Text of a signal; empty for bookkeeping of the runtime. */
    private static String text(Signal signal) {
        return switch (signal.payload()) {
            case Payload.Discovery discovery -> discovery.finding();
            case Payload.Proposal proposal -> proposal.content();
            case Payload.Doubt doubt -> doubt.concern();
            case Payload.Challenge challenge -> challenge.counterArgument();
            case Payload.Vote vote -> {
                String reasoning = vote.reasoning();
                yield vote.stance().name().toLowerCase(Locale.ROOT) + " on " + vote.proposalId()
                        + (reasoning == null ? "" : ": " + reasoning);
            }
            case Payload.Escalate escalation -> escalation.reason();
            case Payload.SharedMemory memory -> memory.content();
            case Payload.ToolResult result -> result.result();
            case Payload.Task _, Payload.Conflict _, Payload.ConsensusReached _, Payload.Open _ -> "";
        };
    }
}
