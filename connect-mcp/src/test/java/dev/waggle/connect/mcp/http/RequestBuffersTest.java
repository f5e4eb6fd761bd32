package dev.waggle.connect.mcp.http;

import org.eclipse.jetty.io.ByteBufferPool;
import org.eclipse.jetty.io.RetainableByteBuffer;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class RequestBuffersTest {

    private static final int SIZE = 8_192;

    /** The attack that ran a request twice: the pool gave one buffer to two connections. */
    @Test
    void aBufferThatIsReleasedTwiceIsNotSharedByTheNextTwo() {
        ByteBufferPool pool = RequestBuffers.server(new QueuedThreadPool()).getByteBufferPool();
        boolean isDirect = RequestBuffers.connections(new HttpConfiguration()).getHttpConfiguration()
                .isUseInputDirectByteBuffers();
        RetainableByteBuffer refused = pool.acquire(SIZE, isDirect);
        refused.release();

        RetainableByteBuffer next = pool.acquire(SIZE, isDirect);
        next.getByteBuffer().limit(SIZE);
        assertThatIllegalStateException().isThrownBy(refused::release);

        assertThat(isDirect).isFalse();
        assertThat(next.getByteBuffer().array()).isNotSameAs(refused.getByteBuffer().array());
        assertThat(next.getByteBuffer().limit()).isEqualTo(SIZE);
        assertThat(pool.acquire(SIZE, isDirect).getByteBuffer().array()).isNotSameAs(next.getByteBuffer().array());
    }

    @Test
    void answersShareAPool() {
        ByteBufferPool pool = RequestBuffers.server(new QueuedThreadPool()).getByteBufferPool();
        RetainableByteBuffer first = pool.acquire(SIZE, true);
        var memory = first.getByteBuffer();
        first.release();

        assertThat(pool.acquire(SIZE, true).getByteBuffer()).isSameAs(memory);
    }
}
