package dev.waggle.math.information;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.offset;

class RunningEntropyTest {

    @Test
    void equalsTheEntropyOfTheCountsAfterEachStep() {
        Trials.run(100, random -> {
            int places = 1 + random.nextInt(20);
            RunningEntropy running = new RunningEntropy();
            Deque<Integer> window = new ArrayDeque<>();
            long[] counts = new long[places];
            for (int i = 0; i < 300; i++) {
                int place = (int) Math.min(places - 1, random.nextExponential() * 2);
                running.add(place);
                window.add(place);
                counts[place]++;
                if (window.size() > 50) {
                    int gone = window.remove();
                    running.remove(gone);
                    counts[gone]--;
                }
                double[] masses = Arrays.stream(counts).mapToDouble(count -> count).toArray();
                assertThat(running.bits()).isCloseTo(Entropy.bits(masses), offset(1e-13));
            }
        });
    }

    @Test
    void staysExactOverAMillionCounts() {
        RunningEntropy running = new RunningEntropy();
        for (int i = 0; i < 1_000_000; i++) {
            running.add(i % 5 == 0 ? 0 : 1);
        }
        assertThat(running.bits()).isCloseTo(Entropy.bits(new double[] {1, 4}), offset(1e-14));
    }

    @Test
    void isZeroWithoutACountAndWithOnePlace() {
        RunningEntropy running = new RunningEntropy();
        assertThat(running.bits()).isZero();
        running.add(3);
        running.add(3);
        assertThat(running.bits()).isZero();
        assertThat(running.count(3)).isEqualTo(2);
        assertThat(running.count(100)).isZero();
    }

    @Test
    void refusesPlacesOutsideAndWhatWasNeverCounted() {
        RunningEntropy running = new RunningEntropy();
        assertThatIllegalArgumentException().isThrownBy(() -> running.add(-1)).withMessageContaining("-1");
        assertThatIllegalArgumentException().isThrownBy(() -> running.add(RunningEntropy.MAX_PLACES));
        assertThatIllegalArgumentException().isThrownBy(() -> running.remove(7)).withMessageContaining("7");
    }
}
