package dev.waggle.swarm.metric;

/** Label of a metric. The values of each are few, so that a metric system can hold a series for every one. */
public enum MetricLabel {
    /** Operation, such as {@code chat}. */
    OPERATION("gen_ai.operation.name"),
    /** Provider of a model. */
    PROVIDER("gen_ai.provider.name"),
    /** Model that was asked. */
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
    /** Result of reading a reply: mended, repaired or refused. */
    REPAIR("waggle.reply.repair"),
    /** Endpoint of a circuit breaker. */
    ENDPOINT("waggle.endpoint"),
    /** Id of an agent. */
    AGENT("gen_ai.agent.id");

    private final String key;

    MetricLabel(String key) {
        this.key = key;
    }

    /** The name with dots, as OpenTelemetry has it. */
    public String key() {
        return key;
    }
}
