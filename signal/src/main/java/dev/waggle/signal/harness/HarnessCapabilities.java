package dev.waggle.signal.harness;

/**
 * Capabilities of a harness.
 *
 * @param streaming whether answers are streamed
 * @param structuredOutput whether answers can be restricted to a JSON Schema
 * @param tools whether the model can call tools
 * @param resume whether a session can be resumed
 */
public record HarnessCapabilities(boolean streaming, boolean structuredOutput, boolean tools, boolean resume) {}
