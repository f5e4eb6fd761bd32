package dev.waggle.signal;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class SignalTypeTest {

    /** Scenario A34. */
    @Test
    void theSwarmFamilyHasElevenTypesAndEachHasItsPayload() {
        List<SignalType> types = Samples.swarmPayloads().stream().map(payload -> Draft.of(payload, 1).type()).toList();

        assertThat(types).isEqualTo(SignalType.SWARM).hasSize(11).doesNotHaveDuplicates();
        assertThat(types).extracting(SignalType::text).containsExactly("task:new", "discovery", "proposal", "doubt",
                "challenge", "vote", "conflict", "consensus:reached", "escalate", "memory:shared", "tool:result");
        assertThat(types).allSatisfy(type -> {
            assertThat(SignalType.swarm(type.text())).isSameAs(type);
            assertThat(SignalType.of(type.text())).isSameAs(type);
            assertThat(new SignalType(Profile.SWARM, type.text())).isEqualTo(type).hasSameHashCodeAs(type);
        });
    }

    /** Scenario A34. */
    @ParameterizedTest
    @ValueSource(strings = {"task", "Task:new", "task:new ", "task:new:now", "chat:message", "agent.error"})
    void anUnknownSwarmTypeIsRejected(String word) {
        assertThatIllegalArgumentException().isThrownBy(() -> SignalType.swarm(word))
                .withMessage("unknown swarm type \"" + word + "\"\nMaybe it is your own type: use SignalType.custom(\""
                        + word + "\").");
        assertThatIllegalArgumentException().isThrownBy(() -> new SignalType(Profile.SWARM, word))
                .withMessageStartingWith("unknown swarm type");
        assertThat(SignalType.of(word)).isEqualTo(SignalType.custom(word));
    }

    @Test
    void theSameWordInAnotherFamilyIsAnotherType() {
        assertThat(SignalType.custom("vote")).isNotEqualTo(SignalType.VOTE);
        assertThat(new SignalType(Profile.HARNESS, "tool:result")).isNotEqualTo(SignalType.TOOL_RESULT);
    }

    @Test
    void segmentsAreSplitAtTheSeparatorOfTheFamilyAndEmptyOnesAreKept() {
        assertThat(SignalType.CONSENSUS_REACHED.segments()).containsExactly("consensus", "reached");
        assertThat(SignalType.VOTE.segments()).containsExactly("vote");
        assertThat(SignalType.custom("a::b").segments()).containsExactly("a", "", "b");
        assertThat(SignalType.custom(":").segments()).containsExactly("", "");
        assertThat(SignalType.custom("::a:").segments()).containsExactly("", "", "a", "");
        assertThat(SignalType.custom("a.b").segments()).containsExactly("a.b");
        assertThat(new SignalType(Profile.CONNECTIVITY, "thread..open:x").segments())
                .containsExactly("thread", "", "open:x");
    }

    @Test
    void aTypeReadsAsItsWordWithTheFamilyWhereItIsNeeded() {
        assertThat(SignalType.TASK_NEW).hasToString("task:new");
        assertThat(SignalType.custom("my:type")).hasToString("my:type");
        assertThat(new SignalType(Profile.DURABLE, "build:done")).hasToString("durable/build:done");
    }

    @Test
    void everyProfileIsFoundByItsWord() {
        for (Profile profile : Profile.values()) {
            assertThat(Profile.of(profile.wireName())).isEqualTo(profile);
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Profile.of("SWARM")).withMessageContaining("\"SWARM\"");
    }
}
