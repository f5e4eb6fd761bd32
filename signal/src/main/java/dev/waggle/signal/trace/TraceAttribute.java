package dev.waggle.signal.trace;

/** Attribute of a span or of an event. A tracing system maps each to the name that its conventions have for it. */
public enum TraceAttribute {
    /** Id of the run. */
    RUN,
    /** Number of agents. */
    AGENTS,
    /** Number of rounds that a solve may have. */
    MAX_ROUNDS,
    /** True if the solve continues a run that was interrupted. */
    RESUMED,
    /** True if the round was replayed along the log of an interrupted run, so that it has no spans. */
    REPLAYED,
    /** True if an operation failed. */
    FAILED,
    /** Word for the end of a solve. */
    ENDING,
    /** True if the votes decided. */
    DECIDED,
    /** Probability that the leading proposal is right. */
    CONFIDENCE,
    /** Agreement as the strategy defines it. */
    AGREEMENT,
    /** Strategy of the evaluation of votes. */
    STRATEGY,
    /** Number of a round, from 1. */
    ROUND,
    /** Number of rounds that ran. */
    ROUNDS,
    /** Number of signals. */
    SIGNALS,
    /** Number of votes. */
    VOTES,
    /** Number of proposals. */
    PROPOSALS,
    /** Name of a phase. */
    PHASE,
    /** Id of an agent, or of a part of the runtime; the address of a remote agent. */
    AGENT_ID,
    /** Name of an agent. */
    AGENT_NAME,
    /** Number of the turn of an agent, from 1. */
    TURN,
    /** Provider of a model, as {@link CallTarget} names it. */
    PROVIDER,
    /** Model that was asked. */
    MODEL,
    /** Most tokens that a model may answer with. */
    MAX_TOKENS,
    /** Temperature of a request. */
    TEMPERATURE,
    /** Reason for the end of an answer. */
    FINISH_REASON,
    /** Tokens read. */
    INPUT_TOKENS,
    /** Tokens written. */
    OUTPUT_TOKENS,
    /** Tokens read from a cache of the provider. */
    CACHED_TOKENS,
    /** Tokens written to a cache of the provider. */
    CACHE_WRITE_TOKENS,
    /** Tokens of thinking. */
    REASONING_TOKENS,
    /** Money in US dollars. */
    COST_USD,
    /** Name of a tool. */
    TOOL_NAME,
    /** Id of a tool call. */
    TOOL_CALL_ID,
    /** Operation of a part of the runtime. */
    OPERATION,
    /** Id of a signal. */
    SIGNAL_ID,
    /** Type of a signal. */
    SIGNAL_TYPE,
    /** Id of a proposal. */
    PROPOSAL_ID,
    /** Id of the rival of a proposal. */
    RIVAL_ID,
    /** Stance of a vote. */
    STANCE,
    /** Weight of a vote. */
    WEIGHT,
    /** Reason in words of the runtime. */
    REASON,
    /** True if a debate found a winner. */
    RESOLVED,
    /** Number of items of any kind. */
    COUNT,
    /** Number of events that a bound kept out of the trace. */
    DROPPED_EVENTS,
    /** Message of the failure that a warning is about; content, because it may quote an answer. */
    MESSAGE,
    /** Question of a solve; content. */
    QUESTION,
    /** Answer of a solve; content. */
    ANSWER,
    /** Instructions to a model; content. */
    SYSTEM_INSTRUCTIONS,
    /** Messages to a model as JSON; content. */
    INPUT_MESSAGES,
    /** Answer of a model as JSON; content. */
    OUTPUT_MESSAGES,
    /** Arguments of a tool call as JSON; content. */
    TOOL_ARGUMENTS,
    /** Result of a tool call; content. */
    TOOL_RESULT
}
