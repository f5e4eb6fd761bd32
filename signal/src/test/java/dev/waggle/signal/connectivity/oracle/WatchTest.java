package dev.waggle.signal.connectivity.oracle;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Faults that {@link StateInvariants} finds in the earlier implementation, which does lose signals. */
class WatchTest {

    @Test
    void aSignalThatQueriesDoNotFindIsAFault() throws Exception { // C19
        assertThat(watched("h20-nested-emit-in-superseded-lost"))
                .anyMatch(fault -> fault.contains("is known to get only"));
    }

    @Test
    void aSignalThatNobodyIsToldOfIsAFault() throws Exception { // C18
        assertThat(watched("h57-resolver-superseded-then-throws"))
                .anyMatch(fault -> fault.contains("by its events null"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"h21-nested-advance-in-superseded", "h28-nested-advance-in-expired", "h61-hook-nested"})
    void nestedOperationsLoseNothingByThemselves(String id) throws Exception {
        assertThat(watched(id)).isEmpty();
    }

    private static List<String> watched(String id) throws Exception {
        return StateInvariants.over(Trace.of(id), TracedOriginal::make);
    }
}
