package dev.waggle.server.access;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

import dev.waggle.signal.world.World;

/** Source of secrets that cannot be guessed. */
public final class RandomSecret {

    /** Number of 64-bit parts: 256 bits. */
    private static final int PARTS = 4;

    private RandomSecret() {}

    /**
     * A new secret of 64 hexadecimal digits. Each part is the seed of a new real world, which is drawn from the random
     * source of the system. The random numbers of a given world would repeat with its seed.
     */
    public static String next() {
        return IntStream.range(0, PARTS).mapToObj(_ -> String.format("%016x", World.system().seed()))
                .collect(Collectors.joining());
    }
}
