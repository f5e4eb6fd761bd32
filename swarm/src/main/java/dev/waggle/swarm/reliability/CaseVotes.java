package dev.waggle.swarm.reliability;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.math.inference.AnswerBallot;
import dev.waggle.math.inference.AnswerPosterior;
import dev.waggle.math.inference.VoterModel;
import dev.waggle.swarm.reliability.TalliedVotes.TalliedVote;

/**
 * Votes of one question, gathered to a {@link DecisionCase}. Its offsets are the evidence that the votes have without any
 * history ({@link AnswerPosterior}). The order of agents does not matter. Owned by one thread.
 */
public final class CaseVotes {

    private final VoterModel assumed;
    private final AnswerPosterior posterior;
    private final List<CaseBallot> ballots = new ArrayList<>();
    private final double[] first;

    /**
     * No votes yet.
     *
     * @param options the number of named options
     * @param assumed the assumption about the voters
     */
    public CaseVotes(int options, VoterModel assumed) {
        this.assumed = assumed;
        posterior = new AnswerPosterior(options);
        first = new double[options];
    }

    /** Votes of agents that answered alone. */
    public static CaseVotes alone(int options) {
        return new CaseVotes(options, VoterModel.ALONE);
    }

    /** Last votes of agents that have read each other. */
    public static CaseVotes ofReaders(int options) {
        return new CaseVotes(options, VoterModel.READERS);
    }

    /**
     * Votes that a tally counted. An agent states the confidences of its last agreement, or those of its first vote if it
     * agrees with nothing.
     */
    public static CaseVotes of(TalliedVotes counted, VoterModel assumed) {
        Map<String, Map<Integer, Double>> stances = new LinkedHashMap<>();
        Map<String, Map<Integer, Double>> evidence = new HashMap<>();
        Map<String, List<Double>> confidences = new HashMap<>();
        for (TalliedVote vote : counted.votes()) {
            stances.computeIfAbsent(vote.agent(), _ -> new HashMap<>()).put(vote.option(), vote.part());
            evidence.computeIfAbsent(vote.agent(), _ -> new HashMap<>()).put(vote.option(), vote.evidence());
            if (vote.part() > 0 || !confidences.containsKey(vote.agent())) {
                confidences.put(vote.agent(), vote.confidences());
            }
        }
        CaseVotes votes = new CaseVotes(counted.options(), assumed);
        stances.forEach((agent, ofAgent) -> votes.cast(agent, ofAgent, evidence.getOrDefault(agent, Map.of()),
                confidences.getOrDefault(agent, List.of())));
        for (int option = 0; option < counted.options(); option++) {
            votes.addFirst(option, counted.first().get(option));
        }
        return votes;
    }

    /**
     * Adds the answer of an agent. Its evidence is its first stated confidence, 1 if it stated none.
     *
     * @param confidences by kind; NaN where it stated none
     */
    public void cast(String agent, int option, List<Double> confidences) {
        double stated = confidences.isEmpty() ? Double.NaN : confidences.getFirst();
        posterior.cast(AnswerBallot.of(option, Double.isNaN(stated) ? 1 : stated));
        ballots.add(new CaseBallot(agent, Map.of(option, 1.0), confidences));
    }

    /**
     * Adds the stances of an agent, each by its option: above 0 for agreement, below 0 for disagreement, 0 for an
     * abstention.
     *
     * @param stances their parts of a ballot
     * @param evidence their parts, times what the vote is worth without history
     * @param confidences by kind; NaN where it stated none
     */
    public void cast(String agent, Map<Integer, Double> stances, Map<Integer, Double> evidence,
            List<Double> confidences) {
        posterior.cast(AnswerBallot.ofStances(evidence));
        ballots.add(new CaseBallot(agent, AnswerBallot.ofStances(stances).support(), confidences));
    }

    /** Counts agents that named an option first. */
    public void addFirst(int option, int agents) {
        first[option] += agents;
    }

    /**
     * The case of agents that answered alone.
     *
     * @param panel the number of agents that could have voted; more if more have
     * @param others the number of answers that nobody named
     * @param answers the answer of each option, for questions that share their answers; empty for others
     */
    public DecisionCase alone(String category, int panel, int others, List<String> answers) {
        return decision(category, panel, others, answers, List.of());
    }

    /** The case of agents that have read each other. */
    public DecisionCase debate(String category, int panel, int others, List<String> answers) {
        return decision(category, panel, others, answers, boxed(first));
    }

    private DecisionCase decision(String category, int panel, int others, List<String> answers, List<Double> firsts) {
        return new DecisionCase(category, Math.max(panel, ballots.size()), boxed(posterior.evidence(assumed)), others,
                ballots, answers, firsts);
    }

    private static List<Double> boxed(double[] values) {
        List<Double> boxed = new ArrayList<>(values.length);
        for (double value : values) {
            boxed.add(value);
        }
        return boxed;
    }
}
