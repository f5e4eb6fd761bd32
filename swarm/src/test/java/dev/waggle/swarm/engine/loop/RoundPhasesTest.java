package dev.waggle.swarm.engine.loop;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RoundPhasesTest {

    /** Order of the steps by name, since predictions and their errors are visible in later rounds only (see J17). */
    @Test
    @DisplayName("F3 prediction errors are known after the words of a round and before mathematics looks at it")
    void f3TheStepsByTheirNames() {
        assertThat(RoundPhase.ALL).extracting(RoundPhase::name).containsExactly("predict", "react",
                "publish", "compare", "measure", "advise", "evolve", "challenge", "remember", "settle", "decide");
    }
}
