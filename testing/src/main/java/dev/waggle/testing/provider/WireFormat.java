package dev.waggle.testing.provider;

import java.util.List;
import java.util.Optional;

import dev.waggle.signal.json.JsonValue;
import dev.waggle.testing.provider.rule.PromptCache;

/** One published format: it reads requests and writes answers. Only computes. */
interface WireFormat {

    /** True if requests to that path are requests for an answer in this format. */
    boolean asksAt(String path);

    /** The answer to a request for a path that the provider does not have; empty for a path that is not its own. */
    default Optional<Refusal> refusePath(String method, FakeRequest.Raw raw) {
        return Optional.empty();
    }

    /** The path at which models are listed. */
    String listPath();

    /** Reads the request. */
    FakeRequest read(FakeRequest.Raw raw);

    /** The refusal of a request that breaks a rule of this provider, in its words; empty for one that it takes. */
    Optional<Refusal> refuse(FakeRequest request);

    /**
     * The answer as this provider gives it to this request, whatever the script has.
     *
     * @param cache the prompts that this server has read before
     */
    default FakeAnswer.Says adapt(FakeRequest request, FakeAnswer.Says says, PromptCache cache) {
        return says;
    }

    /** The content type of a stream. */
    String streamType();

    /** The answer as a stream. */
    List<Frame> frames(FakeRequest request, FakeAnswer.Says says);

    /** The answer in one piece. */
    JsonValue whole(FakeRequest request, FakeAnswer.Says says);

    /** One event of a stream around that data, whatever it is. */
    Frame event(String data);

    /** The event that reports, in the middle of a stream, that it failed. */
    Frame failure(Refusal refusal);

    /** The refusal in the form of this provider. */
    Refusal refusal(ProviderRefusal problem, FakeRequest request);

    /** The list of models. */
    JsonValue models(List<String> names);

    /**
     * Part of an answer that goes over the wire at once.
     *
     * @param text all of it, with the line ends
     * @param piece true if it carries a piece of the answer, so that the pause of the script goes before it
     */
    record Frame(String text, boolean piece) {}

    /**
     * A refusal instead of an answer.
     *
     * @param status the HTTP status
     * @param body the body of the response
     */
    record Refusal(int status, JsonValue body) {}
}
