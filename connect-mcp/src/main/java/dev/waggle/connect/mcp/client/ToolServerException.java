package dev.waggle.connect.mcp.client;

import java.io.IOException;

/** A tool server cannot be used. The message names it, says why and ends with its last words; it holds no secret. */
public final class ToolServerException extends IOException {

    private static final long serialVersionUID = 1;

    ToolServerException(String message) {
        super(message);
    }
}
