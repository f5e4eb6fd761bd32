package dev.waggle.connect.llm.family;

import dev.waggle.signal.json.WireConstant;

/** Capability that a model or its server is known to lack. */
public enum ModelGap implements WireConstant {
    /** It calls no tools. */
    TOOLS,
    /** It calls no tools through chat completions while it thinks; the Responses API is needed. */
    TOOLS_ON_CHAT,
    /** It holds no answer to a schema. */
    STRUCTURED_OUTPUT,
    /** It holds no answer to a schema in a request that also offers tools. */
    STRUCTURED_OUTPUT_WITH_TOOLS,
    /** It refuses to count the tokens of a streamed chat completion. */
    STREAM_USAGE
}
