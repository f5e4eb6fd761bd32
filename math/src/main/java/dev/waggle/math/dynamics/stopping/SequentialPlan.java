package dev.waggle.math.dynamics.stopping;

import dev.waggle.math.TieComparison;

/**
 * Hypotheses and error rates of a sequential probability ratio test on successes and failures.
 *
 * <p>After s successes and f failures the log-likelihood ratio, in nats, is s * ln(p1 / p0) + f * ln((1 - p1) / (1 -
 * p0)). The alternative is accepted at ln A = ln((1 - miss) / falseAlarm) or above. The null hypothesis is accepted
 * at ln B = ln(miss / (1 - falseAlarm)) or below. The true error rates then are at most falseAlarm / (1 - miss) and
 * miss / (1 - falseAlarm). Their sum is at most falseAlarm + miss. Among all tests with these error rates none needs
 * fewer observations on average under either hypothesis (Wald and Wolfowitz 1948).
 *
 * <p>Source: Wald 1947, Sequential Analysis, chapters 3 and 5.
 *
 * @param nullRate p0, the rate of success under the null hypothesis, above 0 and below 1
 * @param alternativeRate p1, the rate under the alternative, above 0 and below 1, other than p0
 * @param falseAlarm the wanted probability of accepting the alternative when the null hypothesis holds, above 0
 * @param miss the wanted probability of accepting the null hypothesis when the alternative holds, above 0; the two sum
 *        to less than 1
 */
public record SequentialPlan(double nullRate, double alternativeRate, double falseAlarm, double miss) {

    public SequentialPlan {
        inside("nullRate", nullRate);
        inside("alternativeRate", alternativeRate);
        inside("falseAlarm", falseAlarm);
        inside("miss", miss);
        if (TieComparison.equal(nullRate, alternativeRate)) {
            throw new IllegalArgumentException("nullRate and alternativeRate must differ, got " + nullRate + " and "
                    + alternativeRate);
        }
        if (TieComparison.atMost(1, falseAlarm + miss)) {
            throw new IllegalArgumentException("falseAlarm and miss must sum to less than 1, got " + falseAlarm
                    + " and " + miss + "\nMaybe one of them is meant as a confidence: give 1 - confidence.");
        }
    }

    private static void inside(String name, double value) {
        if (!(value > 0 && value < 1)) {
            throw new IllegalArgumentException(name + " must be above 0 and below 1, got " + value);
        }
    }

    /** Ln A, above 0, in nats. */
    public double upperBound() {
        return Math.log((1 - miss) / falseAlarm);
    }

    /** Ln B, below 0, in nats. */
    public double lowerBound() {
        return Math.log(miss / (1 - falseAlarm));
    }

    /** Log-likelihood ratio of a success, in nats. */
    public double weightOfSuccess() {
        return Math.log(alternativeRate / nullRate);
    }

    /** Log-likelihood ratio of a failure, in nats. */
    public double weightOfFailure() {
        return Math.log((1 - alternativeRate) / (1 - nullRate));
    }
}
