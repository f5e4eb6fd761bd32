package dev.waggle.journal.tape;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessInput;
import dev.waggle.signal.harness.Message;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.VisibleText;
import org.jspecify.annotations.Nullable;

/** The first difference of two requests in words, with its place and the content on both sides. */
final class RequestDifference {

    /** Number of characters that are shown of each side. */
    static final int EXCERPT_LENGTH = 60;

    /** Number of those characters that precede the difference, so that people find the place. */
    private static final int EXCERPT_LEAD = 20;

    private static final String NOTHING = "nothing";

    private RequestDifference() {}

    /** The difference; a difference outside of the requests themselves can only be the schema of the answer. */
    static String between(HarnessInput recorded, HarnessInput live) {
        String found = texts("the system prompt", recorded.system(), live.system());
        found = found != null ? found : messages(recorded.messages(), live.messages());
        found = found != null ? found
                : list("result", recorded.toolResults(), live.toolResults(), HarnessCodec::encode);
        found = found != null ? found : list("tool", recorded.tools(), live.tools(), HarnessCodec::encode);
        found = found != null ? found : texts("the session", recorded.sessionId(), live.sessionId());
        found = found != null ? found : numbers("temperature", recorded.temperature(), live.temperature());
        found = found != null ? found : numbers("maxTokens", recorded.maxTokens(), live.maxTokens());
        return found != null ? found : "the JSON Schema of the answer is another one";
    }

    private static @Nullable String messages(List<Message> recorded, List<Message> live) {
        int both = Math.min(recorded.size(), live.size());
        for (int i = 0; i < both; i++) {
            Message one = recorded.get(i);
            Message other = live.get(i);
            if (one.role() != other.role() || !one.content().equals(other.content())) {
                String place = "message " + (i + 1) + " (" + other.role().wireName() + ')';
                return one.role() == other.role()
                        ? texts(place, one.content(), other.content())
                        : place + " is of another role, recorded " + one.role().wireName();
            }
        }
        return counts("message", recorded, live, message -> message.role().wireName() + ": " + message.content());
    }

    private static <T> @Nullable String list(String word, List<T> recorded, List<T> live,
            Function<T, JsonValue> json) {
        int both = Math.min(recorded.size(), live.size());
        for (int i = 0; i < both; i++) {
            if (!recorded.get(i).equals(live.get(i))) {
                return texts(word + ' ' + (i + 1), JsonLine.of(json.apply(recorded.get(i))),
                        JsonLine.of(json.apply(live.get(i))));
            }
        }
        return counts(word, recorded, live, item -> JsonLine.of(json.apply(item)));
    }

    private static <T> @Nullable String counts(String word, List<T> recorded, List<T> live,
            Function<T, String> text) {
        int both = Math.min(recorded.size(), live.size());
        if (recorded.size() == live.size()) {
            return null;
        }
        String place = word + ' ' + (both + 1);
        return recorded.size() > both
                ? place + ": recorded " + excerpt(text.apply(recorded.get(both)), 0) + ", now " + NOTHING
                : place + ": recorded " + NOTHING + ", now " + excerpt(text.apply(live.get(both)), 0);
    }

    private static @Nullable String numbers(String word, @Nullable Double recorded, @Nullable Double live) {
        return Objects.equals(recorded, live)
                ? null
                : word + ": recorded " + (recorded == null ? NOTHING : recorded) + ", now "
                        + (live == null ? NOTHING : live);
    }

    private static @Nullable String texts(String place, @Nullable String recorded, @Nullable String live) {
        if (Objects.equals(recorded, live)) {
            return null;
        }
        if (recorded == null || live == null) {
            return place + ": recorded " + (recorded == null ? NOTHING : excerpt(recorded, 0)) + ", now "
                    + (live == null ? NOTHING : excerpt(live, 0));
        }
        int at = 0;
        while (at < Math.min(recorded.length(), live.length()) && recorded.charAt(at) == live.charAt(at)) {
            at++;
        }
        return place + " differs at character " + (at + 1) + ": recorded " + excerpt(recorded, at) + ", now "
                + excerpt(live, at);
    }

    /** The surroundings of a place, in quotes, with a mark at each cut. */
    private static String excerpt(String text, int at) {
        int from = whole(text, Math.max(0, at - EXCERPT_LEAD));
        int to = whole(text, Math.min(text.length(), from + EXCERPT_LENGTH));
        return (from > 0 ? "\u2026" : "") + '"' + VisibleText.of(text.substring(from, to)) + '"'
                + (to < text.length() ? "\u2026" : "");
    }

    /** Not in the middle of a pair. */
    private static int whole(String text, int at) {
        boolean isSplit = at > 0 && at < text.length() && Character.isHighSurrogate(text.charAt(at - 1))
                && Character.isLowSurrogate(text.charAt(at));
        return isSplit ? at - 1 : at;
    }
}
