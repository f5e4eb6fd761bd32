package dev.waggle.swarm.lens.information;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

import dev.waggle.math.information.EvidenceSurprise;
import dev.waggle.signal.Payload;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.swarm.lens.data.DeliberationData;
import dev.waggle.swarm.lens.data.DeliberationData.AgentStatement;
import dev.waggle.swarm.lens.data.EvidenceChange;

/**
 * Surprise of the ballot that an agent holds now: what it taught for good. The way to that ballot adds nothing. So an
 * agent that took everything back has taught nothing. One that changed its mind again and again has taught at most as
 * much as one that voted so at once.
 *
 * <p>A ballot after several changes of mind may change once more. So the bits are divided by the number of rounds in
 * which the agent gave up an answer that it had supported. The first does not count: a change of mind for good costs
 * nothing.
 *
 * <p>A round costs O(ballots). Owned by the probe of the lens.
 */
final class LastingSurprise implements VoterSurprise {

    private final BitSet measured = new BitSet();
    private double[] bits = new double[0];
    private int[] reversals = new int[0];

    @Override
    public void grow(int agents) {
        if (agents > bits.length) {
            bits = Arrays.copyOf(bits, agents);
            reversals = Arrays.copyOf(reversals, agents);
        }
    }

    @Override
    public int size() {
        return bits.length;
    }

    @Override
    public void measure(EvidenceSurprise belief, double[] tempers, List<EvidenceChange> evidence,
            DeliberationData deliberation) {
        BitSet voted = voters(deliberation);
        for (EvidenceChange change : evidence) {
            measured.set(change.agent());
            // A split of proposals also moves ballots, and no agent changed its mind.
            if (voted.get(change.agent()) && isReversal(change, deliberation.evidenceOf(change.agent()))) {
                reversals[change.agent()]++;
            }
        }
        int[] places = new int[tempers.length];
        double[] nats = new double[tempers.length];
        for (int agent = measured.nextSetBit(0); agent >= 0; agent = measured.nextSetBit(agent + 1)) {
            int pieces = 0;
            for (Map.Entry<Integer, Double> piece : deliberation.evidenceOf(agent).entrySet()) {
                places[pieces] = piece.getKey();
                nats[pieces++] = tempers[piece.getKey()] * piece.getValue();
            }
            bits[agent] = pieces == 0 ? 0 : belief.bits(places, nats, pieces) / Math.max(1, reversals[agent]);
        }
    }

    private static BitSet voters(DeliberationData deliberation) {
        BitSet voters = new BitSet();
        for (AgentStatement statement : deliberation.statements()) {
            if (statement.signal().payload() instanceof Payload.Vote) {
                voters.set(statement.agent());
            }
        }
        return voters;
    }

    /** True if the agent supports an answer no longer. */
    private static boolean isReversal(EvidenceChange change, Map<Integer, Double> now) {
        for (Map.Entry<Integer, Double> piece : change.nats().entrySet()) {
            double nats = now.getOrDefault(piece.getKey(), 0.0);
            if (nats <= 0 && nats - piece.getValue() > 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean isMeasured(int agent) {
        return measured.get(agent);
    }

    @Override
    public double bits(int agent) {
        return bits[agent];
    }

    /** The weight where it is notable: so the weight of an agent rises with its own bits, whatever others do. */
    @Override
    public double given(double weight) {
        return VoterSurprise.isNotable(weight) ? weight : 1;
    }

    @Override
    public String explanation(double min, double max) {
        return String.format(PlainLocale.NONE, "the ballot of an agent taught %.3f to %.3f bits", min, max);
    }
}
