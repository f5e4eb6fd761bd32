package dev.waggle.swarm.lens.information;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import dev.waggle.math.information.EvidenceSurprise;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.EvidenceChange;

/**
 * Mean surprise of the votes of an agent in the rounds in which it brought evidence. An agent that changes its mind in
 * every round gains by it; runs of earlier versions of the loop replay with it. Owned by the probe of the lens.
 */
final class MeanSurprise implements VoterSurprise {

    private double[] sums = new double[0];
    private int[] rounds = new int[0];

    @Override
    public void grow(int agents) {
        if (agents > sums.length) {
            sums = Arrays.copyOf(sums, agents);
            rounds = Arrays.copyOf(rounds, agents);
        }
    }

    @Override
    public int size() {
        return sums.length;
    }

    /** Measures each voter by omitting its evidence of the round, one after the other. */
    @Override
    public void measure(EvidenceSurprise belief, double[] tempers, List<EvidenceChange> evidence,
            DeliberationData deliberation) {
        int[] next = new int[evidence.size()];
        int[] first = new int[sums.length];
        Arrays.fill(first, -1);
        for (int i = next.length - 1; i >= 0; i--) {
            int agent = evidence.get(i).agent();
            next[i] = first[agent];
            first[agent] = i;
        }
        int[] places = new int[next.length];
        double[] nats = new double[next.length];
        for (int agent = 0; agent < first.length; agent++) {
            int pieces = 0;
            for (int i = first[agent]; i >= 0; i = next[i]) {
                for (Map.Entry<Integer, Double> piece : evidence.get(i).nats().entrySet()) {
                    places[pieces] = piece.getKey();
                    nats[pieces++] = tempers[piece.getKey()] * piece.getValue();
                }
            }
            if (pieces > 0) {
                sums[agent] += belief.bits(places, nats, pieces);
                rounds[agent]++;
            }
        }
    }

    @Override
    public boolean isMeasured(int agent) {
        return rounds[agent] > 0;
    }

    @Override
    public double bits(int agent) {
        return sums[agent] / rounds[agent];
    }

    @Override
    public double given(double weight) {
        return weight;
    }

    @Override
    public String explanation(double min, double max) {
        return String.format(PlainLocale.NONE, "the votes of an agent taught %.3f to %.3f bits a round", min, max);
    }
}
