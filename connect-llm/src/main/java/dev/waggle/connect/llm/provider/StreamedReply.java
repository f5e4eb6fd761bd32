package dev.waggle.connect.llm.provider;

import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

import dev.waggle.connect.llm.protocol.ModelProtocol;
import dev.waggle.connect.llm.protocol.ProviderReply;
import dev.waggle.connect.llm.protocol.ReplyReader;
import dev.waggle.connect.llm.protocol.ReplySink;
import dev.waggle.connect.llm.wire.StreamingRequest;
import dev.waggle.connect.llm.wire.TransportError;
import dev.waggle.connect.llm.wire.TransportException;
import dev.waggle.signal.harness.HarnessRun;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.text.SecretSet;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * One reply as it comes. Pieces go to the run at once. It records when the last content came, and whether the model may
 * be thinking. Written by the thread of the request, read by the caller's.
 */
final class StreamedReply implements StreamingRequest.EventConsumer {

    /** The longest answer with its thinking and the arguments of its calls, in characters: a thick book. */
    static final int MAX_CHARACTERS = 1_000_000;

    private final HarnessRun run;
    private final World world;
    private final ReplyReader reader;
    private final SecretSet.PieceMask text;
    private final SecretSet.PieceMask thoughts;
    private long ofCalls;
    private boolean closed;
    private volatile long lastContent;
    private volatile boolean thinking = true;
    private volatile CompletableFuture<Void> nextPhase = new CompletableFuture<>();

    /** @param secrets the secrets that no piece may show, wherever the pieces divide them */
    StreamedReply(ModelProtocol protocol, HarnessRun run, World world, SecretSet secrets) {
        text = secrets.pieces();
        thoughts = secrets.pieces();
        this.run = run;
        this.world = world;
        reader = protocol.reader(new LimitedSink());
        lastContent = world.nanos();
    }

    @Override
    public synchronized void read(JsonValue event) {
        reader.read(event);
        if (reader.isThinking() != thinking) {
            thinking = !thinking;
            lastContent = world.nanos();
            CompletableFuture<Void> ended = nextPhase;
            nextPhase = new CompletableFuture<>();
            ended.complete(null);
        }
    }

    @Override
    public synchronized boolean isComplete() {
        return reader.isComplete();
    }

    @Override
    public synchronized boolean isCut() {
        return reader.isCut();
    }

    @Override
    public synchronized @Nullable String error() {
        return reader.error();
    }

    /** Passes on what was held back because it may have been the beginning of a secret. Later pieces are dropped. */
    synchronized void flush() {
        closed = true;
        run.thinking(thoughts.end());
        run.text(text.end());
    }

    /** The reply so far. */
    synchronized ProviderReply reply(IntFunction<String> callId) {
        return reader.reply(callId);
    }

    /** True while no content can be expected soon. */
    boolean isThinking() {
        return thinking;
    }

    /** Time of the last piece of content, or of the last change between thinking and speaking. */
    long lastContentNanos() {
        return lastContent;
    }

    /** Done at the next change between thinking and speaking. */
    CompletableFuture<Void> nextPhase() {
        return nextPhase;
    }

    /** Passes pieces on as long as the whole is within the limit. */
    private final class LimitedSink implements ReplySink {

        @Override
        public String text(String piece) {
            String admitted = admitted(piece);
            run.text(StreamedReply.this.text.next(admitted));
            return admitted;
        }

        @Override
        public String thinking(String piece) {
            String admitted = admitted(piece);
            run.thinking(thoughts.next(admitted));
            return admitted;
        }

        @Override
        public String argument(String piece) {
            String admitted = admitted(piece);
            ofCalls += admitted.length();
            return admitted;
        }

        /** The part of a piece that the output limit admits. A call without one is limited in characters. */
        private String admitted(String piece) {
            if (closed) {
                return "";
            }
            lastContent = world.nanos();
            int room = (int) Math.max(0, MAX_CHARACTERS - run.length() - ofCalls);
            String admitted = run.admit(piece.substring(0, Math.min(piece.length(), room + 1)));
            if (admitted.length() > room) {
                throw new TransportException(new TransportError.TooLarge(MAX_CHARACTERS + " characters"));
            }
            return admitted;
        }
    }
}
