package dev.waggle.swarm.random;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessFailure;
import dev.waggle.signal.harness.HarnessFailure.Kind;
import dev.waggle.swarm.advisor.SwarmAdvice;
import dev.waggle.swarm.advisor.Topology;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.AgentFailure;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.identity.InfrastructureNames;

/** Comparison of the agents that had to receive each signal with the agents that received it. */
final class AudienceCheck {

    private final SwarmRun run;
    private final Set<String> present = new LinkedHashSet<>();
    private final Map<String, Set<String>> recipients = new HashMap<>();
    private Topology topology = Topology.everyone();

    AudienceCheck(SwarmRun run) {
        this.run = run;
        run.config().agents().forEach(agent -> present.add(agent.profile().id()));
        for (SwarmEvent event : run.events()) {
            if (event instanceof SwarmEvent.SignalDelivered delivered) {
                recipients.computeIfAbsent(delivered.signal().id(), _ -> new HashSet<>())
                        .add(delivered.targetAgentId());
            }
        }
    }

    /** The agent that gets no signals after this event, if any: disabled, dissolved, or unable to answer. */
    static Optional<String> leaver(SwarmEvent event) {
        return switch (event) {
            case SwarmEvent.AdvisorActed acted when acted.advice() instanceof SwarmAdvice.DisableAgent sent ->
                Optional.of(sent.agentId());
            case SwarmEvent.AgentDissolved gone -> Optional.of(gone.agentId());
            case SwarmEvent.AgentFailed failed when isUnavailable(failed.failure()) ->
                Optional.of(failed.failure().agentId());
            default -> Optional.empty();
        };
    }

    /** True if the agent of this failure could not join, or its model cannot be called at all. */
    private static boolean isUnavailable(AgentFailure failure) {
        String message = failure.message();
        return failure.context().endsWith(".react")
                && (message.startsWith("it could not join: ") || message.equals("no model")
                        || Arrays.stream(Kind.values()).filter(kind -> HarnessFailure.of(kind, "no").permanent())
                                .anyMatch(kind -> message.contains(": " + kind.wireName() + ": ")));
    }

    Optional<String> complaint() {
        for (SwarmEvent event : run.events()) {
            Optional<String> wrong = switch (event) {
                case SwarmEvent.SignalDelivered delivered -> delivered(delivered);
                case SwarmEvent.SignalEmitted emitted -> emitted(emitted.signal());
                default -> Optional.empty();
            };
            if (wrong.isPresent()) {
                return wrong;
            }
            if (event instanceof SwarmEvent.TopologyUpdated updated) {
                topology = updated.topology();
            } else if (event instanceof SwarmEvent.AgentSpawned spawned) {
                present.add(spawned.agentId());
            }
            leaver(event).ifPresent(present::remove);
        }
        return Optional.empty();
    }

    private Optional<String> delivered(SwarmEvent.SignalDelivered delivered) {
        String recipient = delivered.targetAgentId();
        return SolveInvariants.complain(!topology.allows(recipient, delivered.signal().source().label()),
                () -> recipient + " heard " + delivered.signal() + " through " + topology);
    }

    /** Complaint about an agent that should have received this signal of the infrastructure, if any. */
    private Optional<String> emitted(Signal signal) {
        Set<String> heard = recipients.getOrDefault(signal.id(), Set.of());
        return Optional.of(signal).filter(said -> InfrastructureNames.contains(said.source().label()))
                .flatMap(said -> present.stream()
                        .filter(agent -> listens(agent, said) && !heard.contains(agent) && !knows(agent, said))
                        .findFirst().map(agent -> agent + " did not hear " + said));
    }

    /** True if it is a finding that the agent has received before, with no other evidence: that is no news to it. */
    private boolean knows(String agent, Signal signal) {
        return signal.payload() instanceof Payload.Discovery found && run.events().stream()
                .filter(SwarmEvent.SignalDelivered.class::isInstance).map(SwarmEvent.SignalDelivered.class::cast)
                .filter(delivered -> delivered.targetAgentId().equals(agent)
                        && delivered.signal().id().compareTo(signal.id()) < 0)
                .anyMatch(delivered -> delivered.signal().payload() instanceof Payload.Discovery before
                        && before.finding().equals(found.finding())
                        && (found.evidence() == null || found.evidence().equals(before.evidence())));
    }

    private boolean listens(String agent, Signal signal) {
        AgentProfile profile = run.profiles().get(agent);
        return profile != null && profile.listens().contains(signal.type());
    }
}
