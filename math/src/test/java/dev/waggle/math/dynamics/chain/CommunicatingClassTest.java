package dev.waggle.math.dynamics.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

import dev.waggle.math.Trials;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CommunicatingClassTest {

    @Test
    void ofASingleStateWithoutAWayBackHasNoPeriod() {
        List<CommunicatingClass> classes = CommunicatingClass.of(MarkovChain.of(new double[][] {{0, 1}, {0, 1}}));

        assertThat(classes).hasSize(2);
        assertThat(classes.get(0).period()).isEmpty();
        assertThat(classes.get(0).closed()).isFalse();
        assertThat(classes.get(1).period()).hasValue(1);
        assertThat(classes.get(1).closed()).isTrue();
    }

    @Test
    void hasThePeriodOfAllItsCyclesTogether() {
        double[][] cyclesOfSixAndFour = new double[6][6];
        for (int i = 0; i < 6; i++) {
            cyclesOfSixAndFour[i][(i + 1) % 6] = 1;
        }
        cyclesOfSixAndFour[3][4] = 0.5;
        cyclesOfSixAndFour[3][0] = 0.5;

        assertThat(CommunicatingClass.of(MarkovChain.of(cyclesOfSixAndFour)).get(0).period()).hasValue(2);
    }

    @Test
    void holdsTheStatesThatLeadToOneAnother() {
        Trials.run(300, random -> {
            MarkovChain chain = MarkovTrials.sparse(random, 9);
            boolean[][] leads = MarkovTrials.leads(chain);
            List<Integer> first = new ArrayList<>();
            int members = 0;
            for (CommunicatingClass one : CommunicatingClass.of(chain)) {
                boolean closed = true;
                boolean[] inside = new boolean[chain.size()];
                for (int state : one.states()) {
                    inside[state] = true;
                }
                assertThat(one.states()).isSorted();
                for (int j = 0; j < chain.size(); j++) {
                    int i = one.states()[0];
                    assertThat(inside[j]).isEqualTo(leads[i][j] && leads[j][i]);
                    closed &= !leads[i][j] || leads[j][i];
                }
                assertThat(one.closed()).isEqualTo(closed);
                assertThat(one.period()).isEqualTo(periodByPowers(chain, one.states()[0]));
                first.add(one.states()[0]);
                members += one.states().length;
            }
            assertThat(first).isSorted();
            assertThat(members).isEqualTo(chain.size());
        });
    }

    /** Returns the greatest common divisor of the lengths of returns, from powers of the matrix. */
    private static OptionalInt periodByPowers(MarkovChain chain, int state) {
        int n = chain.size();
        boolean[] there = new boolean[n];
        there[state] = true;
        int divisor = 0;
        for (int length = 1; length <= 2 * n * n; length++) {
            boolean[] next = new boolean[n];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    next[j] |= there[i] && chain.probability(i, j) > 0;
                }
            }
            there = next;
            for (int a = there[state] ? length : 0; a != 0;) {
                int rest = divisor % a;
                divisor = a;
                a = rest;
            }
        }
        return divisor == 0 ? OptionalInt.empty() : OptionalInt.of(divisor);
    }
}
