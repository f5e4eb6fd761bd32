package dev.waggle.lab.example;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import dev.waggle.journal.signals.ScheduledSignal;
import dev.waggle.journal.signals.SignalReceipt;
import dev.waggle.journal.signals.SignalService;
import dev.waggle.journal.signals.SignalServiceConfig;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The example of docs/durable-log.md about requests. */
class SignalSubmissionTest {

    @Test
    void aSecondSignalOfTheKeyReplacesTheWaitingOne(@TempDir Path folder) {
        ManualWorld world = new ManualWorld(Instant.parse("2026-12-01T09:00:00Z"), 1);
        Instant time = world.now().plus(Duration.ofHours(1));
        try (SignalService signals = SignalService.open(folder, SignalServiceConfig.defaults(), world)) {
            SignalReceipt first = SignalSubmission.submit(signals, time);
            SignalReceipt second = SignalSubmission.submit(signals, time.plusSeconds(1));

            assertThat(List.of(first, second)).allMatch(ScheduledSignal.class::isInstance);
            assertThat(signals.delayed().list()).hasSize(1);
        }
    }
}
