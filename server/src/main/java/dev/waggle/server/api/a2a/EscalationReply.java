package dev.waggle.server.api.a2a;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.server.run.SolveRegistry;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.QuotedValue;
import org.jspecify.annotations.Nullable;

/**
 * Reader of answers to escalations in messages of clients.
 *
 * <pre>
 *   decide NAME REASON    a proposal, by its name P4, or #4, 4 or its id
 *   decide: ANSWER        another answer
 *   pass REASON           no decision
 * </pre>
 *
 * Further lines belong to the reason or the answer. Each refusal is a {@link
 * dev.waggle.connect.a2a.protocol.A2aException}.
 */
final class EscalationReply {

    /** Maximum length of an answer, in characters: a long essay. */
    static final int MAX_TEXT = 20_000;

    private static final String DECIDE = "decide";
    private static final String OTHER = DECIDE + ':';
    private static final String PASS = "pass";

    private final SolveRegistry solves;

    EscalationReply(SolveRegistry solves) {
        this.solves = solves;
    }

    /**
     * Answer of a message.
     *
     * @param choice the decision
     * @param comment reason for it; absent for none
     */
    record Statement(EscalationAnswer.Choice choice, @Nullable String comment) {}

    /** Reads the message to a task whose run ended in an escalation. */
    Statement read(TaskRecord task, A2aMessage message) {
        OrderReader.requireKnownParts(message);
        String text = text(message).strip();
        if (text.length() > MAX_TEXT) {
            throw OrderReader.invalid("an answer must have at most " + MAX_TEXT + " characters, got " + text.length());
        }
        String verb = text.split("\\s", 2)[0];
        String word = verb.toLowerCase(Locale.ROOT);
        String rest = text.substring(verb.length()).strip();
        if (word.startsWith(OTHER)) {
            return other(text.substring(OTHER.length()).strip());
        }
        return switch (word) {
            case DECIDE -> decision(EscalationQuestion.of(solves.result(task.id())), rest);
            case PASS -> new Statement(new EscalationAnswer.Choice.OfNothing(), rest.isEmpty() ? null : rest);
            default -> throw OrderReader.invalid("the first line must be " + EscalationQuestion.FORMS.stream()
                    .map(QuotedValue::of).collect(Collectors.joining(", ")) + ", got " + QuotedValue.of(text));
        };
    }

    private static Statement other(String answer) {
        if (answer.isEmpty()) {
            throw OrderReader.invalid("\"decide:\" needs an answer\nMaybe \"decide NAME\" for a proposal.");
        }
        return new Statement(new EscalationAnswer.Choice.OfText(answer), null);
    }

    private static Statement decision(EscalationQuestion question, String rest) {
        String name = rest.split("\\s", 2)[0];
        String comment = rest.substring(name.length()).strip();
        EscalationQuestion.OpenProposal chosen = question.find(name).orElseThrow(() -> OrderReader.invalid(
                "there is no proposal " + QuotedValue.of(name) + ", the open ones are: " + question.names()
                        + "\nMaybe \"decide: ANSWER\" for another answer."));
        return new Statement(new EscalationAnswer.Choice.OfProposal(chosen.id()), comment.isEmpty() ? null : comment);
    }

    /** The text parts, or the lines of a data part. */
    private static String text(A2aMessage message) {
        List<JsonValue> data = OrderReader.data(message);
        List<String> lines = new ArrayList<>();
        if (!message.text().isBlank()) {
            lines.add(message.text());
        }
        try {
            for (JsonValue part : data) {
                JsonObjectReader in = JsonObjectReader.root("the data part", part);
                lines.addAll(in.texts("lines"));
                in.rejectUnknownFields();
            }
        } catch (IllegalArgumentException refused) {
            throw OrderReader.invalid(String.valueOf(refused.getMessage()));
        }
        return String.join("\n", lines);
    }
}
