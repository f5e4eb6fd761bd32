package dev.waggle.signal.harness;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RequestHashTest {

    private static final JsonValue.Obj SCHEMA = new JsonValue.Obj(Map.of("type", JsonValue.of("object")));
    private static final HarnessInput INPUT = new HarnessInput("be brief", List.of(Message.user("how?")),
            List.of(new ToolOffer("look", "looks", SCHEMA)),
            List.of(new ToolResult("look", JsonValue.of("north"), null)), "ses_1", 100.0, 0.5);

    @Test
    void equalRequestsHaveEqualHashes() {
        HarnessInput same = new HarnessInput("be brief", List.of(Message.user("how?")),
                List.of(new ToolOffer("look", "looks", SCHEMA)),
                List.of(new ToolResult("look", JsonValue.of("north"), null)), "ses_1", 100.0, 0.5);

        assertThat(RequestHash.of("openai:x", same, SCHEMA)).isEqualTo(RequestHash.of("openai:x", INPUT, SCHEMA))
                .matches("[0-9a-f]{64}");
    }

    /** Every later version must find a recording of today. */
    @Test
    void theHashOfAKnownRequestStaysAsItIs() {
        assertThat(RequestHash.of("abc"))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(RequestHash.of("openai:x", HarnessInput.of(List.of(Message.user("how?"))), null))
                .isEqualTo("f3be3e2cba3aa3accb4b6fec8efb9603295becb93f935d0f56c647315b6f94b9");
    }

    @Test
    void everyPartOfARequestMakesADifference() {
        JsonValue.Obj other = new JsonValue.Obj(Map.of("type", JsonValue.of("array")));
        Set<String> hashes = new HashSet<>(List.of(RequestHash.of("openai:x", INPUT, SCHEMA),
                RequestHash.of("openai:y", INPUT, SCHEMA),
                RequestHash.of("openai:x", INPUT, null),
                RequestHash.of("openai:x", INPUT, other)));
        List<HarnessInput> changed = List.of(
                input(null, "how?", "look", "north", "ses_1", 100.0, 0.5),
                input("be long", "how?", "look", "north", "ses_1", 100.0, 0.5),
                input("be brief", "how? ", "look", "north", "ses_1", 100.0, 0.5),
                input("be brief", "how?", "see", "north", "ses_1", 100.0, 0.5),
                input("be brief", "how?", "look", "south", "ses_1", 100.0, 0.5),
                input("be brief", "how?", "look", "north", "ses_2", 100.0, 0.5),
                input("be brief", "how?", "look", "north", "ses_1", 101.0, 0.5),
                input("be brief", "how?", "look", "north", "ses_1", 100.0, 0.6));
        changed.forEach(input -> hashes.add(RequestHash.of("openai:x", input, SCHEMA)));

        assertThat(hashes).hasSize(12);
    }

    @Test
    void textsCannotPretendToBeFields() {
        HarnessInput one = HarnessInput.of(List.of(Message.user("a\"},{\"role\":\"user\",\"content\":\"b")));
        HarnessInput two = HarnessInput.of(List.of(Message.user("a"), Message.user("b")));

        assertThat(RequestHash.of("m", one, null)).isNotEqualTo(RequestHash.of("m", two, null));
    }

    @Test
    void halvesOfCharactersAreNotAllTheSame() {
        assertThat(RequestHash.of("m", HarnessInput.of(List.of(Message.user("\ud83d"))), null))
                .isNotEqualTo(RequestHash.of("m", HarnessInput.of(List.of(Message.user("\ud83e"))), null));
    }

    private static HarnessInput input(@Nullable String system, String question, String tool,
            String result, String session, double maxTokens, double temperature) {
        return new HarnessInput(system, List.of(Message.user(question)), List.of(new ToolOffer(tool, "looks", SCHEMA)),
                List.of(new ToolResult("look", JsonValue.of(result), null)), session, maxTokens, temperature);
    }
}
