package dev.waggle.connect.llm.wire;

import dev.langchain4j.exception.HttpException;

/**
 * Carries a transport error through LangChain4j, which may wrap it. Its message omits the received text, which may
 * contain a key.
 */
public final class TransportException extends HttpException {

    private static final long serialVersionUID = 1;

    private static final int NO_STATUS = 0;

    private final transient TransportError error;

    public TransportException(TransportError fault) {
        super(fault instanceof TransportError.Status status ? status.code() : NO_STATUS,
                fault.getClass().getSimpleName());
        this.error = fault;
    }

    public TransportError error() {
        return error;
    }
}
