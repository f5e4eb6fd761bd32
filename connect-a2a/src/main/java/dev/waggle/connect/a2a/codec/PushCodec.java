package dev.waggle.connect.a2a.codec;

import java.util.List;

import dev.waggle.connect.a2a.protocol.A2aPushConfig;
import dev.waggle.connect.a2a.protocol.A2aPushConfigPage;
import dev.waggle.connect.a2a.protocol.A2aPushTarget;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Codec of push targets. */
final class PushCodec {

    private final boolean isLegacy;

    PushCodec(A2aVersion version) {
        this.isLegacy = version == A2aVersion.V0_3;
    }

    A2aPushConfig config(JsonObjectReader in) {
        return new A2aPushConfig(in.visibleText("taskId"),
                target(isLegacy ? in.object("pushNotificationConfig") : in));
    }

    JsonValue.Obj config(A2aPushConfig config) {
        JsonObjectBuilder to = new JsonObjectBuilder().with("taskId", config.taskId());
        return (isLegacy ? to.with("pushNotificationConfig", target(config.target()))
                : to.withAll(target(config.target()))).json();
    }

    A2aPushConfigPage page(JsonValue value) {
        if (!isLegacy) {
            JsonObjectReader in = WireTree.reader("push configurations", value);
            return new A2aPushConfigPage(in.optionalObjects("configs").stream().map(this::config).toList(),
                    WireTree.optionalText(in, "nextPageToken"));
        }
        if (!(value instanceof JsonValue.Arr list)) {
            throw new IllegalArgumentException("push configurations must be an array");
        }
        return new A2aPushConfigPage(list.items().stream()
                .map(item -> config(WireTree.reader("a push configuration", item))).toList(), null);
    }

    JsonValue page(A2aPushConfigPage page) {
        List<JsonValue.Obj> configs = page.configs().stream().map(this::config).toList();
        if (isLegacy) {
            return JsonValue.of(List.copyOf(configs));
        }
        return new JsonObjectBuilder().with("configs", configs).withPresent("nextPageToken", page.nextPageToken())
                .json();
    }

    A2aPushTarget target(JsonObjectReader in) {
        return in.build(() -> new A2aPushTarget(WireTree.optionalText(in, "id"), in.visibleText("url"),
                WireTree.optionalText(in, "token"), authentication(in.optionalObject("authentication"))));
    }

    JsonValue.Obj target(A2aPushTarget target) {
        JsonObjectBuilder to = new JsonObjectBuilder().withPresent("id", target.id()).with("url", target.url())
                .withPresent("token", target.token());
        A2aPushTarget.Authentication authentication = target.authentication();
        if (authentication != null) {
            JsonObjectBuilder inner = new JsonObjectBuilder();
            if (isLegacy) {
                inner.withTexts("schemes", List.of(authentication.scheme()));
            } else {
                inner.with("scheme", authentication.scheme());
            }
            to.with("authentication", inner.withPresent("credentials", authentication.credentials()).json());
        }
        return to.json();
    }

    private A2aPushTarget.@Nullable Authentication authentication(@Nullable JsonObjectReader in) {
        if (in == null) {
            return null;
        }
        String credentials = WireTree.optionalText(in, "credentials");
        if (!isLegacy) {
            return new A2aPushTarget.Authentication(in.visibleText("scheme"), credentials);
        }
        return in.texts("schemes").stream().filter(scheme -> !scheme.isBlank()).findFirst()
                .map(scheme -> new A2aPushTarget.Authentication(scheme, credentials)).orElse(null);
    }
}
