package dev.waggle.connect.llm.wire;

import dev.langchain4j.exception.HttpException;

/**
 * A fault on its way through the library, which wraps it as it likes. It tells nothing of what came: that may hold a
 * key.
 */
public final class WireException extends HttpException {

    private static final long serialVersionUID = 1;

    private static final int NO_STATUS = 0;

    private final transient WireFault fault;

    public WireException(WireFault fault) {
        super(fault instanceof WireFault.Status status ? status.code() : NO_STATUS, fault.getClass().getSimpleName());
        this.fault = fault;
    }

    public WireFault fault() {
        return fault;
    }
}
