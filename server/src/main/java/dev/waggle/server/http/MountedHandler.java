package dev.waggle.server.http;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A handler of further paths, which a server that ends does not reach any more. */
final class MountedHandler extends Handler.Wrapper {

    private final RequestDrain drain;

    MountedHandler(Handler further, RequestDrain drain) {
        super(further);
        this.drain = drain;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        RequestDrain.WaitingRequest waiting;
        try {
            waiting = drain.enter();
        } catch (ProblemException ending) {
            return false; // The operations refuse it.
        }
        try (waiting) {
            return super.handle(request, response, callback);
        }
    }
}
