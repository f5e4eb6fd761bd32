package dev.waggle.lab.server;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.lab.server.ServerMixStudy.MixPlan;
import dev.waggle.lab.server.ServerStartStudy.StartTimes;
import dev.waggle.lab.server.ServerStreamStudy.StreamFigures;
import dev.waggle.lab.server.ServerStreamStudy.StreamPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Small runs of the studies of the server. They state that the figures are there, and nothing about time. */
@Timeout(300)
class ServerStudiesTest {

    private static final int CLIENTS = 10;
    private static final int MESSAGES = 50;

    /** As in the study itself: fewer messages would fit into the buffers of the connection. */
    private static final int FLOOD = 24 * 1_024;

    private final List<String> printed = new ArrayList<>();

    @Test
    void everyClientHasEveryEventOnceAndInOrder() throws Exception {
        StreamFigures figures = ServerStreamStudy.measure(new StreamPlan(CLIENTS, MESSAGES, 1_000, 1,
                new StudyPanel(true, 3, 5, 1), FLOOD), printed::add);

        assertThat(figures.wrong()).isZero();
        assertThat(figures.served()).hasSize(1).allMatch(one -> one.micros() > 0);
        assertThat(figures.plain()).hasSize(1).allMatch(one -> one.micros() > 0);
        assertThat(figures.followed()).hasSize(1).allMatch(one -> one.entries() > 15 && one.millis() > 0);
        assertThat(figures.beside()).extracting(StreamMeasurement.TimedSolve::millis).allMatch(millis -> millis > 0);
        assertThat(figures.slow().isTold()).isTrue();
        assertThat(figures.slow().cut()).isZero();
        assertThat(printed).anyMatch(line -> line.startsWith("ratio"));
    }

    @Test
    void everyRequestOfTheMixIsAnswered() throws Exception {
        LatencyTable table = ServerMixStudy.measure(new MixPlan(1, 0, 100, 5), printed::add);

        assertThat(table.count()).isEqualTo(100);
        assertThat(table.millis(0.5)).isPositive().isLessThanOrEqualTo(table.millis(0.99));
        assertThat(printed).anyMatch(line -> line.startsWith("all"));
    }

    @Test
    void bothServersStart() throws Exception {
        StartTimes times = ServerStartStudy.measure(1, false, printed::add);

        assertThat(times.served()).hasSize(1).allMatch(start -> start.millis() > 0);
        assertThat(times.plain()).hasSize(1).allMatch(start -> start.millis() > 0);
    }
}
