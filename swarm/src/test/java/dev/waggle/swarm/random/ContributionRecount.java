package dev.waggle.swarm.random;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.UnstatedConfidence;
import dev.waggle.swarm.selection.AgentContribution;

/** The contributions of agents, counted once more from the log. */
final class ContributionRecount {

    private static final double ROUNDING = 1e-9;

    private final SwarmRun run;

    ContributionRecount(SwarmRun run) {
        this.run = run;
    }

    Optional<String> complaint() {
        Map<String, AgentContribution> stated = run.result().activity().agentContributions();
        List<String> invited = run.config().agents().stream().map(agent -> agent.profile().id()).toList();
        if (stated.size() < invited.size()
                || !List.copyOf(stated.keySet()).subList(0, invited.size()).equals(invited)) {
            return Optional.of("contributions of " + stated.keySet() + ", not of " + invited);
        }
        Set<Signal> said = new HashSet<>(run.result().signalLog());
        for (AgentContribution each : stated.values()) {
            List<Signal> own = run.entries().stream()
                    .filter(entry -> entry.emission().by().equals(each.agentId()) && said.contains(entry.signal()))
                    .map(LogEntry::signal).toList();
            AgentContribution counted = count(each.agentId(), own);
            if (!isSame(each, counted)) {
                return Optional.of(each + " is counted as " + counted);
            }
        }
        return Optional.empty();
    }

    private static AgentContribution count(String agent, List<Signal> own) {
        return new AgentContribution(agent, own.size(), of(own, Payload.Proposal.class),
                of(own, Payload.Challenge.class), of(own, Payload.Vote.class),
                meanConfidence(own));
    }

    /** Mean of the stated confidences; an unstated one does not count, unless all are. */
    private static double meanConfidence(List<Signal> own) {
        return own.stream().filter(signal -> !UnstatedConfidence.isMarked(signal)).mapToDouble(Signal::confidence)
                .average().orElse(own.isEmpty() ? 0 : UnstatedConfidence.VALUE);
    }

    private static int of(List<Signal> own, Class<? extends Payload> kind) {
        return (int) own.stream().map(Signal::payload).filter(kind::isInstance).count();
    }

    private static boolean isSame(AgentContribution stated, AgentContribution counted) {
        return stated.signalsEmitted() == counted.signalsEmitted() && stated.proposalsMade() == counted.proposalsMade()
                && stated.challengesMade() == counted.challengesMade() && stated.votesCast() == counted.votesCast()
                && Math.abs(stated.avgConfidence() - counted.avgConfidence()) <= ROUNDING;
    }
}
