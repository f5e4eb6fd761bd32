package dev.waggle.signal.trace;

/** Kind of a span: the operation that it measures. */
public enum TraceSpanKind {
    /** A solve, the root of its tree; its name is the id of the run. */
    SOLVE,
    /** A round of a solve, with its number as the name. */
    ROUND,
    /** A phase of a round; its name is that of the phase. */
    PHASE,
    /** A turn of an agent. */
    TURN,
    /** A request to a model and its answer; its name is that of the model, without its provider. */
    MODEL_CALL,
    /** A request to a remote agent and its answer; its name is the address. */
    AGENT_CALL,
    /** A call of a tool. */
    TOOL_CALL,
    /** A debate between two proposals. */
    DEBATE,
    /** An evaluation of the votes. */
    CONSENSUS,
    /** The writing of the answer. */
    SYNTHESIS,
    /** A use of the shared memory; its name is the operation. */
    MEMORY,
    /** A call of another part of the runtime, such as the meta agent; its name is the operation. */
    HELPER,
    /** A wait until the log is on the disk. */
    JOURNAL_SYNC
}
