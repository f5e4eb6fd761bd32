package dev.waggle.swarm.solve;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.waggle.signal.Signal;
import dev.waggle.signal.bus.ConflictPair;
import dev.waggle.signal.connectivity.Convergence;
import dev.waggle.swarm.advisor.AdvisorReport;
import dev.waggle.swarm.consensus.ConsensusResult;
import dev.waggle.swarm.evolution.EvolutionReport;
import dev.waggle.swarm.harness.Cost;
import dev.waggle.swarm.lens.MathAnalysis;
import dev.waggle.swarm.selection.AgentContribution;

/**
 * The outcome of a solve.
 *
 * @param solveId the run that the log entries name
 * @param ending why it stopped
 * @param endingDetail the same with its figures, for people
 * @param synthesis the answer as the synthesizer wrote it, if one did
 * @param consensus what the votes say, with the full record and every dissent
 * @param signalLog everything that was said, in order
 * @param agentContributions what each agent brought, by its id, silent ones too, in the order of the swarm
 * @param conflicts the conflicts that nobody resolved
 * @param resolvedConflicts the conflicts that were
 * @param refusals what was said and not taken
 * @param failures turns that failed
 * @param mathAnalysis what mathematics saw and found
 * @param advisorReport what the advisor did; empty without one
 * @param debateResults every debate, in order
 * @param evolutionReport who joined and left; empty without evolution
 * @param innerSolves the solves of agents that are swarms themselves, in the order of the swarm. In the result of a
 *        solve that was resumed only those that took place since then: those of turns that were over before are not in
 *        it, what they cost is
 * @param convergence what coordination left open: conflicts, escalations, agents that are unsure
 * @param cost what calls of models cost, and whose they were; those of inner solves are part of it
 * @param timing how long it took
 */
public record SwarmResult(String solveId, Ending ending, String endingDetail, Optional<String> synthesis,
        ConsensusResult consensus,
        List<Signal> signalLog, Map<String, AgentContribution> agentContributions, List<ConflictPair> conflicts,
        List<ConflictPair> resolvedConflicts,
        List<Refusal> refusals, List<AgentFailure> failures, MathAnalysis mathAnalysis,
        Optional<AdvisorReport> advisorReport, List<DebateResult> debateResults,
        Optional<EvolutionReport> evolutionReport, List<InnerSolve> innerSolves, Convergence convergence, Cost cost,
        Timing timing) {

    /** The answer of a swarm that did not decide. */
    public static final String NO_CONSENSUS = "No consensus reached";

    public SwarmResult {
        signalLog = List.copyOf(signalLog);
        agentContributions = Collections.unmodifiableMap(new LinkedHashMap<>(agentContributions));
        conflicts = List.copyOf(conflicts);
        resolvedConflicts = List.copyOf(resolvedConflicts);
        debateResults = List.copyOf(debateResults);
        refusals = List.copyOf(refusals);
        failures = List.copyOf(failures);
        innerSolves = List.copyOf(innerSolves);
    }

    /** What the synthesizer wrote, else the decision, else {@value #NO_CONSENSUS}. */
    public String answer() {
        return answer(synthesis, consensus);
    }

    /** What was written, else what was decided, else that nothing was. */
    static String answer(Optional<String> synthesis, ConsensusResult consensus) {
        return synthesis.or(consensus::decision).orElse(NO_CONSENSUS);
    }

    /** How sure the swarm is of its answer, 0..1; 0 without a decision. */
    public double confidence() {
        return consensus.decided() ? consensus.confidence() : 0;
    }

    /**
     * How long a solve took.
     *
     * @param total from the task to the result
     * @param roundsUsed the rounds that really ran
     */
    public record Timing(Duration total, int roundsUsed) {}
}
