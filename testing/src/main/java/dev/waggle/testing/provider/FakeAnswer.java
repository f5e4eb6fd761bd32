package dev.waggle.testing.provider;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import org.jspecify.annotations.Nullable;

/** Reaction of the server to a request. */
public sealed interface FakeAnswer {

    /** An answer of that text, in pieces of a word each, with a usage that fits. */
    static Says says(String text) {
        return new Says(new Content(words(text), List.of(), List.of()), new Usage(20, 1 + text.length() / 4, 0),
                Finish.STOP, Pace.AT_ONCE);
    }

    /** An answer that asks for tools and has no text. */
    static Says calls(Call... calls) {
        return new Says(new Content(List.of(), List.of(), List.of(calls)), new Usage(20, 10, 0), Finish.TOOL_CALLS,
                Pace.AT_ONCE);
    }

    /** A refusal in the words of the provider. */
    static Fault refuses(ProviderRefusal problem) {
        return new Fault.Refuses(problem, Map.of());
    }

    /** Too many requests, with the wait that the provider asks for. */
    static Fault rateLimited(Duration wait) {
        return new Fault.Refuses(ProviderRefusal.RATE_LIMITED, Map.of("Retry-After", Long.toString(wait.toSeconds())));
    }

    /** The page of a proxy, with the status of success. */
    static Fault htmlPage() {
        return new Fault.Answers(200, "text/html", "<!DOCTYPE html>\n<html><head><title>Sign in</title></head>"
                + "<body><h1>Welcome to the guest network</h1></body></html>\n", Map.of());
    }

    /** A successful response with an empty body. */
    static Fault emptyBody() {
        return new Fault.Answers(200, "application/json", "", Map.of());
    }

    /** Azure's refusal of a prompt that its content filter found violent. */
    static Fault filteredByAzure() {
        // Words: compl-ai/compl-ai#20, February 2025.
        return new Fault.Answers(400, "application/json", """
                {"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content \
                management policy. Please modify your prompt and retry. To learn more about our content filtering \
                policies please read our documentation: https://go.microsoft.com/fwlink/?linkid=2198766",\
                "type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{\
                "code":"ResponsibleAIPolicyViolation","content_filter_result":{\
                "hate":{"filtered":false,"severity":"safe"},"jailbreak":{"filtered":false,"detected":false},\
                "self_harm":{"filtered":false,"severity":"safe"},"sexual":{"filtered":false,"severity":"safe"},\
                "violence":{"filtered":true,"severity":"medium"}}}}}""", Map.of());
    }

    /** A redirect to that location. */
    static Fault redirect(String location) {
        return new Fault.Answers(302, "text/plain", "", Map.of("Location", location));
    }

    /**
     * An answer.
     *
     * @param content its text, thoughts and calls
     * @param usage its cost, where the provider reports it
     * @param finish the reason for its end
     * @param pace its pace
     * @param stopWord the provider's own name of that reason; null for the usual one
     */
    record Says(Content content, @Nullable Usage usage, Finish finish, Pace pace,
            @Nullable String stopWord) implements FakeAnswer {

        /** An answer that ends with the usual name of its reason. */
        public Says(Content content, @Nullable Usage usage, Finish finish, Pace pace) {
            this(content, usage, finish, pace, null);
        }

        /** The whole text. */
        public String text() {
            return String.join("", content.text());
        }

        public Says thinking(String thoughts) {
            return with(new Content(content.text(), words(thoughts), content.calls(), content.redacted()));
        }

        /** Thoughts that only the provider can read, a text for each; Anthropic sends such blocks. */
        public Says redacting(String... data) {
            return with(new Content(content.text(), content.thinking(), content.calls(), List.of(data)));
        }

        public Says inPieces(String... pieces) {
            return with(new Content(List.of(pieces), content.thinking(), content.calls(), content.redacted()));
        }

        public Says calling(Call... calls) {
            return new Says(new Content(content.text(), content.thinking(), List.of(calls), content.redacted()), usage,
                    Finish.TOOL_CALLS, pace, stopWord);
        }

        public Says costing(int input, int output) {
            return withUsage(new Usage(input, output, 0));
        }

        public Says withUsage(@Nullable Usage newUsage) {
            return new Says(content, newUsage, finish, pace, stopWord);
        }

        public Says finishing(Finish newFinish) {
            return new Says(content, usage, newFinish, pace, null);
        }

        /**
         * Ends for a reason in the provider's own words, for example {@code pause_turn} or {@code IMAGE_SAFETY}.
         *
         * @param name the reason as the provider writes it; it is sent as it is
         */
        public Says finishingWith(String name) {
            return new Says(content, usage, finish, pace, name);
        }

        public Says at(Pace newPace) {
            return new Says(content, usage, finish, newPace, stopWord);
        }

        private Says with(Content newContent) {
            return new Says(newContent, usage, finish, pace, stopWord);
        }
    }

    /**
     * Content of an answer.
     *
     * @param text pieces of the answer; may be none
     * @param thinking pieces of the thoughts before it; may be none
     * @param calls the tools that are called
     * @param redacted thoughts that only the provider can read; may be none
     */
    record Content(List<String> text, List<String> thinking, List<Call> calls, List<String> redacted) {

        public Content(List<String> text, List<String> thinking, List<Call> calls) {
            this(text, thinking, calls, List.of());
        }

        public Content {
            text = List.copyOf(text);
            thinking = List.copyOf(thinking);
            calls = List.copyOf(calls);
            redacted = List.copyOf(redacted);
        }
    }

    /**
     * A call of a tool.
     *
     * @param id the id to which the result refers; formats without ids omit it
     * @param name the tool
     * @param arguments its arguments: a JSON text, good or bad
     */
    record Call(String id, String name, String arguments) {}

    /**
     * Cost of an answer, in tokens.
     *
     * @param input read, cached tokens included
     * @param output written, including thoughts
     * @param thinking the part of the output that is thoughts
     * @param cachedInput the part of the input that was read from a cache
     * @param cacheWritten the part of the input that was written to a cache
     */
    record Usage(int input, int output, int thinking, int cachedInput, int cacheWritten) {

        /** A usage without a cache. */
        public Usage(int input, int output, int thinking) {
            this(input, output, thinking, 0, 0);
        }
    }

    /** Part of an answer that never ends. */
    enum EndlessPart {
        TEXT, THINKING,
        /** The arguments of one call; formats whose calls come whole repeat the call. */
        ARGUMENTS,
        /** Calls, one after the other. */
        CALLS
    }

    /** Reason for the end of an answer; each format has its own word. */
    enum Finish {
        STOP, LENGTH, TOOL_CALLS, REFUSED
    }

    /**
     * Pace of an answer.
     *
     * @param first the wait before anything, headers included
     * @param between the wait before each piece
     */
    record Pace(Duration first, Duration between) {

        public static final Pace AT_ONCE = new Pace(Duration.ZERO, Duration.ZERO);
    }

    /** A missing or a broken answer. When a fault hits a stream, frames before it come as they should. */
    sealed interface Fault extends FakeAnswer {

        /** The provider's own error, with extra headers. */
        record Refuses(ProviderRefusal problem, Map<String, String> headers) implements Fault {
            public Refuses {
                headers = Map.copyOf(headers);
            }
        }

        /** Exactly this response. */
        record Answers(int status, String type, String body, Map<String, String> headers) implements Fault {
            public Answers {
                headers = Map.copyOf(headers);
            }
        }

        /** The answer under a content type that does not fit. */
        record Mislabelled(Says says, String type) implements Fault {}

        /** The connection closes in the middle of the frame after so many; a whole answer closes in its middle. */
        record Truncated(Says says, int after) implements Fault {}

        /** The stream is closed properly after so many frames, without its last event. */
        record EndsEarly(Says says, int after) implements Fault {}

        /** Nothing comes after so many frames, and the connection stays open; with -1 not even the headers. */
        record Stalls(Says says, int after) implements Fault {}

        /** Nothing comes after so many frames until the test counts the latch down; then the rest follows. */
        record Waits(Says says, int after, CountDownLatch release) implements Fault {}

        /** Pieces for ever, with a wait before each. */
        record NeverEnds(String piece, Duration between) implements Fault {}

        /** The piece of that part of an answer for ever, as fast as the client reads. */
        record Endless(EndlessPart part, String piece) implements Fault {}

        /** So many bytes of answer, in pieces of 64 KiB, then a proper end. */
        record Huge(long bytes) implements Fault {}

        /** So many bytes in one event without a line end. */
        record HugeEvent(long bytes) implements Fault {}

        /** Bytes that are no UTF-8 inside a piece. */
        record BadBytes() implements Fault {}

        /** An event that is no JSON after so many frames, then the rest. */
        record Garbage(Says says, int after) implements Fault {}

        /** The provider's own error as an event of the stream, after so many frames; then the end. */
        record FailsLate(Says says, int after, ProviderRefusal problem) implements Fault {}

        /** The connection is reset before any byte. */
        record Resets() implements Fault {}
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        int from = 0;
        for (int i = 1; i < text.length(); i++) {
            if (text.charAt(i - 1) == ' ' && text.charAt(i) != ' ') {
                words.add(text.substring(from, i));
                from = i;
            }
        }
        if (from < text.length()) {
            words.add(text.substring(from));
        }
        return words;
    }
}
