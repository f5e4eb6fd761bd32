package dev.waggle.connect.a2a.codec;

import java.util.ArrayList;
import java.util.List;

import dev.waggle.connect.a2a.protocol.A2aArtifact;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;

import static java.util.Locale.ROOT;

/** Codec of messages and artifacts. */
final class MessageCodec {

    private final boolean isLegacy;
    private final PartCodec parts;

    MessageCodec(A2aVersion version) {
        this.isLegacy = version == A2aVersion.V0_3;
        this.parts = new PartCodec(version);
    }

    A2aMessage message(JsonObjectReader in) {
        return in.build(() -> new A2aMessage(in.visibleText("messageId"),
                in.oneOf("role", A2aRole.values(), this::word), parts(in),
                new A2aMessage.Links(WireTree.optionalText(in, "contextId"), WireTree.optionalText(in, "taskId"),
                        in.optionalTexts("referenceTaskIds")),
                in.optionalTexts("extensions"), WireTree.metadata(in)));
    }

    JsonValue.Obj message(A2aMessage message) {
        JsonObjectBuilder to = new JsonObjectBuilder();
        if (isLegacy) {
            to.with("kind", "message");
        }
        A2aMessage.Links links = message.links();
        to.with("messageId", message.messageId()).with("role", word(message.role()))
                .with("parts", message.parts().stream().map(parts::write).toList())
                .withPresent("contextId", links.contextId()).withPresent("taskId", links.taskId());
        WireTree.add(to, "referenceTaskIds", links.referenceTaskIds());
        WireTree.add(to, "extensions", message.extensions());
        WireTree.add(to, "metadata", message.metadata());
        return to.json();
    }

    A2aArtifact artifact(JsonObjectReader in) {
        return in.build(() -> new A2aArtifact(in.visibleText("artifactId"), WireTree.optionalText(in, "name"),
                WireTree.optionalText(in, "description"), parts(in), in.optionalTexts("extensions"),
                WireTree.metadata(in)));
    }

    JsonValue.Obj artifact(A2aArtifact artifact) {
        JsonObjectBuilder to = new JsonObjectBuilder().with("artifactId", artifact.artifactId())
                .withPresent("name", artifact.name()).withPresent("description", artifact.description())
                .with("parts", artifact.parts().stream().map(parts::write).toList());
        WireTree.add(to, "extensions", artifact.extensions());
        WireTree.add(to, "metadata", artifact.metadata());
        return to.json();
    }

    private List<A2aPart> parts(JsonObjectReader in) {
        List<A2aPart> read = new ArrayList<>();
        List<JsonValue> written = in.items("parts");
        for (JsonObjectReader part : in.objects("parts")) {
            read.add(parts.read(part, written.get(read.size())));
        }
        return read;
    }

    private String word(A2aRole role) {
        return isLegacy ? role.name().toLowerCase(ROOT) : "ROLE_" + role.name();
    }
}
