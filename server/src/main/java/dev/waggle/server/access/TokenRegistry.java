package dev.waggle.server.access;

import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;

import dev.waggle.journal.userfile.FileStamp;
import dev.waggle.signal.world.World;
import org.jspecify.annotations.Nullable;

/**
 * Current tokens of a file. The file is looked at no more than once a second, and read when it changed. While it cannot
 * be read, no token is valid. May be used by many threads.
 */
final class TokenRegistry {

    /** Longest time after which a change is noticed. */
    private static final long PAUSE = Duration.ofSeconds(1).toNanos();

    private static final System.Logger LOG = System.getLogger(TokenRegistry.class.getName());

    private final TokenFile file;
    private final World world;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile TokenList tokens;
    private volatile long lookedAt;
    private @Nullable FileStamp stamp;

    /**
     * Reads the file for the first time.
     *
     * @throws IllegalArgumentException when other users may read it
     * @throws UncheckedIOException when it cannot be read
     */
    TokenRegistry(TokenFile file, World world) {
        this.file = file;
        this.world = world;
        lookedAt = world.nanos();
        stamp = FileStamp.of(file.path());
        tokens = file.read();
    }

    /** The tokens, as of at most a second ago. */
    TokenList current() {
        if (world.nanos() - lookedAt >= PAUSE && reading.tryLock()) {
            try {
                look();
                lookedAt = world.nanos();
            } finally {
                reading.unlock();
            }
        }
        return tokens;
    }

    private void look() {
        FileStamp now = FileStamp.of(file.path());
        if (now != null && now.equals(stamp)) {
            return;
        }
        try {
            tokens = file.read();
            stamp = now;
        } catch (IllegalArgumentException | UncheckedIOException unreadable) {
            if (stamp != null) {
                LOG.log(Level.WARNING, "no token is valid until this is mended: " + unreadable.getMessage());
            }
            tokens = TokenList.EMPTY;
            stamp = null;
        }
    }
}
