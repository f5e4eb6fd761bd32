package dev.waggle.connect.llm.fake;

import java.util.List;

import dev.waggle.signal.JsonValue;

/** One published format: how a request reads, and what an answer looks like. Only computes. */
interface WireFormat {

    /** Whether requests to that path are requests for an answer in this format. */
    boolean asksAt(String path);

    /** The path at which models are listed. */
    String listPath();

    /** What the request says. */
    FakeRequest read(FakeRequest.Raw raw);

    /** What this provider refuses before it looks at anything else, for example a request without a key. */
    default List<ProviderRefusal> complaints(FakeRequest request) {
        return List.of();
    }

    /** The content type of a stream. */
    String streamType();

    /** The answer as a stream. */
    List<Frame> frames(FakeRequest request, FakeAnswer.Says says);

    /** The answer in one piece. */
    JsonValue whole(FakeRequest request, FakeAnswer.Says says);

    /** One event of a stream around that data, whatever it is. */
    Frame event(String data);

    /** The event that tells, in the middle of a stream, that it failed. */
    Frame failure(Refusal refusal);

    /** How this provider refuses. */
    Refusal refusal(ProviderRefusal problem, FakeRequest request);

    /** The list of models. */
    JsonValue models(List<String> names);

    /**
     * What goes over the wire at once.
     *
     * @param text all of it, with the line ends
     * @param piece whether it carries a piece of the answer, so that the pause of the script goes before it
     */
    record Frame(String text, boolean piece) {}

    /**
     * An answer that is none.
     *
     * @param status the HTTP status
     * @param body what goes with it
     */
    record Refusal(int status, JsonValue body) {}
}
