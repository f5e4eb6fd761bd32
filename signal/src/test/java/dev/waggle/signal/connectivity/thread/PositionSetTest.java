package dev.waggle.signal.connectivity.thread;

import java.util.Random;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PositionSetTest {

    @Test
    void nothingIsFoundWhereNothingIs() {
        PositionSet marks = new PositionSet();

        assertThat(marks.next(0)).isEqualTo(-1);
        assertThat(marks.next(1_000_000)).isEqualTo(-1);
        assertThat(marks.previous(1_000_000)).isEqualTo(-1);
    }

    @Test
    void whatIsNotThereIsTakenOutWithoutHarm() {
        PositionSet marks = new PositionSet();
        marks.add(0);

        for (int position : new int[] {1, 63, 64, 4_096, 20_000_000}) {
            marks.remove(position);
        }

        assertThat(marks.next(0)).isZero();
        assertThat(marks.next(1)).isEqualTo(-1);
    }

    @ParameterizedTest
    @CsvSource({"1,64", "2,65", "3,5000", "4,300000", "5,20000000"})
    void agreesWithASortedSet(long seed, int range) {
        Random random = new Random(seed);
        PositionSet marks = new PositionSet();
        TreeSet<Integer> model = new TreeSet<>();
        for (int i = 0; i < 20_000; i++) {
            int position = random.nextInt(range);
            if (random.nextInt(3) > 0) {
                marks.add(position);
                model.add(position);
            } else if (model.remove(position)) {
                marks.remove(position);
            }
            int at = random.nextInt(range);
            Integer next = model.ceiling(at);
            Integer previous = model.floor(at);
            assertThat(marks.next(at)).as("seed %d, next from %d", seed, at).isEqualTo(next == null ? -1 : next);
            assertThat(marks.previous(at)).as("seed %d, previous to %d", seed, at)
                    .isEqualTo(previous == null ? -1 : previous);
        }
    }
}
