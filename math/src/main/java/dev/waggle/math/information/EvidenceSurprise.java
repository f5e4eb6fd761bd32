package dev.waggle.math.information;

import dev.waggle.math.CompensatedSum;
import dev.waggle.math.DomainCheck;

/**
 * Surprise of pieces of evidence for a belief: D(belief || belief without them) in bits, from logarithms of masses.
 * So a belief that is all but certain still has a finite surprise. With one voter left out at a time, it is a
 * surprise of each that does not depend on their order. For all pieces of a round it is the surprise of the round.
 *
 * <p>Let q be the belief and e the evidence in nats. The belief without it is in proportion to q exp(-e), hence D ln2
 * = ln(sum q exp(-e)) + sum q e. Places without a piece add their mass to the first sum and nothing to the second.
 * Cost O(pieces), after O(N) once for the belief.
 *
 * <p>Source: Itti and Baldi (2009), Bayesian surprise attracts human attention; left-out evidence after Cook (1977).
 */
public final class EvidenceSurprise {

    private final double[] logs; // Of the shares.
    private final double[] shares;
    private final double[] ofRest; // The shares of the places other than the top in their sum.
    private final double logOfRest;
    private final int top;

    /**
     * Of a belief.
     *
     * @param nats logarithms of masses, finite, at least one; a number added to all changes nothing
     */
    public EvidenceSurprise(double[] nats) {
        DomainCheck.atLeast("nats.length", nats.length, 1);
        DomainCheck.finite("nats", nats);
        top = largest(nats, -1);
        int second = largest(nats, top);
        shares = new double[nats.length];
        ofRest = new double[nats.length];
        CompensatedSum rest = new CompensatedSum();
        for (int i = 0; i < nats.length; i++) {
            ofRest[i] = i == top ? 0 : Math.exp(nats[i] - nats[second]);
            rest.add(ofRest[i]);
        }
        double besides = nats.length == 1 ? Double.NEGATIVE_INFINITY
                : nats[second] - nats[top] + Math.log(rest.get());
        double logOfAll = Math.log1p(Math.exp(besides));
        logOfRest = besides - logOfAll;
        logs = new double[nats.length];
        for (int i = 0; i < nats.length; i++) {
            logs[i] = nats[i] - nats[top] - logOfAll;
            shares[i] = Math.exp(logs[i]);
            ofRest[i] /= Math.max(rest.get(), 1);
        }
    }

    /**
     * D(belief || belief without these pieces) in bits, at least 0 and finite. O(pieces).
     *
     * @param places of the pieces, each place once
     * @param nats the addition of each to the logarithm of the mass of its place, finite
     * @param pieces number of used pieces, from the first on
     */
    public double bits(int[] places, double[] nats, int pieces) {
        double untouched = 1;
        boolean touchesTop = false;
        double max = Double.NEGATIVE_INFINITY;
        double mean = 0;
        for (int i = 0; i < pieces; i++) {
            int place = DomainCheck.index("place", places[i], shares.length);
            DomainCheck.finite("nats of a piece", nats[i]);
            touchesTop |= place == top;
            untouched -= ofRest[place];
            max = Math.max(max, logs[place] - nats[i]);
            mean += shares[place] * nats[i];
        }
        double rest = untouched > 0 ? logOfRest + Math.log(untouched) : Double.NEGATIVE_INFINITY;
        double first = touchesTop ? Double.NEGATIVE_INFINITY : logs[top];
        max = Math.max(max, Math.max(rest, first));
        double sum = Math.exp(rest - max) + Math.exp(first - max);
        for (int i = 0; i < pieces; i++) {
            sum += Math.exp(logs[places[i]] - nats[i] - max);
        }
        return Math.max(0, (Math.log(sum) + max + mean) / Entropy.LN2);
    }

    /** The place of the largest but that one; the first of those that tie. */
    private static int largest(double[] nats, int besides) {
        int best = besides == 0 ? Math.min(1, nats.length - 1) : 0;
        for (int i = 0; i < nats.length; i++) {
            best = i != besides && nats[i] > nats[best] ? i : best;
        }
        return best;
    }
}
