package dev.waggle.swarm.event.json;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Payload.Stance;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.json.JsonLine;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.swarm.SwarmResult;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import dev.waggle.swarm.event.SwarmEvent;
import dev.waggle.swarm.testbed.SolveTestBed;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The JSON of the events of a solve; the module of the command validates each case against the shipped schema. */
class SwarmEventJsonTest {

    private final SolveTestBed table = new SolveTestBed();

    @Test
    void everyEventOfASolveHasItsTypeAndItsRun() {
        SwarmResult result = solve();
        Function<SwarmEvent, JsonValue.Obj> encoder = SwarmEventJson.ofSolve();

        assertThat(table.events).hasSizeGreaterThan(20).allSatisfy(event -> assertThat(encoder.apply(event).fields())
                .containsEntry("type", JsonValue.of(event.type()))
                .containsEntry("run", JsonValue.of(result.solveId())));
    }

    @Test
    void anEventAloneHasTheRunThatItNames() {
        SwarmResult result = solve();

        assertThat(SwarmEventJson.of(new SwarmEvent.RoundStarted(1)).fields()).isEqualTo(Map.of("type",
                JsonValue.of("round:start"), "round", JsonValue.of(1)));
        assertThat(SwarmEventJson.of(new SwarmEvent.SolveCompleted(result)).fields())
                .containsEntry("run", JsonValue.of(result.solveId())).containsEntry("result", ResultJson.of(result));
        assertThat(table.events(SwarmEvent.SignalEmitted.class)).allSatisfy(event -> assertThat(
                SwarmEventJson.of(event).fields()).containsEntry("run", JsonValue.of(result.solveId()))
                .containsEntry("signal", SignalCodec.encode(event.signal())));
    }

    @Test
    void theStartHasTheQuestionAndOmitsWhatItDoesNotHave() {
        assertThat(JsonLine.of(SwarmEventJson.of(new SwarmEvent.SolveStarted("r", Task.of("Which way?")))))
                .isEqualTo("{\"type\":\"solve:start\",\"run\":\"r\",\"task\":\"Which way?\"}");
        assertThat(JsonLine.of(SwarmEventJson.of(new SwarmEvent.SolveStarted("r", Task.of("Which way?")
                .withContext("a fork").withTitle("Ways"))))).isEqualTo("{\"type\":\"solve:start\",\"run\":\"r\","
                        + "\"task\":\"Which way?\",\"context\":\"a fork\",\"title\":\"Ways\"}");
    }

    private SwarmResult solve() {
        return table.solve(agent("one"), agent("two"));
    }

    private static Agent agent(String id) {
        return Agent.of(AgentProfile.of(id), turn -> turn.stimuli().stream().flatMap(signal -> switch (signal
                .payload()) {
            case Payload.Task _ when id.equals("one") -> List.of(
                    Draft.of(new Payload.Proposal("shard", "Shard", "it is time"), 0.9), vote()).stream();
            case Payload.Proposal _ when id.equals("two") -> List.of(vote()).stream();
            default -> List.<Draft>of().stream();
        }).toList());
    }

    private static Draft vote() {
        return Draft.of(new Payload.Vote("shard", Stance.AGREE, "it is time", 0.9), 0.9);
    }
}
