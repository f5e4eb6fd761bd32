package dev.waggle.connect.qdrant;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

import org.jspecify.annotations.Nullable;

/** Body of a response as text, up to a limit. The client calls it from one thread at a time. */
final class LimitedBody implements BodySubscriber<String> {

    private final long limit;
    private final String server;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final CompletableFuture<String> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    /**
     * @param limit largest body, in bytes
     * @param server address in messages
     */
    LimitedBody(long limit, String server) {
        this.limit = limit;
        this.server = server;
    }

    @Override
    public CompletionStage<String> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            if (received.size() + (long) piece.remaining() > limit) {
                body.completeExceptionally(new QdrantException(QdrantException.Kind.TOO_LARGE, "the answer of " + server
                        + " has more than " + limit + " bytes\nMaybe ask for fewer memories."));
                if (subscription != null) {
                    subscription.cancel();
                }
                return;
            }
            byte[] bytes = new byte[piece.remaining()];
            piece.get(bytes);
            received.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable broken) {
        body.completeExceptionally(broken);
    }

    @Override
    public void onComplete() {
        body.complete(received.toString(StandardCharsets.UTF_8));
    }
}
