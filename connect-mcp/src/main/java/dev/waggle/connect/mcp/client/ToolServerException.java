package dev.waggle.connect.mcp.client;

import java.io.IOException;

/** A tool server cannot be used. The message holds its name, the reason and its last output, and no secret. */
public final class ToolServerException extends IOException {

    private static final long serialVersionUID = 1;

    ToolServerException(String message) {
        super(message);
    }
}
