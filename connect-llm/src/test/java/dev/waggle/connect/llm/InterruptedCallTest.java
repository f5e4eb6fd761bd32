package dev.waggle.connect.llm;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import dev.waggle.signal.harness.HarnessException;
import dev.waggle.signal.world.World;
import dev.waggle.testing.provider.FakeAnswer;
import dev.waggle.testing.provider.WireFormatName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class InterruptedCallTest {

    /** The interrupt may meet the moment in which the reply begins; its connection ends even so. */
    @Test
    void anInterruptAtAnyMomentLeavesNoConnection() throws Exception {
        World real = World.system();
        try (ProviderTestBed bed = new ProviderTestBed(
                _ -> new FakeAnswer.Fault.NeverEnds("and ", Duration.ofMillis(1)))) {
            for (int i = 0; i < 200; i++) {
                CompletableFuture<Void> ended = new CompletableFuture<>();
                Thread caller = Thread.ofVirtual().start(() -> {
                    try {
                        bed.model(WireFormatName.OPENAI).run(ProviderTestBed.hello(), bed.context());
                    } catch (InterruptedException | HarnessException expected) {
                        // The stream never ends by itself.
                    } finally {
                        ended.complete(null);
                    }
                });
                int requests = i + 1;
                assertThat(bed.server.awaitRequests(requests, ProviderTestBed.SOON)).isTrue();
                var _ = real.await(new CompletableFuture<Void>(), Duration.ofNanos(i * 20_000L));
                caller.interrupt();
                assertThat(real.await(ended, ProviderTestBed.SOON)).isTrue();
            }
            assertThat(bed.server.awaitOpenStreams(0, ProviderTestBed.SOON)).isTrue();
        }
    }
}
