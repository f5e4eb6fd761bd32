package dev.waggle.math.game;

import dev.waggle.math.DomainCheck;
import dev.waggle.math.TieComparison;

/**
 * Challenge of a consensus, as the decision of one agent and as the game of many.
 *
 * <p>{@link #weigh} is a decision under payoffs that do not depend on others. {@link #volunteers} is the volunteer's
 * dilemma (Diekmann 1985). All players gain when one challenges, and the challenger pays for it. So each challenges
 * less often the more players there are.
 */
public final class ChallengeGame {

    /** Cost that one point of reputation at stake adds to a needless challenge. */
    private static final double STAKE_WEIGHT = 0.5;

    private ChallengeGame() {}

    /**
     * Payoffs of the choices, in a unit in which agreeing to a right consensus earns 1.
     *
     * @param groupthinkCost lost by an agent that agrees to a wrong one, at least 0
     * @param heroBonus gained by an agent that challenges a wrong one, at least 0
     * @param disruptionCost lost by an agent that challenges a right one, at least 0
     * @param consensusAmplification the addition of a full consensus to the bonus, as a share of it, at least 0
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

    /** Choice of an agent about a consensus. */
    public enum Action {
        AGREE,
        CHALLENGE
    }

    /**
     * Expected payoffs of both choices, with the better one.
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
     * Weighs agreeing against challenging. Let b be the belief, h = heroBonus (1 + consensusAmplification g) for a
     * group consensus g, d = disruptionCost (1 + stake / 2) and c = groupthinkCost. Agreeing is worth b - (1 - b) c
     * and challenging (1 - b) h - b d. Both are worth the same at b = (h + c) / (1 + c + h + d). O(1).
     *
     * @param belief probability that the consensus is right, 0..1
     * @param groupConsensus the degree of agreement of the group, 0..1
     * @param reputationStake the stake of a needless challenge, at least 0
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
     * @param challengeProbability probability of each of the players to challenge, 0..1; falls with their number
     * @param expectedChallengers their mean number, 0..players; tends to ln(benefit / cost) for many players, from
     *        above when the cost is dear, from below when it is cheap
     * @param silenceProbability probability that no player does, 0..1; rises with the number of players to cost /
     *     benefit
     */
    public record Volunteers(double challengeProbability, double expectedChallengers, double silenceProbability) {}

    /**
     * Mixed equilibrium of the volunteer's dilemma, in which one challenger is enough. With p = 1 - (cost / benefit)^(1
     * / (players - 1)) every player is indifferent between paying and relying on the others. A single player challenges
     * for sure when that pays. At a cost of 0 all challenge; at a cost of the benefit or more none does. O(1).
     *
     * @param players number of possible challengers, at least 1
     * @param cost cost of a challenge to the challenger, at least 0
     * @param benefit gain of each player when one challenges, at least 0, in the unit of the cost
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
     * Mixed equilibrium of the dilemma above with the payoffs of a group whose consensus one challenger can break.
     * The challenger risks disruptionCost (1 + stake / 2), the cost of a needless challenge. Each player is spared
     * groupthinkCost (1 + consensusAmplification g), an error that becomes dearer the further the group agrees on it.
     * The bonus is omitted, because it goes to one player, and only if that player is right, which is unknown
     * beforehand. O(1).
     *
     * @param players number of possible challengers, at least 1
     * @param groupConsensus g, the degree of agreement of the group, 0..1
     * @param reputationStake the stake of a needless challenge, at least 0
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
