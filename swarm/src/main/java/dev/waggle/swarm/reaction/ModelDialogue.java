package dev.waggle.swarm.reaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.TokenEstimator;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.harness.ToolCall;
import dev.waggle.signal.harness.ToolOffer;
import dev.waggle.signal.harness.ToolResult;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.swarm.harness.call.ToolCallResult;
import dev.waggle.swarm.harness.call.ToolSession;
import dev.waggle.swarm.reaction.prompt.RepairHint;
import dev.waggle.swarm.reaction.reply.ReplyError;
import dev.waggle.swarm.reaction.reply.TextExcerpt;
import org.jspecify.annotations.Nullable;

/**
 * Dialogue of an agent with its model in one turn, tool results included. A harness that can resume receives only new
 * messages, under the session of its last answer; any other receives the full dialogue. Only a call that a harness
 * reports is a tool call; a call inside a text is text. A request after an answer that its output limit cut has a
 * higher limit. No message is blank, and the roles of a full dialogue alternate, because providers refuse anything
 * else. Owned by one turn.
 */
final class ModelDialogue {

    /** At most this many characters of a provider's word for a stop. */
    private static final int MAX_STOP_WORD = 100;

    /** Share of the output limit below which a text is short: the rest was not written as text. */
    private static final double SHORT_TEXT = 0.5;

    /**
     * Share of the output limit that a reply has written at least if that limit ended it. Servers count some tokens
     * apart. A reply of fewer met another limit: that of the server, or of the context window.
     */
    private static final double WHOLE_LIMIT = 0.9;

    private final Harness harness;
    private final HarnessCapabilities capabilities;
    private final ModelAgentConfig.RequestOptions asking;
    private final CallObserver observer = new CallObserver();
    private final ToolSession tools;
    private final String system;
    private final List<Message> history = new ArrayList<>();
    private final List<ToolCallResult> done = new ArrayList<>();
    private final List<String> refusals = new ArrayList<>();
    private List<ToolCall> pending = List.of();
    private List<ToolCall> unmade = List.of();
    private @Nullable String session;
    private String lastContent = "";
    private final boolean offered;
    private OutputLimit limit;
    private boolean wasCut;
    private int calls;

    ModelDialogue(Harness harness, ModelAgentConfig.RequestOptions asking, ToolSession tools, String system) {
        this.harness = harness;
        this.capabilities = harness.capabilities();
        this.asking = asking;
        this.tools = tools;
        this.system = system;
        offered = capabilities.tools() && !tools.offers().isEmpty();
        limit = OutputLimit.of(asking.maxOutputTokens(), capabilities);
    }

    /**
     * Sends a message and returns the model's answer after its tool calls. Each round of calls uses up at least one,
     * so there are at most as many as calls are allowed. An answer that was cut by its length, perhaps in a call,
     * raises the limit of the next request. Calls of a model without tools are not made, see {@link #unmadeCalls}.
     */
    HarnessOutput ask(String words) throws HarnessException, InterruptedException {
        return ask(Message.user(words));
    }

    /** Sends a message like {@link #ask(String)}, with its breakpoints. */
    HarnessOutput ask(Message message) throws HarnessException, InterruptedException {
        history.add(message);
        refusals.clear();
        HarnessOutput answer = run(List.of(message));
        while (!pending.isEmpty() && tools.left() > 0) {
            answer = run(List.of());
        }
        unmade = answer.toolCalls();
        history.add(DialogueText.quoted(offered ? answer.content() : DialogueText.withCalls(answer)));
        return answer;
    }

    /** Calls of tools in the last answer that were not made, since nothing was offered or no call is left. */
    List<ToolCall> unmadeCalls() {
        return unmade;
    }

    /** Reason for a call that was not made. */
    String refusalOf(ToolCall call) {
        return DialogueText.unmade(call, offered);
    }

    /** Reasons for the calls of the last answers that were refused, beside those that were made. */
    List<String> refusals() {
        return List.copyOf(refusals);
    }

    /** Instructions for a repair of the last answer. */
    List<RepairHint> repairHints(HarnessOutput answer) {
        List<RepairHint> hints = new ArrayList<>();
        if (answer.stopReason() == ModelStopReason.MAX_TOKENS) {
            hints.add(RepairHint.BRIEF);
        }
        if (!unmade.isEmpty()) {
            hints.add(offered ? RepairHint.NO_MORE_CALLS : RepairHint.NO_TOOLS);
        }
        return hints;
    }

    /** Fault of the last answer, if the provider ended it before the model did: the cause, with the true figures. */
    Optional<ReplyError> stopFault(HarnessOutput answer) {
        String stop = answer.stopDetail();
        String fault = answer.wasCut() ? overrun() : stop != null
                ? "the provider stopped with " + VisibleText.of(TextExcerpt.of(stop, MAX_STOP_WORD))
                        + (answer.stopReason() == ModelStopReason.MAX_TOKENS ? ": say less" : "")
                : isCut(answer) ? cut(answer) : null;
        return Optional.ofNullable(fault).map(reason -> new ReplyError(ReplyError.Kind.UNREADABLE, reason));
    }

    /** Reason for the cut of an answer that had more output than its limit. */
    String overrun() {
        return "the model wrote more than the " + (long) sentLimit()
                + " tokens of its output limit, and the rest was not read: say less";
    }

    /** True if the output limit ended the answer; a stop with a word of its own had another cause. */
    private static boolean isCut(HarnessOutput answer) {
        return answer.stopReason() == ModelStopReason.MAX_TOKENS && answer.stopDetail() == null;
    }

    /** True if the budget reduced the output limit of the last call. */
    private boolean isReduced() {
        return sentLimit() < limit.tokens();
    }

    private double sentLimit() {
        Double sent = observer.sentLimit();
        return sent == null ? limit.tokens() : sent;
    }

    private String cut(HarnessOutput answer) {
        double sent = sentLimit();
        TokenUsage usage = answer.usage();
        double written = usage == null ? 0 : Math.max(usage.outputTokens(), usage.totalTokens() - usage.inputTokens());
        if (written > 0 && written < sent * WHOLE_LIMIT) {
            return "the reply broke off after " + (long) written + " tokens, before the limit of "
                    + (long) sent + ": the model or its context window has no room for more; say less";
        }
        boolean thought = (capabilities.thinks() || observer.sawThinking()
                || (usage != null && usage.reasoningTokens() > 0))
                && TokenEstimator.of(answer.content()) < sent * SHORT_TEXT;
        String end = thought
                ? "the limit of " + (long) sent + " tokens went into thinking"
                : "the reply broke off after " + (long) sent + " tokens";
        if (isReduced()) {
            return end + ", because the budget has no room for " + limit.tokens() + "; raise the budget, or say less";
        }
        if (limit.canRise()) {
            return end + (thought ? "; raise --max-output" : "");
        }
        return end + (limit.isMost() ? ", and the model can write no more: say less"
                : ", and a repair gets no higher limit" + (thought ? "; raise --max-output" : "") + ": say less");
    }

    /** Number of model calls. */
    int calls() {
        return calls;
    }

    /** Results of the tool calls that were made, in order; refused calls are not among them. */
    List<ToolCallResult> toolsUsed() {
        return done.stream().filter(call -> !isRefused(call)).toList();
    }

    private HarnessOutput run(List<Message> fresh) throws HarnessException, InterruptedException {
        limit = wasCut ? limit.raised() : limit;
        List<ToolCallResult> news = tools.execute(pending);
        done.addAll(news);
        if (fresh.isEmpty()) { // Calls that waited for a fresh message are unmade ones of the answer before.
            news.stream().filter(ModelDialogue::isRefused).forEach(call -> refusals.add(DialogueText.refusal(call)));
        }
        boolean resumes = session != null && capabilities.resume();
        List<ToolOffer> offers = capabilities.tools() ? tools.offers() : List.of();
        List<ToolResult> results = (resumes ? news : done).stream().map(DialogueText::quoted).toList();
        HarnessOutput output = resumes ? goOn(fresh, offers, results) : ask(history, offers, results, null);
        wasCut = isCut(output) && !isReduced();
        // No result can follow a call of a tool that was not offered, so the session cannot go on.
        session = offered || output.toolCalls().isEmpty() ? output.sessionId() : null;
        lastContent = output.content();
        pending = offered ? output.toolCalls() : List.of(); // Without an offer no tool is called.
        return output;
    }

    /** Continues the session; one that the harness has lost is sent again from the start. */
    private HarnessOutput goOn(List<Message> fresh, List<ToolOffer> offers, List<ToolResult> news)
            throws HarnessException, InterruptedException {
        try {
            return ask(fresh, offers, news, session);
        } catch (HarnessException failed) {
            if (failed.failure().kind() != HarnessFailure.Kind.UNKNOWN_SESSION) {
                throw failed;
            }
            return ask(withResults(!fresh.isEmpty()), offers, List.of(), null);
        }
    }

    private HarnessOutput ask(List<Message> messages, List<ToolOffer> offers, List<ToolResult> results,
            @Nullable String goingOn) throws HarnessException, InterruptedException {
        calls++;
        return harness.run(new HarnessInput(system, messages, offers, results, goingOn,
                (double) limit.tokens(), asking.temperature()), observed(tools.context()));
    }

    private RunContext observed(RunContext context) {
        return context.withSink(signal -> {
            observer.accept(signal);
            context.sink().accept(signal);
        });
    }

    /** The dialogue and the results of all tools: before a fresh message, or after the answer that called the last. */
    private List<Message> withResults(boolean isFresh) {
        List<Message> messages = new ArrayList<>(history);
        String results = done.stream().map(DialogueText::resultText).collect(Collectors.joining("\n\n"));
        if (!isFresh) {
            messages.add(DialogueText.quoted(lastContent));
            messages.add(Message.user(results));
        } else if (!results.isEmpty()) {
            messages.add(Message.user(results + "\n\n" + messages.removeLast().content()));
        }
        return messages;
    }

    private static boolean isRefused(ToolCallResult call) {
        return call.ending() == ToolCallResult.CallStatus.REFUSED;
    }
}
