package dev.waggle.cli.ask;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reads the answer and the confidence in the reply of a model. */
final class PanelReplyReader {

    /** Longest free answer that is kept, in characters; a longer one is no answer but an essay. */
    private static final int MAX_ANSWER = 400;

    private PanelReplyReader() {}

    /** Reads a reply to a question. */
    static PanelReply read(String reply, PanelQuestion question) {
        Map<String, JsonValue> fields;
        try {
            fields = JsonText.read(object(reply)) instanceof JsonValue.Obj(var all) ? all : Map.of();
        } catch (IllegalArgumentException noJson) {
            return PanelReply.none(PanelReply.Status.UNREADABLE);
        }
        String answer = text(fields.get("answer"));
        if (answer.isEmpty() || answer.length() > MAX_ANSWER) {
            return PanelReply.none(PanelReply.Status.UNREADABLE);
        }
        double confidence = confidence(fields.get("confidence"));
        if (question.options().isEmpty()) {
            return new PanelReply(PanelReply.Status.ANSWERED, answer, confidence);
        }
        return option(answer, question.options())
                .map(option -> new PanelReply(PanelReply.Status.ANSWERED, option, confidence))
                .orElseGet(() -> PanelReply.none(PanelReply.Status.OUTSIDE));
    }

    /** The option of a truth: of that text, else of that letter. */
    static Optional<String> optionOfTruth(String truth, List<String> options) {
        return ofText(truth, options).or(() -> ofLetter(truth, options));
    }

    /** The option of a reply, which was asked for a letter: of that letter, else of that text. */
    private static Optional<String> option(String answer, List<String> options) {
        return ofLetter(answer, options).or(() -> ofText(answer, options));
    }

    private static Optional<String> ofText(String answer, List<String> options) {
        String folded = folded(answer);
        return options.stream().filter(option -> folded(option).equals(folded)).findFirst();
    }

    /** The option of a letter, alone or with a mark and the text of the option behind it. */
    private static Optional<String> ofLetter(String answer, List<String> options) {
        String folded = folded(answer);
        int option = folded.isEmpty() ? -1 : folded.charAt(0) - 'a';
        if (option < 0 || option >= options.size()) {
            return Optional.empty();
        }
        String rest = folded.substring(1);
        boolean isAlone = rest.isEmpty() || rest.equals(".") || rest.equals(")");
        boolean isWhole = !rest.isEmpty() && ".):".indexOf(rest.charAt(0)) >= 0
                && rest.substring(1).strip().equals(folded(options.get(option)));
        return isAlone || isWhole ? Optional.of(options.get(option)) : Optional.empty();
    }

    /** The text in lower case, with single blanks. */
    static String folded(String text) {
        return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }

    /** From the first brace behind thoughts to the last. */
    private static String object(String reply) {
        String text = reply.substring(Math.max(0, reply.lastIndexOf("</think>")));
        int open = text.indexOf('{');
        int close = text.lastIndexOf('}');
        if (open < 0 || close < open) {
            throw new IllegalArgumentException("the reply holds no JSON object");
        }
        return text.substring(open, close + 1);
    }

    private static String text(@Nullable JsonValue value) {
        return switch (value) {
            case JsonValue.Str(String text) -> text.strip().replaceAll("\\s+", " ");
            case JsonValue.Num(var number) -> String.valueOf(number);
            case JsonValue.Bool(boolean flag) -> String.valueOf(flag);
            case null, default -> "";
        };
    }

    /** Confidence 0..1; NaN if none is stated, or one outside. */
    private static double confidence(@Nullable JsonValue value) {
        double stated = value instanceof JsonValue.Num(var number) ? number.doubleValue() : Double.NaN;
        return stated >= 0 && stated <= 1 ? stated : Double.NaN;
    }
}
