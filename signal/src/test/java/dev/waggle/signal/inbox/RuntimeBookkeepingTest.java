package dev.waggle.signal.inbox;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import dev.waggle.signal.Audience;
import dev.waggle.signal.Grading;
import dev.waggle.signal.Lifetime;
import dev.waggle.signal.Links;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Profile;
import dev.waggle.signal.Scope;
import dev.waggle.signal.Signal;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.log.Emission;
import dev.waggle.signal.log.LogEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RuntimeBookkeepingTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final Emission RUNTIME = Emission.by("orchestrator");

    @ParameterizedTest
    @ValueSource(strings = {"run:opened", "run:closed", "run:stopping", "round:called", "turn:taken", "part:answered",
        "call:answered", "cost:late", "workflow:start", "workflow:end", "agent:activated", "agent:skipped",
        "agent:joined", "agent:error", "evolution:spawned", "journal:refused", "inbox:read", "inbox:failed",
        "lens:finding", "harness:start", "text:complete", "thinking:complete", "tool:call"})
    void holdsTheFactsOfTheRuntime(String type) {
        assertThat(RuntimeBookkeeping.contains(entry(SignalType.custom(type), RUNTIME))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"run:opened", "run:finished", "turn:taken", "agent:error", "harness:start", "text:done"})
    void signalsOfOtherEmittersAreStatementsWhateverTheirType(String type) {
        for (String by : List.of("ann", "cli", "import", "mcp:editor", "host")) {
            assertThat(RuntimeBookkeeping.contains(entry(SignalType.custom(type), new Emission(by, 1)))).as(by)
                    .isFalse();
        }
    }

    @Test
    void questionsAndDecisionsOfTheRuntimeAreStatements() {
        for (SignalType type : List.of(SignalType.TASK_NEW, SignalType.CONSENSUS_REACHED)) {
            assertThat(RuntimeBookkeeping.contains(entry(type, RUNTIME))).isFalse();
        }
    }

    @Test
    void theTranscriptOfACallIsBookkeepingUnderTheNameOfItsAgent() {
        SignalType start = new SignalType(Profile.HARNESS, "harness:start");

        assertThat(RuntimeBookkeeping.contains(entry(start, new Emission("ann", 3)))).isTrue();
        assertThat(RuntimeBookkeeping.contains(entry(start, Emission.by("import")))).isFalse();
    }

    @Test
    void threadsOfARunAreBookkeepingAndThoseOfAProductAreNot() {
        SignalType type = new SignalType(Profile.CONNECTIVITY, "conflict.active");
        Emission layer = Emission.by("connectivity");

        assertThat(RuntimeBookkeeping.contains(entry(type, layer, Scope.ofRun("run-1", 1)))).isTrue();
        assertThat(RuntimeBookkeeping.contains(entry(type, layer, Scope.NONE))).isFalse();
    }

    @Test
    void auditEntriesOfAServerAreBookkeepingAndSignalsOfAnAgentOfThatNameAreNot() {
        SignalType audit = SignalType.custom("server:audit");

        assertThat(RuntimeBookkeeping.contains(entry(audit, Emission.by(Emission.SERVER)))).isTrue();
        assertThat(RuntimeBookkeeping.contains(entry(audit, new Emission("server", 1)))).isFalse();
        assertThat(RuntimeBookkeeping.contains(entry(audit, Emission.by("host")))).isFalse();
        assertThat(RuntimeBookkeeping.contains(entry(SignalType.custom("text:complete"),
                Emission.by(Emission.SERVER)))).isFalse();
    }

    @Test
    void isDeliveredToASubscriptionThatAsksOrNames() {
        LogEntry opened = entry(SignalType.custom("run:opened"), RUNTIME);

        assertThat(RuntimeBookkeeping.isDelivered(opened, false, List.of("*:*", "*:opened", "**"))).isFalse();
        assertThat(RuntimeBookkeeping.isDelivered(opened, true, List.of("*:*"))).isTrue();
        assertThat(RuntimeBookkeeping.isDelivered(opened, false, List.of("*:*", "run:*"))).isTrue();
    }

    private static LogEntry entry(SignalType type, Emission emission) {
        return entry(type, emission, Scope.NONE);
    }

    private static LogEntry entry(SignalType type, Emission emission, Scope scope) {
        Payload payload = type.equals(SignalType.TASK_NEW) ? new Payload.Task("Ship it?", null)
                : type.equals(SignalType.CONSENSUS_REACHED) ? consensus() : Payload.Open.data(JsonValue.of(1));
        return new LogEntry(1, NOW, emission,
                new Signal("sig-1", type, Source.named(emission.by()), NOW, payload, scope,
                        Links.NONE, new Grading(0.5, null, null, null), Lifetime.unlimited(), Audience.everyone(),
                        Map.of()));
    }

    private static Payload consensus() {
        return new Payload.ConsensusReached("P1", "ship it", 0.9);
    }
}
