package dev.waggle.swarm.metric;

/** Label of a metric. The values of each are few, so that a metric system can hold a series for every one. */
public enum MetricLabel {
    /** Operation: {@code chat}, or {@code invoke_agent} for a remote agent. */
    OPERATION("gen_ai.operation.name"),
    /** Provider of a model, as {@link dev.waggle.signal.trace.CallTarget} names it. */
    PROVIDER("gen_ai.provider.name"),
    /** Model that was asked; absent for a remote agent. */
    MODEL("gen_ai.request.model"),
    /** Input or output of a model. */
    TOKEN_TYPE("gen_ai.token.type"),
    /** Kind of a failure; absent for a success. */
    ERROR("error.type"),
    /** Name of a tool. */
    TOOL("gen_ai.tool.name"),
    /** Cause of the end of a solve. */
    ENDING("waggle.ending"),
    /** True if the votes decided. */
    DECIDED("waggle.decided"),
    /** Result of reading a reply: {@code mended}, {@code asked_again} or {@code refused}. */
    REPAIR("waggle.reply.repair"),
    /** Endpoint of a circuit breaker. */
    ENDPOINT("waggle.endpoint"),
    /** Id of an agent; of a call, the address of the remote agent that was asked. */
    AGENT("gen_ai.agent.id");

    private final String key;

    MetricLabel(String key) {
        this.key = key;
    }

    /** The name with dots, as the semantic conventions of OpenTelemetry have it in version 1.41. */
    public String key() {
        return key;
    }
}
