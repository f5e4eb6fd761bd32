package dev.waggle.swarm.consensus;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import dev.waggle.signal.json.JsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ApprovalRuleJsonTest {

    private static final JsonValue NO_IDS = JsonValue.of(List.of());

    @Test
    void whatIsWrittenIsRead() {
        for (ApprovalRule rule : List.of(ApprovalRule.requiring("maya", "olu"),
                ApprovalRule.NONE.withVetoers(List.of("ben")), ApprovalRule.requiring("a").withVetoers(List.of("a")))) {
            assertThat(ApprovalRule.of(rule.toJson())).isEqualTo(rule);
        }
    }

    @ParameterizedTest
    @MethodSource("damagedRules")
    void aDamagedRuleIsRefusedByItsPath(JsonValue damaged, String message) {
        assertThatIllegalArgumentException().isThrownBy(() -> ApprovalRule.of(damaged)).withMessageContaining(message);
    }

    static Stream<Arguments> damagedRules() {
        return Stream.of(
                damaged(JsonValue.of("maya"), "approval"),
                damaged(JsonValue.ofNull(), "approval"),
                damaged(JsonValue.of(Map.of()), "requiredVoters"),
                damaged(JsonValue.of(Map.of("requiredVoters", NO_IDS)), "vetoers"),
                damaged(JsonValue.of(Map.of("requiredVoters", JsonValue.of("maya"), "vetoers", NO_IDS)),
                        "requiredVoters"),
                damaged(JsonValue.of(Map.of("requiredVoters", NO_IDS, "vetoers",
                        JsonValue.of(List.of(JsonValue.of(1))))), "vetoers"),
                damaged(JsonValue.of(Map.of("requiredVoters", JsonValue.of(List.of(JsonValue.of(" "))), "vetoers",
                        NO_IDS)), "requiredVoters must be ids of agents"),
                damaged(JsonValue.of(Map.of("requiredVoters", NO_IDS, "vetoers", JsonValue.ofTexts(List.of("b", "b")))),
                        "vetoers must be ids of agents, each of them once"),
                damaged(JsonValue.of(Map.of("requiredVoters", NO_IDS, "vetoers", NO_IDS, "requiredVoter",
                        JsonValue.of("maya"))), "requiredVoter is unknown\nMaybe requiredVoters."));
    }

    private static Arguments damaged(JsonValue rule, String message) {
        return Arguments.of(rule, message);
    }
}
