package dev.waggle.connect.mcp.server;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.OptionalInt;

import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;

/**
 * Response of the library's servlet without its error pages, which hold stack traces. The filter answers errors.
 * Owned by the thread of the request until that returns.
 */
class LibraryResponse extends HttpServletResponseWrapper {

    private int failure;

    LibraryResponse(HttpServletResponse response) {
        super(response);
    }

    /** Status of the error that the servlet reported. */
    OptionalInt failure() {
        return failure == 0 ? OptionalInt.empty() : OptionalInt.of(failure);
    }

    @Override
    public void setStatus(int status) {
        if (status >= SC_BAD_REQUEST) {
            failure = status;
        } else {
            super.setStatus(status);
        }
    }

    @Override
    public void sendError(int status) {
        failure = status;
    }

    @Override
    public void sendError(int status, String message) {
        failure = status;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        return failure == 0 ? super.getWriter() : new PrintWriter(Writer.nullWriter());
    }
}
