package dev.waggle.swarm.selection.turn;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.math.information.Divergence;
import dev.waggle.signal.SignalType;

/**
 * Expectation of each agent of its next signals, and the error of that expectation. Each agent is measured by its own
 * received signals. Two agents that listen to different types expect different rounds and are surprised by different
 * ones.
 *
 * <pre>
 *   n(t)         signals of type t that came to the agent in its last {@value #WINDOW} rounds
 *   expected(t)  (n(t) + s) / sum over the {@value #TYPES} types of (n + s), s = {@value #SMOOTHING}; uniform at first
 *   error        D(came in this round, smoothed the same way || expected) in bits; 0 when nothing came
 * </pre>
 *
 * <p>A signal costs O(1), a round O(agents). Owned by the thread of its solve.
 *
 * <p>Source: Clark, "Whatever next? Predictive brains, situated agents, and the future of cognitive science",
 * Behavioral and Brain Sciences 36, 2013: a mind predicts its perceptions and attends to unexpected ones.
 */
public final class PredictionEngine {

    /** Types that are expected in shares, in the order of the shares; others cause no surprise. */
    public static final List<SignalType> EXPECTED = List.of(SignalType.DISCOVERY, SignalType.PROPOSAL,
            SignalType.CHALLENGE, SignalType.DOUBT, SignalType.VOTE, SignalType.CONFLICT, SignalType.TOOL_RESULT,
            SignalType.ESCALATE);

    private static final int TYPES = 8;

    /** Number of stored rounds: a deliberation changes its tone faster than that. */
    private static final int WINDOW = 3;

    /** Smoothing that leaves unseen types possible; small against one signal. */
    private static final double SMOOTHING = 0.01;

    private static final Map<SignalType, Integer> PLACES = places();

    private final Map<String, AgentExpectation> watchers = new LinkedHashMap<>();

    /** Adds an agent; a known one changes nothing. */
    public void join(String agentId) {
        watchers.computeIfAbsent(agentId, _ -> new AgentExpectation());
    }

    /** Begins a round: every agent forms its expectation of it from its earlier rounds. */
    public void predict() {
        watchers.values().forEach(AgentExpectation::predict);
    }

    /** Records a signal of that type that reached the agent in this round. */
    public void record(String agentId, SignalType type) {
        Integer place = PLACES.get(type);
        if (place != null) {
            watchers.computeIfAbsent(agentId, _ -> new AgentExpectation()).round[place]++;
        }
    }

    /** Expectation of the agent for this round: a share for each of {@link #EXPECTED}, in that order, with sum 1. */
    public Map<SignalType, Double> expectation(String agentId) {
        AgentExpectation expectation = watchers.get(agentId);
        double[] shares = expectation == null ? shares(new int[TYPES]) : expectation.expected;
        Map<SignalType, Double> expected = new LinkedHashMap<>();
        for (int i = 0; i < TYPES; i++) {
            expected.put(EXPECTED.get(i), shares[i]);
        }
        return Collections.unmodifiableMap(expected);
    }

    /** Ends the round and returns the error of every agent, in the order of joining. */
    public Map<String, PredictionError> compare() {
        watchers.values().forEach(AgentExpectation::endRound);
        double largest = watchers.values().stream().mapToDouble(expectation -> expectation.bits).max().orElse(0);
        Map<String, PredictionError> errors = new LinkedHashMap<>();
        watchers.forEach((agent, expectation) -> {
            expectation.error = new PredictionError(expectation.bits, largest > 0 ? expectation.bits / largest : 0);
            errors.put(agent, expectation.error);
        });
        return Collections.unmodifiableMap(errors);
    }

    /** Error of the agent in the last ended round; no error for an unknown agent. */
    public PredictionError lastError(String agentId) {
        AgentExpectation expectation = watchers.get(agentId);
        return expectation == null ? PredictionError.NONE : expectation.error;
    }

    private static double[] shares(int[] counts) {
        double all = Arrays.stream(counts).sum() + TYPES * SMOOTHING;
        return Arrays.stream(counts).mapToDouble(count -> (count + SMOOTHING) / all).toArray();
    }

    private static Map<SignalType, Integer> places() {
        Map<SignalType, Integer> places = new LinkedHashMap<>();
        EXPECTED.forEach(type -> places.put(type, places.size()));
        return Map.copyOf(places);
    }

    /** Received signals of one agent. */
    private static final class AgentExpectation {

        private final Deque<int[]> rounds = new ArrayDeque<>();
        private int[] round = new int[TYPES];
        private double[] expected = shares(new int[TYPES]);
        private double bits;
        private PredictionError error = PredictionError.NONE;

        void predict() {
            int[] sum = new int[TYPES];
            for (int[] one : rounds) {
                for (int i = 0; i < TYPES; i++) {
                    sum[i] += one[i];
                }
            }
            expected = shares(sum);
        }

        void endRound() {
            boolean silent = Arrays.stream(round).allMatch(count -> count == 0);
            bits = silent ? 0 : Divergence.kullbackLeibler(shares(round), expected);
            rounds.addLast(round);
            if (rounds.size() > WINDOW) {
                rounds.removeFirst();
            }
            round = new int[TYPES];
        }
    }
}
