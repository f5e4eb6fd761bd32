package dev.waggle.connect.otel;

import java.util.List;

import dev.waggle.signal.trace.TraceAttribute;
import dev.waggle.signal.trace.TraceSpanKind;
import dev.waggle.swarm.metric.MetricLabel;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import org.jspecify.annotations.Nullable;

/**
 * Names of spans and attributes, and the versions of the conventions that have them. Those that begin with
 * {@code gen_ai} are of the semantic conventions for GenAI, which are in development. Those that begin with
 * {@code error} or {@code exception} are of the general ones; those that begin with {@code waggle} are ours.
 *
 * <p>With the opt-in the names are those of version 1.41, the last one before these conventions moved to a repository of
 * their own. Without it the provider has its name of version 1.36, in spans and in metrics. Messages are not recorded
 * then, because that version has no attribute for them.
 */
final class GenAiConventions {

    static final String OPT_IN = "gen_ai_latest_experimental";

    static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
    static final AttributeKey<String> EXCEPTION_TYPE = AttributeKey.stringKey("exception.type");
    static final AttributeKey<String> EXCEPTION_MESSAGE = AttributeKey.stringKey("exception.message");
    static final AttributeKey<String> WORKFLOW = AttributeKey.stringKey("gen_ai.workflow.name");

    private static final String SCHEMA = "https://opentelemetry.io/schemas/1.36.0";
    private static final String LATEST_SCHEMA = "https://opentelemetry.io/schemas/1.41.0";

    private static final String PROVIDER = "gen_ai.provider.name";
    private static final String SYSTEM = "gen_ai.system";
    private static final String CONVERSATION = "gen_ai.conversation.id";
    private static final String AGENT_ID = "gen_ai.agent.id";
    private static final String AGENT_NAME = "gen_ai.agent.name";
    private static final String REQUEST_MODEL = "gen_ai.request.model";
    private static final String MAX_TOKENS = "gen_ai.request.max_tokens";
    private static final String TEMPERATURE = "gen_ai.request.temperature";
    private static final String FINISH_REASONS = "gen_ai.response.finish_reasons";
    private static final String INPUT_TOKENS = "gen_ai.usage.input_tokens";
    private static final String OUTPUT_TOKENS = "gen_ai.usage.output_tokens";
    private static final String CACHED_TOKENS = "gen_ai.usage.cache_read.input_tokens";
    private static final String CACHE_WRITE_TOKENS = "gen_ai.usage.cache_creation.input_tokens";
    private static final String REASONING_TOKENS = "gen_ai.usage.reasoning.output_tokens";
    private static final String TOOL_NAME = "gen_ai.tool.name";
    private static final String TOOL_CALL_ID = "gen_ai.tool.call.id";
    private static final String TOOL_ARGUMENTS = "gen_ai.tool.call.arguments";
    private static final String TOOL_RESULT = "gen_ai.tool.call.result";
    private static final String SYSTEM_INSTRUCTIONS = "gen_ai.system_instructions";
    private static final String INPUT_MESSAGES = "gen_ai.input.messages";
    private static final String OUTPUT_MESSAGES = "gen_ai.output.messages";

    private static final String CHAT = "chat";
    private static final String INVOKE_AGENT = "invoke_agent";
    private static final String INVOKE_WORKFLOW = "invoke_workflow";
    private static final String EXECUTE_TOOL = "execute_tool";
    private static final String WAGGLE = "waggle";

    private GenAiConventions() {}

    /** Name of the workflow of a solve. The run is an attribute, because names of spans have few values. */
    static String workflow() {
        return WAGGLE;
    }

    /** The operation of the conventions, for a span that has one. */
    static @Nullable String operation(TraceSpanKind kind) {
        return switch (kind) {
            case SOLVE -> INVOKE_WORKFLOW;
            case TURN, AGENT_CALL -> INVOKE_AGENT;
            case MODEL_CALL -> CHAT;
            case TOOL_CALL -> EXECUTE_TOOL;
            case ROUND, PHASE, DEBATE, CONSENSUS, SYNTHESIS, MEMORY, HELPER, JOURNAL_SYNC -> null;
        };
    }

    /** The name of a span of that kind. */
    static String spanName(TraceSpanKind kind, String name) {
        return switch (kind) {
            case SOLVE -> INVOKE_WORKFLOW + ' ' + WAGGLE;
            case ROUND -> "round";
            case PHASE -> "phase " + name;
            case TURN -> INVOKE_AGENT + ' ' + name;
            case MODEL_CALL -> CHAT + ' ' + name;
            case AGENT_CALL -> INVOKE_AGENT; // An address is no name, and the card is read within the call.
            case TOOL_CALL -> EXECUTE_TOOL + ' ' + name;
            case DEBATE -> "debate";
            case CONSENSUS -> "consensus";
            case SYNTHESIS -> "synthesis";
            case MEMORY, HELPER -> name;
            case JOURNAL_SYNC -> "journal.sync";
        };
    }

    /** The kind of a span: a call of a model or of a remote agent leaves the process. */
    static SpanKind spanKind(TraceSpanKind kind) {
        return kind == TraceSpanKind.MODEL_CALL || kind == TraceSpanKind.AGENT_CALL
                ? SpanKind.CLIENT
                : SpanKind.INTERNAL;
    }

    /** The schema of the names. */
    static String schema(boolean isLatest) {
        return isLatest ? LATEST_SCHEMA : SCHEMA;
    }

    /** The name of a label of a metric. */
    static String key(MetricLabel label, boolean isLatest) {
        return label == MetricLabel.PROVIDER ? key(TraceAttribute.PROVIDER, isLatest) : label.key();
    }

    /** The name of a provider, of which version 1.36 knew one by another. */
    static String provider(String name, boolean isLatest) {
        return !isLatest && name.equals("x_ai") ? "xai" : name;
    }

    /** True if an attribute holds messages, which only the latest conventions have attributes for. */
    static boolean isMessage(TraceAttribute attribute) {
        return List.of(TraceAttribute.SYSTEM_INSTRUCTIONS, TraceAttribute.INPUT_MESSAGES,
                TraceAttribute.OUTPUT_MESSAGES, TraceAttribute.TOOL_ARGUMENTS, TraceAttribute.TOOL_RESULT)
                .contains(attribute);
    }

    /** True if an attribute is a list of texts in the conventions. */
    static boolean isList(TraceAttribute attribute) {
        return attribute == TraceAttribute.FINISH_REASON;
    }

    /** The name of an attribute. */
    static String key(TraceAttribute attribute, boolean isLatest) {
        return switch (attribute) {
            case RUN -> CONVERSATION;
            case AGENT_ID -> AGENT_ID;
            case AGENT_NAME -> AGENT_NAME;
            case PROVIDER -> isLatest ? PROVIDER : SYSTEM;
            case MODEL -> REQUEST_MODEL;
            case MAX_TOKENS -> MAX_TOKENS;
            case TEMPERATURE -> TEMPERATURE;
            case FINISH_REASON -> FINISH_REASONS;
            case INPUT_TOKENS -> INPUT_TOKENS;
            case OUTPUT_TOKENS -> OUTPUT_TOKENS;
            case CACHED_TOKENS -> CACHED_TOKENS;
            case CACHE_WRITE_TOKENS -> CACHE_WRITE_TOKENS;
            case REASONING_TOKENS -> REASONING_TOKENS;
            case TOOL_NAME -> TOOL_NAME;
            case TOOL_CALL_ID -> TOOL_CALL_ID;
            case TOOL_ARGUMENTS -> TOOL_ARGUMENTS;
            case TOOL_RESULT -> TOOL_RESULT;
            case SYSTEM_INSTRUCTIONS -> SYSTEM_INSTRUCTIONS;
            case INPUT_MESSAGES -> INPUT_MESSAGES;
            case OUTPUT_MESSAGES -> OUTPUT_MESSAGES;
            case AGENTS -> "waggle.agents";
            case MAX_ROUNDS -> "waggle.max_rounds";
            case RESUMED -> "waggle.resumed";
            case REPLAYED -> "waggle.replayed";
            case FAILED -> "waggle.failed";
            case ENDING -> "waggle.ending";
            case DECIDED -> "waggle.decided";
            case CONFIDENCE -> "waggle.confidence";
            case AGREEMENT -> "waggle.agreement";
            case STRATEGY -> "waggle.strategy";
            case ROUND -> "waggle.round";
            case ROUNDS -> "waggle.rounds";
            case SIGNALS -> "waggle.signals";
            case VOTES -> "waggle.votes";
            case PROPOSALS -> "waggle.proposals";
            case PHASE -> "waggle.phase";
            case TURN -> "waggle.turn";
            case COST_USD -> "waggle.cost_usd";
            case OPERATION -> "waggle.operation";
            case SIGNAL_ID -> "waggle.signal.id";
            case SIGNAL_TYPE -> "waggle.signal.type";
            case PROPOSAL_ID -> "waggle.proposal.id";
            case RIVAL_ID -> "waggle.rival.id";
            case STANCE -> "waggle.stance";
            case WEIGHT -> "waggle.weight";
            case REASON -> "waggle.reason";
            case RESOLVED -> "waggle.resolved";
            case COUNT -> "waggle.count";
            case DROPPED_EVENTS -> "waggle.dropped_events";
            case MESSAGE -> "waggle.error.message";
            case QUESTION -> "waggle.question";
            case ANSWER -> "waggle.answer";
        };
    }
}
