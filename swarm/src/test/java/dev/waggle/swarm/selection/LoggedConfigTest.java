package dev.waggle.swarm.selection;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import dev.waggle.swarm.evolution.EvolutionConfig;
import dev.waggle.swarm.harness.Budget;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Texts of the configurations that a log holds: those of a record, with each of its values by name. */
class LoggedConfigTest {

    static Stream<Record> configs() {
        return Stream.of(SelectionConfig.defaults(), SelectionConfig.defaults().withTopK(3),
                new SelectionConfig.Weights(0.1, 0.2, 0.3, 0.4), WorkspaceConfig.defaults(),
                EvolutionConfig.defaults(), EvolutionConfig.defaults().withEvolutionEnabled().withMinUrgency(0.25),
                Budget.UNLIMITED, Budget.ofTokens(7), Budget.ofUsd(0.5));
    }

    @ParameterizedTest
    @MethodSource("configs")
    void theTextNamesEachValue(Record config) throws Exception {
        List<String> values = new ArrayList<>();
        for (RecordComponent component : config.getClass().getRecordComponents()) {
            values.add(component.getName() + '=' + component.getAccessor().invoke(config));
        }

        assertThat(config).hasToString(config.getClass().getSimpleName() + values.toString());
    }
}
