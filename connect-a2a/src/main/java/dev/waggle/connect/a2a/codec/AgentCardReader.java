package dev.waggle.connect.a2a.codec;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.connect.a2a.protocol.A2aAgentCard;
import dev.waggle.connect.a2a.protocol.A2aAgentIdentity;
import dev.waggle.connect.a2a.protocol.A2aCapabilities;
import dev.waggle.connect.a2a.protocol.A2aInterface;
import dev.waggle.connect.a2a.protocol.A2aMediaModes;
import dev.waggle.connect.a2a.protocol.A2aSkill;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Reader of agent cards in the form of any version, and of cards that are in both forms. */
final class AgentCardReader {

    private AgentCardReader() {}

    static A2aAgentCard read(JsonValue value) {
        JsonObjectReader in = WireTree.reader("an agent card", value);
        return new A2aAgentCard(identity(in), interfaces(in), capabilities(in), SecurityCodec.read(in),
                new A2aMediaModes(in.optionalTexts("defaultInputModes"), in.optionalTexts("defaultOutputModes")),
                in.optionalObjects("skills").stream().map(AgentCardReader::skill).toList());
    }

    private static A2aAgentIdentity identity(JsonObjectReader in) {
        JsonObjectReader provider = in.optionalObject("provider");
        return new A2aAgentIdentity(in.visibleText("name"), text(in, "description"), text(in, "version"),
                provider == null ? null
                        : new A2aAgentIdentity.Provider(text(provider, "organization"), text(provider, "url")),
                WireTree.optionalText(in, "documentationUrl"), WireTree.optionalText(in, "iconUrl"));
    }

    private static List<A2aInterface> interfaces(JsonObjectReader in) {
        List<A2aInterface> interfaces = new ArrayList<>();
        for (JsonObjectReader item : in.optionalObjects("supportedInterfaces")) {
            interfaces.add(new A2aInterface(item.visibleText("url"), item.visibleText("protocolBinding"),
                    text(item, "protocolVersion"), WireTree.optionalText(item, "tenant")));
        }
        return interfaces.isEmpty() ? legacyInterfaces(in) : interfaces;
    }

    private static List<A2aInterface> legacyInterfaces(JsonObjectReader in) {
        String version = in.optionalText("protocolVersion");
        String number = version == null ? A2aVersion.V0_3.cardNumber() : version;
        String preferred = in.optionalText("preferredTransport");
        List<A2aInterface> interfaces = new ArrayList<>();
        interfaces.add(new A2aInterface(in.visibleText("url"), preferred == null ? A2aInterface.JSON_RPC : preferred,
                number, null));
        for (JsonObjectReader item : in.optionalObjects("additionalInterfaces")) {
            A2aInterface other = new A2aInterface(item.visibleText("url"), item.visibleText("transport"), number,
                    null);
            if (!interfaces.contains(other)) {
                interfaces.add(other);
            }
        }
        return interfaces;
    }

    private static A2aCapabilities capabilities(JsonObjectReader card) {
        boolean isExtended = WireTree.flag(card, "supportsAuthenticatedExtendedCard");
        JsonObjectReader in = card.optionalObject("capabilities");
        if (in == null) {
            return new A2aCapabilities(false, false, isExtended, List.of());
        }
        return new A2aCapabilities(WireTree.flag(in, "streaming"), WireTree.flag(in, "pushNotifications"),
                isExtended || WireTree.flag(in, "extendedAgentCard"),
                in.optionalObjects("extensions").stream().map(item -> new A2aCapabilities.Extension(
                        item.visibleText("uri"), WireTree.optionalText(item, "description"),
                        WireTree.flag(item, "required"), WireTree.object(item, "params"))).toList());
    }

    private static A2aSkill skill(JsonObjectReader in) {
        return new A2aSkill(in.text("id"), in.text("name"), text(in, "description"), in.optionalTexts("tags"),
                in.optionalTexts("examples"),
                new A2aMediaModes(in.optionalTexts("inputModes"), in.optionalTexts("outputModes")));
    }

    /** A text that an agent of version 1.0 omits when it is empty. */
    private static String text(JsonObjectReader in, String name) {
        @Nullable String text = in.optionalText(name);
        return text == null ? "" : text;
    }
}
