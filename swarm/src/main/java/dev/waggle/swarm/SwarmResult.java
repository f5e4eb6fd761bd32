package dev.waggle.swarm;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.signal.text.PlainLocale;
import dev.waggle.signal.text.VisibleText;
import dev.waggle.swarm.advisor.AdvisorReport;
import dev.waggle.swarm.agent.ReplyQuality;
import dev.waggle.swarm.agent.SeatRequest;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.DebateResult;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.event.SolveEnding;
import dev.waggle.swarm.evolution.EvolutionReport;
import dev.waggle.swarm.harness.SolveCost;
import dev.waggle.swarm.identity.UnheardAgents;
import dev.waggle.swarm.lens.analysis.MathAnalysis;
import dev.waggle.swarm.report.MarkdownReport;
import dev.waggle.swarm.selection.AgentContribution;

/**
 * Outcome of a solve, in parts. The facts that most callers read have a method here too.
 *
 * @param solveId the run that the log entries name
 * @param conclusion the answer and the votes behind it
 * @param activity the acts of the agents
 * @param coordination conflicts and their resolutions
 * @param guidance observations and acts of mathematics, the advisor and evolution
 * @param execution the course of the solve: its end, its log, its cost and its time
 */
public record SwarmResult(String solveId, Conclusion conclusion, Activity activity, Coordination coordination,
        Guidance guidance, Execution execution) {

    /** The answer of a swarm that did not decide. */
    public static final String NO_CONSENSUS = "No consensus reached";

    /** Longest excerpt of the answer in {@link #toString}, in UTF-16 units: a line of a terminal has room for more. */
    private static final int MAX_EXCERPT = 60;

    /** Answer of the synthesizer, else the decision, else {@value #NO_CONSENSUS}. */
    public String answer() {
        return answer(conclusion.synthesis, conclusion.consensus);
    }

    /** Answer of the synthesizer, else the decision, else the text for no consensus. */
    static String answer(Optional<String> synthesis, ConsensusResult consensus) {
        return synthesis.or(consensus::decision).orElse(NO_CONSENSUS);
    }

    /**
     * Probability that the leading proposal is right, 0..1, decided or not; 0 if nothing leads. Its interval and the
     * figures of the other proposals are in {@link ConsensusResult#estimate}.
     */
    public double confidence() {
        return consensus().estimate().probability();
    }

    /**
     * Basis of the confidence: {@code assumed}, {@code calibrated on n outcomes}, {@code learned from n outcomes}, or
     * {@code agreement} in the replay of a log of before the fourth version of the loop.
     */
    public String confidenceBasis() {
        return consensus().estimate().basisInWords();
    }

    /** Agreement of the agents with the decision as the strategy defines it, 0..1; 0 without a decision. */
    public double agreement() {
        return consensus().decided() ? consensus().agreement() : 0;
    }

    /** Result of the votes, see {@link Conclusion}. */
    public ConsensusResult consensus() {
        return conclusion.consensus;
    }

    /** Reason for the end of the solve, see {@link Execution}. */
    public SolveEnding ending() {
        return execution.ending;
    }

    /** Reason for the end of the solve, with figures, see {@link Execution}. */
    public String endingDetail() {
        return execution.endingDetail;
    }

    /** Log of all published signals, in order, see {@link Execution}. */
    public List<Signal> signalLog() {
        return execution.signalLog;
    }

    /** Cost of model calls, see {@link Execution}. */
    public SolveCost cost() {
        return execution.cost;
    }

    /** Duration of the solve, see {@link Execution}. */
    public Timing timing() {
        return execution.timing;
    }

    /**
     * Number of agents without a published signal and the ending that left them unheard, for people; empty when all were
     * heard. An ending such as a limit of signals may come before an agent has a turn.
     */
    public Optional<String> unheard() {
        return activity.unheardInWords(ending());
    }

    /** Turns that failed, see {@link Activity}. */
    public List<AgentFailure> failures() {
        return activity.failures;
    }

    /** Counts of mended, repeated and failed replies by model, see {@link Activity}. */
    public ReplyQuality replies() {
        return activity.replies;
    }

    /** Readings and findings of mathematics, see {@link Guidance}. */
    public MathAnalysis mathAnalysis() {
        return guidance.mathAnalysis;
    }

    /**
     * Open requests to people who answer later; none unless the solve is suspended. It goes on with {@link
     * dev.waggle.swarm.Swarm#solveResumable(Task, String)} when an answer is there, or a deadline has passed.
     */
    public List<SeatRequest> openSeats() {
        return execution.openSeats;
    }

    /** The same with open requests to people. */
    public SwarmResult withOpenSeats(List<SeatRequest> requests) {
        return new SwarmResult(solveId, conclusion, activity, coordination, guidance,
                new Execution(execution.ending, execution.endingDetail, execution.signalLog, execution.cost,
                        execution.timing, requests));
    }

    /**
     * Report for people in Markdown: question, answer, figures, proposals, votes, every dissent, and doubts without an
     * answer. Texts of agents are escaped, so that they cannot change its structure or add HTML.
     */
    public String toMarkdown() {
        return MarkdownReport.of(new MarkdownReport.Summary(answer(), endingDetail(),
                timing().roundsUsed(), timing().total(), unheard()), consensus(), signalLog(), cost(), replies());
    }

    /** One line for people: an excerpt of the answer, the confidence, the agreement, the ending, the rounds and the cost. */
    @Override
    public String toString() {
        String answer = VisibleText.of(answer());
        boolean isShort = answer.length() <= MAX_EXCERPT;
        int end = !isShort && Character.isHighSurrogate(answer.charAt(MAX_EXCERPT - 1)) ? MAX_EXCERPT - 1 : MAX_EXCERPT;
        String excerpt = isShort ? answer : answer.substring(0, end) + "…";
        int rounds = timing().roundsUsed();
        return String.format(PlainLocale.NONE,
                "SwarmResult[\"%s\", confidence %.2f (%s), agreement %.2f, %s, %d %s, %.4f USD]", excerpt, confidence(),
                confidenceBasis(), agreement(), ending().wireName(), rounds, rounds == 1 ? "round" : "rounds",
                cost().estimatedUsd());
    }

    /**
     * The answer and the votes behind it.
     *
     * @param synthesis the answer as the synthesizer wrote it, if one did
     * @param consensus the result of the votes, with the full record and every dissent
     */
    public record Conclusion(Optional<String> synthesis, ConsensusResult consensus) {}

    /**
     * Activity of the agents.
     *
     * @param agentContributions contribution of each agent by its id, silent ones too, in the order of the swarm
     * @param refusals refused signals
     * @param failures turns that failed
     * @param innerSolves the solves of agents that are swarms themselves, in the order of the swarm. The result of a
     *        resumed solve has only those since the resumption; the cost of earlier ones is included
     * @param replies counts of the answers of models that were read as replies, without those of inner solves
     * @param sparedTurns number of turns that adaptive effort did not take, because the votes decided without them
     */
    public record Activity(Map<String, AgentContribution> agentContributions, List<SignalRefusal> refusals,
            List<AgentFailure> failures, List<InnerSolve> innerSolves, ReplyQuality replies, int sparedTurns) {

        public Activity {
            if (sparedTurns < 0) {
                throw new IllegalArgumentException("sparedTurns must be at least 0, got " + sparedTurns);
            }
            agentContributions = Collections.unmodifiableMap(new LinkedHashMap<>(agentContributions));
            refusals = List.copyOf(refusals);
            failures = List.copyOf(failures);
            innerSolves = List.copyOf(innerSolves);
        }

        /** Ids of the agents without a published signal, in the order of the swarm. */
        public List<String> unheard() {
            return agentContributions.values().stream().filter(row -> row.signalsEmitted() == 0)
                    .map(AgentContribution::agentId).toList();
        }

        /** The number of those agents with the reason, for people; empty when all were heard. */
        private Optional<String> unheardInWords(SolveEnding ending) {
            return new UnheardAgents(unheard().size(), agentContributions.size(), OptionalInt.empty())
                    .inWords(ending.wireName());
        }
    }

    /**
     * Conflicts and their treatment.
     *
     * @param conflicts unresolved conflicts
     * @param resolvedConflicts resolved conflicts
     * @param debateResults every debate, in order
     * @param convergence open points of coordination: conflicts, escalations, unsure agents
     */
    public record Coordination(List<ConflictPair> conflicts, List<ConflictPair> resolvedConflicts,
            List<DebateResult> debateResults, Convergence convergence) {

        public Coordination {
            conflicts = List.copyOf(conflicts);
            resolvedConflicts = List.copyOf(resolvedConflicts);
            debateResults = List.copyOf(debateResults);
        }
    }

    /**
     * Results of mathematics, advisor and evolution.
     *
     * @param mathAnalysis readings and findings of mathematics
     * @param advisorReport actions of the advisor; empty without one
     * @param evolutionReport agents that joined and left; empty without evolution
     */
    public record Guidance(MathAnalysis mathAnalysis, Optional<AdvisorReport> advisorReport,
            Optional<EvolutionReport> evolutionReport) {}

    /**
     * Course of the solve.
     *
     * @param ending reason for its end
     * @param endingDetail the same with its figures, for people
     * @param signalLog all published signals, in order
     * @param cost cost of model calls by payer, inner solves included
     * @param timing duration
     * @param openSeats open requests to people who answer later, in the order of the seats; none unless it is suspended
     */
    public record Execution(SolveEnding ending, String endingDetail, List<Signal> signalLog, SolveCost cost,
            Timing timing, List<SeatRequest> openSeats) {

        public Execution {
            signalLog = List.copyOf(signalLog);
            openSeats = List.copyOf(openSeats);
        }

        /** Course of a solve that waits for no person. */
        public Execution(SolveEnding ending, String endingDetail, List<Signal> signalLog, SolveCost cost,
                Timing timing) {
            this(ending, endingDetail, signalLog, cost, timing, List.of());
        }
    }

    /**
     * Duration of a solve.
     *
     * @param total from the task to the result
     * @param roundsUsed the rounds that really ran
     */
    public record Timing(Duration total, int roundsUsed) {}

    /**
     * Inner solve: a solve within a turn of an agent that is a swarm itself.
     *
     * @param agentId the agent
     * @param round the round of the outer solve
     * @param result its outcome, with its whole log; its cost is part of the outer solve's
     */
    public record InnerSolve(String agentId, int round, SwarmResult result) {}
}
