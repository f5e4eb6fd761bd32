package dev.waggle.signal.harness.session;

import java.util.List;
import java.util.stream.Collectors;

import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import org.jspecify.annotations.Nullable;

/**
 * The messages of an input as a provider takes them: without blank ones, and the system prompt by itself.
 *
 * @param system the system prompt of the input, else its system messages; {@code null} if there is neither
 * @param said the messages of the user and the model
 */
public record InputMessages(@Nullable String system, List<Message> said) {

    public InputMessages {
        said = List.copyOf(said);
    }

    public static InputMessages of(HarnessInput input) {
        List<Message> messages = input.messages().stream().filter(message -> !message.content().isBlank()).toList();
        List<Message> said = messages.stream().filter(message -> message.role() != Message.Role.SYSTEM).toList();
        String system = input.system();
        if (system != null && !system.isBlank()) {
            return new InputMessages(system, said);
        }
        String words = messages.stream().filter(message -> message.role() == Message.Role.SYSTEM)
                .map(Message::content).collect(Collectors.joining("\n\n"));
        return new InputMessages(words.isEmpty() ? null : words, said);
    }
}
