package dev.waggle.signal;

import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.json.JsonValue;

/** Valid values for tests, so that a test states only the values that matter to it. */
public final class Samples {

    /** Time of the samples. */
    public static final Instant T = Instant.parse("2026-03-01T12:00:00Z");

    private Samples() {}

    /** One payload of each swarm type, in the order of {@link SignalType#SWARM}, with every optional part present. */
    public static List<Payload> swarmPayloads() {
        return List.of(new Payload.Task("Which cache do we use?", "Two nodes, one region."),
                new Payload.Discovery("Reads are 40 times writes.", "access log of a week", 0.9),
                new Payload.Proposal("p-lru", "A local LRU cache.", "Reads dominate."),
                new Payload.Doubt("sig-1", "The log covers a holiday.", Payload.Severity.MEDIUM),
                new Payload.Challenge("sig-2", "Two nodes will disagree.", "A shared cache."),
                new Payload.Vote("p-lru", Payload.Stance.AGREE, "Simple first.", 0.8),
                new Payload.Conflict("sig-2", "sig-3", "local or shared"),
                new Payload.ConsensusReached("p-lru", "A local LRU cache.", 0.75),
                new Payload.Escalate("Nobody knows the budget.", "asked twice"),
                new Payload.SharedMemory("The last cache was never warm.", "experience", 0.4),
                new Payload.ToolResult("grep", "12 hits", false, 35, "scout"));
    }

    /** One signal of each swarm type, then custom ones: together they use every kind of every part. */
    public static List<Signal> oneOfEach() {
        List<Signal> signals = new ArrayList<>();
        for (Payload payload : swarmPayloads()) {
            signals.add(said("each-" + signals.size(), "scout", Draft.of(payload, 0.8)));
        }
        signals.add(said("each-" + signals.size(), "scout", Draft.custom("team:note", Payload.Open.text("hello"))));
        signals.add(full("each-" + signals.size(), new Source.Webhook("hook-1"), Lifetime.unlimited(),
                new Audience.Ids(List.of("a", "b"))));
        signals.add(full("each-" + signals.size(), new Source.Harness("scout", "recorded"), new Lifetime.UntilStep(7),
                new Audience.Role(Audience.RoleName.COORDINATOR)));
        signals.add(full("each-" + signals.size(), new Source.Process("ci"), Lifetime.ttl(Duration.ofSeconds(5)),
                Audience.everyone()));
        signals.add(full("each-" + signals.size(), new Source.System(), Lifetime.defaultTtl(), Audience.everyone()));
        signals.add(full("each-" + signals.size(), new Source.None(), Lifetime.defaultTtl(), Audience.everyone()));
        return List.copyOf(signals);
    }

    /** A signal of an agent at {@link #T}. */
    public static Signal said(String id, String agent, Draft draft) {
        return said(id, agent, T, draft);
    }

    /** A signal of an agent at that time. */
    public static Signal said(String id, String agent, Instant time, Draft draft) {
        return Signal.of(draft, new Stamp(id, Source.agent(agent), time, Scope.NONE));
    }

    /** A discovery of an agent at {@link #T}. */
    public static Signal discovery(String id, String agent) {
        return said(id, agent, Draft.of(new Payload.Discovery("finding " + id, null, 0.5), 0.6));
    }

    /** A proposal of an agent at {@link #T}. */
    public static Signal proposal(String id, String agent, String proposalId) {
        return said(id, agent, Draft.of(new Payload.Proposal(proposalId, "content of " + proposalId, ""), 0.7));
    }

    /** A vote of an agent in favour, at {@link #T}. */
    public static Signal vote(String id, String agent, String proposalId) {
        return said(id, agent, Draft.of(new Payload.Vote(proposalId, Payload.Stance.AGREE, null, 1), 0.8));
    }

    /** A custom signal in which every optional part is present. */
    private static Signal full(String id, Source source, Lifetime lifetime, Audience audience) {
        Map<String, JsonValue> fields = new LinkedHashMap<>();
        fields.put("nothing", JsonValue.ofNull());
        fields.put("flags", JsonValue.of(List.of(JsonValue.of(true), JsonValue.of(false))));
        fields.put("digits", new JsonValue.Num(new BigDecimal("1.50")));
        fields.put("empty", JsonValue.of(Map.of()));
        Payload payload = new Payload.Open("a line", "more lines\nand tabs\t", JsonValue.of(fields),
                URI.create("https://example.org/schema"));
        return new Signal(id, new SignalType(Profile.DURABLE, "build:done"), source, T, payload,
                new Scope("tenant", "thread", "run", 2, 5L),
                new Links("sig-1", "sig-2", "sig-3", List.of("sig-4", "sig-5")),
                new Grading(0.25, Priority.HIGH, -2.5, CausalLevel.INTERVENTION), lifetime, audience,
                Map.of("note", JsonValue.of("später ☕")));
    }
}
