package dev.waggle.swarm.solve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Signal;
import dev.waggle.swarm.selection.AgentContribution;
import dev.waggle.swarm.selection.ContributionTracker;

/** What came of a solve so far: what was said, what was refused and who failed. Owned by the thread of the solve. */
final class Minutes {

    private final List<Signal> log = new ArrayList<>();
    private final ContributionTracker contributions;
    private final List<Refusal> refusals = new ArrayList<>();
    private final List<AgentFailure> failures = new ArrayList<>();

    Minutes(ContributionTracker contributions) {
        this.contributions = contributions;
    }

    void said(Signal signal, Words words) {
        log.add(signal);
        if (words.isOfAgent()) {
            contributions.said(words.emission().by(), signal);
        }
    }

    void refused(Refusal refusal) {
        refusals.add(refusal);
    }

    void failed(AgentFailure failure) {
        failures.add(failure);
    }

    List<Signal> log() {
        return log;
    }

    List<Refusal> refusals() {
        return refusals;
    }

    List<AgentFailure> failures() {
        return failures;
    }

    /** What each agent brought, silent ones too, in the order in which they joined. */
    Map<String, AgentContribution> contributions() {
        return contributions.all();
    }
}
