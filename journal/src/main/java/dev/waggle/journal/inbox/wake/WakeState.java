package dev.waggle.journal.inbox.wake;

import java.util.LinkedHashSet;
import java.util.Set;

import dev.waggle.signal.log.LogEntry;
import org.jspecify.annotations.Nullable;

/**
 * Wake of one agent, and whether it is awake.
 *
 * <p>The agent counts as working for a tenant from the first mail of that tenant until its inbox is found empty. Both
 * ends are transitions. Mail that tells such a transition of some agent causes none, so agents that listen to each
 * other's sleep fall asleep for good. Owned by the inbox of the agent.
 */
public final class WakeState {

    private final String agentId;
    private final TransitionQueue transitions;
    private final Set<@Nullable String> workingFor = new LinkedHashSet<>();
    private @Nullable Runnable wake;
    private boolean isAwake;

    public WakeState(String agentId, TransitionQueue transitions) {
        this.agentId = agentId;
        this.transitions = transitions;
    }

    /** Attaches a wake; the agent sleeps. */
    public void attach(Runnable newWake) {
        if (wake != null) {
            throw new IllegalStateException(
                    "agent \"" + agentId + "\" has a wake already\nMaybe remove that one first.");
        }
        wake = newWake;
        isAwake = false;
    }

    /** Detaches that wake, if the agent has it. */
    public void detach(Runnable oldWake) {
        if (oldWake.equals(wake)) {
            wake = null;
        }
    }

    /** The wake, if there is one. */
    public @Nullable Runnable wake() {
        return wake;
    }

    /** Records an item that waits for the agent. */
    public void addMail(LogEntry entry) {
        String tenant = entry.signal().scope().tenant();
        if (wake != null && !AgentTransition.isTold(entry) && workingFor.add(tenant)) {
            transitions.add(new AgentTransition(agentId, AgentTransition.Kind.WAKE, tenant));
        }
    }

    /** True if the agent has a wake and sleeps, while it has mail; it counts as awake from now on. */
    public boolean isWakingDue() {
        if (wake == null || isAwake) {
            return false;
        }
        isAwake = true;
        return true;
    }

    /** The inbox was found empty. */
    public void fallAsleep() {
        isAwake = false;
        workingFor.forEach(
                tenant -> transitions.add(new AgentTransition(agentId, AgentTransition.Kind.SLEEP, tenant)));
        workingFor.clear();
    }

    /** Records a failed wake; the next arrival tries again. */
    public void retry() {
        isAwake = false;
    }
}
