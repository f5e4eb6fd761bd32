package dev.waggle.signal.tool;

/**
 * Who calls a tool, as the host knows it.
 *
 * @param agentId the agent
 * @param invocation which of its calls this happens in, from 1; 0 outside of any
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
