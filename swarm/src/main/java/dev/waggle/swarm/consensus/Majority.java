package dev.waggle.swarm.consensus;

import dev.waggle.signal.Payload.Stance;

/**
 * The proposal that most agents agree with, whatever their weights. It wins with enough voters on the table, unless as
 * many agree with another or more say no to it than yes. Its confidence is the part of all voters that agree with it.
 */
final class Majority {

    static final String ID = "majority";

    private Majority() {}

    /** What the heads say where the strategy said that. */
    static Verdict of(Tally tally, ConsensusConfig config, Verdict undecided) {
        int best = -1;
        boolean tied = false;
        for (int i = 0; i < tally.size(); i++) {
            if (tally.agreeVoters(i) > 0 && (best < 0 || tally.agreeVoters(i) >= tally.agreeVoters(best))) {
                tied = best >= 0 && tally.agreeVoters(i) == tally.agreeVoters(best);
                best = i;
            }
        }
        if (best < 0 || tied || tally.voters() < config.minVoters()
                || disagreeing(tally, best) > tally.agreeVoters(best)) {
            return undecided;
        }
        String id = tally.proposal(best).id();
        return new Verdict(true, id, (double) tally.agreeVoters(best) / tally.voters(),
                "by majority: " + tally.agreeVoters(best) + " of " + tally.voters() + " voters agree with " + id
                        + ", more than with any other; " + undecided.reasoning());
    }

    private static int disagreeing(Tally tally, int proposal) {
        int disagreeing = 0;
        for (int i = 0; i < tally.votes().size(); i++) {
            if (tally.proposalOf(i) == proposal && tally.votes().get(i).vote().stance() == Stance.DISAGREE) {
                disagreeing++;
            }
        }
        return disagreeing;
    }
}
