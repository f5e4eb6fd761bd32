package dev.waggle.server.stream;

import java.io.IOException;
import java.util.function.BooleanSupplier;

import org.eclipse.jetty.util.IteratingCallback;
import org.jspecify.annotations.Nullable;

/** A client that follows a topic. It has no thread: each write starts when the one before has ended. */
final class TopicClient extends IteratingCallback implements EventTopic.Follower {

    /** Largest write: small enough to keep the memory of a slow client low. */
    private static final int MAX_WRITE = 64 * 1024;

    /** Told to a client whose right has ended. */
    private static final String REVOKED = "{\"reason\":\"the token is not valid any more\"}";

    private final EventTopic topic;
    private final EventFeed.FeedOutput out;
    private final Runnable onEnd;
    private final BooleanSupplier isAdmitted;
    private final String cutMessage;
    private final long after;
    private long position;
    private boolean isEnd;

    /**
     * A client at a position.
     *
     * @param after the number of the last entry that it has from the log; the topic may receive it later
     * @param isAdmitted whether the client may go on
     * @param onEnd runs once when it has left, for any cause
     * @param cutMessage what a client is told that was too slow
     */
    TopicClient(EventTopic topic, EventFeed.FeedOutput out, long position, long after, String cutMessage,
            BooleanSupplier isAdmitted, Runnable onEnd) {
        this.isAdmitted = isAdmitted;
        this.topic = topic;
        this.out = out;
        this.position = position;
        this.after = after;
        this.cutMessage = cutMessage;
        this.onEnd = onEnd;
    }

    @Override
    public void wake() {
        iterate();
    }

    @Override
    protected Action process() {
        if (isEnd) {
            return Action.SUCCEEDED;
        }
        if (!isAdmitted.getAsBoolean()) {
            isEnd = true;
            out.write(FeedMessage.live("bye", REVOKED).view(), this);
            return Action.SCHEDULED;
        }
        EventTopic.@Nullable Batch batch = topic.batch(position, after, MAX_WRITE);
        if (batch == null) {
            isEnd = true;
            out.write(FeedMessage.live("cut", cutMessage).view(), this);
            return Action.SCHEDULED;
        }
        position = batch.next();
        if (batch.isEmpty()) {
            return batch.isEnd() ? Action.SUCCEEDED : Action.IDLE;
        }
        isEnd = batch.isEnd();
        out.write(batch.view(), this);
        return Action.SCHEDULED;
    }

    @Override
    protected void onCompleteSuccess() {
        leave();
        out.end();
    }

    @Override
    protected void onCompleteFailure(Throwable cause) {
        leave();
        out.abort(cause instanceof IOException ? cause : new IOException(cause));
    }

    private void leave() {
        topic.leave(this);
        onEnd.run();
    }
}
