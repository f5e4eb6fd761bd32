package dev.waggle.journal.schema;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.waggle.signal.codec.TextPatterns;
import dev.waggle.signal.harness.ToolResult;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rules of the constructors of the records for texts and numbers. Components that are not listed may hold every value
 * of their type; {@code VerdictTest} fails when a constructor asks for something else.
 */
final class RecordRules {

    private static final int MAX_TEXT = 1_000_000;
    private static final int MAX_NAME = 512;
    private static final int MAX_LIST = 10_000;

    /** Rules for values, by record and component. */
    private static final Map<String, String> RULES = Stream.of("""
            Task.task TEXT, Task.context ANY
            Discovery.finding TEXT, Discovery.evidence ANY, Discovery.relevance SHARE
            Proposal.proposalId NAME, Proposal.content TEXT, Proposal.reasoning ANY
            Doubt.targetSignalId NAME, Doubt.concern TEXT
            Challenge.targetSignalId NAME, Challenge.counterArgument TEXT, Challenge.alternativeProposal ANY
            Vote.proposalId NAME, Vote.reasoning ANY, Vote.weight AMOUNT
            Conflict.signalA NAME, Conflict.signalB NAME, Conflict.description ANY
            ConsensusReached.proposalId NAME, ConsensusReached.decision TEXT, ConsensusReached.confidence SHARE
            Escalate.reason TEXT, Escalate.context ANY
            SharedMemory.content TEXT, SharedMemory.category NAME, SharedMemory.importance SHARE
            ToolResult.toolName NAME, ToolResult.result ANY, ToolResult.durationMs COUNT, ToolResult.triggeredBy NAME
            Open.summary ANY, Open.details ANY
            Agent.id NAME, Webhook.id NAME, Process.id NAME, Harness.agent NAME, Harness.harness NAME, Named.name NAME
            Scope.tenant NAME, Scope.thread NAME, Scope.run NAME, Scope.round COUNT, Scope.step COUNT
            Links.cause NAME, Links.replyTo NAME, Links.replaces NAME, Links.about NAMES
            Grading.confidence SHARE, UntilStep.step COUNT, Ids.recipients NAMES
            TokenUsage.inputTokens AMOUNT, TokenUsage.outputTokens AMOUNT, TokenUsage.totalTokens AMOUNT
            TokenUsage.cachedInputTokens PART, TokenUsage.cacheWriteTokens PART, TokenUsage.reasoningTokens PART
            HarnessCapabilities.usualOutputTokens PLACE, HarnessCapabilities.maxOutputTokens PLACE
            HarnessCapabilities.contextTokens PLACE
            HarnessInput.maxTokens POSITIVE, HarnessInput.temperature SHARE, End.durationMs AMOUNT
            SignalOrigin.agent NAME, SignalOrigin.harness NAME, SignalOrigin.parent NAME
            Signal.id NAME, SignalType.text NAME, LogEntry.sequence PLACE, Emission.by VISIBLE
            Emission.invocation COUNT
            """.split("[,\n]", -1)).map(String::strip).filter(rule -> !rule.isEmpty())
            .collect(Collectors.toUnmodifiableMap(rule -> rule.substring(0, rule.indexOf(' ')),
                    rule -> rule.substring(rule.indexOf(' ') + 1)));

    private RecordRules() {}

    static void apply(RecordComponent component, ObjectNode node) {
        String rule = rule(component);
        range(component.getType(), node);
        if (!rule.isEmpty()) {
            apply(rule, node);
        }
    }

    /** True if the field is absent for a value of 0. */
    static boolean isPart(RecordComponent component) {
        return rule(component).equals("PART");
    }

    static void applyToItems(RecordComponent component, ObjectNode item) {
        if (rule(component).equals("NAMES")) {
            apply("NAME", item);
        }
    }

    /** The rule for a component. Two records are called ToolResult; the one of the harness has no rules. */
    private static String rule(RecordComponent component) {
        Class<?> type = component.getDeclaringRecord();
        return type == ToolResult.class
                ? ""
                : RULES.getOrDefault(type.getSimpleName() + '.' + component.getName(), "");
    }

    static ObjectNode name() {
        ObjectNode name = JsonNodeFactory.instance.objectNode().put("type", "string");
        apply("NAME", name);
        return name;
    }

    private static void range(Class<?> type, ObjectNode node) {
        if (type == double.class || type == Double.class) {
            node.put("minimum", -Double.MAX_VALUE).put("maximum", Double.MAX_VALUE);
        } else if (type == long.class || type == Long.class) {
            node.put("minimum", Long.MIN_VALUE).put("maximum", Long.MAX_VALUE);
        } else if (type == int.class || type == Integer.class) {
            node.put("minimum", Integer.MIN_VALUE).put("maximum", Integer.MAX_VALUE);
        }
    }

    private static void apply(String rule, ObjectNode node) {
        switch (rule) {
            case "NAME" -> node.put("maxLength", MAX_NAME).put("pattern", TextPatterns.NOT_BLANK)
                    .putObject("not").put("pattern", TextPatterns.CONTROL);
            case "TEXT" -> node.put("maxLength", MAX_TEXT).put("pattern", TextPatterns.NOT_BLANK);
            case "ANY" -> node.put("maxLength", MAX_TEXT);
            case "VISIBLE" -> node.put("pattern", TextPatterns.NOT_BLANK);
            case "NAMES" -> node.put("maxItems", MAX_LIST);
            case "SHARE" -> node.put("minimum", 0).put("maximum", 1);
            case "AMOUNT", "COUNT", "PART" -> node.put("minimum", 0);
            case "PLACE" -> node.put("minimum", 1);
            case "POSITIVE" -> {
                node.remove("minimum");
                node.put("exclusiveMinimum", 0);
            }
            default -> throw new IllegalStateException("unknown rule " + rule);
        }
    }
}
