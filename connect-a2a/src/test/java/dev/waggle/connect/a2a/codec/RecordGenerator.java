package dev.waggle.connect.a2a.codec;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;

import dev.waggle.connect.a2a.protocol.A2aAgentCard;
import dev.waggle.connect.a2a.protocol.A2aAgentIdentity;
import dev.waggle.connect.a2a.protocol.A2aArtifact;
import dev.waggle.connect.a2a.protocol.A2aCapabilities;
import dev.waggle.connect.a2a.protocol.A2aEvent;
import dev.waggle.connect.a2a.protocol.A2aInterface;
import dev.waggle.connect.a2a.protocol.A2aMediaModes;
import dev.waggle.connect.a2a.protocol.A2aMessage;
import dev.waggle.connect.a2a.protocol.A2aMetadata;
import dev.waggle.connect.a2a.protocol.A2aPart;
import dev.waggle.connect.a2a.protocol.A2aPushConfig;
import dev.waggle.connect.a2a.protocol.A2aPushConfigPage;
import dev.waggle.connect.a2a.protocol.A2aPushTarget;
import dev.waggle.connect.a2a.protocol.A2aRequest;
import dev.waggle.connect.a2a.protocol.A2aRole;
import dev.waggle.connect.a2a.protocol.A2aSecurity;
import dev.waggle.connect.a2a.protocol.A2aSecurityScheme;
import dev.waggle.connect.a2a.protocol.A2aSendOptions;
import dev.waggle.connect.a2a.protocol.A2aSkill;
import dev.waggle.connect.a2a.protocol.A2aTask;
import dev.waggle.connect.a2a.protocol.A2aTaskPage;
import dev.waggle.connect.a2a.protocol.A2aTaskState;
import dev.waggle.connect.a2a.protocol.A2aTaskStatus;
import dev.waggle.connect.a2a.protocol.A2aVersion;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonValue;
import org.jspecify.annotations.Nullable;

/** Generator of records that a version can express, from a seed. */
final class RecordGenerator {

    private final SplittableRandom random;
    private final boolean isLegacy;

    RecordGenerator(A2aVersion version, long seed) {
        this.random = new SplittableRandom(seed);
        this.isLegacy = version == A2aVersion.V0_3;
    }

    A2aTask task() {
        return new A2aTask(text(), text(), status(), list(this::artifact), list(this::message), metadata());
    }

    A2aTaskPage taskPage() {
        return new A2aTaskPage(list(this::task), maybe(this::text), random.nextInt(100), random.nextInt(1000));
    }

    A2aEvent event() {
        return switch (random.nextInt(4)) {
            case 0 -> new A2aEvent.Snapshot(task());
            case 1 -> new A2aEvent.Reply(message());
            case 2 -> {
                A2aTaskStatus status = status();
                boolean isLast = status.state().isTerminal() || status.state().isInterrupted();
                yield new A2aEvent.StatusUpdate(text(), text(), status, isLegacy ? random.nextBoolean() : isLast,
                        metadata());
            }
            default -> new A2aEvent.ArtifactUpdate(text(), text(), artifact(), random.nextBoolean(),
                    random.nextBoolean(), metadata());
        };
    }

    A2aRequest request() {
        return switch (random.nextInt(isLegacy ? 9 : 10)) {
            case 0 -> new A2aRequest.SendMessage(message(), options(), metadata(), random.nextBoolean());
            case 1 -> new A2aRequest.GetTask(text(), maybe(() -> random.nextInt(50)));
            case 2 -> new A2aRequest.CancelTask(text(), metadata());
            case 3 -> new A2aRequest.SubscribeTask(text());
            case 4 -> new A2aRequest.SetPushConfig(pushConfig());
            case 5 -> new A2aRequest.GetPushConfig(text(), text());
            case 6 -> new A2aRequest.ListPushConfigs(text(), isLegacy ? A2aRequest.PageRequest.FIRST : page());
            case 7 -> new A2aRequest.DeletePushConfig(text(), text());
            case 8 -> new A2aRequest.GetExtendedCard();
            default -> new A2aRequest.ListTasks(
                    new A2aRequest.TaskFilter(maybe(this::text), maybe(() -> A2aTaskState.WORKING),
                            maybe(() -> Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L)))),
                    page(), maybe(() -> random.nextInt(50)), random.nextBoolean());
        };
    }

    A2aPushConfig pushConfig() {
        return new A2aPushConfig(text(), target());
    }

    A2aPushConfigPage pushConfigPage() {
        return new A2aPushConfigPage(list(this::pushConfig), isLegacy ? null : maybe(this::text));
    }

    A2aAgentCard card() {
        A2aInterface first = new A2aInterface("https://" + text(), A2aInterface.JSON_RPC,
                isLegacy ? "0.3.0" : "1.0", maybe(this::text));
        List<A2aInterface> interfaces = new ArrayList<>(list(() -> new A2aInterface("https://" + text(), text(),
                random.nextBoolean() ? "0.3.0" : "1.0", maybe(this::text))));
        interfaces.addFirst(first);
        return new A2aAgentCard(
                new A2aAgentIdentity(text(), text(), text(),
                        maybe(() -> new A2aAgentIdentity.Provider(text(), text())), maybe(this::text),
                        maybe(this::text)),
                interfaces,
                new A2aCapabilities(random.nextBoolean(), random.nextBoolean(), random.nextBoolean(),
                        list(() -> new A2aCapabilities.Extension(text(), maybe(this::text), random.nextBoolean(),
                                metadata()))),
                security(), modes(),
                list(() -> new A2aSkill(text(), text(), text(), list(this::text), list(this::text), modes())));
    }

    private A2aSecurity security() {
        Map<String, A2aSecurityScheme> schemes = new LinkedHashMap<>();
        schemes.put("key", new A2aSecurityScheme.ApiKey("header", text(), maybe(this::text)));
        schemes.put("http", new A2aSecurityScheme.HttpAuth("bearer", maybe(this::text), maybe(this::text)));
        schemes.put("oauth", new A2aSecurityScheme.OAuth2(new JsonObjectBuilder().with("implicit", metadata()).json(),
                maybe(this::text), maybe(this::text)));
        schemes.put("oidc", new A2aSecurityScheme.OpenIdConnect(text(), maybe(this::text)));
        schemes.put("tls", new A2aSecurityScheme.MutualTls(maybe(this::text)));
        schemes.put("new", new A2aSecurityScheme.Unknown(new JsonObjectBuilder().with("quantum", text()).json()));
        return new A2aSecurity(schemes, list(() -> Map.of("http", list(this::text))));
    }

    private A2aMediaModes modes() {
        return new A2aMediaModes(list(this::text), list(this::text));
    }

    private A2aRequest.PageRequest page() {
        return new A2aRequest.PageRequest(maybe(() -> 1 + random.nextInt(50)), maybe(this::text));
    }

    private A2aSendOptions options() {
        return new A2aSendOptions(list(this::text), maybe(() -> random.nextInt(50)), random.nextBoolean(),
                maybe(this::target));
    }

    private A2aPushTarget target() {
        return new A2aPushTarget(maybe(this::text), text(), maybe(this::text),
                maybe(() -> new A2aPushTarget.Authentication(text(), maybe(this::text))));
    }

    private A2aTaskStatus status() {
        A2aTaskState[] states = A2aTaskState.values();
        return new A2aTaskStatus(states[random.nextInt(states.length)], maybe(this::message),
                maybe(() -> Instant.ofEpochMilli(random.nextLong(4_000_000_000_000L))));
    }

    private A2aMessage message() {
        List<A2aPart> parts = new ArrayList<>(list(this::part));
        parts.add(part());
        return new A2aMessage(text(), random.nextBoolean() ? A2aRole.USER : A2aRole.AGENT, parts,
                new A2aMessage.Links(maybe(this::text), maybe(this::text), list(this::text)), list(this::text),
                metadata());
    }

    private A2aArtifact artifact() {
        return new A2aArtifact(text(), maybe(this::text), maybe(this::text), list(this::part), list(this::text),
                metadata());
    }

    private A2aPart part() {
        A2aPart.Content content = switch (random.nextInt(6)) {
            case 0 -> new A2aPart.Text(text());
            case 1 -> new A2aPart.Data(metadata());
            case 2 -> new A2aPart.Data(JsonValue.of(List.of(JsonValue.of(text()), JsonValue.ofNull())));
            case 3 ->
                new A2aPart.FileBytes(Base64.getEncoder().encodeToString(text().getBytes(StandardCharsets.UTF_8)));
            case 4 -> new A2aPart.FileUri(text());
            default -> new A2aPart.Unknown("form", isLegacy
                    ? new JsonObjectBuilder().with("kind", "form").with("form", text()).json()
                    : new JsonObjectBuilder().with("form", text()).json());
        };
        boolean isNamed = (!isLegacy && !(content instanceof A2aPart.Unknown))
                || content instanceof A2aPart.FileBytes || content instanceof A2aPart.FileUri;
        return new A2aPart(content, isNamed ? maybe(this::text) : null, isNamed ? maybe(this::text) : null,
                content instanceof A2aPart.Unknown ? A2aMetadata.NONE : metadata());
    }

    private JsonValue.Obj metadata() {
        JsonObjectBuilder to = new JsonObjectBuilder();
        for (int i = random.nextInt(3); i > 0; i--) {
            to.with("field" + i, random.nextBoolean() ? JsonValue.of(text()) : JsonValue.ofNull());
        }
        return to.json();
    }

    private <T> @Nullable T maybe(Supplier<T> value) {
        return random.nextBoolean() ? value.get() : null;
    }

    private <T> List<T> list(Supplier<T> item) {
        List<T> items = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            items.add(item.get());
        }
        return items;
    }

    private String text() {
        return List.of("a", "zwölf", "\"q\"\n", "日本", "x y").get(random.nextInt(5)) + random.nextInt(1000);
    }
}
