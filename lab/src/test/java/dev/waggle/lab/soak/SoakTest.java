package dev.waggle.lab.soak;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.signal.world.World;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SoakTest {

    private static final long EACH = 4000;

    /** A31 in brief: the soak itself runs for a minute, by hand. */
    @Test
    void eightPublishersAndFourReadersFindNothingBroken() throws InterruptedException {
        List<String> drafts = new ArrayList<>();

        assertThat(new BusSoak(SoakPlan.ofSignals(EACH), World.system(1), drafts::add).run()).isEmpty();

        assertThat(drafts.getLast()).startsWith("soak passed, ").contains(" 32,");
    }
}
