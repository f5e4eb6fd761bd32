package dev.waggle.spring.ai;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.harness.Harness;
import dev.waggle.signal.harness.HarnessCapabilities;
import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.HarnessOutput;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.harness.ModelStopReason;
import dev.waggle.signal.harness.RunContext;
import dev.waggle.signal.harness.session.InputMessages;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * Harness of a chat model of Spring AI. It makes one attempt; the wrapping harness retries. The answer comes in pieces
 * where the model can stream, else whole. Tools are not offered to the model, and the prompt describes the format of the
 * reply. Thread-safe.
 */
public final class SpringAiHarness implements Harness {

    private static final HarnessCapabilities CAPABILITIES = new HarnessCapabilities(true, false, false, false);

    private final String name;
    private final ChatModel model;
    private volatile boolean isWhole;

    /**
     * Creates a harness.
     *
     * @param name {@code provider:model}, the key of prices and records
     */
    public SpringAiHarness(String name, ChatModel model) {
        this.name = name;
        this.model = model;
    }

    @Override
    public String type() {
        return name.substring(0, name.indexOf(':'));
    }

    @Override
    public String displayName() {
        return name;
    }

    @Override
    public String model() {
        return name;
    }

    @Override
    public HarnessCapabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public HarnessOutput run(HarnessInput input, RunContext context) throws HarnessException, InterruptedException {
        return HarnessRun.of(this, input, context, run -> answer(input, context, run));
    }

    private HarnessOutput answer(HarnessInput input, RunContext context, HarnessRun run)
            throws HarnessException, InterruptedException {
        Prompt prompt = new Prompt(messages(input), options(input));
        SpringAiCall call = new SpringAiCall(model, run, context);
        try {
            return output(isWhole ? call.whole(prompt) : call.streamed(prompt), run);
        } catch (SpringAiCall.CallFailure failed) {
            if (!isWhole && failed.cause() instanceof UnsupportedOperationException && run.length() == 0) {
                isWhole = true;
                return answer(input, context, run);
            }
            throw SpringAiErrorMapper.of(name, failed.cause(), run.length() > 0);
        }
    }

    private HarnessOutput output(SpringAiReply reply, HarnessRun run) throws HarnessException {
        if (reply.isFiltered()) {
            throw new HarnessException(HarnessFailure.of(Kind.REFUSED, name + " did not want to answer this"));
        }
        if (run.textSoFar().isEmpty()) {
            throw new HarnessException(HarnessFailure.of(Kind.TRUNCATED, name + " sent an empty answer"));
        }
        boolean isShort = run.isCut() || reply.isAtLimit();
        return new HarnessOutput(run.textSoFar(), List.of(), null, run.credible(reply.usage()),
                isShort ? ModelStopReason.MAX_TOKENS : ModelStopReason.END,
                run.isCut() ? HarnessOutput.CUT : null);
    }

    private static List<Message> messages(HarnessInput input) throws HarnessException {
        InputMessages said = InputMessages.of(input);
        List<Message> messages = new ArrayList<>();
        String system = said.system();
        if (system != null) {
            messages.add(new SystemMessage(system));
        }
        said.said().forEach(message -> messages
                .add(message.role() == dev.waggle.signal.harness.Message.Role.ASSISTANT
                        ? new AssistantMessage(message.content())
                        : new UserMessage(message.content())));
        if (said.said().isEmpty()) {
            throw HarnessException.of(Kind.BAD_REQUEST, "there is nothing to answer: no message, or blank ones only");
        }
        return messages;
    }

    /** The options of the bean, with the limits of this request. */
    private ChatOptions options(HarnessInput input) {
        ChatOptions usual = model.getOptions();
        ChatOptions.Builder<?> options = usual == null ? ChatOptions.builder() : usual.mutate();
        Double most = input.maxTokens();
        if (most != null) {
            options.maxTokens((int) Math.min(Integer.MAX_VALUE, Math.max(1, most)));
        }
        Double temperature = input.temperature();
        if (temperature != null) {
            options.temperature(temperature);
        }
        return options.build();
    }
}
