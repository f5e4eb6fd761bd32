package dev.waggle.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.GeneratedSignal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.journal.signals.SignalTools;
import dev.waggle.signal.Draft;
import dev.waggle.signal.Payload;
import dev.waggle.signal.SignalType;
import dev.waggle.signal.Source;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.SignalMessage;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.tool.ToolDefinition;
import dev.waggle.signal.tool.ToolRegistry;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Swarm;
import dev.waggle.swarm.SwarmConfig;
import dev.waggle.swarm.Task;
import dev.waggle.swarm.agent.Agent;
import dev.waggle.swarm.agent.AgentProfile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The program of docs/durable-log.md, as it stands there. */
class DurableLogExampleTest {

    @TempDir
    Path folder;

    @Test
    void theExampleDoesWhatItSays() {
        List<String> told = new ArrayList<>();
        List<String> heardInTurn = new ArrayList<>();
        Agent ada = Agent.of(AgentProfile.of("ada").withListens(List.of(SignalType.TASK_NEW)), turn -> {
            turn.stimuli().forEach(signal -> heardInTurn.add(signal.type().text()));
            return List.of(Draft.custom("chat:message", Payload.Open.text("read it")));
        });
        List<Agent> agents = List.of(ada);

        try (SignalService signals = SignalService.open(folder.resolve("data"), SignalServiceConfig.defaults(),
                World.system())) {
            signals.inboxes().subscribe(SubscriptionRequest.of("ada", "build:*").withSilent(false));
            GeneratedSignal receipt = signals.generate("build:done", Source.agent("ci"), JsonValue.of("4f1c"));
            assertThat(receipt.entry().sequence()).isEqualTo(1);
            assertThat(receipt.durability().description()).isEqualTo("synced every 100 ms");

            Inbox inbox = signals.inboxes().inboxOf("ada");
            for (InboxItem item : inbox.drain(100)) {
                String text = SignalMessage.text(item, SignalCodec::encode);
                inbox.acknowledge(item.entry().sequence());
                told.add(text);
            }

            ToolRegistry tools = ToolRegistry.of(SignalTools.of(signals));
            SwarmConfig config = SwarmConfig.of(agents).withJournal(signals.log()).withInboxes(signals.inboxes());

            assertThat(tools.definitions()).extracting(ToolDefinition::name)
                    .containsExactly("generate_signal", "signal_subscribe", "signal_unsubscribe");
            signals.generate("build:failed");
            try (Swarm swarm = new Swarm(config)) {
                swarm.solve(Task.of("Ship it?"));
            }
        }

        assertThat(told).singleElement().asString().contains("type: build:done", "data: \"4f1c\"");
        assertThat(heardInTurn).containsExactly("task:new", "build:failed");
    }
}
