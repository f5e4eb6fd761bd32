package dev.waggle.signal.harness;

/**
 * What a harness can do.
 *
 * @param streaming whether answers come piece by piece
 * @param structuredOutput whether answers can be held to a JSON Schema
 * @param tools whether the model can call tools
 * @param resume whether a session can go on
 */
public record HarnessCapabilities(boolean streaming, boolean structuredOutput, boolean tools, boolean resume) {}
