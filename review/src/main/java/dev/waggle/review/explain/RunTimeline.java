package dev.waggle.review.explain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

import dev.waggle.review.RunLog;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.log.LogEntry;
import dev.waggle.swarm.identity.AuthorKey;
import dev.waggle.swarm.identity.InfrastructureNames;

/**
 * Timeline of a run: challenges by the swarm itself, and changed votes.
 *
 * @param interventions in order
 * @param changes in order
 */
public record RunTimeline(List<Intervention> interventions, List<ChangeOfMind> changes) {

    /** Maximum number of interventions listed. */
    static final int MAX_INTERVENTIONS = 100;

    /** Parts of the swarm that challenge and doubt by themselves. */
    private static final Set<
            String> PARTS = Set.of(InfrastructureNames.ORCHESTRATOR, InfrastructureNames.DEBATE_MODERATOR,
                    InfrastructureNames.ADVISOR, InfrastructureNames.META_AGENT);

    public RunTimeline {
        interventions = List.copyOf(interventions);
        changes = List.copyOf(changes);
    }

    /**
     * Challenge or doubt by a part of the swarm that is no agent.
     *
     * @param by name of the part
     * @param target the signal or proposal that it is against
     * @param answeredBy agents that replied to it
     * @param changedBy agents that changed their vote afterwards
     */
    public record Intervention(LogEntry entry, String by, String kind, String target, String text,
            Set<String> answeredBy,
            Set<String> changedBy) {}

    /**
     * Vote of an agent on a proposal that differs from its earlier one.
     *
     * @param entry the later vote
     */
    public record ChangeOfMind(LogEntry entry, String agent, String proposal, Stance from, Stance to) {}

    /** The timeline of a log. */
    public static RunTimeline of(RunLog log) {
        Map<List<String>, Stance> stances = new HashMap<>();
        Map<String, Set<String>> answers = new HashMap<>();
        List<ChangeOfMind> changes = new ArrayList<>();
        List<LogEntry> sent = new ArrayList<>();
        for (LogEntry entry : log.statements()) {
            Signal signal = entry.signal();
            String source = AuthorKey.of(signal.source());
            String answered = signal.links().replyTo();
            if (answered != null) {
                answers.computeIfAbsent(answered, _ -> new HashSet<>()).add(source);
            }
            if (signal.payload() instanceof Payload.Vote vote) {
                Stance before = stances.put(List.of(source, vote.proposalId()), vote.stance());
                if (before != null && before != vote.stance()) {
                    changes.add(new ChangeOfMind(entry, source, vote.proposalId(), before, vote.stance()));
                }
            } else if (isOfSwarm(signal)) {
                sent.add(entry);
            }
        }
        List<Intervention> interventions = sent.stream().limit(MAX_INTERVENTIONS)
                .map(entry -> intervention(entry, answers, changes)).toList();
        return new RunTimeline(interventions, changes);
    }

    private static boolean isOfSwarm(Signal signal) {
        boolean objects = signal.payload() instanceof Payload.Challenge || signal.payload() instanceof Payload.Doubt;
        return objects && signal.source() instanceof Source.Named(String name) && PARTS.contains(name);
    }

    private static Intervention intervention(LogEntry entry, Map<String, Set<String>> answers,
            List<ChangeOfMind> changes) {
        Signal signal = entry.signal();
        Set<String> changedBy = new TreeSet<>();
        for (ChangeOfMind change : changes) {
            if (change.entry().sequence() > entry.sequence()) {
                changedBy.add(change.agent());
            }
        }
        Set<String> answeredBy = new TreeSet<>(answers.getOrDefault(signal.id(), Set.of()));
        String by = signal.source().label();
        return switch (signal.payload()) {
            case Payload.Challenge challenge -> new Intervention(entry, by, "challenge", challenge.targetSignalId(),
                    challenge.counterArgument(), answeredBy, changedBy);
            case Payload.Doubt doubt -> new Intervention(entry, by, "doubt", doubt.targetSignalId(), doubt.concern(),
                    answeredBy, changedBy);
            case Payload other -> throw new IllegalStateException("no objection: " + other);
        };
    }
}
