package dev.waggle.connect.llm.protocol;

import dev.waggle.signal.json.JsonValue;

/** One wire format. Immutable. */
public interface ModelProtocol {

    /** The path of a request below the base URL, with a slash before it and with its query. */
    String path(ProviderRequest request);

    /** The body of a request for a streamed reply. */
    JsonValue.Obj body(ProviderRequest request);

    /** A reader for one streamed reply, which passes on what it reads. */
    ReplyReader reader(ReplySink sink);
}
