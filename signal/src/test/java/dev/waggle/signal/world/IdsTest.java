package dev.waggle.signal.world;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class IdsTest {

    private static final String CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final long NOW = 1_772_366_400_123L;

    @Test
    void anIdIsThePrefixAndTwentySixCharactersOfCrockfordsAlphabet() {
        IdGenerator ids = new IdGenerator(new SplittableRandom(1));

        for (int i = 0; i < 1000; i++) {
            assertThat(ids.next("sig", NOW + i)).matches("sig_[" + CROCKFORD + "]{26}");
        }
    }

    @Test
    void theFirstTenCharactersAreTheMilliseconds() {
        IdGenerator ids = new IdGenerator(new SplittableRandom(1));

        for (long millis : new long[] {0, 1, 31, 32, NOW, (1L << 48) - 1}) {
            assertThat(value(ids.next("sig", millis)).shiftRight(80)).isEqualTo(BigInteger.valueOf(millis));
        }
    }

    @Test
    void theOtherSixteenAreSeventyNineRandomBits() {
        SplittableRandom random = new SplittableRandom(2);
        SplittableRandom same = new SplittableRandom(2);
        IdGenerator ids = new IdGenerator(random);

        for (int i = 1; i <= 1000; i++) {
            BigInteger high = BigInteger.valueOf(same.nextLong() >>> 49);
            BigInteger low = new BigInteger(Long.toUnsignedString(same.nextLong()));

            assertThat(value(ids.next("sig", i)))
                    .isEqualTo(BigInteger.valueOf(i).shiftLeft(16).or(high).shiftLeft(64).or(low));
        }
    }

    @Test
    void laterMillisecondsSortLater() {
        IdGenerator ids = new IdGenerator(new SplittableRandom(3));
        String last = ids.next("sig", 0);

        for (long millis = 1; millis < 1L << 47; millis = millis * 3 + 1) {
            String next = ids.next("sig", millis);
            assertThat(next).isGreaterThan(last);
            last = next;
        }
    }

    @Test
    void withinAMillisecondTheRandomPartCountsUp() {
        IdGenerator ids = new IdGenerator(new SplittableRandom(4));
        BigInteger last = value(ids.next("sig", NOW));

        for (int i = 0; i < 1000; i++) {
            BigInteger next = value(ids.next("sig", NOW));
            assertThat(next).isEqualTo(last.add(BigInteger.ONE));
            last = next;
        }
    }

    @Test
    void countingUpCarriesIntoTheHighBits() {
        IdGenerator ids = new IdGenerator(() -> -1L);

        BigInteger first = value(ids.next("sig", NOW));
        BigInteger second = value(ids.next("sig", NOW));

        assertThat(first.testBit(79)).isFalse();
        assertThat(first.add(BigInteger.ONE)).isEqualTo(second);
        assertThat(second.shiftRight(80)).isEqualTo(BigInteger.valueOf(NOW));
    }

    @Test
    void whenTheClockStepsBackIdsDoNot() {
        IdGenerator ids = new IdGenerator(new SplittableRandom(5));

        BigInteger first = value(ids.next("sig", NOW));

        assertThat(value(ids.next("sig", NOW - 60_000))).isEqualTo(first.add(BigInteger.ONE));
        assertThat(value(ids.next("sig", NOW - 1))).isEqualTo(first.add(BigInteger.TWO));
        assertThat(value(ids.next("sig", NOW + 1)).shiftRight(80)).isEqualTo(BigInteger.valueOf(NOW + 1));
    }

    /** Increasing ids, which are therefore unique. */
    @Test
    void aMillionIdsUnderAClockThatStumblesAreUnique() {
        IdGenerator ids = new IdGenerator(new SplittableRandom(6));
        SplittableRandom steps = new SplittableRandom(7);
        long millis = NOW;
        String last = "";
        for (int i = 0; i < 1_000_000; i++) {
            millis += steps.nextInt(-2, 4);
            String next = ids.next("sig", millis);
            if (next.compareTo(last) <= 0) {
                assertThat(next).as("id number %d", i).isGreaterThan(last);
            }
            last = next;
        }
    }

    @Test
    void manyThreadsGetDifferentIds() throws Exception {
        IdGenerator ids = new IdGenerator(new SplittableRandom(8));
        List<Callable<List<String>>> takers = new ArrayList<>();
        for (int taker = 0; taker < 4; taker++) {
            takers.add(() -> {
                List<String> taken = new ArrayList<>();
                for (int i = 0; i < 25_000; i++) {
                    taken.add(ids.next("sig", NOW + i / 1000));
                }
                return taken;
            });
        }

        Set<String> all = new HashSet<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (Future<List<String>> taken : threads.invokeAll(takers)) {
                assertThat(taken.get()).isSorted();
                all.addAll(taken.get());
            }
        }

        assertThat(all).hasSize(100_000);
    }

    /** The number that the 26 characters write. */
    private static BigInteger value(String id) {
        BigInteger value = BigInteger.ZERO;
        for (char digit : id.substring(id.indexOf('_') + 1).toCharArray()) {
            value = value.shiftLeft(5).or(BigInteger.valueOf(CROCKFORD.indexOf(digit)));
        }
        return value;
    }
}
