package dev.waggle.journal.signals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

import dev.waggle.journal.inbox.SubscriptionRequest;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class LookingTest {

    @TempDir
    Path data;

    @Test
    void whoOnlyLooksWritesNothing() throws IOException {
        try (SignalService signals = open()) {
            signals.inboxes().subscribe(SubscriptionRequest.of("ada", "build:*"));
            signals.generate("build:done");
        }
        Path facts = data.resolve("inboxes").resolve("events.jsonl");
        byte[] before = Files.readAllBytes(facts);

        for (int look = 0; look < 3; look++) {
            try (SignalService signals = open()) {
                assertThat(signals.inboxes().inboxOf("ada").drain(10)).hasSize(1);
            }
        }

        assertThat(facts).hasBinaryContent(before);
    }

    private SignalService open() {
        return SignalService.open(data, SignalServiceConfig.defaults(),
                new ManualWorld(Instant.parse("2026-01-01T00:00:00Z"), 1));
    }
}
