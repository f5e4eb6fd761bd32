package dev.waggle.swarm.advisor.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.swarm.advisor.AdvisorReport.ObjectionCycle;
import dev.waggle.swarm.identity.AuthorKey;
import org.jspecify.annotations.Nullable;

/**
 * Detector of objection cycles: a chain of objections to objections that returns to one of its speakers. A question,
 * its answer and thanks are no objections; an objection that is answered once is a defence. Each cycle of agents is
 * reported once, for any starting agent. Owned by one thread.
 *
 * <p>A signal costs at most {@value #MAX_STEPS} steps back.
 */
final class CycleDetector {

    /** Minimum of objections: an objection, its rebuttal and the objection again, or three agents in turn. */
    static final int MIN_OBJECTIONS = 3;

    /** Maximum number of agents of a detected cycle; a longer one is a debate of all. */
    static final int MAX_STEPS = 16;

    /** Maximum number of cycles stored: enough to see that a swarm does nothing else. */
    static final int MAX_CYCLES = 100;

    private record Utterance(Source speaker, SignalType type, boolean objects, @Nullable String answers) {
        String author() {
            return AuthorKey.of(speaker);
        }
    }

    private final Map<String, Utterance> utterances = new HashMap<>();
    private final Map<List<String>, ObjectionCycle> cycles = new LinkedHashMap<>();

    void accept(Signal signal) {
        Utterance utterance = new Utterance(signal.source(), signal.type(),
                isObjection(signal.payload()), answered(signal));
        if (utterances.putIfAbsent(signal.id(), utterance) == null && utterance.objects()) {
            findCycle(signal.id(), utterance);
        }
    }

    List<ObjectionCycle> cycles() {
        return List.copyOf(cycles.values());
    }

    /** True if it opposes another signal. */
    static boolean isObjection(Payload payload) {
        return payload instanceof Payload.Challenge || payload instanceof Payload.Doubt;
    }

    /** The signal that it replies to, else the one that it objects to. */
    private static @Nullable String answered(Signal signal) {
        String replyTo = signal.links().replyTo();
        return replyTo != null ? replyTo : switch (signal.payload()) {
            case Payload.Challenge challenge -> challenge.targetSignalId();
            case Payload.Doubt doubt -> doubt.targetSignalId();
            case Payload.Task _, Payload.Discovery _, Payload.Proposal _, Payload.Vote _, Payload.Conflict _ -> null;
            case Payload.ConsensusReached _, Payload.Escalate _, Payload.SharedMemory _ -> null;
            case Payload.ToolResult _, Payload.Open _ -> null;
        };
    }

    /** Follows the objections back from this one until its speaker occurs again. */
    private void findCycle(String signalId, Utterance last) {
        List<Utterance> back = new ArrayList<>(List.of(last));
        int closing = 0;
        Utterance before = before(last);
        while (before != null && back.size() <= MAX_STEPS && (closing == 0 || back.size() < MIN_OBJECTIONS)) {
            if (closing == 0 && before.speaker().equals(last.speaker())) {
                closing = back.size();
            }
            if (!before.objects()) {
                break;
            }
            back.add(before);
            before = before(before);
        }
        if (closing >= 2 && back.size() >= MIN_OBJECTIONS && cycles.size() < MAX_CYCLES) {
            record(signalId, back.subList(0, closing).reversed());
        }
    }

    private @Nullable Utterance before(Utterance utterance) {
        return utterance.answers() == null ? null : utterances.get(utterance.answers());
    }

    private void record(String signalId, List<Utterance> round) {
        List<Utterance> distinct = new ArrayList<>();
        Set<Source> speakers = new HashSet<>();
        round.stream().filter(step -> speakers.add(step.speaker())).forEach(distinct::add);
        if (distinct.size() < 2) {
            return;
        }
        String first = Collections.min(distinct.stream().map(Utterance::author).toList());
        while (!distinct.getFirst().author().equals(first)) {
            Collections.rotate(distinct, -1);
        }
        List<String> agents = distinct.stream().map(Utterance::author).toList();
        cycles.putIfAbsent(agents,
                new ObjectionCycle(agents, distinct.stream().map(Utterance::type).toList(), signalId));
    }
}
