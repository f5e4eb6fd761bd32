package dev.waggle.swarm.selection.turn;

import java.time.Instant;

import dev.waggle.signal.CausalLevel;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Severity;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.Source;
import dev.waggle.signal.Stamp;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.identity.UnstatedConfidence;
import org.jspecify.annotations.Nullable;

/** Signals of these tests, by type. */
public final class SampleSignals {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private SampleSignals() {}

    public static Signal signal(String id, String type, String source, double confidence) {
        return said(id, payload(type), source, confidence, null, null);
    }

    static Signal signal(String id, String type, String source, double confidence, @Nullable CausalLevel level) {
        return said(id, payload(type), source, confidence, level, null);
    }

    static Signal urgent(String id, String type, String source, double confidence, double priority) {
        return said(id, payload(type), source, confidence, null, priority);
    }

    public static Signal proposes(String agent, String proposal, double confidence) {
        return said(agent + " proposes " + proposal, new Payload.Proposal(proposal, "do " + proposal, ""), agent,
                confidence, null, null);
    }

    public static Signal votes(String agent, Stance stance, String proposal, double confidence) {
        return said(agent + " votes " + stance + confidence, new Payload.Vote(proposal, stance, null, 1), agent,
                confidence, null, null);
    }

    /** The same signal, with a confidence that nobody stated. */
    public static Signal unstated(Signal signal) {
        return Signal.of(UnstatedConfidence.mark(signal.toDraft()),
                new Stamp(signal.id(), signal.source(), signal.time(), signal.scope()));
    }

    static Signal said(String id, Payload payload, String source, double confidence, @Nullable CausalLevel level,
            @Nullable Double priority) {
        Draft draft = payload instanceof Payload.Open open
                ? Draft.custom("my:type", open)
                : Draft.of(payload, confidence).withGrading(new Grading(confidence, null, priority, level));
        Source who = source.equals("orchestrator") ? Source.named(source) : Source.agent(source);
        return Signal.of(draft, new Stamp(id, who, NOON, Scope.ofRun("run", 1)));
    }

    private static Payload payload(String type) {
        return switch (type) {
            case "task:new" -> new Payload.Task("what now?", null);
            case "discovery" -> new Payload.Discovery("found", null, 1);
            case "proposal" -> new Payload.Proposal("p", "do p", "");
            case "challenge" -> new Payload.Challenge("x", "but", null);
            case "doubt" -> new Payload.Doubt("x", "hm", Severity.LOW);
            case "vote" -> new Payload.Vote("p", Stance.AGREE, null, 1);
            case "my:type" -> new Payload.Open("mine", null, JsonValue.ofNull(), null);
            default -> throw new IllegalArgumentException("no payload for " + type);
        };
    }
}
