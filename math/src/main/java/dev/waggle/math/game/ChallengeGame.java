package dev.waggle.math.game;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Whether to speak against a consensus: as the decision of one, and as the game of many.
 *
 * <p>{@link #weigh} is a decision under payoffs that do not depend on what others do. {@link #volunteers} is the game
 * proper: everyone gains when somebody challenges and the one who does pays for it, so the more could do it the less
 * each of them does (volunteer's dilemma, Diekmann 1985).
 */
public final class ChallengeGame {

    /** What one point of reputation at stake adds to the cost of a needless challenge. */
    private static final double STAKE_WEIGHT = 0.5;

    private ChallengeGame() {}

    /**
     * What a choice brings, in one unit in which agreeing to what is right earns 1.
     *
     * @param groupthinkCost lost by who agrees to what is wrong, at least 0
     * @param heroBonus gained by who challenges what is wrong, at least 0
     * @param disruptionCost lost by who challenges what is right, at least 0
     * @param consensusAmplification how much a full consensus adds to the bonus, as a share of it, at least 0
     */
    public record Payoffs(
            double groupthinkCost, double heroBonus, double disruptionCost, double consensusAmplification) {

        public Payoffs {
            DomainCheck.nonNegative("groupthinkCost", groupthinkCost);
            DomainCheck.nonNegative("heroBonus", heroBonus);
            DomainCheck.nonNegative("disruptionCost", disruptionCost);
            DomainCheck.nonNegative("consensusAmplification", consensusAmplification);
        }

        /** 2, 3, 1, 1.5: unheard error costs most, a needless challenge least. */
        public static Payoffs defaults() {
            return new Payoffs(2, 3, 1, 1.5);
        }
    }

    /** What to do about a consensus. */
    public enum Action {
        AGREE,
        CHALLENGE
    }

    /**
     * What both choices are worth.
     *
     * @param agreeValue expected payoff of agreeing
     * @param challengeValue expected payoff of challenging
     * @param margin challengeValue - agreeValue
     * @param criticalBelief the belief at which both are worth the same, 0..1; below it challenging pays
     * @param action CHALLENGE when the margin is above 0; a tie is AGREE
     */
    public record Decision(
            double agreeValue, double challengeValue, double margin, double criticalBelief, Action action) {}

    /**
     * Weighs agreeing against challenging. With b the belief, h = heroBonus (1 + consensusAmplification g) for a group
     * consensus g, d = disruptionCost (1 + stake / 2) and c = groupthinkCost: agreeing is worth b - (1 - b) c,
     * challenging (1 - b) h - b d, and both the same at b = (h + c) / (1 + c + h + d). O(1).
     *
     * @param belief how probably the consensus is right, 0..1
     * @param groupConsensus how far the group agrees, 0..1
     * @param reputationStake what a needless challenge puts at stake, at least 0
     */
    public static Decision weigh(double belief, double groupConsensus, double reputationStake, Payoffs payoffs) {
        DomainCheck.share("belief", belief);
        DomainCheck.share("groupConsensus", groupConsensus);
        DomainCheck.nonNegative("reputationStake", reputationStake);
        double hero = payoffs.heroBonus * (1 + payoffs.consensusAmplification * groupConsensus);
        double disruption = payoffs.disruptionCost * (1 + STAKE_WEIGHT * reputationStake);
        double cost = payoffs.groupthinkCost;
        DomainCheck.finite("the sum of all payoffs", 1 + cost + hero + disruption);
        double agree = belief - (1 - belief) * cost;
        double challenge = (1 - belief) * hero - belief * disruption;
        return new Decision(agree, challenge, challenge - agree, (hero + cost) / (1 + cost + hero + disruption),
                TieComparison.exceeds(challenge, agree) ? Action.CHALLENGE : Action.AGREE);
    }

    /**
     * The symmetric equilibrium of the volunteer's dilemma.
     *
     * @param challengeProbability how probably each of the players challenges, 0..1; falls with their number
     * @param expectedChallengers how many do on average, 0..players; tends to ln(benefit / cost) for many players, from
     *        above when the cost is dear, from below when it is cheap
     * @param silenceProbability how probably nobody does, 0..1; rises with the number of players to cost / benefit
     */
    public record Volunteers(double challengeProbability, double expectedChallengers, double silenceProbability) {}

    /**
     * How many challenge when one is enough: p = 1 - (cost / benefit)^(1 / (players - 1)) makes everyone indifferent
     * between paying and trusting in the others. One player alone challenges for sure when that pays, a cost of 0 makes
     * everyone challenge, and at a cost of the benefit or more nobody does. O(1).
     *
     * @param players how many could challenge, at least 1
     * @param cost what challenging costs the one who does it, at least 0
     * @param benefit what everybody gains when somebody challenges, at least 0, in the unit of the cost
     */
    public static Volunteers volunteers(int players, double cost, double benefit) {
        DomainCheck.atLeast("players", players, 1);
        DomainCheck.nonNegative("cost", cost);
        DomainCheck.nonNegative("benefit", benefit);
        if (cost >= benefit) {
            return new Volunteers(0, 0, 1);
        }
        if (players == 1 || cost == 0) {
            return new Volunteers(1, players, 0);
        }
        // By logarithms: 1 - x^(1/n) loses its digits when n is large.
        double silent = (Math.log(cost) - Math.log(benefit)) / (players - 1);
        double probability = -Math.expm1(silent);
        return new Volunteers(probability, players * probability, Math.exp(players * silent));
    }

    /**
     * How many of a group challenge its consensus when one is enough: the dilemma above with the payoffs of the group.
     * The one who challenges risks disruptionCost (1 + stake / 2), the cost of a needless challenge; everybody is
     * spared groupthinkCost (1 + consensusAmplification g), an error that becomes dearer the further the group agrees
     * on it. The bonus is left out: it goes to one, and only when he is right, which nobody knows beforehand. O(1).
     *
     * @param players how many could challenge, at least 1
     * @param groupConsensus g, how far the group agrees, 0..1
     * @param reputationStake what a needless challenge puts at stake, at least 0
     */
    public static Volunteers volunteers(
            int players, double groupConsensus, double reputationStake, Payoffs payoffs) {
        DomainCheck.share("groupConsensus", groupConsensus);
        DomainCheck.nonNegative("reputationStake", reputationStake);
        double cost = payoffs.disruptionCost() * (1 + STAKE_WEIGHT * reputationStake);
        double benefit = payoffs.groupthinkCost() * (1 + payoffs.consensusAmplification() * groupConsensus);
        DomainCheck.finite("the sum of cost and benefit", cost + benefit);
        return volunteers(players, cost, benefit);
    }
}
