package dev.waggle.journal.schema;

import java.time.Instant;

import dev.waggle.journal.JsonText;
import dev.waggle.signal.Payload;
import dev.waggle.signal.Signal;
import dev.waggle.signal.harness.HarnessCodec;
import dev.waggle.signal.harness.HarnessSignals;
import dev.waggle.signal.harness.SignalFactory;
import dev.waggle.signal.harness.SignalFactory.SignalOrigin;
import dev.waggle.signal.json.JsonValue;
import dev.waggle.signal.world.ManualWorld;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/** Harness 7: typed definitions. */
class SignalDefinitionTest {

    private static final JsonValue.Obj SCHEMA = (JsonValue.Obj) JsonText
            .read("""
            {"type":"object","required":["symbol","price","options"],
             "properties":{"symbol":{"type":"string","minLength":1},"price":{"type":"number","minimum":0},
               "currency":{"type":"string","default":"EUR"},
               "options":{"type":"object","default":{},"properties":{"urgent":{"type":"boolean","default":false}}}}}""");

    private final SignalFactory factory = new SignalFactory(new ManualWorld(Instant.EPOCH, 7));

    @Test
    void createFillsDefaultsAndValidates() {
        SignalDefinition trade = SignalDefinition.of("trade:proposed", SCHEMA);

        Signal signal = trade.create(factory, JsonText.read("{\"symbol\":\"W\",\"price\":1}"));

        assertThat(signal.payload()).isEqualTo(Payload.Open.data(JsonText.read(
                "{\"symbol\":\"W\",\"price\":1,\"currency\":\"EUR\",\"options\":{\"urgent\":false}}")));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> trade.create(factory, JsonText.read("{\"symbol\":\"\",\"options\":{\"urgent\":1}}")))
                .withMessage("the payload of trade:proposed is refused: "
                        + "options.urgent must be true or false, got 1; price is missing; "
                        + "symbol must have at least 1 characters, got 0");
    }

    @Test
    void itKnowsItsSignalsByNameAndChecksWhatTheySayOnDemand() {
        SignalDefinition trade = SignalDefinition.of("trade:proposed", SCHEMA);
        Signal good = trade.create(factory, JsonText.read("{\"symbol\":\"W\",\"price\":1}"),
                SignalOrigin.agent("ada"));
        Signal bad = factory.createSignal("trade:proposed", JsonValue.of("W"));
        Signal other = factory.createSignal("trade:done", JsonText.read("{\"symbol\":\"W\",\"price\":1}"));

        assertThat(trade.isOfType(good)).isTrue();
        assertThat(trade.isValid(good)).isTrue();
        assertThat(trade.isOfType(bad)).isTrue();
        assertThat(trade.isValid(bad)).isFalse();
        assertThat(trade.isOfType(other)).isFalse();
        assertThat(trade.isValid(other)).isFalse();
    }

    @Test
    void aDecoderDefinesAsWell() {
        SignalDefinition error = SignalDefinition.of("harness:error",
                value -> HarnessCodec.encode(HarnessCodec.payload(HarnessSignals.ERROR, value)));

        Signal signal = error.create(factory,
                JsonText.read("{\"code\":\"c\",\"message\":\"m\",\"recoverable\":true,\"more\":1}"));

        assertThat(signal.type()).isEqualTo(HarnessSignals.ERROR);
        assertThat(((Payload.Open) signal.payload()).data())
                .isEqualTo(JsonText.read("{\"code\":\"c\",\"message\":\"m\",\"recoverable\":true}"));
        assertThatIllegalArgumentException().isThrownBy(() -> error.create(factory, JsonText.read("{\"code\":1}")))
                .withMessage("the payload of harness:error is refused: code must be a text, got 1");
    }

    @Test
    void aSchemaThatIsNoneAndANameThatIsNoneAreRefused() {
        JsonValue.Obj elsewhere = (JsonValue.Obj) JsonText.read("{\"$ref\":\"https://example.org/schema\"}");
        JsonValue.Obj broken = (JsonValue.Obj) JsonText.read("{\"type\":\"object\",\"pattern\":\"(\"}");

        assertThatIllegalArgumentException().isThrownBy(() -> SignalDefinition.of("a:b", elsewhere))
                .withMessageContaining("https://example.org/schema");
        assertThatIllegalArgumentException().isThrownBy(() -> SignalDefinition.of("a:b", broken))
                .withMessageStartingWith("no JSON Schema: ");
        assertThatIllegalArgumentException().isThrownBy(() -> SignalDefinition.of("a:*", SCHEMA))
                .withMessageContaining("must not hold a star, got \"a:*\"");
    }

    @Test
    void ownSchemasMayReferToOurs() {
        SignalDefinition asked = SignalDefinition.of("asked",
                (JsonValue.Obj) JsonText.read("{\"$ref\":\"urn:waggle:schema:harness/input\"}"));

        assertThat(asked.isValid(factory.createSignal("asked", JsonText.read("{\"messages\":[]}")))).isTrue();
        assertThat(asked.isValid(factory.createSignal("asked", JsonText.read("{\"messages\":[1]}")))).isFalse();
    }
}
