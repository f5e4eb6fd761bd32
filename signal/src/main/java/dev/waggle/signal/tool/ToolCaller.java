package dev.waggle.signal.tool;

/**
 * Caller of a tool, as authenticated by the host.
 *
 * @param agentId the agent
 * @param invocation the number of the agent's call in which this happens, from 1; 0 outside of any
 */
public record ToolCaller(String agentId, int invocation) {

    public ToolCaller {
        if (agentId.isBlank()) {
            throw new IllegalArgumentException("the id of a tool's caller must not be blank");
        }
        if (invocation < 0) {
            throw new IllegalArgumentException("invocation must be at least 0, got " + invocation);
        }
    }
}
