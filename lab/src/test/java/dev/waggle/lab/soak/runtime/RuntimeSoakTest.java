package dev.waggle.lab.soak.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RuntimeSoakTest {

    @Test
    void aFewRoundsOfEachWorkFindNothingWrongAndNothingThatGrows() throws Exception {
        List<String> lines = new ArrayList<>();

        assertThat(new RuntimeSoak(RuntimeSoakPlan.ofRounds(3, 1), lines::add).run()).isEmpty();

        assertThat(lines.getLast()).startsWith("soak passed, ").contains("solves=6", "mcp=6");
    }

    @Test
    @Tag("long")
    void aMinuteFindsNothingWrongAndNothingThatGrows() throws Exception {
        List<String> lines = new ArrayList<>();

        assertThat(new RuntimeSoak(RuntimeSoakPlan.lasting(Duration.ofMinutes(1), 2), lines::add).run()).isEmpty();

        assertThat(lines.getLast()).startsWith("soak passed, ");
    }
}
