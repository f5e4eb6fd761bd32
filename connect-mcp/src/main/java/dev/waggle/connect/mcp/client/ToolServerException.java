package dev.waggle.connect.mcp.client;

import java.io.IOException;

/** Thrown when a tool server cannot be used. The message has its name, the reason and its last lines, no secret. */
public final class ToolServerException extends IOException {

    private static final long serialVersionUID = 1;

    ToolServerException(String message) {
        super(message);
    }
}
