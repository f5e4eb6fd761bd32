package dev.waggle.math.dynamics.stability;

import java.util.Arrays;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SymbolicPeriodTest {

    @Test
    void isTheDefinitionOnAllShortSequences() {
        for (int size = 0; size <= 13; size++) {
            for (int bits = 0; bits < 1 << size; bits++) {
                int[] labels = new int[size];
                for (int i = 0; i < size; i++) {
                    labels[i] = bits >> i & 1;
                }
                assertThat(SymbolicPeriod.of(labels)).isEqualTo(byDefinition(labels));
            }
        }
    }

    @Test
    void isTheDefinitionOnLongerSequences() {
        Trials.run(200, random -> {
            int[] block = random.ints(random.nextInt(1, 9), 0, 3).toArray();
            int[] labels = new int[random.nextInt(1, 60)];
            int noise = random.nextInt(1, 30);
            Arrays.setAll(labels, i -> i < noise ? random.nextInt(3) : block[i % block.length]);
            assertThat(SymbolicPeriod.of(labels)).isEqualTo(byDefinition(labels));
        });
    }

    @Test
    void growsLabelByLabelToTheSameAnswer() {
        Trials.run(200, random -> {
            int max = random.nextInt(1, 9);
            int[] block = random.ints(random.nextInt(1, 9), 0, 3).toArray();
            int[] labels = new int[random.nextInt(1, 60)];
            Arrays.setAll(labels, i -> random.nextInt(12) == 0 ? 7 : block[i % block.length]);
            SymbolicPeriodMonitor monitor = new SymbolicPeriodMonitor(max);
            assertThat(monitor.period()).isEqualTo(SymbolicPeriod.NONE);
            for (int i = 0; i < labels.length; i++) {
                int whole = SymbolicPeriod.of(Arrays.copyOf(labels, i + 1));
                assertThat(monitor.next(labels[i])).isEqualTo(whole <= max ? whole : SymbolicPeriod.NONE);
            }
        });
    }

    @Test
    void oneChangeOfLeaderAfterQuietRoundsIsNoPeriod() {
        assertThat(SymbolicPeriod.of(new int[] {0, 0, 0, 0, 0, 0, 0, 0, 1})).isEqualTo(SymbolicPeriod.NONE);
    }

    @Test
    void aConstantEndHasThePeriodOne() {
        assertThat(SymbolicPeriod.of(new int[] {4, 4, 4, 4})).isEqualTo(1);
        assertThat(SymbolicPeriod.of(new int[] {4, 4, 4})).isEqualTo(SymbolicPeriod.NONE);
        assertThat(SymbolicPeriod.of(new int[] {1, 2, 3, 4, 4, 4, 4})).isEqualTo(1);
    }

    @Test
    void findsALongPeriodInLinearTime() {
        int[] labels = new int[300_000];
        Arrays.setAll(labels, i -> i % 90_000 == 0 ? 1 : 0);
        labels[labels.length - 1] = 2;
        assertThat(SymbolicPeriod.of(labels)).isEqualTo(SymbolicPeriod.NONE);
        Arrays.setAll(labels, i -> i % 90_000 == 89_999 || i == 299_999 ? 1 : 0);
        assertThat(SymbolicPeriod.of(labels)).isEqualTo(SymbolicPeriod.NONE);
        Arrays.setAll(labels, i -> i % 100_000 == 99_999 ? 1 : 0);
        assertThat(SymbolicPeriod.of(labels)).isEqualTo(100_000);
    }

    @Test
    void aLongAlternationIsNoChance() {
        int[] labels = new int[24];
        Arrays.setAll(labels, i -> i % 2);
        SymbolicPeriod.Significance result = SymbolicPeriod.significance(labels, 999, Trials.chance(1));
        assertThat(result).isEqualTo(new SymbolicPeriod.Significance(2, 22, 0.001, 999));
        assertThat(SymbolicPeriod.significance(labels, 999, Trials.chance(1))).isEqualTo(result);
    }

    @Test
    void aConstantOrAperiodicSequenceSaysNothingAboutItsOrder() {
        assertThat(SymbolicPeriod.significance(new int[] {1, 1, 1, 1, 1}, 99, Trials.chance(2)).pValue()).isEqualTo(1);
        assertThat(SymbolicPeriod.significance(new int[] {1, 2, 3}, 99, Trials.chance(2)).pValue()).isEqualTo(1);
        assertThat(SymbolicPeriod.significance(new int[] {}, 9, Trials.chance(2)).period()).isZero();
    }

    @Test
    void rarelyCallsChanceAnOrder() {
        int called = 0;
        for (int seed = 0; seed < 400; seed++) {
            int[] labels = Trials.chance(seed).ints(20, 0, 2).toArray();
            called += SymbolicPeriod.significance(labels, 99, Trials.chance(1_000 + seed)).pValue() <= 0.05 ? 1 : 0;
        }
        assertThat(called).isLessThan(32); // 20 expected at most, with a deviation of 4.4.
    }

    @Test
    void leavesItsArgumentAlone() {
        int[] labels = {1, 2, 3, 1, 2, 3};
        SymbolicPeriod.significance(labels, 9, Trials.chance(3));
        assertThat(labels).containsExactly(1, 2, 3, 1, 2, 3);
    }

    @Test
    void refusesWhatCannotBeCounted() {
        assertThatThrownBy(() -> SymbolicPeriod.significance(new int[] {1}, 0, Trials.chance(1)))
                .hasMessageContaining("shuffles must be at least 1, got 0");
        assertThatThrownBy(() -> new SymbolicPeriodMonitor(0)).hasMessageContaining("mostPeriod");
    }

    private static int byDefinition(int[] labels) {
        for (int period = 1; period <= labels.length / 3; period++) {
            int window = Math.max(3 * period, period + 3);
            boolean repeats = window <= labels.length;
            for (int i = labels.length - window + period; repeats && i < labels.length; i++) {
                repeats = labels[i] == labels[i - period];
            }
            if (repeats) {
                return period;
            }
        }
        return 0;
    }
}
