package dev.waggle.swarm.engine.speech;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.swarm.equivalence.MergeTable;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SignalRefusal;
import dev.waggle.swarm.identity.SignalNumbers;
import dev.waggle.swarm.selection.AgentContribution;
import dev.waggle.swarm.selection.turn.ContributionTracker;

/**
 * Summary of a solve so far: published signals, refused signals and failed agents. Owned by the thread of the solve.
 */
public final class SolveSummary {

    private final List<Signal> log = new ArrayList<>();
    private final SignalNumbers numbers = new SignalNumbers();
    private final ContributionTracker contributions;
    private final List<SignalRefusal> refusals = new ArrayList<>();
    private final List<AgentFailure> failures = new ArrayList<>();

    SolveSummary(ContributionTracker contributions) {
        this.contributions = contributions;
    }

    void recordSignal(Signal signal, SignalBatch words) {
        log.add(signal);
        numbers.add(signal);
        if (words.isFromAgent()) {
            contributions.record(words.emission().by(), signal);
        }
    }

    void recordRefusal(SignalRefusal refusal) {
        refusals.add(refusal);
    }

    void recordFailure(AgentFailure failure) {
        failures.add(failure);
    }

    /** Numbers of the published signals; turns read them on their threads. */
    SignalNumbers numbers() {
        return numbers;
    }

    public List<Signal> log() {
        return log;
    }

    /** The question, and the newest proposals that are not merged up to that number, in the order of publication. */
    public List<Signal> openProposals(int mostProposals) {
        List<Signal> standing = new ArrayList<>();
        MergeTable merges = MergeTable.of(log);
        int proposals = 0;
        for (Signal signal : log.reversed()) {
            boolean isProposal = signal.payload() instanceof Payload.Proposal proposal
                    && !merges.isMerged(proposal.proposalId());
            proposals += isProposal ? 1 : 0;
            if (signal.payload() instanceof Payload.Task || (isProposal && proposals <= mostProposals)) {
                standing.add(signal);
            }
        }
        return standing.reversed();
    }

    public List<SignalRefusal> refusals() {
        return refusals;
    }

    public List<AgentFailure> failures() {
        return failures;
    }

    /** Contributions of each agent, silent ones too, in the order in which they joined. */
    public Map<String, AgentContribution> contributions() {
        return contributions.all();
    }
}
