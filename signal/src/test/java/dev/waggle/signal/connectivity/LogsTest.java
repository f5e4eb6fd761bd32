package dev.waggle.signal.connectivity;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class LogsTest {

    private final Logs logs = new Logs(ConnectivityLayerConfig.defaults());

    @Test
    void whatChangedNothingLeavesNoThreadBehind() {
        for (int i = 0; i < 100; i++) {
            String threadId = "t" + i;
            assertThat(logs.in(threadId, ThreadLog::step)).isZero();
            assertThatThrownBy(() -> logs.in(threadId, log -> log.require("unknown", "signalId")))
                    .isInstanceOf(SignalNotFoundException.class);
        }

        assertThat(logs.size()).isZero();
    }

    @Test
    void aThreadWithAStepOrAComponentStays() {
        logs.in("t1", ThreadLog::advance);
        logs.in("t2", log -> {
            log.roster().register("c");
            return log;
        });
        assertThat(logs.size()).isEqualTo(2);

        logs.in("t2", log -> {
            log.roster().unregister("c");
            return log;
        });
        assertThat(logs.size()).isEqualTo(1);
    }
}
