package dev.waggle.lab.example;

// begin
import java.nio.file.Path;

import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.journal.signals.GeneratedSignal;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.Source;
import dev.waggle.signal.codec.SignalCodec;
import dev.waggle.signal.inbox.Inbox;
import dev.waggle.signal.inbox.InboxItem;
import dev.waggle.signal.inbox.SignalMessage;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.World;
// end

/**
 * A signal waits in the inbox of its subscriber until it is acknowledged, also after a restart.
 *
 * <p>{@code java -cp "lab/target/dist/lib/*" dev.waggle.lab.example.DurableSignals}
 */
// begin
public final class DurableSignals {

    public static void main(String... args) {
        Path folder = Path.of("waggle-data");
        try (SignalService signals = SignalService.open(folder, SignalServiceConfig.defaults(), World.system())) {
            signals.inboxes().subscribe(SubscriptionRequest.of("ada", "build:*").withSilent(false));
            GeneratedSignal receipt = signals.generate("build:done", Source.agent("ci"), JsonValue.of("4f1c"));
            System.out.println("signal " + receipt.entry().sequence() + ", " + receipt.durability().description());

            Inbox inbox = signals.inboxes().inboxOf("ada");
            for (InboxItem item : inbox.drain(100)) {
                System.out.println(SignalMessage.text(item, SignalCodec::encode));   // safe to put into a prompt
                inbox.acknowledge(item.entry().sequence());
            }
        }
    }
}
