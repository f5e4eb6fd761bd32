package dev.waggle.signal.world;

import java.util.random.RandomGenerator;

/**
 * Time-ordered ids: 48 bits of milliseconds and 80 random bits in Crockford's base 32, 26 characters (the ULID layout).
 * Within one millisecond, and when the clock steps back, the random part counts up instead, so ids of one source never
 * go backwards. Times before 1970 count as its first millisecond. One object may be used by many threads.
 */
final class IdGenerator {

    private static final char[] ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
    private static final int RANDOM_HIGH_BITS = 16;

    private final RandomGenerator random;
    private long lastMillis = -1;
    private int high;
    private long low;

    IdGenerator(RandomGenerator random) {
        this.random = random;
    }

    synchronized String next(String prefix, long epochMillis) {
        long millis = Math.max(0, epochMillis);
        if (millis > lastMillis) {
            lastMillis = millis;
            // One bit stays free, so that counting up cannot overflow within a millisecond.
            high = (int) (random.nextLong() >>> (Long.SIZE - RANDOM_HIGH_BITS + 1));
            low = random.nextLong();
        } else {
            low++;
            if (low == 0) {
                high++;
            }
        }
        return write(prefix);
    }

    private String write(String prefix) {
        char[] text = new char[26];
        for (int i = 0; i < 10; i++) {
            text[9 - i] = ALPHABET[(int) (lastMillis >>> (5 * i)) & 31];
        }
        // 80 bits: 16 of `high`, then 64 of `low`; read from the right in groups of five.
        for (int i = 0; i < 16; i++) {
            text[25 - i] = ALPHABET[fiveBits(5 * i)];
        }
        return prefix + '_' + new String(text);
    }

    private int fiveBits(int from) {
        if (from >= Long.SIZE) {
            return (high >>> (from - Long.SIZE)) & 31;
        }
        long bits = low >>> from;
        if (from > Long.SIZE - 5) {
            bits |= (long) high << (Long.SIZE - from);
        }
        return (int) bits & 31;
    }
}
