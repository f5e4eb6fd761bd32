package dev.waggle.signal.connectivity.layer;

import dev.waggle.signal.connectivity.ConnectivityException.SignalNotFoundException;
import dev.waggle.signal.connectivity.ConnectivityLayerConfig;
import dev.waggle.signal.connectivity.thread.ThreadLog;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ThreadRegistryTest {

    private final ThreadRegistry logs = new ThreadRegistry(ConnectivityLayerConfig.defaults());

    @Test
    void whatChangedNothingLeavesNoThreadBehind() {
        for (int i = 0; i < 100; i++) {
            String threadId = "t" + i;
            assertThat(logs.withThread(threadId, ThreadLog::lastSequence)).isZero();
            assertThatThrownBy(() -> logs.withThread(threadId, log -> log.require("unknown", "signalId")))
                    .isInstanceOf(SignalNotFoundException.class);
        }

        assertThat(logs.size()).isZero();
    }

    @Test
    void aThreadWithAStepOrAComponentStays() {
        logs.withThread("t1", ThreadLog::advance);
        logs.withThread("t2", log -> {
            log.members().register("c");
            return log;
        });
        assertThat(logs.size()).isEqualTo(2);

        logs.withThread("t2", log -> {
            log.members().unregister("c");
            return log;
        });
        assertThat(logs.size()).isEqualTo(1);
    }
}
