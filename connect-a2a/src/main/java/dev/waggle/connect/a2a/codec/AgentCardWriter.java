package dev.waggle.connect.a2a.codec;

import java.util.List;

import dev.waggle.connect.a2a.protocol.A2aAgentCard;
import dev.waggle.connect.a2a.protocol.A2aAgentIdentity;
import dev.waggle.connect.a2a.protocol.A2aCapabilities;
import dev.waggle.connect.a2a.protocol.A2aInterface;
import dev.waggle.connect.a2a.protocol.A2aSkill;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;

/**
 * Writer of agent cards. The form of version 0.3 also lists the interfaces in the field of version 1.0, so that a client
 * that asks for no version finds both.
 */
final class AgentCardWriter {

    private AgentCardWriter() {}

    static JsonValue.Obj write(A2aVersion version, A2aAgentCard card) {
        boolean isLegacy = version == A2aVersion.V0_3;
        JsonObjectBuilder to = new JsonObjectBuilder();
        if (isLegacy) {
            to.with("protocolVersion", A2aVersion.V0_3.cardNumber());
        }
        identity(to, card.identity());
        if (isLegacy) {
            legacyInterfaces(to, card.interfaces());
        }
        to.with("supportedInterfaces", card.interfaces().stream().map(AgentCardWriter::current).toList())
                .with("capabilities", capabilities(isLegacy, card.capabilities()));
        if (isLegacy) {
            to.with("supportsAuthenticatedExtendedCard", card.capabilities().hasExtendedCard());
            SecurityCodec.legacy(to, card.security());
        } else {
            SecurityCodec.current(to, card.security());
        }
        return to.withTexts("defaultInputModes", card.modes().inputs())
                .withTexts("defaultOutputModes", card.modes().outputs())
                .with("skills", card.skills().stream().map(AgentCardWriter::skill).toList()).json();
    }

    private static void identity(JsonObjectBuilder to, A2aAgentIdentity identity) {
        to.with("name", identity.name()).with("description", identity.description())
                .with("version", identity.version());
        A2aAgentIdentity.Provider provider = identity.provider();
        if (provider != null) {
            to.with("provider", new JsonObjectBuilder().with("organization", provider.organization())
                    .with("url", provider.url()).json());
        }
        to.withPresent("documentationUrl", identity.documentationUrl()).withPresent("iconUrl", identity.iconUrl());
    }

    /** The first interface of version 0.3 is the preferred one, and the first of all if there is none. */
    private static void legacyInterfaces(JsonObjectBuilder to, List<A2aInterface> all) {
        List<A2aInterface> legacy = all.stream()
                .filter(item -> A2aVersion.of(item.protocolVersion()).filter(A2aVersion.V0_3::equals).isPresent())
                .toList();
        A2aInterface preferred = legacy.isEmpty() ? all.getFirst() : legacy.getFirst();
        to.with("url", preferred.url()).with("preferredTransport", preferred.binding());
        to.with("additionalInterfaces", legacy.stream().map(item -> new JsonObjectBuilder()
                .with("url", item.url()).with("transport", item.binding()).json()).toList());
    }

    private static JsonValue.Obj current(A2aInterface item) {
        return new JsonObjectBuilder().with("url", item.url()).with("protocolBinding", item.binding())
                .with("protocolVersion", item.protocolVersion()).withPresent("tenant", item.tenant()).json();
    }

    private static JsonValue.Obj capabilities(boolean isLegacy, A2aCapabilities capabilities) {
        JsonObjectBuilder to = new JsonObjectBuilder().with("streaming", capabilities.isStreaming())
                .with("pushNotifications", capabilities.hasPush());
        if (!isLegacy) {
            to.with("extendedAgentCard", capabilities.hasExtendedCard());
        }
        if (!capabilities.extensions().isEmpty()) {
            to.with("extensions", capabilities.extensions().stream().map(AgentCardWriter::extension).toList());
        }
        return to.json();
    }

    private static JsonValue.Obj extension(A2aCapabilities.Extension extension) {
        JsonObjectBuilder to = new JsonObjectBuilder().with("uri", extension.uri())
                .withPresent("description", extension.description()).with("required", extension.isRequired());
        WireTree.add(to, "params", extension.parameters());
        return to.json();
    }

    private static JsonValue.Obj skill(A2aSkill skill) {
        JsonObjectBuilder to = new JsonObjectBuilder().with("id", skill.id()).with("name", skill.name())
                .with("description", skill.description()).withTexts("tags", skill.tags());
        WireTree.add(to, "examples", skill.examples());
        WireTree.add(to, "inputModes", skill.modes().inputs());
        WireTree.add(to, "outputModes", skill.modes().outputs());
        return to.json();
    }
}
