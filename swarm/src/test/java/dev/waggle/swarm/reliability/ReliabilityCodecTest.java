package dev.waggle.swarm.reliability;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReliabilityCodecTest {

    private static final List<String> AGENTS = PanelSimulation.agents("ag€nt ", 12);

    private final PanelSimulation simulation = new PanelSimulation(1);

    ReliabilityCodecTest() {
        AGENTS.forEach(agent -> simulation.with(agent, 0.6));
    }

    @Test
    void aStateThatWasReadLearnsOnToTheSameBits() {
        ReliabilityState state = new ReliabilityState();
        ReliabilityState read = new ReliabilityState();
        Random random = new Random(2);
        for (int i = 0; i < 300; i++) {
            int from = random.nextInt(8);
            PanelSimulation.Item item = simulation.item(i % 3 == 0 ? "math" : "task " + i % 5,
                    AGENTS.subList(from, from + 2 + i % 3));
            item.teach(state);
            item.teach(read);
            if (i % 7 == 0) {
                byte[] bytes = ReliabilityCodec.write(read);
                read = ReliabilityCodec.read(bytes);
                assertThat(ReliabilityCodec.write(read)).as("outcome %d", i).isEqualTo(bytes);
                assertThat(read.terms().pairBytes()).isEqualTo(state.terms().pairBytes());
            }
        }

        assertThat(read.version()).isEqualTo(state.version());
        assertThat(read.outcomes()).isEqualTo(state.outcomes());
        assertThat(read.agents()).isEqualTo(state.agents());
        assertThat(read.categories()).isEqualTo(state.categories());
        assertThat(read.weights(AGENTS, "math")).isEqualTo(state.weights(AGENTS, "math"));
        assertThat(ReliabilityCodec.write(read)).isEqualTo(ReliabilityCodec.write(state));
    }

    @Test
    void aStateWithoutOutcomesComesBack() {
        byte[] bytes = ReliabilityCodec.write(new ReliabilityState());
        assertThat(ReliabilityCodec.read(bytes).version()).isEqualTo(ReliabilityState.UNTAUGHT);
        assertThat(ReliabilityCodec.write(ReliabilityCodec.read(bytes))).isEqualTo(bytes);
    }

    @Test
    void everyPartOfAStateIsRefused() {
        byte[] bytes = small();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> ReliabilityCodec.read(cut)).as("%d bytes", length)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> ReliabilityCodec.read(Arrays.copyOf(bytes, bytes.length + 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyFlippedBitIsRefused() {
        byte[] bytes = small();
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> ReliabilityCodec.read(bytes)).as("bit %d", bit)
                    .isInstanceOf(IllegalArgumentException.class);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
        assertThat(ReliabilityCodec.read(bytes).outcomes()).isEqualTo(3);
    }

    private byte[] small() {
        ReliabilityState state = new ReliabilityState();
        for (int i = 0; i < 3; i++) {
            PanelSimulation.Item item = simulation.item("math", AGENTS.subList(i, i + 2));
            state.learn(item.decision(), i == 0 ? OptionalInt.empty() : OptionalInt.of(item.right()));
        }
        return ReliabilityCodec.write(state);
    }
}
