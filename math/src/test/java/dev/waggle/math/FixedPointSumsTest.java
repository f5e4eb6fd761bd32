package dev.waggle.math;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class FixedPointSumsTest {

    private static final int TERMS = 1_000;

    @Test
    void anyOrderGivesTheSameBits() {
        Random random = new Random(1);
        List<Double> terms = terms(random);
        double sum = sum(terms);

        for (int trial = 0; trial < 100; trial++) {
            Collections.shuffle(terms, random);
            assertThat(sum(terms)).isEqualTo(sum);
        }
        BigDecimal exact = terms.stream().map(BigDecimal::new).reduce(BigDecimal.ZERO,
                (left, right) -> left.add(right, MathContext.UNLIMITED));
        assertThat(sum).isCloseTo(exact.doubleValue(), within(Math.max(1e-15 * TERMS, Math.ulp(sum))));
    }

    @Test
    void termsThatAreTakenAwayLeaveNoTrace() {
        Random random = new Random(2);
        FixedPointSums sums = new FixedPointSums(1);
        sums.add(0, 0.1);
        List<Double> terms = terms(random);
        terms.forEach(term -> sums.add(0, term));
        Collections.shuffle(terms, random);
        terms.forEach(term -> sums.add(0, -term));

        assertThat(sums.get(0)).isEqualTo(0.1);
    }

    @Test
    void sumsGrowAndStayApart() {
        FixedPointSums sums = new FixedPointSums(0);
        for (int place = 0; place < 20; place++) {
            assertThat(sums.grow()).isEqualTo(place);
            sums.add(place, place);
        }
        assertThat(sums.size()).isEqualTo(20);
        assertThat(sums.get(7)).isEqualTo(7);
    }

    @Test
    void termsBeyondTheRangeAreRefused() {
        FixedPointSums sums = new FixedPointSums(1);
        for (double term : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -Double.MAX_VALUE,
            Math.nextUp(FixedPointSums.MAX_TERM)}) {
            assertThatIllegalArgumentException().isThrownBy(() -> sums.add(0, term))
                    .withMessageContaining("between -2^31 and 2^31");
        }
        sums.add(0, FixedPointSums.MAX_TERM);
        assertThat(sums.get(0)).isEqualTo(FixedPointSums.MAX_TERM);
    }

    private static double sum(List<Double> terms) {
        FixedPointSums sums = new FixedPointSums(1);
        terms.forEach(term -> sums.add(0, term));
        return sums.get(0);
    }

    private static List<Double> terms(Random random) {
        List<Double> terms = new ArrayList<>();
        for (int i = 0; i < TERMS; i++) {
            terms.add(random.nextGaussian() * Math.pow(10, random.nextInt(-12, 9)));
        }
        return terms;
    }
}
